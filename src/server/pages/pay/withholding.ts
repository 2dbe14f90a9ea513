import { html, raw } from 'hono/html';
import { fill } from '#core/fill.ts';
import { formatMoney, least, subtract, ZERO } from '#core/money.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { fillHtml, type Html, icon, when } from './components.ts';
import { choiceQuery } from './part-choice.ts';

/** The tax that is kept of an open invoice, the sum this page asks for, and a way back for the payer who said it. */
export function keptTax(view: PayView, locale: PageLocale): Html {
  const { taxKept, balance, toPay, choice, early, currency, business } = view;
  const lowered = subtract(balance, early?.amount ?? ZERO);
  if (taxKept?.state !== 'declared' || taxKept.net === lowered) return html``;
  const { withholding } = locale.pay;
  const values = {
    tax: html`<b class="num">${formatMoney(taxKept.amount, currency)}</b>`,
    amount: html`<b class="num">${formatMoney(choice.sum, currency)}</b>`,
    business: business.name,
  };
  // The tax comes off the end of what is asked for: a part before that is paid as it is.
  const words = choice.sum < toPay ? withholding.keptLater : withholding.kept;
  return html`<div class="told"><p>${fillHtml(words, values)}</p>${when(
    taxKept.declaredBy === 'payer',
    () =>
      html`<form method="post" action="${action(view, locale)}"><button class="btn mini" name="kind" value="">${withholding.undo}</button></form>`,
  )}</div>
`;
}

/** Of an invoice that is settled: the certificate its seller waits for. */
export const awaitedCertificate = ({ taxKept, currency, business }: PayView, { pay }: PageLocale): Html =>
  when(taxKept?.state === 'pending', () => {
    const tax = formatMoney(taxKept?.amount ?? ZERO, currency);
    return html`<p class="note">${fillHtml(pay.withholding.pending, { tax, business: business.name })}</p>`;
  });

/** The choice of a company that keeps tax, open where it usually does; a plain form, so that it works without a script. */
export function taxChoice(view: PayView, locale: PageLocale): Html {
  const { taxChoices, taxKept, choice, currency } = view;
  const { withholding } = locale.pay;
  return when(
    taxChoices.length > 0 && !taxKept,
    () => html`<div class="ways"><details id="withholding"${taxChoices[0]?.isUsual ? raw(' open') : ''}>
<summary><span class="wi">${icon('bank')}</span><span class="wt"><b>${withholding.title}</b><small>${withholding.hint}</small></span>${icon('down')}</summary>
<form class="wb" method="post" action="${action(view, locale)}">${taxChoices.map(
      ({ kind, bps, net }) =>
        html`<p><button class="btn plain" name="kind" value="${kind}">${fill(withholding.choice, { kind: withholding.kinds[kind], rate: String(bps / 100), amount: formatMoney(least(net, choice.sum), currency) })}</button></p>`,
    )}</form>
</details></div>
`,
  );
}

// With the sum its reader chose, to which the answer leads back.
const action = ({ publicId, choice }: PayView, locale: PageLocale): string =>
  localHref(`/pay/${publicId}/withholding${choiceQuery(choice)}`, locale);
