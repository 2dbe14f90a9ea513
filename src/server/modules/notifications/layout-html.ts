import { inks } from '#core/cloth.ts';
import type { Language } from '#core/languages.ts';
import { BAND, brandBand, displayFont, light, styleSheet, textFont } from './layout-styles.ts';

/**
 * The business that writes; colours as `#rgb` or `#rrggbb`. With its id it wears its own cloth, with its email address
 * answers go there.
 */
export type Sender = {
  name: string;
  primaryColor: string;
  secondaryColor?: string;
  id?: string;
  email?: string;
};

export type MailContent = {
  /** English when left out. */
  language?: Language;
  heading: string;
  /** The sum it is all about, shown large; `good` is money that came, `bad` what is overdue. */
  amount?: { label: string; money: string; note?: string; tone?: 'good' | 'bad' };
  paragraphs: string[];
  /** Label and value, one under another: number, amount, due date. */
  facts?: [label: string, value: string][];
  /** More of them under a heading of their own. */
  list?: { heading: string; facts: [label: string, value: string][] };
  /** `url` is absolute, http or https. */
  button?: { label: string; url: string };
  /** Said before the button's address. */
  orOpen?: string;
  /** Lesser ways on, as plain links. */
  links?: { label: string; url: string }[];
  footer: string;
  /** How to get no more of such messages. */
  unsubscribe?: { label: string; url: string };
  /** Without one, Duewell writes. */
  business?: Sender;
};

type LinkTarget = { label: string; url: string };

const WIDTH = BAND.width;
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
// Keeps the first words of the body out of the preview beside the subject.
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(40);
const CHAR_WIDTH = 10;
const BUTTON_MARGIN = 64;

/** A message as HTML for every mail program: tables, colours in attributes, nothing fetched. Texts are escaped here. */
export function htmlOf(content: MailContent): string {
  const { language = 'en', heading, business } = content;
  return `<!doctype html>
<html lang="${language}" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(heading)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
${styleSheet}</style></head>
<body class="page" bgcolor="${light.page}" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px">${escapeHtml(preview(content))}${FILLER}</div>
<table ${TABLE} class="page" width="100%" bgcolor="${light.page}" style="background:${light.page}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${TABLE} width="${WIDTH}"><tr><td><![endif]-->
<table ${TABLE} class="card" width="100%" bgcolor="${light.card}" style="max-width:${WIDTH}px;background:${light.card};border:1px solid ${light.line};border-radius:16px;overflow:hidden;border-collapse:separate">
${business?.id ? clothRow(business) : brandRow()}
<tr><td class="edge ink" align="left" style="padding:22px 32px 0;${displayFont};font-size:17px;line-height:1.3;font-weight:700;color:${light.ink}">${escapeHtml(business?.name ?? 'Duewell')}</td></tr>
<tr><td class="edge" align="left" style="padding:18px 32px 32px">
${card(content)}
</td></tr></table>
${footer(content)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}

function card(content: MailContent): string {
  const { heading, amount, paragraphs, facts, list, button, orOpen, links = [] } = content;
  const parts = [
    `<h1 class="ink" style="margin:0 0 14px;${displayFont};font-size:22px;line-height:1.25;font-weight:700;color:${light.ink}">${escapeHtml(heading)}</h1>`,
    amount ? amountBlock(amount) : '',
    ...paragraphs.map(paragraph),
    facts?.length ? factTable(facts) : '',
    list ? listSection(list) : '',
    button ? buttonHtml(button, orOpen ?? 'Or open this address:') : '',
    ...links.map(
      (link) => `<p style="margin:16px 0 0;${textFont};font-size:15px;line-height:1.5">${anchor(link)}</p>`,
    ),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Preheader: text shown beside the subject before a message is opened. */
function preview({ amount, paragraphs }: MailContent): string {
  if (amount) return [amount.money, amount.note].filter(Boolean).join(' · ');
  return paragraphs.find((text) => !text.endsWith(',')) ?? '';
}

// Where pictures are off the ground of the cloth stands in for it.
function clothRow({ primaryColor, secondaryColor }: Sender): string {
  const [ground] = inks(primaryColor, secondaryColor ?? '');
  return `<tr><td height="${BAND.least}" bgcolor="${ground}" style="background:${ground};font-size:0;line-height:0;border-radius:15px 15px 0 0"><img src="cid:${BAND.contentId}" width="${WIDTH}" height="${BAND.height}" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:15px 15px 0 0"></td></tr>`;
}

function brandRow(): string {
  const [ground, ...dyes] = brandBand;
  const cells = dyes.map(
    (dye) =>
      `<td width="28" height="8" bgcolor="${dye}" style="background:${dye};font-size:0;line-height:0">&nbsp;</td>`,
  );
  return `<tr><td style="font-size:0;line-height:0"><table ${TABLE} width="100%"><tr><td height="8" bgcolor="${ground}" style="background:${ground};font-size:0;line-height:0">&nbsp;</td>${cells.join('')}</tr></table></td></tr>`;
}

