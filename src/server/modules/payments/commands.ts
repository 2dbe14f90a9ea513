import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { type Currency, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentProvider, ProviderPayment } from '#server/ports.ts';
import { announce, lockBusiness, type SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import { transfer } from '../ledger/commands.ts';
import { balances } from '../ledger/queries.ts';
import { available, clearing, fees, receivable, suspense } from '../ledger/rules.ts';
import { applyPayment, takeBack } from '../invoices/commands.ts';
import { tellOfPayment, tellOfRefund } from './messages.ts';
import { effectOf, whyUnmatched } from './rules.ts';
import type { CheckoutRow, PaymentRow, PaymentStatus } from './table.ts';

/** Where a report ended: told to the inbox and to whoever reads it. */
export type Outcome = 'credited' | 'recorded' | 'refunded' | 'nothing' | 'contradiction' | 'unmatched';

/**
 * Takes in what a provider said when asked about one transaction. Happens once however often it is called,
 * and money that cannot be matched is parked where it can be seen, never dropped.
 */
export async function recordPayment(
  ctx: SystemCtx,
  provider: Pick<PaymentProvider, 'name' | 'testMode'>,
  payment: ProviderPayment,
): Promise<Outcome> {
  const checkout = await ctx.tx
    .selectFrom('checkouts')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('reference', '=', payment.reference)
    .executeTakeFirst();
  if (!checkout) return park(ctx, provider.name, payment, null, 'unknown_reference');
  await lockBusiness(ctx.tx, checkout.business_id);
  const problem = whyUnmatched(payment, { currency: checkout.currency, testMode: provider.testMode });
  if (problem) return park(ctx, provider.name, payment, checkout, problem);
  const recorded = await ctx.tx
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('transaction_id', '=', payment.transactionId)
    .executeTakeFirst();
  const effect = effectOf(recorded?.status ?? null, payment.status);
  if (effect === 'nothing' || effect === 'contradiction') return effect;
  if (effect === 'refund' && recorded) return refund(ctx, recorded);
  const row = recorded
    ? await changeStatus(ctx, recorded, { status: payment.status, ...settledBy(payment) })
    : await insertPayment(ctx, checkout, payment);
  if (effect === 'credit') return credit(ctx, row);
  await tellOfAttempt(ctx, row);
  return 'recorded';
}

async function insertPayment(
  ctx: SystemCtx,
  checkout: CheckoutRow,
  payment: ProviderPayment,
): Promise<PaymentRow> {
  const invoice = await ctx.tx
    .selectFrom('invoices')
    .select('customer_id')
    .where('business_id', '=', checkout.business_id)
    .where('id', '=', checkout.invoice_id)
    .executeTakeFirstOrThrow();
  return ctx.tx
    .insertInto('payments')
    .values({
      business_id: checkout.business_id,
      id: newId('pay', ctx.now),
      provider: checkout.provider,
      transaction_id: payment.transactionId,
      reference: payment.reference,
      invoice_id: checkout.invoice_id,
      customer_id: invoice.customer_id,
      currency: checkout.currency,
      amount_minor: payment.amount,
      fee_minor: payment.fee,
      method: payment.method,
      status: payment.status,
      test_mode: payment.testMode,
      day: dateIn(ctx.now),
      created_at: ctx.now,
      completed_at: payment.status === 'completed' ? (payment.paidAt ?? ctx.now) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

// A pending payment is told before its fee is known, and sometimes before what really arrives: the last word counts.
const settledBy = ({ status, amount, fee, method }: ProviderPayment) =>
  status === 'completed' ? { amount_minor: amount, fee_minor: fee, method } : {};

type Change = { status: PaymentStatus } & Partial<Pick<PaymentRow, 'amount_minor' | 'fee_minor' | 'method'>>;

async function changeStatus(ctx: SystemCtx, row: PaymentRow, change: Change): Promise<PaymentRow> {
  const completed = change.status === 'completed' ? { completed_at: ctx.now } : {};
  return ctx.tx
    .updateTable('payments')
    .set({ ...change, ...completed, day: dateIn(ctx.now) })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

// In the order a reader would tell it: the money enters the books, the provider takes its fee, the invoice is
// settled as far as the money goes, what is left over is the customer's credit.
async function credit(ctx: SystemCtx, row: PaymentRow): Promise<Outcome> {
  const move = { currency: row.currency, cause: row.id };
  const wallet = available(row.business_id, row.currency);
  await transfer(ctx, {
    ...move,
    ref: `payment:${row.id}`,
    from: clearing(row.provider, row.currency),
    to: wallet,
    amount: row.amount_minor,
    reason: 'payment_received',
  });
  if (row.fee_minor > 0) {
    await transfer(ctx, {
      ...move,
      ref: `fee:${row.id}`,
      from: wallet,
      to: fees(row.provider, row.currency),
      amount: row.fee_minor,
      reason: 'provider_fee',
    });
  }
  const { applied, nowPaid, invoice } = await applyPayment(ctx, {
    businessId: row.business_id,
    invoiceId: invoiceIdOf(row),
    amount: row.amount_minor,
  });
  await allocate(ctx, row, applied);
  await tellOfPayment(ctx, { payment: row, applied, nowPaid, invoice });
  await announce(ctx, row.business_id, { topic: 'payments', invoiceId: invoice.id });
  return 'credited';
}

/** Books a refund or reversal of a completed payment: the invoice owes again, the wallet gives back what it can. */
async function refund(ctx: SystemCtx, recorded: PaymentRow): Promise<Outcome> {
  const row = await changeStatus(ctx, recorded, { status: 'refunded' });
  const { available: inWallet } = await balances(ctx.tx, row.business_id, row.currency);
  const fromWallet = least(inWallet, row.amount_minor);
  const move = { currency: row.currency, cause: row.id, to: clearing(row.provider, row.currency) };
  if (fromWallet > 0) {
    await transfer(ctx, {
      ...move,
      ref: `refund:${row.id}`,
      from: available(row.business_id, row.currency),
      amount: fromWallet,
      reason: 'payment_refunded',
    });
  }
  const shortfall = subtract(row.amount_minor, fromWallet);
  if (shortfall > 0) {
    await transfer(ctx, {
      ...move,
      ref: `refund-shortfall:${row.id}`,
      from: receivable(row.business_id, row.currency),
      amount: shortfall,
      reason: 'refund_shortfall',
    });
  }
  const invoice = await takeBack(ctx, {
    businessId: row.business_id,
    invoiceId: invoiceIdOf(row),
    amount: row.applied_minor,
  });
  await allocate(ctx, row, minor(-row.applied_minor));
  await tellOfRefund(ctx, { payment: row, invoice });
  await announce(ctx, row.business_id, { topic: 'payments', invoiceId: invoice.id });
  return 'refunded';
}

async function allocate(ctx: SystemCtx, row: PaymentRow, amount: Minor): Promise<void> {
  if (amount === 0) return;
  await ctx.tx
    .insertInto('allocations')
    .values({
      business_id: row.business_id,
      id: newId('alc', ctx.now),
      payment_id: row.id,
      invoice_id: invoiceIdOf(row),
      amount_minor: amount,
      created_at: ctx.now,
    })
    .execute();
  await ctx.tx
    .updateTable('payments')
    .set({ applied_minor: amount > 0 ? amount : ZERO })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute();
}

async function tellOfAttempt(ctx: SystemCtx, row: PaymentRow): Promise<void> {
  const said = {
    pending: 'Payment started',
    failed: 'Payment did not go through',
    cancelled: 'Payment was cancelled',
    refunded: 'Payment was refunded',
    completed: 'Payment received',
  };
  await recordActivity(ctx, row.business_id, {
    type: row.status === 'pending' ? 'payment_initiated' : 'payment_failed',
    description: said[row.status],
    status: row.status === 'pending' ? 'pending' : 'failed',
    metadata: { amountMinor: row.amount_minor, currency: row.currency, invoiceId: invoiceIdOf(row) },
  });
  await announce(ctx, row.business_id, { topic: 'payments', invoiceId: invoiceIdOf(row) });
}

async function park(
  ctx: SystemCtx,
  provider: string,
  payment: ProviderPayment,
  checkout: CheckoutRow | null,
  reason: 'unknown_reference' | 'other_currency' | 'test_money',
): Promise<Outcome> {
  if (payment.status === 'refunded') return giveBackParked(ctx, provider, payment);
  if (payment.status !== 'completed') return 'nothing';
  const parked = await ctx.tx
    .insertInto('unmatched_payments')
    .values({
      provider,
      transaction_id: payment.transactionId,
      business_id: checkout?.business_id ?? null,
      invoice_id: checkout?.invoice_id ?? null,
      reference: payment.reference,
      currency: payment.currency,
      amount_minor: payment.amount,
      reason,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transaction_id']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst();
  if (!parked) return 'nothing';
  if (reason !== 'test_money' && isOurs(payment.currency)) {
    await transfer(ctx, {
      ref: `unmatched:${provider}:${payment.transactionId}`,
      from: clearing(provider, payment.currency),
      to: suspense(provider, payment.currency),
      amount: payment.amount,
      currency: payment.currency,
      reason: 'unmatched_payment',
      cause: payment.transactionId,
    });
  }
  if (checkout) {
    await recordActivity(ctx, checkout.business_id, {
      type: 'payment_unmatched',
      status: 'pending',
      metadata: {
        amountMinor: payment.amount,
        invoiceId: checkout.invoice_id,
        ...(isOurs(payment.currency) ? { currency: payment.currency } : {}),
      },
      description: `A payment in ${payment.currency} arrived for a ${checkout.currency} invoice. It is kept apart until it is sorted out`,
    });
  }
  return 'unmatched';
}

// Money the provider gave back is no longer kept for anybody.
async function giveBackParked(
  ctx: SystemCtx,
  provider: string,
  { transactionId, currency }: ProviderPayment,
): Promise<Outcome> {
  const ref = `unmatched-refund:${provider}:${transactionId}`;
  const parked = await ctx.tx
    .selectFrom('unmatched_payments')
    .select(['amount_minor', 'currency', 'reason'])
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_transfers').select('ref').where('ref', '=', ref))),
    )
    .executeTakeFirst();
  if (!parked || parked.reason === 'test_money' || parked.currency !== currency || !isOurs(currency))
    return 'nothing';
  await transfer(ctx, {
    ref,
    from: suspense(provider, currency),
    to: clearing(provider, currency),
    amount: minor(parked.amount_minor),
    currency,
    reason: 'unmatched_refunded',
    cause: transactionId,
  });
  return 'refunded';
}

const isOurs = (currency: string): currency is Currency => currency === 'NGN' || currency === 'USD';

function invoiceIdOf(row: PaymentRow): string {
  if (!row.invoice_id) throw new Error(`payment ${row.id} has no invoice`);
  return row.invoice_id;
}
