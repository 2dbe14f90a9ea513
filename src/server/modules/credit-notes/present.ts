import type * as z from 'zod/mini';
import type { creditNote } from '#contract/credit-notes.ts';
import type { ListedNote } from './queries/notes.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import { effectSentence } from './rules.ts';

/** A credit note as its owner reads it. */
export const presentNote = (row: ListedNote): z.output<typeof creditNote> => ({
  id: row.id,
  _id: row.id,
  number: creditNoteNumber(row.number),
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  customerName: row.customer_name,
  currency: row.currency,
  reason: row.reason,
  note: row.note,
  lines: row.lines.map((line) => ({
    item: line.position,
    description: line.description,
    quantity: line.quantity_micro,
    amount: line.total_minor,
    taxCode: line.tax_code,
  })),
  groups: row.groups,
  discount: row.discount_minor,
  tax: row.tax_minor,
  total: row.total_minor,
  effect: {
    owed: row.owed_minor,
    credit: row.credit_minor,
    refund: row.refund_minor,
    gaveBack: row.gave_back_minor,
  },
  told: effectSentence(row, row.currency, row.customer_name),
  date: row.issue_date,
  createdAt: row.created_at,
  withdrawnAt: row.withdrawn_at,
  pdf: `/api/${row.currency.toLowerCase()}/credit-notes/${row.id}/pdf`,
});