/** Kobo are set smaller and never hidden. */
function amountBlock({ label, money, note, tone }: NonNullable<MailContent['amount']>): string {
  const at = money.lastIndexOf('.');
  const integerPart = at < 0 ? money : money.slice(0, at);
  const long = money.length > 16;
  const size = money.length > 22 ? 24 : long ? 30 : 38;
  const colour = tone ? light[tone] : light.ink;
  return `<table ${TABLE} width="100%" style="margin:0 0 20px"><tr><td class="line" style="padding:16px 0;border-top:1px solid ${light.line};border-bottom:1px solid ${light.line}">
<p class="soft" style="margin:0 0 2px;${textFont};font-size:14px;line-height:1.4;color:${light.soft}">${escapeHtml(label)}</p>
<p class="${tone ?? 'ink'} ${long ? 'sum-long' : 'sum'}" style="margin:0;${displayFont};font-size:${size}px;line-height:1.15;font-weight:700;color:${colour}">${escapeHtml(integerPart)}${at < 0 ? '' : `<span class="sum-small" style="font-size:${Math.round(size * 0.55)}px">${escapeHtml(money.slice(at))}</span>`}</p>${note ? `\n<p class="soft" style="margin:4px 0 0;${textFont};font-size:15px;line-height:1.4;color:${light.soft}">${escapeHtml(note)}</p>` : ''}
</td></tr></table>`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${textFont};font-size:16px;line-height:1.55;color:${light.ink}">${lines(text)}</p>`;
}

function factTable(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) => `<tr>
<td class="soft line" align="left" valign="top" style="padding:10px 12px 10px 0;${textFont};font-size:14px;line-height:1.4;color:${light.soft};border-top:1px solid ${light.line}">${escapeHtml(label)}</td>
<td class="ink line" align="right" valign="top" style="padding:10px 0;${textFont};font-size:15px;line-height:1.4;font-weight:600;color:${light.ink};border-top:1px solid ${light.line};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table ${TABLE} width="100%" style="margin:0 0 20px">${rows.join('\n')}</table>`;
}

function listSection({ heading, facts }: NonNullable<MailContent['list']>): string {
  return `<h2 class="ink" style="margin:28px 0 10px;${displayFont};font-size:17px;line-height:1.3;font-weight:700;color:${light.ink}">${escapeHtml(heading)}</h2>
${factTable(facts)}`;
}

// Outlook draws its own button, since it pads no links. The address stands below for programs that show none at all,
// and because people should see where they go.
function buttonHtml({ label, url }: LinkTarget, orOpen: string): string {
  const href = escapeHtml(url);
  const text = escapeHtml(label);
  const width = Math.min(WIDTH - BUTTON_MARGIN, label.length * CHAR_WIDTH + BUTTON_MARGIN);
  return `<!--[if mso]><v:roundrect href="${href}" style="height:50px;v-text-anchor:middle;width:${width}px" arcsize="24%" stroke="f" fillcolor="${light.primary}"><w:anchorlock xmlns:w="urn:schemas-microsoft-com:office:word"/><center style="color:${light.onPrimary};font-family:Arial,sans-serif;font-size:16px;font-weight:bold">${text}</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><table ${TABLE} class="press" bgcolor="${light.primary}" style="margin:4px 0 0;border-collapse:separate;background:${light.primary};border-radius:12px"><tr><td align="center">
<a class="pressed" href="${href}" style="display:inline-block;padding:15px 28px;${textFont};font-size:16px;line-height:20px;font-weight:600;text-decoration:none;color:${light.onPrimary}">${text}</a></td></tr></table><!--<![endif]-->
<p class="soft" style="margin:14px 0 0;${textFont};font-size:13px;line-height:1.5;color:${light.soft};word-break:break-all">${escapeHtml(orOpen)} <a class="link" href="${href}" style="color:${light.primary}">${href}</a></p>`;
}

function anchor({ label, url }: LinkTarget): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:${light.primary}">${escapeHtml(label)}</a>`;
}

function footer({ footer: text, unsubscribe }: MailContent): string {
  return `<table ${TABLE} width="100%" style="max-width:${WIDTH}px"><tr>
<td class="soft edge" align="left" style="padding:18px 32px;${textFont};font-size:13px;line-height:1.5;color:${light.soft}">${lines(text)}${unsubscribe ? `<br>${anchor(unsubscribe)}` : ''}</td></tr></table>`;
}

const lines = (text: string): string => escapeHtml(text).replace(/\n/g, '<br>');

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in the HTML of a message. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
