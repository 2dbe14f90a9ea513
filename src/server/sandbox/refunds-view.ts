import { html, raw } from 'hono/html';
import { type Currency, formatMoney } from '#core/money.ts';
import type { PaymentRecord } from './books.ts';
import { stamp } from './forms.ts';
import { field, type Page } from './layout.ts';
import { fact, head, list, postButton } from './panel-parts.ts';
import { refundableAmount, type RefundRecord } from './refunds.ts';

/** A refused reversal amount, to be corrected where it was typed. */
export type Refused = { transactionId: string; amount: string; problem: string };

/** Takes money back from the business, as a bank does after a chargeback, unrequested by the product. */
export function reversalForm(payment: PaymentRecord, refused: Refused | null): Page | '' {
  const remaining = refundableAmount(payment);
  if (payment.status !== 'completed' || remaining <= 0) return '';
  const mine = refused?.transactionId === payment.transaction_id ? refused : null;
  return html`<details ${mine ? raw('open') : ''}><summary>Give back</summary>
<form method="post" action="/sandbox/payments/${payment.transaction_id}/give-back">
${field({
  id: `amount-${payment.transaction_id}`,
  name: 'amount',
  label: 'Amount',
  value: mine?.amount,
  inputmode: 'decimal',
  hint: `A chargeback the business did not ask for. Leave empty for all that is left, ${formatMoney(remaining, payment.currency)}`,
  error: mine?.problem,
})}
<button class="quiet small">Give it back</button></form></details>`;
}

export type Listed = RefundRecord & { currency: Currency };

export function refundList(rows: Listed[], total: number): Page {
  return list(
    'Refunds',
    total,
    rows.map(
      (row) => html`${head(formatMoney(row.amount_minor, row.currency), row.state)}
<dl class="facts">${fact('Asked by', row.reference ? 'The business' : 'The bank: a chargeback')}${fact('Why', row.reason)}${fact('Problem', row.problem)}${fact('Made', stamp(row.created_at))}${fact('Settled', stamp(row.settled_at))}${fact('Next', row.plan ? `${row.plan.replace('_', ' ')} at ${stamp(row.next_at)}` : '')}${fact('Reference', row.reference)}${fact('Transaction', row.transaction_id)}${fact('Refund', row.refund_id)}</dl>
<div class="row">${row.settled_at ? '' : [postButton('/refunds/settle', 'Complete', { refund: row.refund_id, to: 'completed' }), postButton('/refunds/settle', 'Fail', { refund: row.refund_id, to: 'failed' })]}</div>`,
    ),
    'No refund yet. One is made when an invoice is refunded, or when a payment is given back here.',
  );
}
