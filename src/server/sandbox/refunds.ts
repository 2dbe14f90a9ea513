import type { Kysely, Selectable, Transaction } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Minor, minor } from '#core/money.ts';
import type { PaymentRecord, SandboxContext } from './books.ts';
import { REFUND_DELAY_MS } from './rules.ts';
import type { RefundRow, SandboxTables } from './table.ts';
import { addWebhook } from './webhooks.ts';

export type RefundRecord = Selectable<RefundRow>;

type Tx = Transaction<SandboxTables>;
/** The outcome of a refund. */
export type InitialState = Pick<RefundRow, 'state' | 'problem' | 'plan'>;

const BATCH = 50;
const problems: Record<RefundRow['state'], string | null> = {
  processing: null,
  completed: null,
  failed: 'The bank of the customer sent the money back',
  needs_attention: 'The account of the customer is closed: say where the money is to go',
};
/** Reason of an unrequested refund. */
export const CHARGEBACK = 'Given back by the bank';

/** The part of a payment that is neither refunded nor pending. */
export function refundableAmount(
  payment: Pick<PaymentRecord, 'amount_minor' | 'refunded_minor' | 'returning_minor'>,
): Minor {
  return minor(payment.amount_minor - payment.refunded_minor - payment.returning_minor);
}

/**
 * An unrequested refund: all that is left, unless an amount is given. Null when the payment is not completed
 * or does not hold that much any more.
 */
export async function reverse(
  sandbox: SandboxContext,
  transactionId: string,
  amount?: Minor,
): Promise<RefundRecord | null> {
  const reversed = await sandbox.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, transactionId);
    return payment && insertChargeback(tx, payment, amount ?? refundableAmount(payment), sandbox.clock());
  });
  sandbox.wake();
  return reversed;
}

async function insertChargeback(
  tx: Tx,
  payment: PaymentRecord,
  amount: Minor,
  now: Date,
): Promise<RefundRecord | null> {
  if (payment.status !== 'completed' || amount <= 0 || amount > refundableAmount(payment)) return null;
  const chargeback = { reference: null, amount, reason: CHARGEBACK };
  return addRefund(tx, payment, chargeback, { state: 'completed', problem: null, plan: null }, now);
}

/**
 * Locks the payment before every change of a refund, so that its remainder is read and updated by one caller
 * at a time.
 */
export async function lockPayment(tx: Tx, transactionId: string): Promise<PaymentRecord | null> {
  const query = tx.selectFrom('sandbox.payments').selectAll().where('transaction_id', '=', transactionId);
  return (await query.forUpdate().executeTakeFirst()) ?? null;
}

export async function findRefund(db: Kysely<SandboxTables>, reference: string): Promise<RefundRecord | null> {
  const query = db.selectFrom('sandbox.refunds').selectAll().where('reference', '=', reference);
  return (await query.executeTakeFirst()) ?? null;
}

type NewRefund = { reference: string | null; amount: Minor; reason: string };

/** Records a refund of a locked payment and its webhook; null when its reference is known already. */
export async function addRefund(
  tx: Tx,
  payment: PaymentRecord,
  input: NewRefund,
  initial: InitialState,
  now: Date,
): Promise<RefundRecord | null> {
  const inserted = await tx
    .insertInto('sandbox.refunds')
    .values({
      refund_id: `sbr_${newToken(15)}`,
      reference: input.reference,
      transaction_id: payment.transaction_id,
      amount_minor: input.amount,
      reason: input.reason,
      ...initial,
      next_at: initial.plan && plusMs(now, REFUND_DELAY_MS),
      created_at: now,
      settled_at: isDecided(initial.state) ? now : null,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) return null;
  await updateRefunded(tx, payment, inserted, null, now);
  return inserted;
}

const isDecided = (state: RefundRow['state']) => state === 'completed' || state === 'failed';
const isPending = (state: RefundRow['state'] | null) => state === 'processing' || state === 'needs_attention';

// The payment is locked, so what was read of it still holds.
async function updateRefunded(
  tx: Tx,
  payment: PaymentRecord,
  refund: RefundRecord,
  before: RefundRow['state'] | null,
  now: Date,
): Promise<void> {
  const amount = refund.amount_minor;
  const refunded = minor(payment.refunded_minor + (refund.state === 'completed' ? amount : 0));
  const returning = minor(
    payment.returning_minor + (isPending(refund.state) ? amount : 0) - (isPending(before) ? amount : 0),
  );
  const isAll = refunded === payment.amount_minor;
  await tx
    .updateTable('sandbox.payments')
    .set({
      refunded_minor: refunded,
      returning_minor: returning,
      ...(isAll ? { status: 'refunded' as const, plan: null, next_at: null } : {}),
    })
    .where('transaction_id', '=', payment.transaction_id)
    .execute();
  if (refund.state !== 'processing') await queueWebhook(tx, payment, refund, now);
}

async function queueWebhook(tx: Tx, payment: PaymentRecord, refund: RefundRecord, now: Date): Promise<void> {
  const data = {
    refundId: refund.refund_id,
    reference: refund.reference,
    transactionId: refund.transaction_id,
    status: refund.state,
    amount: refund.amount_minor,
    currency: payment.currency,
  };
  const type = `refund.${refund.state}`;
  await addWebhook(tx, { type, about: refund.transaction_id, data, copies: payment.notice_copies }, now);
}

/** Moves every refund whose time has come, and begins those that payments have planned; answers how many. */
export async function settleRefunds(sandbox: SandboxContext): Promise<number> {
  const planned = await sandbox.db
    .selectFrom('sandbox.payments')
    .select('transaction_id')
    .where('next_at', '<=', sandbox.clock())
    .where('plan', '=', 'refunded')
    .limit(BATCH)
    .execute();
  for (const payment of planned) await applyPlan(sandbox, payment.transaction_id);
  const due = await sandbox.db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('next_at', '<=', sandbox.clock())
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
  for (const refund of due) if (refund.plan) await moveRefund(sandbox, refund, refund.plan);
  return planned.length + due.length;
}

async function applyPlan(sandbox: SandboxContext, transactionId: string): Promise<void> {
  await sandbox.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, transactionId);
    if (payment?.plan !== 'refunded') return;
    await tx
      .updateTable('sandbox.payments')
      .set({ plan: null, next_at: null })
      .where('transaction_id', '=', transactionId)
      .execute();
    await insertChargeback(tx, payment, refundableAmount(payment), sandbox.clock());
  });
  sandbox.wake();
}

/** Decides a refund by hand; false when it is decided already. */
export async function settleRefund(
  sandbox: SandboxContext,
  refundId: string,
  to: 'completed' | 'failed',
): Promise<boolean> {
  const refund = await sandbox.db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return refund !== undefined && isPending(refund.state) && moveRefund(sandbox, refund, to);
}

// Conditional on the previous state, so that of two callers one wins and the webhook is written once.
async function moveRefund(
  sandbox: SandboxContext,
  previous: RefundRecord,
  to: NonNullable<RefundRow['plan']>,
): Promise<boolean> {
  const now = sandbox.clock();
  const moved = await sandbox.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, previous.transaction_id);
    const row = await tx
      .updateTable('sandbox.refunds')
      .set({
        state: to,
        problem: problems[to],
        plan: null,
        next_at: null,
        settled_at: isDecided(to) ? now : null,
      })
      .where('refund_id', '=', previous.refund_id)
      .where('state', '=', previous.state)
      .returningAll()
      .executeTakeFirst();
    if (row && payment) await updateRefunded(tx, payment, row, previous.state, now);
    return row !== undefined;
  });
  sandbox.wake();
  return moved;
}
