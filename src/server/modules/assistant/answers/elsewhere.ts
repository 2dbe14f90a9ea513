import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { elsewhere, type ElsewhereTask } from '../replies/elsewhere.ts';
import { paragraphs } from '../replies/format.ts';
import { findInvoices, listCustomers } from './records.ts';
import type { Answer } from './tool-input.ts';

type Reader = (scope: Scope, currency: Currency, filters: Filters) => Promise<Answer>;

// The record that was meant is shown as a way to its page, below where to look there.
const toldAbove =
  (task: ElsewhereTask, found: Reader, also: Filters = {}): Reader =>
  async (scope, currency, { customerName, invoiceNumbers }) => {
    const named = { ...(customerName && { customerName }), ...(invoiceNumbers && { invoiceNumbers }) };
    if (!customerName && !invoiceNumbers) return { text: elsewhere(task) };
    const { text, ...rest } = await found(scope, currency, invoiceNumbers ? named : { ...named, ...also });
    return { ...rest, text: paragraphs(elsewhere(task), text) };
  };

/** Tasks done on the page of an invoice or a customer: nothing is changed, and the answer leads there. */
export const elsewhereAnswers = {
  promise: toldAbove('promise', findInvoices, { status: 'unpaid' }),
  credit_note: toldAbove('credit_note', findInvoices, { status: 'unpaid' }),
  write_off: toldAbove('write_off', findInvoices, { status: 'unpaid' }),
  withholding: toldAbove('withholding', findInvoices, { status: 'unpaid' }),
  customer_statement: toldAbove('customer_statement', listCustomers),
};
