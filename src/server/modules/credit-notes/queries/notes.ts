import type { CalendarDate } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { cursorOf, LIST_CAP, pageFrom } from '#core/pagination.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { linesOfNotes } from '#server/modules/invoices/queries/credit-notes.ts';
import type { CreditNote, CreditNoteLine } from '../table.ts';

/** A credit note with what is shown beside it. */
export type ListedNote = CreditNote & {
  invoice_number: string;
  customer_name: string;
  currency: Currency;
  lines: CreditNoteLine[];
};

type Filters = {
  invoiceId?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

const shown = ['i.number as invoice_number', 'i.customer_name', 'i.currency'] as const;

const notesOf = (db: Db | Tx, businessId: string) =>
  db
    .selectFrom('credit_notes as n')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'n.business_id').onRef('i.id', '=', 'n.invoice_id'),
    )
    .where('n.business_id', '=', businessId);

type Filed = {
  currency?: Currency | undefined;
  since?: CalendarDate | undefined;
  /** The id of the last one before. */
  after?: string;
  limit?: number;
};

/** Credit notes for a file, oldest first, taken back ones among them. */
export const filedNotes = (
  db: Db,
  businessId: string,
  { currency, since, after = '', limit }: Filed,
): Promise<Omit<ListedNote, 'lines'>[]> =>
  notesOf(db, businessId)
    .selectAll('n')
    .select(shown)
    .where('n.id', '>', after)
    .$if(currency !== undefined, (query) => query.where('i.currency', '=', currency ?? 'NGN'))
    .$if(since !== undefined, (query) => query.where('n.issue_date', '>=', since ?? ''))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('n.id')
    .execute();

/** One credit note, whatever its currency; null when there is none. */
export async function listedNote(db: Db | Tx, businessId: string, id: string): Promise<ListedNote | null> {
  const row = await notesOf(db, businessId)
    .selectAll('n')
    .select(shown)
    .where('n.id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, lines: (await linesOfNotes(db, businessId, [id])).get(id) ?? [] } : null;
}

/** One credit note. Throws 404 for one that is unknown, another's, or of another currency. */
export async function noteById(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<ListedNote> {
  const row = isId('crn', id) ? await listedNote(db, businessId, id) : null;
  if (row?.currency !== currency) throw notFound('credit note');
  return row;
}

/** Credit notes, newest first, with the cursor of the next page. */
export async function listNotes(db: Db | Tx, businessId: string, currency: Currency, filters: Filters) {
  const { invoiceId, limit = LIST_CAP } = filters;
  const after = cursorOf('crn', filters.cursor);
  const matching = notesOf(db, businessId)
    .where('i.currency', '=', currency)
    .$if(invoiceId !== undefined, (query) => query.where('n.invoice_id', '=', invoiceId ?? ''));
  const found = await matching
    .selectAll('n')
    .select(shown)
    .$if(after !== null, (query) => query.where('n.id', '<', after ?? ''))
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, nextCursor } = pageFrom(found, limit);
  const lines = await linesOfNotes(
    db,
    businessId,
    rows.map(({ id }) => id),
  );
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map((row) => ({ ...row, lines: lines.get(row.id) ?? [] })),
    total,
    nextCursor,
  };
}
