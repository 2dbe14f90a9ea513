import { html } from 'hono/html';
import type { ReceiptView } from '#server/modules/payments/receipt-view.ts';
import { type Html, money } from '../pay/components.ts';
import { formatMoment, methodNames } from '../pay/format.ts';
import { refundText } from '../receipt/format.ts';
import { compare, issuerOf, type Row, rowsOf, verdict } from './components.ts';

/** The verification result of a receipt. */
export function checkedReceipt(view: ReceiptView): Html {
  return html`${issuerOf(view.business)}
${verdict(verdictOn(view))}
${rowsOf(rowsFor(view))}
${compare(pointsFor(view), 'do not rely on it')}`;
}

function verdictOn(view: ReceiptView): Parameters<typeof verdict>[0] {
  if (view.refunded > 0)
    return {
      sign: 'back',
      tone: 'warn',
      title:
        view.refunded < view.amount
          ? 'Genuine, but a part was given back'
          : 'Genuine, but the money was given back',
      text: refundText(view),
    };
  return {
    sign: 'shield',
    tone: 'ok',
    title: 'This receipt is genuine',
    text: `${view.business.name} received this payment. ${view.provider} confirmed it.`,
  };
}

function rowsFor({
  number,
  amount,
  currency,
  paidAt,
  timeZone,
  method,
  invoice,
  refunded,
}: ReceiptView): Row[] {
  return [
    { label: 'Receipt', value: number },
    { label: 'Amount', value: money(amount, currency) },
    ...(refunded > 0 ? [{ label: 'Given back', value: money(refunded, currency) }] : []),
    { label: 'Paid', value: formatMoment(paidAt, timeZone) },
    { label: 'Method', value: methodNames[method] },
    { label: 'Invoice', value: invoice.number },
  ];
}

const pointsFor = ({ number, invoice, business }: ReceiptView): string[] => [
  `The number ${number}, the amount and the date`,
  `The invoice ${invoice.number} it was paid for`,
  `The name ${business.name} and its cloth, as at the top of this page`,
];
