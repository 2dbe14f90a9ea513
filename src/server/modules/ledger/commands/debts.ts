import { type Currency, least, type Minor, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { balances, owedBy } from '../queries.ts';
import { available, receivable } from '../rules.ts';
import { transfer } from './transfer.ts';

/** `idempotencyKey` makes it happen once; `sourceId` is the record whose money came. */
type Debt = { businessId: string; currency: Currency; idempotencyKey: string; sourceId: string };

/**
 * Settles a business's debt to the operator, as far as its wallet goes. Called whenever money comes into a
 * wallet: refunds beyond the wallet were paid with the operator's money, which must not leave with the next
 * withdrawal. Gives what it settled, in minor units.
 */
export async function settleDebt(
  ctx: SystemCtx,
  { businessId, currency, idempotencyKey, sourceId }: Debt,
): Promise<Minor> {
  const owed = await owedBy(ctx.tx, businessId, currency);
  if (owed <= 0) return ZERO;
  const amount = least(owed, (await balances(ctx.tx, businessId, currency)).available);
  if (amount <= 0) return ZERO;
  await transfer(ctx, {
    ref: `debt:${idempotencyKey}`,
    from: available(businessId, currency),
    to: receivable(businessId, currency),
    amount,
    currency,
    reason: 'debt_settled',
    sourceId,
  });
  return amount;
}
