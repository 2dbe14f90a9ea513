import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/db.ts';
import { available, held } from './rules.ts';
import type { FreezeRow } from './table.ts';

/** What a business can withdraw now and what is on its way out, in minor units. */
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

/** What stops payouts now; null while they may leave. */
export async function currentFreeze(db: Db | Tx): Promise<FreezeRow | null> {
  const freeze = await db
    .selectFrom('payout_freezes')
    .selectAll()
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return freeze ?? null;
}
