import { html } from 'hono/html';
import { MAX_PAID_TOGETHER } from '#contract/customer-portal.ts';
import { UNDATED } from '#core/dates.ts';
import { fill } from '#core/fill.ts';
import { currencySymbols, formatMoney } from '#core/money.ts';
import type { CreditUsed } from '#server/modules/customer-portal/commands/credit.ts';
import type { PortalAccount } from '#server/modules/customer-portal/flows/portal.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, money, when } from '../pay/components.ts';

/** Why the ticked invoices cannot be paid. */
export type PayProblem = 'none' | 'most' | 'down' | 'noCredit';

type Open = PortalAccount['open'][number];

/** Whether something is asked for an invoice, so that it can be paid with others. */
export const canTick = ({ publicId, asked }: Open): boolean => asked !== null && publicId !== null;

/** The invoices that are ticked at first: all that are due on some day and no card is charged for, or the oldest that one payment takes. */
export const tickedAtFirst = (open: readonly Open[]): Set<string | null> =>
  new Set(
    open
      .filter((invoice) => canTick(invoice) && invoice.due !== UNDATED && !invoice.charge)
      .slice(0, MAX_PAID_TOGETHER)
      .map(({ publicId }) => publicId),
  );

/** The box beside an open invoice; none where there is nothing to tick. */
export const tick = (invoice: Open, ticked: ReadonlySet<string | null>): Html =>
  when(
    canTick(invoice),
    () =>
      html`<label class="tick"><input type="checkbox" name="invoice" value="${invoice.publicId}" data-minor="${invoice.asked}"${ticked.has(invoice.publicId) ? ' checked' : ''}><span class="sr">${invoice.number}</span></label>`,
  );

/**
 * The form around open invoices that can be ticked. Without a script the button names no sum, because only the server could
 * count what is ticked then.
 */
export function payForm(
  { currency, credit }: Pick<PortalAccount, 'currency' | 'credit'>,
  rows: Html,
  isPayable: boolean,
  locale: PageLocale,
): Html {
  const { pay } = locale.portal;
  if (!isPayable) return rows;
  const places = { count: '[count]', amount: '[amount]' };
  return html`<form method="post" action="${localHref('/my/pay', locale)}" data-together="${MAX_PAID_TOGETHER}" data-symbol="${currencySymbols[currency]}" data-one="${fill(pay.one, places)}" data-other="${fill(pay.other, places)}" data-ticked="${pay.ticked}">
${rows}
<div class="act"><button class="btn main" type="submit"><span data-label>${pay.ticked}</span></button>${when(
    credit > 0,
    () =>
      html`<button class="btn plain" type="submit" formaction="${localHref('/my/credit', locale)}">${fill(pay.credit, { amount: formatMoney(credit, currency) })}</button>`,
  )}</div>
</form>`;
}

/** The word above the invoices: why the ticked ones could not be paid, or what credit paid. */
export function notice(told: PayProblem | CreditUsed | null, locale: PageLocale): Html {
  if (told === null) return html``;
  const { pay } = locale.portal;
  if (typeof told === 'string')
    return html`<div class="told" role="alert"><p><b>${fill(pay[told], { most: String(MAX_PAID_TOGETHER) })}</b></p></div>`;
  const { used, currency, invoices, dropped } = told;
  const paid = fillHtml(pay.creditUsed, {
    amount: money(used, currency),
    invoices: invoices.map(({ number }) => number).join(', '),
  });
  return html`<div class="told" role="status"><p><b>${paid}</b></p></div>
${leftOut(dropped, locale)}`;
}

/** How many of the ticked invoices were not taken. */
export const leftOut = (count: number, { portal: { pay } }: PageLocale): Html =>
  when(
    count > 0,
    () =>
      html`<div class="told" role="status"><p>${fill(count === 1 ? pay.leftOut.one : pay.leftOut.other, { count: String(count) })}</p></div>`,
  );
