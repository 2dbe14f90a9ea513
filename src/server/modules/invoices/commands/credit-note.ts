import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { Credit, CreditNote } from '../rules/credit-note.ts';
import type { Invoice } from '../table.ts';

type Effect = Pick<CreditNote, 'owed_minor' | 'credit_minor' | 'refund_minor' | 'gave_back_minor'>;
type NewNote = Credit & Effect & Pick<CreditNote, 'reason' | 'note' | 'made_by' | 'issue_date'>;

/** Numbers and stores a credit note of a locked invoice; the caller settles the invoice by it. */
export async function insertCreditNote(
  ctx: SystemCtx,
  { business_id, id: invoice_id }: Invoice,
  { lines, totals, ...note }: NewNote,
): Promise<CreditNote> {
  const row = await ctx.tx
    .insertInto('credit_notes')
    .values({
      business_id,
      id: newId('crn', ctx.now),
      invoice_id,
      number: nextNumber(business_id),
      discount_minor: totals.discount,
      tax_minor: totals.tax,
      total_minor: totals.total,
      groups: JSON.stringify(totals.groups),
      ...note,
      created_at: ctx.now,
      withdrawn_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.tx
    .insertInto('credit_note_lines')
    .values(lines.map((line) => ({ business_id, credit_note_id: row.id, ...line })))
    .execute();
  return row;
}

// Behind the business's lock, so that numbers have no gap and no repeat.
const nextNumber = (businessId: string) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from credit_notes where business_id = ${businessId})`;
