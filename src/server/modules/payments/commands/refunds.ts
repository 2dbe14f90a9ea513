import { ALERT_AFTER_SECONDS, QUESTION_LEASE_MS, secondsToNextQuestion } from '#core/asking.ts';
import { plusMs } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { type Currency, formatMoney, type Minor, minor } from '#core/money.ts';
import type { RefundState } from '#server/kernel/ports/index.ts';
import { announce, type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordOwn } from '#server/modules/audit/commands.ts';
import { transfer } from '#server/modules/ledger/commands.ts';
import { settleDebt } from '#server/modules/ledger/commands/debts.ts';
import { refuseWhileFrozen } from '#server/modules/ledger/commands/freezes.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { available, clearing, held } from '#server/modules/ledger/rules.ts';
import { jobs } from '../jobs.ts';
import { tellOfFailedRefund } from '../messages.ts';
import { refundEffect } from '../rules.ts';
import type { PaymentRow, RefundRow, RefundStatus } from '../table.ts';
import { onItsWayBack } from './allocations.ts';
import { leave } from './parking.ts';
import { settleRefund } from './reversals.ts';

/** A refund an owner requests, in minor units of the payment's currency. */
export type NewRefund = { currency: Currency; paymentId: string; amount: Minor; reason: string };

/**
 * Creates a refund: its amount leaves the available balance at once and is held until the provider reports a
 * final state. Throws 404, 409 for a payment that has nothing to refund, 422 for more than is left or than
 * the balance has.
 */
export async function requestRefund(ctx: Ctx, asked: NewRefund): Promise<RefundRow> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  await refuseWhileFrozen(ctx);
  const payment = await ctx.tx
    .selectFrom('payments')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('currency', '=', asked.currency)
    .where('id', '=', asked.paymentId)
    .executeTakeFirst();
  if (!payment) throw notFound('payment');
  if (payment.status !== 'completed')
    throw new AppError('conflict', 'Only a payment that came in can be given back');
  const left = minor(payment.amount_minor - payment.refunded_minor - (await onItsWayBack(ctx, payment)));
  if (left === 0) throw new AppError('conflict', 'All of this payment is already given back or on its way');
  if (asked.amount > left)
    throw fieldError('amount', `At most ${formatMoney(left, payment.currency)} can be given back`);
  const refund = await insertRefund(ctx, {
    ...payment,
    payment_id: payment.id,
    payment_reference: payment.reference,
    amount_minor: asked.amount,
    reason: asked.reason,
  });
  await transfer(ctx, {
    ref: `refund-hold:${refund.id}`,
    from: available(businessId, payment.currency),
    to: held(businessId, payment.currency),
    amount: refund.amount_minor,
    currency: payment.currency,
    reason: 'refund_held',
    cause: refund.id,
  });
  await tellOfRequest(ctx, refund);
  return refund;
}

/** Money that came for an invoice of that currency and could not be used for it. */
export type UnmatchedRefund = { currency: Currency; provider: string; transactionId: string };

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
  const parked = await ctx.tx
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
  if (!parked) throw notFound('payment');
  const { currency } = parked;
  const open = await ctx.tx
    .selectFrom('refunds')
    .select('id')
    .where('business_id', '=', businessId)
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  if (
    open ||
    parked.settled_at ||
    parked.reason === 'test_money' ||
    (currency !== 'NGN' && currency !== 'USD')
  )
    throw new AppError('conflict', 'This money is already given back or on its way');
  const refund = await insertRefund(ctx, {
    currency,
    provider,
    payment_id: null,
    transaction_id: transactionId,
    payment_reference: parked.reference,
    amount_minor: minor(parked.amount_minor),
    reason: 'It could not be used for the invoice',
  });
  await tellOfRequest(ctx, refund);
  return refund;
}

type RefundOf = Pick<
  RefundRow,
  'currency' | 'provider' | 'payment_id' | 'transaction_id' | 'payment_reference' | 'amount_minor' | 'reason'
>;

