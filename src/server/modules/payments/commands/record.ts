import { assert } from '#core/assert.ts';
import { attemptStateOf, isUnanswered, ownerSentence } from '#core/attempts.ts';
import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { add, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentProvider, ProviderPayment } from '#server/kernel/ports/index.ts';
import { lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { paidEvents } from '#server/modules/invoices/commands/settlement.ts';
import { attemptOf } from '#server/modules/invoices/rules/attempts.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import { settleDebt } from '#server/modules/ledger/commands/debts.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, clearing } from '#server/modules/ledger/rules.ts';
import { notifyOfPayment } from '../messages.ts';
import { invoicesOfCheckout } from '../queries/checkouts.ts';
import {
  effectOf,
  growthOf,
  invoiceNames,
  refundedAmount,
  surchargeOf,
  unmatchedReason,
  hasArrived,
} from '../rules.ts';
import type { CheckoutRow, PaymentRow, PaymentStatus } from '../table.ts';
import { restartPolls } from './checkouts.ts';
import { recordFee } from './fees.ts';
import { issueReceipt } from './receipts.ts';
import { recordReversal } from './reversals.ts';
import { settleInvoices } from './settle.ts';
import { recordUnmatchedPayment } from './unmatched.ts';

/** Outcome of a report, stored with its webhook and returned to the caller. */
export type Outcome = 'credited' | 'recorded' | 'refunded' | 'nothing' | 'contradiction' | 'unmatched';

type Reporter = Pick<PaymentProvider, 'name' | 'testMode' | 'settlesOn'>;

/**
 * Records a transaction as the provider reported it. Idempotent; money that cannot be matched is recorded as
 * unmatched, never dropped.
 */
export async function recordPayment(
  ctx: SystemCtx,
  provider: Reporter,
  payment: ProviderPayment,
): Promise<Outcome> {
  const checkout = await ctx.tx
    .selectFrom('checkouts')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst();
  if (!checkout) return recordUnmatchedPayment(ctx, provider.name, payment, null, 'unknown_reference');
  await lockBusiness(ctx.tx, checkout.business_id);
  const problem = unmatchedReason(payment, { currency: checkout.currency, testMode: provider.testMode });
  if (problem) return recordUnmatchedPayment(ctx, provider.name, payment, checkout, problem);
  const recorded = await ctx.tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('transaction_id', '=', payment.transactionId)
    .executeTakeFirst();
  return applyReport(ctx, provider, { checkout, recorded, payment });
}

type Report = { checkout: CheckoutRow; recorded: PaymentRow | undefined; payment: ProviderPayment };

async function applyReport(ctx: SystemCtx, provider: Reporter, report: Report): Promise<Outcome> {
  const { recorded, payment } = report;
  const effect = effectOf(recorded?.status ?? null, payment.status);
  if (effect === 'contradiction') return effect;
  if (effect === 'nothing' && recorded) return recordGrowth(ctx, recorded, report);
  const row = recorded
    ? await changeStatus(ctx, provider, recorded, payment)
    : await insertPayment(ctx, provider, report);
  if (effect === 'credit')
    return applyReversals(
      ctx,
      await credit(ctx, row, fullAmountOf(row, ctx.now), report),
      payment,
      'credited',
    );
  await recordAttempt(ctx, row, report);
  return 'recorded';
}

// Some providers reuse one transaction for an account number: a second transfer to it makes that one grow.
async function recordGrowth(ctx: SystemCtx, recorded: PaymentRow, report: Report): Promise<Outcome> {
  const { payment } = report;
  const growth = growthOf(recorded, payment);
  if (!growth) return applyReversals(ctx, recorded, payment, 'nothing');
  const row = await ctx.tx
    .updateTable('payments')
    .set({
      amount_minor: payment.amount,
      fee_minor: add(recorded.fee_minor, growth.fee),
      status: 'completed',
      status_changed_at: ctx.now,
    })
    .where('business_id', '=', recorded.business_id)
    .where('id', '=', recorded.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const part = { ...growth, at: ctx.now, idempotencyKey: `${row.id}:${payment.amount}` };
  return applyReversals(ctx, await credit(ctx, row, part, report), payment, 'credited');
}

const applyReversals = async (
  ctx: SystemCtx,
  row: PaymentRow,
  payment: ProviderPayment,
  otherwise: Outcome,
) => ((await recordReversal(ctx, row, refundedAmount(payment))) ? 'refunded' : otherwise);

async function insertPayment(
  ctx: SystemCtx,
  provider: Reporter,
  { checkout, payment }: Report,
): Promise<PaymentRow> {
  const [first] = await invoicesOfCheckout(ctx.tx, checkout);
  assert(first, `checkout ${checkout.reference} has an invoice`);
  const settled = settlementOf(ctx, provider, checkout, payment);
  return ctx.tx
    .insertInto('payments')
    .values({
      business_id: checkout.business_id,
      id: newId('pay', ctx.now),
      provider: checkout.provider,
      transaction_id: payment.transactionId,
      reference: payment.reference,
      invoice_id: first.id,
      customer_id: first.customer_id,
      currency: checkout.currency,
      amount_minor: payment.amount,
      fee_minor: payment.fee,
      method: payment.method,
      test_mode: payment.testMode,
      day: dateIn(ctx.now),
      created_at: ctx.now,
      status_changed_at: ctx.now,
      ...settled,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

// A pending payment is reported before its fee is known, and sometimes before its final amount: the last
// report counts.
function settlementOf(
  ctx: SystemCtx,
  provider: Reporter,
  { currency }: Pick<CheckoutRow, 'currency'>,
  payment: ProviderPayment,
) {
  const { amount, fee, method, paidAt } = payment;
  if (!hasArrived(payment.status)) return { status: payment.status, completed_at: null };
  const completed = paidAt ?? ctx.now;
  return {
    status: 'completed' as PaymentStatus,
    amount_minor: amount,
    fee_minor: fee,
    method,
    completed_at: completed,
    settles_on: provider.settlesOn(completed, currency),
  };
}

async function changeStatus(
  ctx: SystemCtx,
  provider: Reporter,
  row: PaymentRow,
  payment: ProviderPayment,
): Promise<PaymentRow> {
  return ctx.tx
    .updateTable('payments')
    .set({ ...settlementOf(ctx, provider, row, payment), day: dateIn(ctx.now), status_changed_at: ctx.now })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newly received part of a payment (minor units), and when it came. `idempotencyKey` makes it happen once. */
type Part = { amount: Minor; fee: Minor; at: Date; idempotencyKey: string };
const fullAmountOf = (row: PaymentRow, now: Date): Part => ({
  amount: row.amount_minor,
  fee: row.fee_minor,
  at: row.completed_at && row.completed_at < now ? row.completed_at : now,
  idempotencyKey: row.id,
});

// In a reader's order: the money enters the ledger, the provider's fee is recorded, the invoice is settled as
// far as the money goes that was not paid for the fee, the rest becomes the customer's credit, and the payer gets a receipt.
async function credit(
  ctx: SystemCtx,
  paid: PaymentRow,
  part: Part,
  { checkout }: Report,
): Promise<PaymentRow> {
  const row = await withSurcharge(ctx, paid, part, checkout);
  const forFee = subtract(row.surcharge_minor, paid.surcharge_minor);
  const move = { currency: row.currency, sourceId: row.id };
  const wallet = available(row.business_id, row.currency);
  await transfer(ctx, {
    ...move,
    ref: `payment:${part.idempotencyKey}`,
    from: clearing(row.provider, row.currency),
    to: wallet,
    amount: part.amount,
    reason: 'payment_received',
  });
  await recordFee(ctx, row, part);
  await settleDebt(ctx, {
    businessId: row.business_id,
    currency: row.currency,
    idempotencyKey: part.idempotencyKey,
    sourceId: row.id,
  });
  const amount = subtract(part.amount, forFee);
  const { payment, settled } = await settleInvoices(ctx, row, checkout, { amount, at: part.at });
  if (creditOf(payment) > 0) await rescheduleReminders(ctx, row.business_id, settled[0].invoice.customer_id);
  await issueReceipt(ctx, row);
  await notifyOfPayment(ctx, { payment: row, part, forFee, settled });
  publish(ctx, row.business_id, ...settled.flatMap(({ invoice }) => paidEvents(invoice.id)));
  return payment;
}

// The quoted fee counts only once, however the transaction grows, and never takes more than what it grew by.
async function withSurcharge(
  ctx: SystemCtx,
  row: PaymentRow,
  part: Part,
  checkout: CheckoutRow,
): Promise<PaymentRow> {
  const wanted = surchargeOf({ amount: row.amount_minor, fee: row.fee_minor }, checkout);
  const surcharge = least(wanted, add(row.surcharge_minor, part.amount));
  if (surcharge <= row.surcharge_minor) return row;
  return ctx.tx
    .updateTable('payments')
    .set({ surcharge_minor: surcharge })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

// A bank that takes its time is asked again soon, so that nobody waits for an answer that nobody fetches.
async function recordAttempt(ctx: SystemCtx, row: PaymentRow, { checkout }: Report): Promise<void> {
  const invoices = await invoicesOfCheckout(ctx.tx, checkout);
  const [invoice] = invoices;
  assert(invoice, `checkout ${checkout.reference} has an invoice`);
  const balance = add(...invoices.map(({ balance_minor }) => balance_minor));
  const state = attemptStateOf(attemptOf({ ...row, refunded_by: null, returning: ZERO }, balance), ctx.now);
  if (isUnanswered(state)) await restartPolls(ctx, row);
  recordActivity(ctx, row.business_id, {
    type: isUnanswered(state) ? 'payment_initiated' : 'payment_failed',
    description: ownerSentence(state, {
      customer: invoice.customer_name,
      number: invoiceNames(invoices.map(({ number }) => number)),
      currency: row.currency,
      amount: row.amount_minor,
    }),
    status: isUnanswered(state) ? 'pending' : 'failed',
    metadata: { amountMinor: row.amount_minor, currency: row.currency, invoiceId: invoice.id },
  });
  for (const { id } of invoices) publish(ctx, row.business_id, { topic: 'payments', invoiceId: id });
}
