import { html } from 'hono/html';
import { isUnanswered, leavesCredit } from '#core/attempts.ts';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, when } from './components.ts';

export const isChecking = ({ state, attempt }: PayView): boolean =>
  state === 'open' && attempt !== null && isUnanswered(attempt.state);

/** The attempt in its payer's words. A payment that is not confirmed is never told as received. */
export function told(view: PayView, locale: PageLocale): Html {
  const { attempt } = view;
  if (!attempt) return html``;
  const { title, text } = attemptTexts(view, attempt, locale);
  const credit = leavesCredit(attempt.state, attempt.over)
    ? attemptTexts(view, { ...attempt, state: 'too_much' }, locale)
    : null;
  return html`<div class="told" role="status"><p><b>${title}</b></p>
<p>${text}${when(isChecking(view), () => html` <span class="only-js">${locale.pay.pending.updates}</span>`)}</p>
${when(isChecking(view), () => askAgain(view, locale))}${credit && html`<p><b>${credit.title}</b></p><p>${credit.text}</p>`}</div>`;
}

function attemptTexts(
  view: PayView,
  { state, amount, over, refunded, back }: NonNullable<PayView['attempt']>,
  { pay }: PageLocale,
): { title: Html; text: Html } {
  const { business, currency, checkout } = view;
  const left = view.state === 'cancelled' ? ZERO : view.toPay;
  const { title, text } = pay.attempts[state];
  const money = (sum: Minor) => formatMoney(sum, currency);
  const values = {
    business: business.name,
    provider: checkout?.provider ?? pay.pending.provider,
    amount: money(amount),
    left: money(left),
    over: money(over),
    refunded: money(refunded),
    back: money(back),
  };
  return { title: fillHtml(title, values), text: fillHtml(text, values) };
}

const askAgain = ({ publicId }: PayView, locale: PageLocale): Html =>
  html`<p>${locale.pay.pending.notPaid} <a href="${localHref(`/pay/${publicId}?back=1`, locale)}">${locale.pay.pending.checkAgain}</a></p>`;
