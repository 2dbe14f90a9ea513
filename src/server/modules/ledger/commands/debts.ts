import { type Currency, least, type Minor, ZERO, subtract } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { balances, owedBy } from '../queries.ts';
import { available, receivable } from '../rules.ts';
import { transfer, type NewTransfer } from './transfer.ts';

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

type Charge = Pick<NewTransfer, 'to' | 'amount' | 'currency' | 'sourceId'> & { businessId: string };
type Named = Pick<NewTransfer, 'ref' | 'reason'>;

/**
 * Takes an amount from a business's wallet as far as it goes; the shortfall becomes its debt. So nothing goes below zero, and money
 * that is gone is always recorded.
 */
export async function chargeBusiness(
  ctx: SystemCtx,
  { businessId, amount, ...move }: Charge,
  { paid, owed }: { paid: Named; owed: Named },
): Promise<void> {
  const { currency } = move;
  const fromWallet = least((await balances(ctx.tx, businessId, currency)).available, amount);
  const shortfall = subtract(amount, fromWallet);
  if (fromWallet > 0)
    await transfer(ctx, { ...move, ...paid, from: available(businessId, currency), amount: fromWallet });
  if (shortfall > 0)
    await transfer(ctx, { ...move, ...owed, from: receivable(businessId, currency), amount: shortfall });
}