function insertRefund(ctx: Ctx, of: RefundOf): Promise<RefundRow> {
  const id = newId('rfd', ctx.now);
  return ctx.tx
    .insertInto('refunds')
    .values({
      business_id: ctx.actor.businessId,
      id,
      reference: id.replace('_', '-'),
      payment_id: of.payment_id,
      provider: of.provider,
      transaction_id: of.transaction_id,
      payment_reference: of.payment_reference,
      origin: 'owner',
      currency: of.currency,
      amount_minor: of.amount_minor,
      reason: of.reason,
      status: 'pending',
      note: null,
      provider_id: null,
      next_ask_at: null,
      sent_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function tellOfRequest(ctx: Ctx, refund: RefundRow): Promise<void> {
  const amount = formatMoney(refund.amount_minor, refund.currency);
  await recordActivity(ctx, refund.business_id, {
    type: 'refund_requested',
    status: 'pending',
    description: `${amount} is being given back to the customer`,
    metadata: { amountMinor: refund.amount_minor, currency: refund.currency },
  });
  await recordOwn(ctx, 'refund_requested', `${amount} of ${refund.payment_reference}`);
  await ctx.enqueue(jobs.refund, { reference: refund.reference });
  await announce(ctx, refund.business_id, { topic: 'payments' });
}

/** Marks a pending refund as on its way. Null when it already is, so that only one caller sends it. */
export async function claimRefund(ctx: SystemCtx, reference: string): Promise<RefundRow | null> {
  if (await currentFreeze(ctx.tx)) return null;
  const row = await ctx.tx
    .updateTable('refunds')
    .set({
      status: 'processing',
      sent_at: ctx.now,
      updated_at: ctx.now,
      next_ask_at: plusMs(ctx.now, QUESTION_LEASE_MS),
    })
    .where('reference', '=', reference)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Claims the due poll of a refund; null when it is not due or another process did. */
export async function claimRefundQuestion(ctx: SystemCtx, reference: string): Promise<RefundRow | null> {
  const row = await ctx.tx
    .updateTable('refunds')
    .set({ next_ask_at: plusMs(ctx.now, QUESTION_LEASE_MS) })
    .where('reference', '=', reference)
    .where('status', 'in', ['processing', 'needs_attention'])
    .where('next_ask_at', '<=', ctx.now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Releases the poll of a refund, so that it can be repeated at once. */
export async function giveUpRefundQuestion(ctx: SystemCtx, reference: string): Promise<void> {
  await ctx.tx
    .updateTable('refunds')
    .set({ next_ask_at: ctx.now })
    .where('reference', '=', reference)
    .where('status', 'in', ['processing', 'needs_attention'])
    .execute();
}

/**
 * Applies the provider's reported state to a refund; without a final state the next poll is scheduled if this
 * one was due.
 */
export async function applyRefundState(
  ctx: SystemCtx,
  reference: string,
  told: RefundState,
  { wasDue = false } = {},
): Promise<RefundStatus | 'unknown_reference'> {
  const known = await ctx.tx
    .selectFrom('refunds')
    .select('business_id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!known) return 'unknown_reference';
  await lockBusiness(ctx.tx, known.business_id);
  const row = await ctx.tx
    .selectFrom('refunds')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  switch (refundEffect(row.status, told.state)) {
    case 'complete':
      return complete(ctx, row, told);
    case 'give_up':
      return giveUp(ctx, row, told);
    case 'wait':
      return askLater(ctx, row, told, { status: 'needs_attention', wasDue });
    case 'ask_again':
      // A webhook can come before the refund was sent: the sender schedules the poll.
      if (row.status === 'pending') return row.status;
      return askLater(ctx, row, told, { status: stillOpen(row), wasDue });
    case 'nothing':
      return row.status;
  }
}

async function complete(ctx: SystemCtx, row: RefundRow, told: RefundState): Promise<RefundStatus> {
  const refund = await change(ctx, row, 'completed', told);
  const payment = await paymentOf(ctx, row);
  if (!payment) {
    await leave(ctx, row.provider, row.transaction_id);
    await announce(ctx, row.business_id, { topic: 'payments' });
    return 'completed';
  }
  await transfer(ctx, {
    ref: `refund:${row.id}`,
    from: held(row.business_id, row.currency),
    to: clearing(row.provider, row.currency),
    amount: row.amount_minor,
    currency: row.currency,
    reason: 'payment_refunded',
    cause: payment.id,
  });
  await settleRefund(ctx, payment, refund);
  return 'completed';
}

// The provider may have returned the money by another way meanwhile (a chargeback): the payment is verified
// again.
async function giveUp(ctx: SystemCtx, row: RefundRow, told: RefundState): Promise<RefundStatus> {
  const refund = await change(ctx, row, 'failed', told);
  const payment = await paymentOf(ctx, row);
  const { business_id: businessId, currency } = row;
  if (payment) {
    await transfer(ctx, {
      ref: `refund-back:${row.id}`,
      from: held(businessId, currency),
      to: available(businessId, currency),
      amount: row.amount_minor,
      currency,
      reason: 'refund_given_back',
      cause: row.id,
    });
    await settleDebt(ctx, { businessId, currency, mark: row.id, cause: row.id });
  }
  await tellOfFailedRefund(ctx, refund, payment);
  await ctx.enqueue(jobs.verify, { provider: row.provider, transactionId: row.transaction_id });
  await announce(ctx, row.business_id, { topic: 'payments' });
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

function change(
  ctx: SystemCtx,
  row: RefundRow,
  status: RefundStatus,
  told: RefundState,
  more: Partial<Pick<RefundRow, 'next_ask_at' | 'tries'>> = {},
): Promise<RefundRow> {
  return ctx.tx
    .updateTable('refunds')
    .set({
      status,
      note: told.reason ?? row.note,
      provider_id: told.providerId ?? row.provider_id,
      next_ask_at: null,
      updated_at: ctx.now,
      ...more,
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Later = { status: 'processing' | 'needs_attention'; wasDue: boolean };

const stillOpen = ({ status }: RefundRow): Later['status'] =>
  status === 'needs_attention' ? 'needs_attention' : 'processing';

async function askLater(
  ctx: SystemCtx,
  row: RefundRow,
  told: RefundState,
  { status, wasDue }: Later,
): Promise<RefundStatus> {
  const wait = status === 'needs_attention' ? ALERT_AFTER_SECONDS : secondsToNextQuestion(row.tries);
  const clock = { tries: row.tries + 1, next_ask_at: plusMs(ctx.now, wait * 1000) };
  const keeps = !wasDue && row.next_ask_at !== null;
  await change(ctx, row, status, told, keeps ? { next_ask_at: row.next_ask_at } : clock);
  if (status !== row.status) await announce(ctx, row.business_id, { topic: 'payments' });
  return status;
}
