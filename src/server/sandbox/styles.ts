/** One sheet for all pages: no file of the product's own styles is used, as another company's would not be. */
export const styles = `
:root {
  --bg: #f5f5fa; --surface: #ffffff; --sunken: #ececf4; --ink: #15163a; --muted: #565a7c; --line: #d9daea; --line-strong: #8588a6;
  --primary: #2b2a8c; --on-primary: #ffffff; --warn: #8a5200; --warn-bg: #fff1d6; --ok: #0a7a4d; --ok-bg: #e2f5ec;
  --bad: #b3261e; --bad-bg: #fde8e6; --info: #23539e; --info-bg: #e4eefc; --focus: #2b2a8c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0d0e20; --surface: #15172f; --sunken: #1d2040; --ink: #f1f1fa; --muted: #a9accb; --line: #2b2f57; --line-strong: #6b6f99;
    --primary: #b6b4ff; --on-primary: #14144a; --warn: #ffc864; --warn-bg: #3a2a0a; --ok: #4ed79b; --ok-bg: #0f3527;
    --bad: #ff8f85; --bad-bg: #401a1c; --info: #8dbdff; --info-bg: #142c50; --focus: #b6b4ff;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1, h2, h3, p, ul, dl, dd, fieldset { margin: 0; padding: 0; border: 0; }
h1 { font-size: 20px; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 16px; line-height: 1.3; }
a { color: var(--primary); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.band { background: var(--warn-bg); color: var(--warn); border-bottom: 2px dashed currentColor; padding: 8px 16px; text-align: center; font-size: 14px; }
.band strong { letter-spacing: 0.06em; margin-right: 6px; }
.narrow, .wide { margin: 0 auto; padding: 16px 16px 48px; }
.narrow { max-width: 480px; }
.wide { max-width: 1120px; }
header { display: flex; align-items: center; gap: 8px; margin-bottom: 16px; color: var(--muted); }
.mark { display: inline-flex; color: var(--warn); }
.brand { font-weight: 600; }
main { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 18px; padding: 16px; display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); align-content: start; }
.amount { font-size: 32px; line-height: 1.1; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.muted, .hint { color: var(--muted); font-size: 14px; }
.wrap { overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
nav a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 14px; border: 1px solid var(--line-strong); border-radius: 999px; color: var(--ink); background: var(--surface); text-decoration: none; font-size: 15px; font-weight: 500; }
nav a:hover { border-color: var(--primary); }
nav a[aria-current] { background: var(--primary); border-color: var(--primary); color: var(--on-primary); }
nav.bar { margin-bottom: 16px; }
form { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
.pair { display: grid; gap: 12px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
.field { display: grid; gap: 4px; }
label, legend { font-weight: 600; font-size: 14px; padding: 0; }
input:not([type=radio]):not([type=checkbox]), select { width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 12px; }
input:not([type=radio]):not([type=checkbox])[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.error { color: var(--bad); font-size: 14px; }
.pick { display: flex; align-items: center; gap: 10px; min-height: 44px; font-weight: 400; font-size: 16px; }
.pick input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--primary); }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 8px 18px; font: inherit; font-weight: 600; color: var(--on-primary); background: var(--primary); border: 1px solid var(--primary); border-radius: 12px; cursor: pointer; text-decoration: none; text-align: center; }
button.quiet, .button.quiet { color: var(--ink); background: transparent; border-color: var(--line-strong); }
button.small { min-height: 44px; padding: 4px 14px; font-size: 14px; }
button:hover, .button:hover { filter: brightness(1.08); }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.row.apart { justify-content: space-between; }
.row:empty { display: none; }
.row form { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.big { font-size: 24px; font-weight: 700; letter-spacing: 0.04em; font-variant-numeric: tabular-nums; user-select: all; }
dl.facts { display: grid; gap: 10px 24px; grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr)); }
dl.facts.tall { grid-template-columns: minmax(0, 1fr); }
dt { color: var(--muted); font-size: 13px; }
dd { overflow-wrap: anywhere; }
.list { list-style: none; display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
.cards { list-style: none; display: grid; }
.cards li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; align-items: center; padding: 10px 0; border-top: 1px solid var(--line); }
.cards li > div { display: grid; gap: 2px; }
.cards .number { font-variant-numeric: tabular-nums; font-size: 15px; user-select: all; }
.cards .use { display: inline-flex; align-items: center; justify-content: center; min-width: 44px; min-height: 44px; font-weight: 600; }
.pill { display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px; border-radius: 999px; font-size: 13px; font-weight: 600; color: var(--muted); background: var(--sunken); }
.pill::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
.pill.ok { color: var(--ok); background: var(--ok-bg); }
.pill.warn { color: var(--warn); background: var(--warn-bg); }
.pill.bad { color: var(--bad); background: var(--bad-bg); }
.pill.info { color: var(--info); background: var(--info-bg); }
.told { padding: 12px 16px; border-radius: 12px; background: var(--info-bg); color: var(--info); }
.told.bad { background: var(--bad-bg); color: var(--bad); }
.told.ok { background: var(--ok-bg); color: var(--ok); }
.qr { background: #ffffff; padding: 8px; border-radius: 12px; width: 208px; margin: 0 auto; }
.qr svg { display: block; width: 100%; height: auto; }
details[open] { padding-bottom: 4px; }
summary::before { content: "+"; width: 20px; font-size: 18px; line-height: 1; }
details[open] summary::before { content: "−"; }
summary::marker { content: ""; }
details summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--primary); font-weight: 600; font-size: 14px; }
.columns { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(320px, 100%), 1fr)); align-items: start; }
code { font-size: 13px; overflow-wrap: anywhere; }
`;
