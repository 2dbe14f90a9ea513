import { html } from 'hono/html';
import { isUnanswered } from '#core/attempts.ts';
import { fill } from '#core/fill.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { togetherPath } from '#server/modules/customer-portal/flows/pay.ts';
import type { Reader } from '#server/modules/customer-portal/flows/session.ts';
import type { TogetherView } from '#server/modules/payments/flows/together.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import {
  bigSign,
  businessLine,
  fillHtml,
  type Html,
  icon,
  money,
  safePayments,
  when,
} from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { paymentOptions } from '../pay/methods.ts';
import { list, row } from './rows.ts';
import { leftOut } from './ticks.ts';

/** `dropped`: how many of the ticked invoices were not taken. */
type Setting = PageSetting & { now: Date; dropped: number };
type Payer = Pick<Reader, 'issuer' | 'customer'>;

/** The page where several invoices are paid at once: the ways to pay, or what became of it. */
export function togetherPage(view: TogetherView, { issuer, customer }: Payer, setting: Setting): Html {
  const { locale, now, dropped, ...page } = setting;
  const { portal, labels } = locale;
  const { checkout, receipt, currency, sum, testMode } = view;
  const amount = receipt && view.attempt ? view.attempt.amount : sum;
  const title = wishOf(view, locale);
  const main = html`<main class="wrap one" id="main"><section class="pay mine" aria-labelledby="headline">
${businessLine(issuer, locale)}
<div class="top">
<p class="for">${customer.name}</p>
<h1 class="amount" id="headline" tabindex="-1" style="--chars:${formatMoney(amount, currency).length}"><span class="sr">${receipt ? labels.paid : labels.stillToPay} </span>${money(amount, currency)}</h1>
</div>
<div class="cut" aria-hidden="true"></div>
${leftOut(dropped, locale)}
${told(view, issuer.name, locale)}
${when(
  checkout,
  () => html`${checkout && paymentOptions({ currency, testMode, path: '/my', isLive: false }, checkout, { now, locale, card: null })}
${asked(view, locale)}${safePayments(issuer, locale)}`,
)}
<p class="all"><a href="${localHref('/my', locale)}">${portal.pay.all}</a></p>
</section></main>`;
  return layout(
    { title, description: title, shared: null, business: issuer, testMode, locale, ...page },
    main,
  );
}

function wishOf({ shares, sum, currency }: TogetherView, { portal }: PageLocale): string {
  const { one, other } = portal.pay;
  return fill(shares.length === 1 ? one : other, {
    count: String(shares.length),
    amount: formatMoney(sum, currency),
  });
}

// Money is told as received only once its provider confirmed it.
function told(
  { attempt, receipt, currency, checkout, reference }: TogetherView,
  business: string,
  locale: PageLocale,
): Html {
  if (!attempt) return html``;
  const { pay } = locale;
  const sum = (amount: Minor) => formatMoney(amount, currency);
  const values = {
    business,
    provider: checkout?.provider ?? pay.pending.provider,
    amount: sum(attempt.amount),
    left: sum(attempt.left),
    over: sum(attempt.over),
    refunded: sum(attempt.refunded),
    back: sum(attempt.back),
  };
  const texts = pay.attempts[attempt.state];
  // More may be owed than was ticked.
  const text = fillHtml(attempt.state === 'paid' ? locale.portal.pay.paid : texts.text, values);
  const title = fillHtml(texts.title, values);
  const isBack = attempt.refunded > 0 || attempt.state === 'returning' || attempt.state === 'given_back';
  if (receipt)
    return html`<div class="landed">${bigSign(isBack ? 'back' : 'tick', isBack ? 'warn' : 'ok')}<h2 class="say">${title}</h2><p class="note">${text}</p></div>
<div class="act"><a class="btn main" href="/api/receipt/${receipt.publicId}/pdf" download>${icon('download')}${pay.received.receipt}</a></div>
<p class="all"><a href="${localHref(`/receipt/${receipt.publicId}`, locale)}">${receipt.number}</a></p>`;
  return html`<div class="told" role="status"><p><b>${title}</b></p>
<p>${text}</p>
${when(isUnanswered(attempt.state), () => html`<p>${when(checkout, () => html`${pay.pending.notPaid} `)}<a href="${localHref(`${togetherPath(reference)}?back=1`, locale)}">${pay.pending.checkAgain}</a></p>`)}</div>`;
}

const asked = ({ shares, currency }: TogetherView, locale: PageLocale): Html =>
  list(
    locale.labels.stillToPay,
    shares.map(({ number, publicId, amount }) =>
      row({ href: localHref(`/pay/${publicId}`, locale), name: number, about: html``, amount, currency }),
    ),
    false,
    locale,
  );
