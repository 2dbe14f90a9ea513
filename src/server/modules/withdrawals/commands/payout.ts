import { ALERT_AFTER_SECONDS, REVIEW_AFTER_SECONDS, secondsToNextPoll } from '#core/backoff.ts';
import { newId } from '#core/ids.ts';
import { add, type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { PayoutState } from '#server/kernel/ports/index.ts';
import { type Ctx, lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { endActivity, recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { keepHolder } from '#server/modules/business/commands/payout-account.ts';
import { settleDebt } from '#server/modules/ledger/commands/debts.ts';
import { refuseWhileFrozen } from '#server/modules/ledger/commands/freezes.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { available, clearing, fees, held } from '#server/modules/ledger/rules.ts';
import { settledDebt } from '#core/settled-debt.ts';
import { claimSend, lockSent, schedulePoll } from '#server/outbound/polling.ts';
import { jobs } from '../jobs.ts';
import { notifyOfBatch, notifyOfWithdrawal } from '../messages.ts';
import { hasOpenPayouts, rowsOfBatch, type WithdrawalWithRetry } from '../queries/withdrawals.ts';
import { accountPlace, isReturned, payoutEffect } from '../rules.ts';
import type { WithdrawalRow, WithdrawalStatus } from '../table.ts';
import { admitPayouts } from './admit.ts';
import { keepStaffHolder } from './staff.ts';

/** The record an account was read from, with its number as stored there. */
export type AccountRecord = { of: 'business' | { staffId: string }; sealed: string };

/** An account with the holder's name its bank gave. */
export type PaidAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string;
  /** Keeps this name from now on. */
  record?: AccountRecord;
};

/** A checked request: the bank has named the account's holder, the fee is computed. Amounts in minor units. */
export type NewPayout = PaidAccount & {
  type: 'self-withdraw' | 'disburse';
  currency: Currency;
  amount: Minor;
  fee: Minor;
  provider: string;
  staff: { name: string; email: string; phone: string | null } | null;
  description: string | null;
  batchId?: string;
  /** The attempt that did not go through, in whose place this one is. */
  retryOf?: string;
};

/**
 * Creates a withdrawal: the amount and fee leave the available balance at once and are held, and the
 * reference is stored before the provider sees it. Throws `payouts_paused` while payouts are frozen, and what
 * `admitPayouts` throws.
 */
export async function requestWithdrawal(ctx: Ctx, payout: NewPayout): Promise<WithdrawalRow> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await refuseWhileFrozen(ctx);
  const [toNewAccount] = await admitPayouts(ctx, [payout]);
  const row = await createWithdrawal(ctx, payout, toNewAccount);
  ctx.enqueue(jobs.send, { reference: row.reference });
  recordActivity(ctx, businessId, {
    type: 'withdrawal_requested',
    status: 'pending',
    description: `${describe(row)} requested`,
    metadata: { ...moneyOf(row), sourceId: row.id },
  });
  await recordActorEvent(
    ctx,
    'withdrawal_requested',
    `${formatMoney(row.amount_minor, row.currency)} to ${row.bank_name}, ends ${row.account_number_last4}`,
  );
  publish(ctx, businessId, { topic: 'withdrawals' });
  return row;
}

/**
 * Inserts an admitted payout and holds its money. The caller holds the business's lock, enqueues the sending
 * and announces it.
 */
export async function createWithdrawal(
  ctx: Ctx,
  payout: NewPayout,
  toNewAccount = true,
): Promise<WithdrawalRow> {
  const { businessId } = ctx.actor;
  const id = newId('wdr', ctx.now);
  const row = await ctx.tx
    .insertInto('withdrawals')
    .values({
      business_id: businessId,
      id,
      reference: id.replace('_', '-'),
      type: payout.type,
      currency: payout.currency,
      amount_minor: payout.amount,
      fee_minor: payout.fee,
      bank_code: payout.bankCode,
      bank_name: payout.bankName,
      account_name: payout.accountName,
      account_number_sealed: await ctx.vault.seal(
        businessId,
        accountPlace(businessId, id),
        payout.accountNumber,
      ),
      account_number_last4: payout.accountNumber.slice(-4),
      staff_name: payout.staff?.name ?? null,
      staff_email: payout.staff?.email ?? null,
      staff_phone: payout.staff?.phone ?? null,
      description: payout.description,
      to_new_account: toNewAccount,
      batch_id: payout.batchId ?? null,
      retry_of: payout.retryOf ?? null,
      provider: payout.provider,
      status: 'pending',
      reason: null,
      sent_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await transfer(ctx, {
    ref: `hold:${id}`,
    from: available(businessId, payout.currency),
    to: held(businessId, payout.currency),
    amount: heldFor(row),
    currency: payout.currency,
    reason: 'withdrawal_held',
    sourceId: id,
  });
  await keepName(ctx, payout);
  return row;
}

async function keepName(ctx: Ctx, { record, accountName }: PaidAccount): Promise<void> {
  if (!record) return;
  if (record.of === 'business') await keepHolder(ctx, record.sealed, accountName);
  else await keepStaffHolder(ctx, record.of.staffId, record.sealed, accountName);
}

/** Marks a pending withdrawal as sent. Null when it already is or payouts are stopped, so that only one caller sends it. */
export const claimPayout = async (ctx: SystemCtx, reference: string): Promise<WithdrawalRow | null> =>
  (await currentFreeze(ctx.tx)) ? null : claimSend(ctx, 'withdrawals', reference);

/**
 * Books what the provider reported of a payout. Without a conclusive state the next poll is scheduled when this was the one
 * that was due; a webhook in between leaves the schedule alone.
 */
export async function applyPayoutState(
  ctx: SystemCtx,
  reference: string,
  reported: PayoutState,
  { wasDue = false } = {},
): Promise<WithdrawalStatus | 'unknown_reference'> {
  const row = await lockSent(ctx, 'withdrawals', reference);
  if (!row) return 'unknown_reference';
  switch (payoutEffect(row.status, reported.state)) {
    case 'complete':
      return completePayout(ctx, row);
    case 'release_hold':
      return releaseHold(ctx, row, reported);
    case 'reverse_completed':
      return reverseCompleted(ctx, row, reported);
    case 'poll_again':
      return wasDue ? pollLater(ctx, row) : row.status;
    case 'nothing':
      return row.status;
  }
}

async function completePayout(ctx: SystemCtx, row: WithdrawalRow): Promise<WithdrawalStatus> {
  const move = { from: held(row.business_id, row.currency), currency: row.currency, sourceId: row.id };
  await transfer(ctx, {
    ...move,
    ref: `sent:${row.id}`,
    to: clearing(row.provider, row.currency),
    amount: row.amount_minor,
    reason: 'withdrawal_sent',
  });
  if (row.fee_minor > 0) {
    await transfer(ctx, {
      ...move,
      ref: `sent-fee:${row.id}`,
      to: fees(row.provider, row.currency),
      amount: row.fee_minor,
      reason: 'withdrawal_fee',
    });
  }
  return settle(ctx, row, 'completed', null);
}

async function releaseHold(
  ctx: SystemCtx,
  row: WithdrawalRow,
  reported: PayoutState,
): Promise<WithdrawalStatus> {
  await transfer(ctx, {
    ref: `back:${row.id}`,
    from: held(row.business_id, row.currency),
    to: available(row.business_id, row.currency),
    amount: heldFor(row),
    currency: row.currency,
    reason: 'withdrawal_given_back',
    sourceId: row.id,
  });
  return settle(
    ctx,
    row,
    reported.state === 'reversed' ? 'reversed' : 'failed',
    reported.reason ?? 'The bank did not accept the transfer',
  );
}

async function reverseCompleted(
  ctx: SystemCtx,
  row: WithdrawalRow,
  reported: PayoutState,
): Promise<WithdrawalStatus> {
  const move = {
    to: available(row.business_id, row.currency),
    currency: row.currency,
    sourceId: row.id,
    reason: 'withdrawal_reversed' as const,
  };
  await transfer(ctx, {
    ...move,
    ref: `reversed:${row.id}`,
    from: clearing(row.provider, row.currency),
    amount: row.amount_minor,
  });
  if (row.fee_minor > 0)
    await transfer(ctx, {
      ...move,
      ref: `reversed-fee:${row.id}`,
      from: fees(row.provider, row.currency),
      amount: row.fee_minor,
    });
  return settle(ctx, row, 'reversed', reported.reason ?? 'The bank returned the transfer');
}

async function settle(
  ctx: SystemCtx,
  row: WithdrawalRow,
  status: 'completed' | 'failed' | 'reversed',
  reason: string | null,
): Promise<WithdrawalStatus> {
  const settled = await ctx.tx
    .updateTable('withdrawals')
    .set({ status, reason, updated_at: ctx.now, next_poll_at: null })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const types = {
    completed: 'withdrawal_completed',
    failed: 'withdrawal_failed',
    reversed: 'withdrawal_reversed',
  } as const;
  const debt = status === 'completed' ? ZERO : await settleDebt(ctx, debtAfter(row));
  recordActivity(ctx, row.business_id, {
    type: types[status],
    status: status === 'completed' ? 'success' : 'failed',
    description: [`${describe(row)} ${status}`, ...settledDebt(debt, row.currency)].join('. '),
    metadata: moneyOf(row),
  });
  const batch = await endRequest(ctx, settled);
  await notifyOfWithdrawal(ctx, settled, debt);
  if (batch) await notifyOfBatch(ctx, settled, batch);
  publish(ctx, row.business_id, { topic: 'withdrawals' });
  return status;
}

/** A batch was asked for at once, and its request ends with the last of it. Gives a batch that has ended. */
async function endRequest(ctx: SystemCtx, row: WithdrawalRow): Promise<WithdrawalWithRetry[] | null> {
  const { business_id: businessId, batch_id: batchId } = row;
  if (batchId && (await hasOpenPayouts(ctx.tx, businessId, batchId))) return null;
  const rows = batchId
    ? await rowsOfBatch(ctx.tx, businessId, row.currency, batchId)
    : [{ ...row, tried_again_as: null }];
  const latest = rows.filter(({ tried_again_as: later }) => later === null);
  await endActivity(ctx, businessId, {
    sourceId: batchId ?? row.id,
    at: (rows[0] ?? row).created_at,
    status: latest.some(({ status }) => isReturned(status)) ? 'failed' : 'success',
  });
  return batchId ? rows : null;
}

async function pollLater(ctx: SystemCtx, row: WithdrawalRow): Promise<WithdrawalStatus> {
  const waited = (ctx.now.getTime() - (row.sent_at ?? row.created_at).getTime()) / 1000;
  await schedulePoll(ctx, 'withdrawals', row, secondsToNextPoll(row.tries));
  await ctx.tx
    .updateTable('withdrawals')
    .set({
      status: 'processing',
      updated_at: ctx.now,
      alerted_at: row.alerted_at ?? (waited >= ALERT_AFTER_SECONDS ? ctx.now : null),
      needs_review_at: row.needs_review_at ?? (waited >= REVIEW_AFTER_SECONDS ? ctx.now : null),
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
  return 'processing';
}

// A payout returns to the wallet once at most: failed or reversed.
const debtAfter = ({ business_id: businessId, currency, id }: WithdrawalRow) => ({
  businessId,
  currency,
  idempotencyKey: id,
  sourceId: id,
});
const heldFor = (row: Pick<WithdrawalRow, 'amount_minor' | 'fee_minor'>) =>
  add(row.amount_minor, row.fee_minor);
const moneyOf = (row: WithdrawalRow) => ({ amountMinor: row.amount_minor, currency: row.currency });
const describe = (row: WithdrawalRow) =>
  `${row.type === 'disburse' ? `Payment to ${row.staff_name}` : 'Withdrawal'} of ${formatMoney(row.amount_minor, row.currency)}`;
