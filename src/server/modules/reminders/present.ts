import type * as z from 'zod/mini';
import type { preparedMessage, promise } from '#contract/reminders.ts';
import { balanceOf } from '#server/modules/invoices/rules/invoice.ts';
import { channelsOf, type Prepared } from './queries/prepared.ts';
import type { JudgedPromise } from './queries/promises.ts';

/** A promise as its owner reads it. */
export const presentPromise = ({
  promise: row,
  outcome,
  invoice,
}: JudgedPromise): z.output<typeof promise> => ({
  id: row.id,
  _id: row.id,
  invoiceId: row.invoice_id,
  invoiceNumber: invoice.number,
  currency: invoice.currency,
  day: row.promised_for,
  amount: row.amount_minor,
  note: row.note,
  state: outcome.state,
  daysLate: outcome.daysLate,
  madeAt: row.made_at,
});

/** A message that waits as its owner reads it. */
export function presentPrepared(message: Prepared): z.output<typeof preparedMessage> {
  const { step, invoice, reach } = message;
  return {
    id: step.id,
    _id: step.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    customerId: invoice.customer_id,
    customerName: invoice.customer_name,
    currency: invoice.currency,
    balance: balanceOf(invoice),
    dueDate: invoice.due_date,
    daysLate: message.daysLate,
    promised: message.promised,
    language: message.language,
    text: message.text,
    hasNumber: reach.number !== '',
    channels: channelsOf(message),
    email: invoice.customer_email,
  };
}
