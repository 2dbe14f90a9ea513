import { ALERT_AFTER_SECONDS, secondsToNextPoll } from '#core/backoff.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { type Currency, formatMoney, type Minor, minor, ZERO, isCurrency } from '#core/money.ts';
import type { RefundState } from '#server/kernel/ports/index.ts';
import { type Ctx, lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { endActivity, recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { settleDebt } from '#server/modules/ledger/commands/debts.ts';
import { refuseWhileFrozen } from '#server/modules/ledger/commands/freezes.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { available, clearing, held } from '#server/modules/ledger/rules.ts';
import { claimSend, lockSent, schedulePoll } from '#server/outbound/polling.ts';
import { returnableOf } from '#server/modules/invoices/rules/credit.ts';
import { jobs } from '../jobs.ts';
import { notifyOfFailedRefund } from '../messages.ts';
import { OFFLINE, refundEffect } from '../rules.ts';
import type { PaymentRow, RefundRow, RefundStatus } from '../table.ts';
import { pendingRefundAmount } from './allocations.ts';
import { settleRefund, insertRefund, refundOf } from './reversals.ts';
import { settleUnmatchedPayment } from './unmatched.ts';
import { ownPayment } from './own-payment.ts';

/** A refund an owner requests, in minor units of the payment's currency. */
type NewRefund = { currency: Currency; paymentId: string; amount: Minor; reason: string };

/**
 * Creates a refund: its amount leaves the available balance at once and is held until the provider reports a
 * final state. Throws 404, 409 for a payment that has nothing to refund, 422 for more than is left or than
 * the balance has.
 */
export async function requestRefund(ctx: Ctx, request: NewRefund): Promise<RefundRow> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await refuseWhileFrozen(ctx);
  const payment = await ownPayment(ctx, request.currency, request.paymentId);
  refuseOffline(payment);
  if (payment.status !== 'completed')
    throw new AppError('conflict', 'You can only refund a payment that is complete');
  const left = returnableOf(payment, await pendingRefundAmount(ctx, payment));
  if (left === 0) throw new AppError('conflict', 'All of this payment went back already, or is on its way');
  if (request.amount > left)
    throw fieldError('amount', `You can refund ${formatMoney(left, payment.currency)} at most`);
  const refund = await insertRefund(ctx, {
    ...refundOf(payment),
    origin: 'owner',
    amount_minor: request.amount,
    reason: request.reason,
    status: 'pending',
  });
  await transfer(ctx, {
    ref: `refund-hold:${refund.id}`,
    from: available(businessId, payment.currency),
    to: held(businessId, payment.currency),
    amount: refund.amount_minor,
    currency: payment.currency,
    reason: 'refund_held',
    sourceId: refund.id,
  });
  await recordRequest(ctx, refund);
  return refund;
}

/** Refuses to send money back that never came through a provider. */
export function refuseOffline({ provider }: Pick<PaymentRow, 'provider'>): void {
  if (provider === OFFLINE)
    throw new AppError(
      'conflict',
      'This money did not come through a payment provider, so it cannot be refunded from here. Give it back yourself, then note it on the payment',
    );
}

/** Money that came for an invoice of that currency and could not be used for it. */
type UnmatchedRefund = { currency: Currency; provider: string; transactionId: string };

/**
 * Requests a refund of unmatched money to its payer. Throws 404, and 409 when it is already refunded or test
 * money.
 */
export async function requestUnmatchedRefund(
  ctx: Ctx,
  { currency: invoiced, provider, transactionId }: UnmatchedRefund,
): Promise<RefundRow> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await refuseWhileFrozen(ctx);
  const unmatched = await ctx.tx
    .selectFrom('unmatched_payments as u')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'u.business_id').onRef('i.id', '=', 'u.invoice_id'),
    )
    .selectAll('u')
    .where('u.provider', '=', provider)
    .where('u.transaction_id', '=', transactionId)
    .where('u.business_id', '=', businessId)
    .where('i.currency', '=', invoiced)
    .executeTakeFirst();
  if (!unmatched) throw notFound('payment');
  const { currency } = unmatched;
  const open = await ctx.tx
    .selectFrom('refunds')
    .select('id')
    .where('business_id', '=', businessId)
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  if (open || unmatched.settled_at || unmatched.reason === 'test_money' || !isCurrency(currency))
    throw new AppError('conflict', 'This money is refunded already, or on its way');
  const refund = await insertRefund(ctx, {
    business_id: businessId,
    currency,
    provider,
    payment_id: null,
    transaction_id: transactionId,
    payment_reference: unmatched.reference,
    origin: 'owner',
    amount_minor: minor(unmatched.amount_minor),
    reason: 'It could not be used for the invoice',
    status: 'pending',
  });
  await recordRequest(ctx, refund);
  return refund;
}

async function recordRequest(ctx: Ctx, refund: RefundRow): Promise<void> {
  const amount = formatMoney(refund.amount_minor, refund.currency);
  recordActivity(ctx, refund.business_id, {
    type: 'refund_requested',
    status: 'pending',
    description: `${amount} is being refunded to the customer`,
    metadata: { amountMinor: refund.amount_minor, currency: refund.currency, sourceId: refund.id },
  });
  await recordActorEvent(ctx, 'refund_requested', `${amount} of ${refund.payment_reference}`);
  ctx.enqueue(jobs.refund, { reference: refund.reference });
  publish(ctx, refund.business_id, { topic: 'payments' });
}

