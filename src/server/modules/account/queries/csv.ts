import { type Selectable, sql } from 'kysely';
import { type Cell, csvOf } from '#core/csv.ts';
import { dateIn, UNDATED } from '#core/dates.ts';
import { add, minorToMajor } from '#core/money.ts';
import { cellsOf } from '#core/tables.ts';
import { withholdingNames } from '#core/withholding-names.ts';
import type { Database, Db } from '#server/kernel/db.ts';
import { filedNotes } from '#server/modules/credit-notes/queries/notes.ts';
import { noteTable } from '#server/modules/credit-notes/rules.ts';
import { removedAt } from '#server/modules/invoices/rules/invoice.ts';

const BATCH = 500;
const day = (at: Date | null): string => (at ? dateIn(at) : '');

/** The tables people look into, as spreadsheets open them. */
export function csvFiles(db: Db, businessId: string): { name: string; chunks: AsyncIterable<string> }[] {
  return [
    { name: 'csv/customers.csv', chunks: sheet(customerHead, (after) => customers(db, businessId, after)) },
    { name: 'csv/invoices.csv', chunks: sheet(invoiceHead, (after) => invoices(db, businessId, after)) },
    { name: 'csv/payments.csv', chunks: sheet(paymentHead, (after) => payments(db, businessId, after)) },
    {
      name: 'csv/credit-notes.csv',
      chunks: sheet(noteTable([]).headings, (after) => creditNotes(db, businessId, after)),
    },
  ];
}

type Page = { last: string; rows: Cell[][] };

async function* sheet(head: string[], page: (after: string) => Promise<Page>): AsyncGenerator<string> {
  yield csvOf([head]);
  for (let after = ''; ; ) {
    const { rows, last } = await page(after);
    // The byte order mark stands at the beginning only.
    if (rows.length > 0) yield csvOf(rows).replace(/^\uFEFF/, '');
    if (rows.length < BATCH) return;
    after = last;
  }
}

const customerHead = ['Id', 'Name', 'Email', 'Phone', 'Deducts tax for', 'Added on'];

async function customers(db: Db, businessId: string, after: string): Promise<Page> {
  const records = await db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone', 'withholding_kind as kind', 'created_at'])
    .where('business_id', '=', businessId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const rows = records.map(({ kind, ...row }) => [
    row.id,
    row.name,
    row.email,
    row.phone,
    kind && withholdingNames[kind],
    day(row.created_at),
  ]);
  return { last: records.at(-1)?.id ?? '', rows };
}

type InvoiceColumn = [heading: string, cellOf: (row: Selectable<Database['invoices']>) => Cell];
const invoiceColumns: InvoiceColumn[] = [
  ['Number', (row) => row.number],
  ['Issued', (row) => row.issue_date],
  ['Due', (row) => (row.due_date === UNDATED ? '' : row.due_date)],
  ['Customer', (row) => row.customer_name],
  ['Email', (row) => row.customer_email],
  ['Title', (row) => row.title],
  ['Currency', (row) => row.currency],
  ['Subtotal', (row) => minorToMajor(row.subtotal_minor)],
  ['Discount', (row) => minorToMajor(row.discount_minor)],
  ['Tax', (row) => minorToMajor(row.tax_minor)],
  ['Total', (row) => minorToMajor(row.total_minor)],
  ['Paid', (row) => minorToMajor(row.paid_minor)],
  ['Sent on', (row) => day(row.sent_at)],
  ['Paid on', (row) => day(row.settled_as === 'paid' ? row.paid_at : null)],
  ['Removed on', (row) => day(removedAt(row))],
  ['Purchase order number', (row) => row.po_number],
  ['Prices include tax', (row) => (row.prices_include_tax ? 'yes' : 'no')],
  ['Credited', (row) => minorToMajor(row.credited_minor)],
  ['Tax withheld', (row) => minorToMajor(row.withheld_minor)],
  ['Written off', (row) => minorToMajor(row.written_off_minor)],
  ['Balance', (row) => minorToMajor(row.balance_minor)],
  ['Discount for paying early (%)', (row) => (row.early_bps === null ? '' : row.early_bps / 100)],
  ['Discount until', (row) => row.early_until ?? ''],
];
const invoiceHead = invoiceColumns.map(([heading]) => heading);

async function invoices(db: Db, businessId: string, after: string): Promise<Page> {
  const records = await db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('state', '<>', 'awaiting_payment')
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const rows = records.map((row) => invoiceColumns.map(([, cellOf]) => cellOf(row)));
  return { last: records.at(-1)?.id ?? '', rows };
}

const confirmations = { provider: 'payment provider', statement: 'bank statement', hand: 'typed in' };

const paymentHead = [
  'Id',
  'Day',
  'Invoice',
  'Currency',
  'Amount',
  'Fee',
  'Given back',
  'Way',
  'Status',
  'Test',
  'Confirmed by',
];

// All that a payment `p` paid, by its credit too; of one that has not come, all it was to pay.
const invoicesPaid = sql`(select string_agg(o.number, ', ' order by o.number) from invoices o
  where o.business_id = p.business_id and o.id in (
    select a.invoice_id from allocations a where a.business_id = p.business_id and a.payment_id = p.id
      group by a.invoice_id having sum(a.amount_minor) > 0
    union select c.invoice_id from checkout_invoices c where c.business_id = p.business_id and c.reference = p.reference
      and (p.status not in ('completed', 'refunded') or exists (select from allocations a
        where a.business_id = p.business_id and a.payment_id = p.id and a.invoice_id = c.invoice_id))))`;

async function payments(db: Db, businessId: string, after: string): Promise<Page> {
  const records = await db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .selectAll('p')
    .select(sql<string | null>`coalesce(${invoicesPaid}, i.number)`.as('number'))
    .where('p.business_id', '=', businessId)
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(BATCH)
    .execute();
  const rows = records.map((row) => [
    row.id,
    row.day,
    row.number,
    row.currency,
    minorToMajor(row.amount_minor),
    minorToMajor(row.fee_minor),
    minorToMajor(add(row.refunded_minor, row.given_back_minor)),
    row.method,
    row.status,
    row.test_mode ? 'yes' : 'no',
    confirmations[row.evidence],
  ]);
  return { last: records.at(-1)?.id ?? '', rows };
}

async function creditNotes(db: Db, businessId: string, after: string): Promise<Page> {
  const records = await filedNotes(db, businessId, { after, limit: BATCH });
  return { last: records.at(-1)?.id ?? '', rows: noteTable(records).rows.map(cellsOf) };
}
