import { type Currency, type Minor, minor, ZERO, isCurrency } from '#core/money.ts';
import { lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { chargeBusiness, settleDebt } from '#server/modules/ledger/commands/debts.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, fees, operatorLoss } from '#server/modules/ledger/rules.ts';
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
  const charge = { businessId, amount: fee, to: fees(provider, currency), currency, sourceId: id };
  await chargeBusiness(ctx, charge, {
    paid: { ref: `fee:${idempotencyKey}`, reason: 'provider_fee' },
    owed: { ref: `fee-owed:${idempotencyKey}`, reason: 'provider_fee' },
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
  else await returnDifference(ctx, payment, correction);
  publish(ctx, payment.business_id, { topic: 'payments' });
  return true;
}

type ChargedPayment = Pick<PaymentRow, 'business_id' | 'currency'>;

async function returnDifference(
  ctx: SystemCtx,
  { business_id: businessId, currency }: ChargedPayment,
  correction: FeeCorrection,
): Promise<void> {
  const { provider, by, sourceId } = correction;
  const move = { from: fees(provider, currency), to: available(businessId, currency), amount: minor(-by) };
  await transferCorrection(ctx, correction, currency, move);
  await settleDebt(ctx, { businessId, currency, idempotencyKey: sourceId, sourceId });
}

async function chargeDifference(
  ctx: SystemCtx,
  { business_id: businessId, currency }: ChargedPayment,
  { provider, by, sourceId }: FeeCorrection,
): Promise<void> {
  const charge = { businessId, amount: minor(by), to: fees(provider, currency), currency, sourceId };
  await chargeBusiness(ctx, charge, {
    paid: { ref: `fee-correction:${sourceId}`, reason: 'fee_corrected' },
    owed: { ref: `fee-shortfall:${sourceId}`, reason: 'fee_corrected' },
  });
}

async function correctUnmatched(ctx: SystemCtx, correction: FeeCorrection): Promise<boolean> {
  const unmatched = await ctx.tx
    .selectFrom('unmatched_payments')
    .select('currency')
    .where('provider', '=', correction.provider)
    .where('transaction_id', '=', correction.transactionId)
    .executeTakeFirst();
  if (!unmatched || !isCurrency(unmatched.currency)) return false;
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
): Promise<void> {
  if (move.amount === ZERO) return;
  await transfer(ctx, {
    ...move,
    ref: `fee-correction:${sourceId}`,
    currency,
    reason: 'fee_corrected',
    sourceId,
  });
}
