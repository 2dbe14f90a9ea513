import { assert } from '#core/assert.ts';

export type MailContent = {
  heading: string;
  paragraphs: string[];
  /** Label and value, one under another: number, amount, due date. */
  facts?: [label: string, value: string][];
  /** `url` is absolute, http or https. */
  button?: { label: string; url: string };
  footer: string;
  /** The business that writes; `primaryColor` as `#rgb` or `#rrggbb`. Without one, Duewell writes. */
  business?: { name: string; primaryColor: string };
};

const INDIGO = '#2B2A8C';
const INK = '#15163A';
const SOFT = '#5A5B7A';
const PAGE = '#F5F5FA';
const LINE = '#E1E1EE';
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const DARK = `@media (prefers-color-scheme:dark){
.page{background:#0F1030!important}.card{background:#1A1B42!important;border-color:#2F3066!important}
.ink{color:#F1F1FB!important}.soft{color:#B5B6D6!important}.line{border-color:#2F3066!important}.link{color:#B9B8FF!important}}`;

/** The body of a message, as HTML for every mail program and as plain text. Every text is taken as text, never as HTML. */
export function mailLayout(content: MailContent): { html: string; text: string } {
  const { button } = content;
  assert(!button || /^https?:\/\//.test(button.url), 'a button in a message leads to a web address');
  return { html: htmlOf(content), text: textOf(content) };
}

function htmlOf(content: MailContent): string {
  const sender = content.business ?? { name: 'Duewell', primaryColor: INDIGO };
  const color = colorOf(sender.primaryColor);
  const rows = [
    `<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.3;font-weight:700;color:${INK}">${escape(content.heading)}</h1>`,
    ...content.paragraphs.map(paragraph),
    content.facts?.length ? factTable(content.facts) : '',
    content.button ? buttonOf(content.button, color) : '',
  ].join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escape(content.heading)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:${PAGE}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAGE}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#FFFFFF;border:1px solid ${LINE};border-radius:12px">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${color};border-radius:11px 11px 0 0">&nbsp;</td></tr>
<tr><td class="ink" style="padding:24px 28px 0;${FONT};font-size:15px;font-weight:700;color:${INK}">${escape(sender.name)}</td></tr>
<tr><td style="padding:16px 28px 28px">
${rows}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td class="soft" style="padding:16px 28px;${FONT};font-size:13px;line-height:1.5;color:${SOFT}">${lines(content.footer)}</td></tr></table>
</td></tr></table></body></html>`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:${INK}">${lines(text)}</p>`;
}

function factTable(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="soft line" style="padding:10px 12px 10px 0;${FONT};font-size:14px;color:${SOFT};border-top:1px solid ${LINE};vertical-align:top">${escape(label)}</td>
<td class="ink line" align="right" style="padding:10px 0;${FONT};font-size:15px;font-weight:600;color:${INK};border-top:1px solid ${LINE}">${escape(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${rows.join('\n')}</table>`;
}

// The address stands below the button too: some programs show no buttons, and people should see where they go.
function buttonOf({ label, url }: { label: string; url: string }, color: string): string {
  const href = escape(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td style="background:${color};border-radius:8px">
<a href="${href}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;font-weight:600;text-decoration:none;color:${textOn(color)}">${escape(label)}</a></td></tr></table>
<p class="soft" style="margin:0;${FONT};font-size:13px;line-height:1.5;color:${SOFT};word-break:break-all">Or open this address: <a class="link" href="${href}" style="color:${INDIGO}">${href}</a></p>`;
}

function textOf({ heading, paragraphs, facts, button, footer, business }: MailContent): string {
  const parts = [
    heading,
    ...paragraphs,
    facts?.length ? facts.map(([label, value]) => `${label}: ${value}`).join('\n') : '',
    button ? `${button.label}:\n${button.url}` : '',
    `-- \n${business ? `${business.name}\n` : ''}${footer}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function colorOf(color: string): string {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  return /^#[0-9a-f]{3}$/i.test(color)
    ? `#${Array.from(color.slice(1), (digit) => digit + digit).join('')}`
    : INDIGO;
}

// White down to the contrast of 4.5 to 1 that small text needs, ink on what is lighter.
function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#FFFFFF' : INK;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function lines(text: string): string {
  return escape(text).replace(/\r?\n/g, '<br>');
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