/** Marks a pending refund as sent. Null when it already is or payouts are stopped, so that only one caller sends it. */
export const claimRefund = async (ctx: SystemCtx, reference: string): Promise<RefundRow | null> =>
  (await currentFreeze(ctx.tx)) ? null : claimSend(ctx, 'refunds', reference);

/** Books what the provider reported of a refund; without a conclusive state the next poll is scheduled if this one was due. */
export async function applyRefundState(
  ctx: SystemCtx,
  reference: string,
  reported: RefundState,
  { wasDue = false } = {},
): Promise<RefundStatus | 'unknown_reference'> {
  const row = await lockSent(ctx, 'refunds', reference);
  if (!row) return 'unknown_reference';
  switch (refundEffect(row.status, reported.state)) {
    case 'complete':
      return completeRefund(ctx, row, reported);
    case 'give_up':
      return failRefund(ctx, row, reported);
    case 'wait':
      return pollLater(ctx, row, reported, { status: 'needs_attention', wasDue });
    case 'poll_again':
      // A webhook can come before ours was sent: the sending schedules the poll.
      if (row.status === 'pending') return row.status;
      return pollLater(ctx, row, reported, { status: openStatus(row), wasDue });
    case 'nothing':
      return row.status;
  }
}

async function completeRefund(ctx: SystemCtx, row: RefundRow, reported: RefundState): Promise<RefundStatus> {
  const refund = await updateRefund(ctx, row, 'completed', reported);
  const payment = await paymentOf(ctx, row);
  if (!payment) {
    await settleUnmatchedPayment(ctx, row.provider, row.transaction_id);
    publish(ctx, row.business_id, { topic: 'payments' });
    return 'completed';
  }
  await transfer(ctx, {
    ref: `refund:${row.id}`,
    from: held(row.business_id, row.currency),
    to: clearing(row.provider, row.currency),
    amount: row.amount_minor,
    currency: row.currency,
    reason: 'payment_refunded',
    sourceId: payment.id,
  });
  await settleRefund(ctx, payment, refund);
  return 'completed';
}

// The provider may have returned the money by another way meanwhile (a chargeback): the payment is verified
// again.
async function failRefund(ctx: SystemCtx, row: RefundRow, reported: RefundState): Promise<RefundStatus> {
  const refund = await updateRefund(ctx, row, 'failed', reported);
  const payment = await paymentOf(ctx, row);
  const { business_id: businessId, currency } = row;
  let debt = ZERO;
  if (payment) {
    await transfer(ctx, {
      ref: `refund-back:${row.id}`,
      from: held(businessId, currency),
      to: available(businessId, currency),
      amount: row.amount_minor,
      currency,
      reason: 'refund_given_back',
      sourceId: row.id,
    });
    debt = await settleDebt(ctx, { businessId, currency, idempotencyKey: row.id, sourceId: row.id });
  }
  await notifyOfFailedRefund(ctx, refund, payment, debt);
  ctx.enqueue(jobs.verify, { provider: row.provider, transactionId: row.transaction_id });
  publish(ctx, row.business_id, { topic: 'payments' });
  return 'failed';
}

const paymentOf = async (ctx: SystemCtx, row: RefundRow): Promise<PaymentRow | null> =>
  (row.payment_id &&
    (await ctx.tx
      .selectFrom('payments')
      .selectAll()
      .where('business_id', '=', row.business_id)
      .where('id', '=', row.payment_id)
      .executeTakeFirst())) ||
  null;

async function updateRefund(
  ctx: SystemCtx,
  row: RefundRow,
  status: RefundStatus,
  reported: RefundState,
): Promise<RefundRow> {
  const isOver = status === 'completed' || status === 'failed';
  if (isOver)
    await endActivity(ctx, row.business_id, {
      sourceId: row.id,
      at: row.created_at,
      status: status === 'completed' ? 'success' : 'failed',
    });
  return ctx.tx
    .updateTable('refunds')
    .set({
      status,
      note: reported.reason ?? row.note,
      provider_id: reported.providerId ?? row.provider_id,
      updated_at: ctx.now,
      ...(isOver ? { next_poll_at: null } : {}),
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type NextPoll = { status: 'processing' | 'needs_attention'; wasDue: boolean };

const openStatus = ({ status }: RefundRow): NextPoll['status'] =>
  status === 'needs_attention' ? 'needs_attention' : 'processing';

async function pollLater(
  ctx: SystemCtx,
  row: RefundRow,
  reported: RefundState,
  { status, wasDue }: NextPoll,
): Promise<RefundStatus> {
  const wait = status === 'needs_attention' ? ALERT_AFTER_SECONDS : secondsToNextPoll(row.tries);
  if (wasDue || row.next_poll_at === null) await schedulePoll(ctx, 'refunds', row, wait);
  await updateRefund(ctx, row, status, reported);
  if (status !== row.status) publish(ctx, row.business_id, { topic: 'payments' });
  return status;
}
