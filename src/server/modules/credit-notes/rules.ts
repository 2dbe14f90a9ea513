import { creditReasonNames } from '#contract/credit-notes.ts';
import { dateIn } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { moneyValue, type Table, textValue, type Value } from '#core/tables.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import type { CreditNote } from './table.ts';

/** A credit note as files tell of it. */
type FiledNote = CreditNote & { invoice_number: string; customer_name: string; currency: Currency };

const noteColumns: readonly (readonly [heading: string, valueOf: (note: FiledNote) => Value])[] = [
  ['Number', ({ number }) => textValue(creditNoteNumber(number))],
  ['Issued', ({ issue_date }) => textValue(issue_date)],
  ['Invoice', ({ invoice_number }) => textValue(invoice_number)],
  ['Customer', ({ customer_name }) => textValue(customer_name)],
  ['Currency', ({ currency }) => textValue(currency)],
  ['Reason', ({ reason }) => textValue(creditReasonNames[reason])],
  ['Note', ({ note }) => textValue(note)],
  ['Tax', ({ tax_minor }) => moneyValue(tax_minor)],
  ['Total', ({ total_minor }) => moneyValue(total_minor)],
  ['Owed less', ({ owed_minor }) => moneyValue(owed_minor)],
  ['Kept as credit', ({ credit_minor }) => moneyValue(credit_minor)],
  ['Refunded', ({ refund_minor }) => moneyValue(refund_minor)],
  ['Given back by hand', ({ gave_back_minor }) => moneyValue(gave_back_minor)],
  ['Taken back on', ({ withdrawn_at }) => textValue(withdrawn_at ? dateIn(withdrawn_at) : '')],
];

/** Credit notes as the table of a file. */
export const noteTable = (notes: readonly FiledNote[]): Table => ({
  title: '',
  headings: noteColumns.map(([heading]) => heading),
  rows: notes.map((note) => noteColumns.map(([, valueOf]) => valueOf(note))),
});

type Effect = Pick<CreditNote, 'owed_minor' | 'credit_minor' | 'refund_minor' | 'gave_back_minor'>;

/** The owner is told so where the money of a credit note went. */
export function effectSentence(effect: Effect, currency: Currency, customer: string): string {
  const money = (amount: Minor) => formatMoney(amount, currency);
  const parts = [
    effect.owed_minor > 0 ? `${customer} owes ${money(effect.owed_minor)} less` : '',
    effect.credit_minor > 0 ? `${money(effect.credit_minor)} is kept as their credit` : '',
    effect.refund_minor > 0 ? `${money(effect.refund_minor)} goes back to them` : '',
    effect.gave_back_minor > 0 ? `you gave ${money(effect.gave_back_minor)} back yourself` : '',
  ].filter((part) => part !== '');
  const sentence = parts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
