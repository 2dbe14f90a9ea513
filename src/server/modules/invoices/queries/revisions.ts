import { sql } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { ZERO } from '#core/money.ts';
import type { Contents, Invoice, InvoiceRevision } from '../table.ts';

type RevisedInvoice = Pick<Invoice, 'business_id' | 'id' | 'revision'>;

/** The revisions of an invoice that were replaced, oldest first. */
export async function replacedRevisions(
  db: Db | Tx,
  { business_id, id, revision }: RevisedInvoice,
): Promise<InvoiceRevision[]> {
  return revision === 1 ? [] : (await revisionRows(db, business_id, id).execute()).map(wholeRevision);
}

/** Their rows as they are kept; `wholeRevision` makes them whole. */
export const revisionRows = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('invoice_revisions')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('revision');

/** A revision with all that later ones say. */
export const wholeRevision = (row: InvoiceRevision): InvoiceRevision => ({
  ...row,
  document: whole(row.document),
});

// From before lines had a discount and a tax code of their own, and invoices a schedule.
const whole = (contents: Contents): Contents => ({
  ...contents,
  prices_include_tax: contents.prices_include_tax ?? false,
  schedule: contents.schedule ?? null,
  items: contents.items.map((item) => ({
    ...item,
    discount_minor: item.discount_minor ?? ZERO,
    discount_bps: item.discount_bps ?? null,
    tax_code: item.tax_code ?? 'standard',
  })),
});

/** The day on which the revision went that the current one replaces; null for an invoice never changed after sending. */
export async function replacedDay(
  db: Db | Tx,
  invoice: RevisedInvoice,
  timeZone: string,
): Promise<CalendarDate | null> {
  const last = (await replacedRevisions(db, invoice)).at(-1);
  return last ? dateIn(last.sent_at, timeZone) : null;
}

/** Whether money ever came for an invoice, also when all of it went back. */
export async function tookMoney(
  db: Db | Tx,
  { business_id: businessId, id }: Pick<Invoice, 'business_id' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql<{ took: boolean }>`
    select exists (select 1 from payments p where p.business_id = ${businessId} and p.invoice_id = ${id}
        and p.status in ('completed', 'refunded'))
      or exists (select 1 from allocations a where a.business_id = ${businessId} and a.invoice_id = ${id}) as took`.execute(
    db,
  );
  return rows[0]?.took === true;
}
