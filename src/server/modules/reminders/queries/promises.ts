import { sql } from 'kysely';
import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { type Movement, type Outcome, outcomeOf } from '../rules/promises.ts';
import type { PromiseRecord } from '../table.ts';

/** A promise with what became of it. */
export type JudgedPromise = {
  promise: PromiseRecord;
  outcome: Outcome;
  invoice: { number: string; currency: Currency };
};

type Whose = { businessId: string } & ({ invoiceId: string } | { customerId: string });
type When = { zone: string; now: Date };

const AT_MOST = 200;

/** The promises about one invoice or of one customer with what became of each, newest first. */
export async function promisesOf(db: Db | Tx, whose: Whose, { zone, now }: When): Promise<JudgedPromise[]> {
  const rows = await db
    .selectFrom('promises as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .selectAll('p')
    .select(['i.number', 'i.currency', 'i.paid_at'])
    .where('p.business_id', '=', whose.businessId)
    .$if('invoiceId' in whose, (query) =>
      query.where('p.invoice_id', '=', 'invoiceId' in whose ? whose.invoiceId : ''),
    )
    .$if('customerId' in whose, (query) =>
      query.where('p.customer_id', '=', 'customerId' in whose ? whose.customerId : ''),
    )
    .orderBy('p.id', 'desc')
    .limit(AT_MOST)
    .execute();
  const moved = await movementsOf(db, whose.businessId, new Set(rows.map((row) => row.invoice_id)));
  return rows.map(({ number, currency, paid_at: paidAt, ...promise }) => {
    const movements = moved.get(promise.invoice_id) ?? [];
    const outcome = outcomeOf(promise, { movements, paidAt }, zone, now);
    return { promise, outcome, invoice: { number, currency } };
  });
}

/** The promise reminders wait for: neither withdrawn nor paid. */
export const standingPromise = (promises: readonly JudgedPromise[]): JudgedPromise | null =>
  promises.find(({ promise, outcome }) => promise.ended_at === null && outcome.settledAt === null) ?? null;

async function movementsOf(
  db: Db | Tx,
  businessId: string,
  invoiceIds: ReadonlySet<string>,
): Promise<Map<string, Movement[]>> {
  if (invoiceIds.size === 0) return new Map();
  const { rows } = await sql<{ invoiceId: string; at: Date; amount: Minor }>`
    select invoice_id as "invoiceId", created_at as at, amount_minor as amount from allocations
    where business_id = ${businessId} and invoice_id in (${sql.join([...invoiceIds])})
    order by created_at, id`.execute(db);
  return Map.groupBy(rows, ({ invoiceId }) => invoiceId);
}
