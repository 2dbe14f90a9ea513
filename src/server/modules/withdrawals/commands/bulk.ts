import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { add, type Currency, formatMoney } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { refuseWhileFrozen } from '#server/modules/ledger/commands/freezes.ts';
import { jobs } from '../jobs.ts';
import { failedOfBatch } from '../queries/withdrawals.ts';
import type { WithdrawalRow } from '../table.ts';
import { admitPayouts } from './admit.ts';
import { createWithdrawal, type NewPayout, requestWithdrawal } from './payout.ts';
import { type CheckedAccount, type Person, savePaidStaff } from './staff.ts';

/** A payee of a batch to be saved in the staff list. */
export type StaffToSave = { person: Person; account: CheckedAccount };
/** The retry of a failed payout; null for one that came back after the banks were asked, and waits for the next retry. */
export type PrepareRetry = (row: WithdrawalRow) => NewPayout | null;
export type Batch = { batchId: string; withdrawals: WithdrawalRow[] };

/** Creates a payout and, where wanted, saves its payee. */
export async function requestAndSaveStaff(
  ctx: Ctx,
  payout: NewPayout,
  savesStaff: boolean,
): Promise<WithdrawalRow> {
  const row = await requestWithdrawal(ctx, payout);
  const { staff, amount: usualAmount } = payout;
  if (savesStaff && staff)
    await savePaidStaff(ctx, payout.currency, [{ person: { ...staff, usualAmount }, account: payout }]);
  return row;
}

/**
 * Takes several payouts in at once: the money of all is held, or nothing happens. Throws `insufficient_balance` with what
 * is missing, and `payouts_paused` while none may leave.
 */
export async function requestBatch(
  ctx: Ctx,
  payouts: readonly NewPayout[],
  staffToSave: readonly StaffToSave[],
): Promise<Batch> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const batchId = newId('bat', ctx.now);
  const withdrawals = await createWithdrawals(ctx, payouts, batchId);
  const currency = withdrawals[0]?.currency;
  if (currency) await savePaidStaff(ctx, currency, staffToSave);
  return { batchId, withdrawals };
}

/**
 * Retries, within the same batch, the payouts that conclusively failed; `payoutFor` prepares the new payout.
 * A payout retried before is skipped, so that a repeated call pays once.
 */
export async function retryBatch(
  ctx: Ctx,
  currency: Currency,
  batchId: string,
  payoutFor: PrepareRetry,
): Promise<Batch> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const failed = (await failedOfBatch(ctx.tx, ctx.actor.businessId, currency, batchId)) ?? [];
  const payouts = failed.flatMap((row): NewPayout[] => {
    const payout = payoutFor(row);
    return payout ? [{ ...payout, retryOf: row.id }] : [];
  });
  if (payouts.length === 0) throw new AppError('conflict', 'Nobody of this payment is left to pay again');
  await recordActorEvent(ctx, 'payout_retried', `${payouts.length} of ${batchId}`);
  return { batchId, withdrawals: await createWithdrawals(ctx, payouts, batchId) };
}

async function createWithdrawals(
  ctx: Ctx,
  payouts: readonly NewPayout[],
  batchId: string,
): Promise<WithdrawalRow[]> {
  const { businessId } = ctx.actor;
  const [first] = payouts;
  if (!first) return [];
  await refuseWhileFrozen(ctx);
  const toNewAccount = await admitPayouts(ctx, payouts);
  const rows: WithdrawalRow[] = [];
  for (const [at, payout] of payouts.entries())
    rows.push(await createWithdrawal(ctx, { ...payout, batchId }, toNewAccount[at]));
  ctx.enqueue(jobs.sendAll, { references: rows.map(({ reference }) => reference) });
  const paid = add(...payouts.map(({ amount }) => amount));
  const summary = `${rows.length} ${rows.length === 1 ? 'payment' : 'payments'} to staff of ${formatMoney(paid, first.currency)}`;
  recordActivity(ctx, businessId, {
    type: 'withdrawal_requested',
    status: 'pending',
    description: `${summary} requested`,
    metadata: { amountMinor: paid, currency: first.currency, sourceId: batchId },
  });
  await recordActorEvent(ctx, 'withdrawal_requested', summary);
  publish(ctx, businessId, { topic: 'withdrawals' });
  return rows;
}
