/** Styles of the operator's pages: no fonts or files of their own, so that they work without a build. */
export const operatorStyles = `
:root{color-scheme:light dark;--page:#F5F5FA;--card:#fff;--ink:#15163A;--soft:#55567A;--line:#DFDFEC;--edge:#7A7B9C;--bar:#2B2A8C;--link:#2B2A8C;--main:#2B2A8C;--on-main:#fff;--bad:#A3202C;--on-bad:#fff;--note:#FFF4DA;--note-line:#F7B32B;--bad-note:#FDECEC;--ok-note:#E6F6EC;--ok:#1C7A45}
@media (prefers-color-scheme:dark){:root{--page:#0F1030;--card:#1A1B42;--ink:#F1F1FB;--soft:#B5B6D6;--line:#33346A;--edge:#8B8CB8;--bar:#211F6B;--link:#BDBCFF;--main:#BDBCFF;--on-main:#15163A;--bad:#FFB3B3;--on-bad:#3A0A10;--note:#2E2A3F;--bad-note:#3D1F33;--ok-note:#173A33;--ok:#7BDDA4}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
.wrap{max-width:880px;margin:0 auto;padding:0 16px}
header{background:var(--bar);color:#fff}
header .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;padding-top:10px;padding-bottom:10px}
header a{color:#fff;text-decoration:none}
.brand{font-weight:700;font-size:18px}
.place{color:#D9D8FF}
header form{margin-left:auto;display:flex;align-items:center;gap:12px}
header button{background:none;border:1px solid #9C9BE0;color:#fff}
main{padding-bottom:56px}
main.narrow{max-width:480px}
h1{margin:24px 0 8px;font-size:26px;line-height:1.25}
h2{margin:28px 0 10px;font-size:18px}
p{margin:0 0 12px}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--note-line);outline-offset:2px}
.soft{color:var(--soft)}
.back{display:inline-block;margin-top:14px;padding:10px 0;min-height:44px}
.back+h1{margin-top:4px}
.notice{margin:16px 0;padding:10px 14px;background:var(--note);border-left:4px solid var(--note-line);border-radius:8px}
.notice.bad{background:var(--bad-note);border-color:var(--bad)}
.notice.ok{background:var(--ok-note);border-color:var(--ok)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px}
.empty{padding:40px 16px;text-align:center;color:var(--soft)}
.empty p{margin:0}
.empty .lead{color:var(--ink);font-size:18px;font-weight:600}
.list{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.list li+li{border-top:1px solid var(--line)}
.list a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;padding:14px 16px;color:inherit;text-decoration:none}
.list a:hover{background:var(--page)}
.list a:focus-visible{outline-offset:-3px}
.list b{color:var(--link)}
.list .soft{font-size:14px;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:minmax(7rem,12rem) minmax(0,1fr);gap:8px 16px;margin:0}
dl>div{display:contents}
dt{color:var(--soft)}
dd{margin:0}
.papers{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr))}
.paper h3{margin:0 0 8px;font-size:16px}
.paper img{display:block;width:100%;max-height:520px;object-fit:contain;background:var(--page);border:1px solid var(--line);border-radius:8px}
.paper p{margin:8px 0 0}
.paper p a{display:inline-block;padding:10px 0;min-height:44px}
ul.plain{margin:0;padding-left:20px}
form.field-form,.card form{display:grid;gap:14px}
label,legend{font-weight:600}
legend{padding:0}
.hint{display:block;margin-top:2px;color:var(--soft);font-size:14px;font-weight:400}
.wrong{margin:4px 0 0;color:var(--bad);font-weight:600;font-size:14px}
input[type=text],input[type=password],textarea{display:block;width:100%;margin-top:4px;min-height:44px;padding:9px 12px;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
textarea{min-height:88px;resize:vertical}
fieldset{margin:0;padding:0;border:0}
.choice{display:flex;align-items:flex-start;gap:10px;padding:9px 0;min-height:44px;font-weight:400}
.choice input{flex:none;width:20px;height:20px;margin:2px 0 0;accent-color:var(--bar)}
button{min-height:44px;padding:9px 18px;border:1px solid transparent;border-radius:10px;font:inherit;font-weight:600;cursor:pointer;justify-self:start}
button.main{background:var(--main);color:var(--on-main)}
button.bad{background:var(--bad);color:var(--on-bad)}
.decisions{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));align-items:start}
.decisions h2{margin-top:0}
.qr{display:block;width:220px;max-width:100%;height:auto}
code{font:15px/1.5 ui-monospace,Menlo,Consolas,monospace}
@media (max-width:480px){h1{font-size:22px}.list a{display:grid}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}button{width:100%}header button{width:auto}}
`;
