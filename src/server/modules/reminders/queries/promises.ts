import { sql } from 'kysely';
import { dateIn } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { isPromiseStep, promiseIdOf } from '../rules/plan.ts';
import { type Movement, type Outcome, outcomeOf, partOf } from '../rules/promises.ts';
import type { PromiseRecord } from '../table.ts';

/** A promise with what became of it. */
export type JudgedPromise = {
  promise: PromiseRecord;
  outcome: Outcome;
  invoice: { number: string; currency: Currency };
};

/** `openOf`: those of these invoices that were not withdrawn. */
type PromiseFilter = { businessId: string } & (
  | { invoiceId: string }
  | { customerId: string }
  | { openOf: readonly string[] }
);
type PromiseClock = { zone: string; now: Date };

const MAX_ROWS = 200;

/** The promises about one invoice, some invoices or of one customer with what became of each, newest first. */
export async function promisesOf(
  db: Db | Tx,
  filter: PromiseFilter,
  { zone, now }: PromiseClock,
): Promise<JudgedPromise[]> {
  const rows = await db
    .selectFrom('promises as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .selectAll('p')
    .select(['i.number', 'i.currency', 'i.paid_at'])
    .where('p.business_id', '=', filter.businessId)
    .$if('invoiceId' in filter, (query) =>
      query.where('p.invoice_id', '=', 'invoiceId' in filter ? filter.invoiceId : ''),
    )
    .$if('customerId' in filter, (query) =>
      query.where('p.customer_id', '=', 'customerId' in filter ? filter.customerId : ''),
    )
    .$if('openOf' in filter, (query) =>
      query
        .where(sql<boolean>`p.invoice_id = any(${'openOf' in filter ? filter.openOf : []})`)
        .where('p.ended_at', 'is', null),
    )
    .orderBy('p.id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const movementsByInvoice = await movementsOf(
    db,
    filter.businessId,
    new Set(rows.map((row) => row.invoice_id)),
  );
  return rows.map(({ number, currency, paid_at: paidAt, ...promise }) => {
    const movements = movementsByInvoice.get(promise.invoice_id) ?? [];
    const outcome = outcomeOf(promise, { movements, paidAt }, zone, now);
    return { promise, outcome, invoice: { number, currency } };
  });
}

/** The promise reminders wait for: neither withdrawn nor paid. */
export const activePromise = (promises: readonly JudgedPromise[]): JudgedPromise | null =>
  promises.find(({ promise, outcome }) => promise.ended_at === null && outcome.settledAt === null) ?? null;

/** The part (minor units) that was promised, where a step is about that; null where it was all that is asked for. */
export async function partPromised(
  db: Db | Tx,
  invoice: Invoice,
  { step }: { step: string },
): Promise<Minor | null> {
  if (!isPromiseStep(step)) return null;
  const promise = await db
    .selectFrom('promises')
    .select('amount_minor')
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', promiseIdOf(step))
    .executeTakeFirst();
  return promise ? partOf(promise, invoice) : null;
}

type DuePromise = { promise: PromiseRecord; invoice: { number: string; customerName: string } };

/** Promises in one currency whose day has come and whose money has not, the oldest day first. */
export async function duePromises(
  db: Db | Tx,
  { businessId, currency }: { businessId: string; currency: Currency },
  { zone, now }: PromiseClock,
): Promise<DuePromise[]> {
  const rows = await db
    .selectFrom('promises as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .selectAll('p')
    .select(['i.number', 'i.customer_name'])
    .where('p.business_id', '=', businessId)
    .where('i.currency', '=', currency)
    .where('p.ended_at', 'is', null)
    .where('p.promised_for', '<=', dateIn(now, zone))
    .where('i.paid_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    .orderBy('p.promised_for')
    .orderBy('p.id')
    .limit(MAX_ROWS)
    .execute();
  const movements = await movementsOf(db, businessId, new Set(rows.map((row) => row.invoice_id)));
  return rows.flatMap(({ number, customer_name: customerName, ...promise }) => {
    const paid = { movements: movements.get(promise.invoice_id) ?? [], paidAt: null };
    const { settledAt } = outcomeOf(promise, paid, zone, now);
    return settledAt === null ? [{ promise, invoice: { number, customerName } }] : [];
  });
}

async function movementsOf(
  db: Db | Tx,
  businessId: string,
  invoiceIds: ReadonlySet<string>,
): Promise<Map<string, Movement[]>> {
  if (invoiceIds.size === 0) return new Map();
  // Of a payment that was taken back nothing ever came.
  const { rows } = await sql<Movement & { invoiceId: string }>`
    select a.invoice_id as "invoiceId", coalesce(a.moved_at, a.created_at) as at, a.created_at as "bookedAt", a.amount_minor as amount
    from allocations a
    where a.business_id = ${businessId} and a.invoice_id in (${sql.join([...invoiceIds])})
      and not exists (select from payments p where p.business_id = a.business_id and p.id = a.payment_id and p.status = 'cancelled')
    order by 2, a.id`.execute(db);
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}
