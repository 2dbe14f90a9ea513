import type { Currency, Minor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { balances } from '../queries.ts';

/** Amount a business can withdraw now, in minor units. */
export async function readyToWithdraw(
  { db, actor: { businessId } }: Scope,
  currency: Currency,
): Promise<Minor> {
  return (await balances(db, businessId, currency)).available;
}
