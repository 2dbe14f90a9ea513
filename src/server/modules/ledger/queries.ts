import { type Currency, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { available, held, receivable } from './rules.ts';
import type { FreezeRow } from './table.ts';

/** Amounts a business can withdraw now and has on hold, in minor units. */
export async function balances(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
): Promise<{ available: Minor; held: Minor }> {
  const ids = { available: available(businessId, currency).id, held: held(businessId, currency).id };
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_minor'])
    .where('id', 'in', Object.values(ids))
    .execute();
  const balanceOf = (id: string) => rows.find((row) => row.id === id)?.balance_minor ?? ZERO;
  return { available: balanceOf(ids.available), held: balanceOf(ids.held) };
}

/** Debt of a business after refunds its wallet could not cover, in minor units. */
export async function owedBy(db: Db | Tx, businessId: string, currency: Currency): Promise<Minor> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('id', '=', receivable(businessId, currency).id)
    .executeTakeFirst();
  return subtract(ZERO, account?.balance_minor ?? ZERO);
}

/** The parts of money that came back (minor units) that settled a debt at once, by what came back; the others are left out. */
export async function settledDebts(
  db: Db | Tx,
  businessId: string,
  sourceIds: readonly string[],
): Promise<Map<string, Minor>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger_transfers')
    .select(['cause', 'amount_minor'])
    .where('business_id', '=', businessId)
    .where('cause', 'in', sourceIds)
    .where('reason', '=', 'debt_settled')
    .execute();
  return new Map(rows.map(({ cause, amount_minor }) => [cause, amount_minor]));
}

const MOST_PAYMENTS = 100;

/** Income from one moment to another by currency, of at most the last hundred payments. */
export async function incomeBetween(
  db: Db | Tx,
  businessId: string,
  { after, until }: { after: Date; until: Date },
): Promise<{ currency: Currency; income: Minor }[]> {
  const last = db
    .selectFrom('ledger_transfers')
    .select(['currency', 'amount_minor'])
    .where('business_id', '=', businessId)
    .where('reason', '=', 'payment_received')
    .where('created_at', '<=', until)
    .where('created_at', '>', after)
    .orderBy('sequence', 'desc')
    .limit(MOST_PAYMENTS);
  return db
    .selectFrom(last.as('last'))
    .select(['currency', (eb) => eb.fn.sum<Minor>('amount_minor').as('income')])
    .groupBy('currency')
    .execute();
}

/** Current freeze of payouts; null while they may leave. */
export async function currentFreeze(db: Db | Tx): Promise<FreezeRow | null> {
  const freeze = await db
    .selectFrom('payout_freezes')
    .selectAll()
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return freeze ?? null;
}

/** Whether payouts are stopped now; why is for the operator. */
export async function payoutsAreStopped(db: Db | Tx): Promise<boolean> {
  const freeze = await db
    .selectFrom('payout_freezes')
    .select('id')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return freeze !== undefined;
}
