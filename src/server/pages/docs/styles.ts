/** Styles of the API page; it stands alone, without a build. */
export const docsStyles = `
:root{color-scheme:light dark;--bg:#f5f5fa;--surface:#fff;--sunken:#ececf4;--ink:#15163a;--muted:#565a7c;--line:#dcdde9;--primary:#2b2a8c;--ok:#0a7a4d;--info:#23539e;--warn:#8a5200;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--bg:#0d0e20;--surface:#15172f;--sunken:#1d2040;--ink:#f1f1fa;--muted:#a9accb;--line:#2a2d52;--primary:#b6b4ff;--ok:#4ed79b;--info:#8dbdff;--warn:#ffc864;--bad:#ff8f85}}
*{box-sizing:border-box}html{scroll-padding-top:76px;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,Roboto,sans-serif}
a{color:var(--primary);text-underline-offset:3px}:focus-visible{outline:2px solid var(--primary);outline-offset:2px;border-radius:6px}
code{font:.92em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.2;letter-spacing:-.02em;margin:0}h1{font-size:32px}h2{font-size:24px;padding-bottom:14px}h3{font-size:17px}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
.skip{position:absolute;left:-999px}.skip:focus{left:12px;top:12px;z-index:3;background:var(--surface);padding:10px 14px}
header{position:sticky;top:0;z-index:2;display:flex;justify-content:space-between;align-items:center;gap:16px;min-height:60px;padding:0 24px;background:var(--surface);border-bottom:1px solid var(--line)}
header a{display:inline-flex;align-items:center;min-height:44px}.brand{font-weight:700;font-size:20px;letter-spacing:-.035em;color:var(--ink);text-decoration:none}header span{color:var(--muted)}
.page{display:grid;grid-template-columns:270px minmax(0,860px);gap:40px;justify-content:center;padding:28px 24px 90px}
nav{position:sticky;top:84px;align-self:start;max-height:calc(100dvh - 108px);overflow-y:auto;font-size:15px}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding:0 0 8px 10px;font-size:14px}nav a,nav summary{display:flex;align-items:center;gap:8px;min-height:36px;padding:4px 10px;border-radius:10px;color:var(--ink);text-decoration:none;cursor:pointer}
nav a:hover,nav summary:hover{background:var(--sunken)}nav summary{list-style:none;font-weight:600}nav summary::-webkit-details-marker{display:none}nav>ul>li>a{font-weight:600}.count{margin-left:auto;color:var(--muted);font-weight:400;font-size:13px}
nav .verb{width:50px;flex:none;font-size:11px}
section{margin-bottom:56px}#basics dl{display:grid;grid-template-columns:130px minmax(0,1fr);gap:10px 20px;margin:22px 0 0;padding:20px;background:var(--surface);border:1px solid var(--line);border-radius:18px}
dt{font-weight:600}dd{margin:0}dd p,section>p{margin:0}section>p{margin-top:8px;color:var(--muted)}
article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:20px;margin-bottom:16px}article:target{border-color:var(--primary)}
.line{margin:10px 0 0;padding:9px 12px;background:var(--sunken);border-radius:10px;display:flex;gap:10px;align-items:baseline}.also{margin-top:6px;color:var(--muted);font-size:14px}
.verb{font:700 12px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.get{color:var(--info)}.post{color:var(--ok)}.patch{color:var(--warn)}.delete{color:var(--bad)}
.facts{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;margin:10px 0 0;padding:0;color:var(--muted);font-size:14px}.facts li+li::before{content:"·";margin-right:16px}
.scroll{overflow-x:auto;margin-top:16px}table{width:100%;border-collapse:collapse;font-size:14px}caption{text-align:start;font-weight:600;padding-bottom:6px}
th,td{text-align:start;vertical-align:top;padding:7px 14px 7px 0;border-bottom:1px solid var(--line);font-weight:400}thead th{color:var(--muted);font-size:13px}
th:first-child{width:38%}td:nth-child(2){width:32%;overflow-wrap:anywhere}td{color:var(--muted)}tbody td:nth-child(2){color:var(--ink)}.plain{margin:14px 0 0;font-size:14px}
@media(max-width:900px){.page{grid-template-columns:minmax(0,1fr);padding:20px 16px 60px;gap:24px}nav{position:static;max-height:none;background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:10px}nav a,nav summary{min-height:44px}article{padding:16px}#basics dl{grid-template-columns:1fr;gap:2px}dd{margin-bottom:12px}header{padding:0 16px}}
@media(max-width:560px){th:first-child,td:nth-child(2){width:auto}table{min-width:480px}}
`;
