import { type Currency, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { balances } from '#server/modules/ledger/queries.ts';
import { available, fees, operatorLoss, receivable } from '#server/modules/ledger/rules.ts';
import type { PaymentRow } from '../table.ts';

type ChargedFee = { fee: Minor; idempotencyKey: string };

/**
 * Records the provider's fee of received money (minor units); `idempotencyKey` makes it happen once. A
 * transfer can be smaller than its fee: the shortfall becomes the business's debt, so that the money itself
 * is always recorded.
 */
export async function recordFee(
  ctx: SystemCtx,
  { id, business_id: businessId, provider, currency }: PaymentRow,
  { fee, idempotencyKey }: ChargedFee,
): Promise<void> {
  const { available: inWallet } = await balances(ctx.tx, businessId, currency);
  const fromWallet = least(inWallet, fee);
  const owed = subtract(fee, fromWallet);
  const move = { to: fees(provider, currency), currency, reason: 'provider_fee', sourceId: id } as const;
  if (fromWallet > 0)
    await transfer(ctx, {
      ...move,
      ref: `fee:${idempotencyKey}`,
      from: available(businessId, currency),
      amount: fromWallet,
    });
  if (owed > 0)
    await transfer(ctx, {
      ...move,
      ref: `fee-owed:${idempotencyKey}`,
      from: receivable(businessId, currency),
      amount: owed,
    });
}

/**
 * The provider took another fee than was recorded. `by` in minor units: above zero it took more. `sourceId`
 * is the finding.
 */
type FeeCorrection = { provider: string; transactionId: string; by: number; sourceId: string };

/**
 * Records the difference: a payment's is paid by the business's wallet as far as it can; that of unmatched
 * money is the operator's. False for an unknown transaction.
 */
export async function correctFee(ctx: SystemCtx, correction: FeeCorrection): Promise<boolean> {
  const { provider, transactionId, by } = correction;
  const known = await ctx.tx
    .selectFrom('payments')
    .select('business_id')
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  if (!known) return correctUnmatched(ctx, correction);
  await lockBusiness(ctx.tx, known.business_id);
  const payment = await ctx.tx
    .updateTable('payments')
    .set((eb) => ({ fee_minor: eb('fee_minor', '+', minor(by)) }))
    .where('business_id', '=', known.business_id)
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .returning(['id', 'business_id', 'currency'])
    .executeTakeFirstOrThrow();
  if (by > 0) await chargeDifference(ctx, payment, correction);
  else
    await transferCorrection(ctx, correction, payment.currency, {
      from: fees(provider, payment.currency),
      to: available(payment.business_id, payment.currency),
      amount: minor(-by),
    });
  publish(ctx, payment.business_id, { topic: 'payments' });
  return true;
}

async function chargeDifference(
  ctx: SystemCtx,
  { business_id: businessId, currency }: { business_id: string; currency: Currency },
  correction: FeeCorrection,
): Promise<void> {
  const to = fees(correction.provider, currency);
  const { available: inWallet } = await balances(ctx.tx, businessId, currency);
  const fromWallet = least(inWallet, minor(correction.by));
  const owed = subtract(minor(correction.by), fromWallet);
  await transferCorrection(ctx, correction, currency, {
    from: available(businessId, currency),
    to,
    amount: fromWallet,
  });
  const shortfall = { from: receivable(businessId, currency), to, amount: owed };
  await transferCorrection(ctx, correction, currency, shortfall, 'fee-shortfall');
}

async function correctUnmatched(ctx: SystemCtx, correction: FeeCorrection): Promise<boolean> {
  const unmatched = await ctx.tx
    .selectFrom('unmatched_payments')
    .select('currency')
    .where('provider', '=', correction.provider)
    .where('transaction_id', '=', correction.transactionId)
    .executeTakeFirst();
  if (unmatched?.currency !== 'NGN' && unmatched?.currency !== 'USD') return false;
  await recordFeeLoss(ctx, { ...correction, currency: unmatched.currency });
  return true;
}

/**
 * Records a fee that no business pays, or the return of one. `by` in minor units: above zero the provider
 * took more.
 */
export async function recordFeeLoss(
  ctx: SystemCtx,
  fee: { provider: string; currency: Currency; by: number; sourceId: string },
): Promise<void> {
  const operatorAccount = operatorLoss(fee.provider, fee.currency);
  const feeAccount = fees(fee.provider, fee.currency);
  const [from, to] = fee.by > 0 ? [operatorAccount, feeAccount] : [feeAccount, operatorAccount];
  await transferCorrection(ctx, fee, fee.currency, { from, to, amount: minor(Math.abs(fee.by)) });
}

type Move = Pick<Parameters<typeof transfer>[1], 'from' | 'to'> & { amount: Minor };

async function transferCorrection(
  ctx: SystemCtx,
  { sourceId }: { sourceId: string },
  currency: Currency,
  move: Move,
  ref = 'fee-correction',
): Promise<void> {
  if (move.amount === ZERO) return;
  await transfer(ctx, { ...move, ref: `${ref}:${sourceId}`, currency, reason: 'fee_corrected', sourceId });
}
