/** Styles of the dev mailbox: no fonts or files of its own, so that it works without a build. */
export const mailboxStyles = `
:root{color-scheme:light dark;--page:#F5F5FA;--card:#fff;--ink:#15163A;--soft:#55567A;--line:#DFDFEC;--bar:#2B2A8C;--link:#2B2A8C;--note:#FFF4DA;--note-line:#F7B32B}
@media (prefers-color-scheme:dark){:root{--page:#0F1030;--card:#1A1B42;--ink:#F1F1FB;--soft:#B5B6D6;--line:#33346A;--bar:#211F6B;--link:#BDBCFF;--note:#2E2A3F;--note-line:#F7B32B}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
.wrap{max-width:760px;margin:0 auto;padding:0 16px}
header{background:var(--bar);color:#fff}
header .wrap{padding-top:14px;padding-bottom:14px}
.brand{font-weight:700;font-size:18px}
.place{margin-left:8px;color:#D9D8FF}
main{padding-bottom:48px}
h1{margin:24px 0 8px;font-size:26px;line-height:1.25}
h2{margin:28px 0 8px;font-size:17px}
a{color:var(--link)}
a:focus-visible,pre:focus-visible,iframe:focus-visible{outline:3px solid var(--note-line);outline-offset:2px}
.soft,.meta{color:var(--soft)}
.meta{display:flex;flex-wrap:wrap;gap:2px 16px;margin:0;font-size:14px}
.notice{margin:16px 0;padding:10px 14px;background:var(--note);border-left:4px solid var(--note-line);border-radius:8px}
.empty{padding:40px 16px;text-align:center;background:var(--card);border:1px solid var(--line);border-radius:12px;color:var(--soft)}
.empty p{margin:0}
.empty .lead{color:var(--ink);font-size:18px;font-weight:600}
.mails,.attachments{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
.mails li+li,.attachments li+li{border-top:1px solid var(--line)}
.mails a{display:block;padding:12px 16px;color:inherit;text-decoration:none}
.mails a:hover{background:var(--page)}
.mails a:hover .subject{text-decoration:underline}
.mails a:focus-visible{outline-offset:-3px}
.subject{display:block;font-weight:600;color:var(--link)}
time{font-variant-numeric:tabular-nums}
.mails time{margin-left:auto}
.back{margin:20px 0 0}
.back a,.attachments a{display:inline-block;padding:10px 0;min-height:44px}
.back+h1{margin-top:8px}
.attachments li{padding:0 16px}
iframe{display:block;width:100%;height:620px;border:1px solid var(--line);border-radius:12px;background:#fff;resize:vertical}
pre{margin:0;padding:16px;background:var(--card);border:1px solid var(--line);border-radius:12px;font:14px/1.6 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
@media (max-width:480px){.mails time{margin-left:0}h1{font-size:22px}}
`;
