import { html, raw } from 'hono/html';
import { portalPath } from '#contract/customer-portal.ts';
import { cloth } from '#core/cloth.ts';
import { fillParts } from '#core/fill.ts';
import { type Currency, currencySymbols, type Minor, moneyParts } from '#core/money.ts';
import { locales } from '#server/modules/notifications/locales/locales.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';

export type Html = ReturnType<typeof html>;

const NOTHING = html``;

/** A part that is there only under a condition. */
export const when = (condition: unknown, part: () => Html): Html => (condition ? part() : NOTHING);

/** Text somebody else wrote, such as a name: its direction does not reach the words around it. */
export const isolated = (text: string): Html => html`<bdi>${text}</bdi>`;

/** A text with its `{names}` filled in: texts are escaped and isolated, values that are markup stay as they are. */
export function fillHtml(text: string, values: Record<string, string | Html>): Html {
  const parts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ]);
  return html`${fillParts(text, Object.fromEntries(parts))}`;
}

/** An amount with its kobo set smaller. */
export function money(amount: Minor, currency: Currency): Html {
  const { sign, whole, fraction } = moneyParts(amount);
  return html`<span class="num">${sign}${currencySymbols[currency]}${whole}<span class="k">.${fraction}</span></span>`;
}

const drawings = {
  bank: '<path d="M3.5 9.5 12 4.5l8.5 5zM5 19.5h14M6.5 12v5M10.2 12v5M13.8 12v5M17.5 12v5"/>',
  card: '<rect x="3" y="5.5" width="18" height="13" rx="3"/><path d="M3 10h18M7 14.5h3"/>',
  ussd: '<path d="M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h15.5M4 15h15.5"/>',
  qr: '<rect x="4" y="4" width="6" height="6" rx="1.2"/><rect x="14" y="4" width="6" height="6" rx="1.2"/><rect x="4" y="14" width="6" height="6" rx="1.2"/><path d="M14 14h2.5v2.5M20 14v2.5M14 20h2.5M20 20v-.1"/>',
  wallet:
    '<path d="M18 7.5V5.8A1.8 1.8 0 0 0 16.2 4H6a2.5 2.5 0 0 0 0 5h12.5A1.5 1.5 0 0 1 20 10.5v8A1.5 1.5 0 0 1 18.5 20H6a2.5 2.5 0 0 1-2.5-2.5v-11M20 12.5h-3.3a2 2 0 0 0 0 4H20"/>',
  copy: '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5"/><path d="M15.5 5.5A2 2 0 0 0 13.5 4H6.5A2.5 2.5 0 0 0 4 6.5v7a2 2 0 0 0 1.5 2"/>',
  tick: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  share:
    '<path d="M12 15V4M8 7.5 12 3.5l4 4M6.5 11H6a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-.5"/>',
  download: '<path d="M12 4v11M8 11.5l4 4 4-4M4.5 20h15"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10"/>',
  down: '<path d="m6.5 9.5 5.5 5.5 5.5-5.5"/>',
  out: '<path d="M9 6.5h8.5V15M17 7 6.5 17.5"/>',
  cloud:
    '<path d="M8 18.5a4.5 4.5 0 0 1-.7-8.95A5.5 5.5 0 0 1 17.7 9.1 4.3 4.3 0 0 1 20 15.5M12.5 13.5v3.5M12.5 20v.01"/>',
  back: '<path d="M9 5 4.5 9.5 9 14M5 9.5h9a5.5 5.5 0 0 1 0 11h-2.5"/>',
  closed: '<circle cx="12" cy="12" r="8.5"/><path d="m6.2 6.2 11.6 11.6"/>',
} as const;

export type IconName = keyof typeof drawings;

/** A line drawing beside words that say the same. */
export function icon(name: IconName): Html {
  return html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${raw(drawings[name])}</svg>`;
}

/** A copy button; shown once the script runs, its space reserved before. */
export function copyButton({
  text,
  label,
  copiedText,
  kind,
}: {
  text: string;
  label: string;
  copiedText: string;
  kind: string;
}): Html {
  return html`<button type="button" class="btn ${kind} scripted" data-copy="${text}" data-said="${copiedText}">${icon('copy')}<span data-label>${label}</span></button>`;
}

/** A large sign over a sentence that says the same. */
export function bigSign(name: IconName, tone: string): Html {
  return html`<span class="sign ${tone}" aria-hidden="true">${icon(name)}</span>`;
}

/** Whose page it is: a piece of its cloth, its name, and whether it is registered. */
export function businessLine(business: PayView['business'], { page }: PageLocale): Html {
  const avatar = cloth(business.id, {
    primary: business.primaryColor,
    secondary: business.secondaryColor,
    columns: 2,
    rows: 2,
    crackle: false,
    idPrefix: 'own-',
  });
  return html`<div class="biz"><span class="avatar" aria-hidden="true">${raw(avatar)}</span><div><b>${isolated(business.name)}</b>
${when(business.documentsAccepted, () => html`<span class="verified">${icon('shield')}${page.registered}</span>`)}</div></div>`;
}

/** The promise under every form that leads to a payment. */
export const safePayments = ({ name }: PayView['business'], { page }: PageLocale): Html =>
  html`<p class="safe">${icon('shield')}<span>${fillHtml(page.safe, { business: name })}</span></p>`;

/** The way from one document to all of them. */
export const allInvoices = ({ id, name }: PayView['business'], locale: PageLocale): Html =>
  html`<p class="all"><a href="${localHref(portalPath(id), locale)}">${fillHtml(locales[locale.language].customerStatement.all, { business: name })}</a></p>`;

/** Opens the phone's share sheet, or WhatsApp without a script. */
export const shareLink = (text: string, url: string, { page }: PageLocale): Html =>
  html`<a class="btn plain" href="https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}" rel="noreferrer" data-share="${url}" data-share-text="${text}">${icon('share')}<span data-label>${page.share}</span></a>`;

/** The product's mark as SVG. */
export const duewellLogo =
  '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9" fill="#211F6B"/><path d="M4 15a12 12 0 0 0 24 0h-3.6a8.4 8.4 0 0 1-16.8 0z" fill="#FBF7EE"/><path d="M10 15a6 6 0 0 0 12 0h-3.2a2.8 2.8 0 0 1-5.6 0z" fill="#F7B32B"/><circle cx="16" cy="8" r="3.4" fill="#FF6A3D"/></svg>';
