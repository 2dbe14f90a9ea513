import { dateIn, formatDate } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import { formatMoment, methodNames } from '../pay/format.ts';

/** A payment's status in a word, with its colour. */
export function stateOf({ refunded, amount }: Pick<ReceiptView, 'refunded' | 'amount'>): {
  text: string;
  tone: 'ok' | 'warn';
} {
  if (refunded === 0) return { text: 'Paid', tone: 'ok' };
  return { text: refunded < amount ? 'Part given back' : 'Given back', tone: 'warn' };
}

/** The refunded part of a payment, in a sentence. */
export function refundText(view: ReceiptView): string {
  const { refunded, refundedAt, amount, currency, business, timeZone } = view;
  const on = refundedAt ? ` on ${formatDate(dateIn(refundedAt, timeZone))}` : '';
  const sum = formatMoney(refunded, currency);
  return refunded < amount
    ? `${sum} of this payment went back to whoever paid${on}.`
    : `All of it, ${sum}, went back to whoever paid${on}. ${business.name} does not have this money any more.`;
}

/** Payment method, reference and confirming provider. */
export function paymentFacts(view: ReceiptView): { label: string; text: string }[] {
  const { paidAt, verifiedAt, timeZone, method, reference, provider, invoice } = view;
  return [
    { label: 'Paid', text: formatMoment(paidAt, timeZone) },
    { label: 'Invoice', text: invoice.number },
    { label: 'Method', text: methodNames[method] },
    { label: 'Reference', text: reference },
    { label: `Verified with ${provider}`, text: formatMoment(verifiedAt, timeZone) },
  ];
}
