import type { Kysely, Selectable, Transaction } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Minor, minor } from '#core/money.ts';
import type { Books, PaymentRecord } from './books.ts';
import { REFUND_DELAY_MS } from './rules.ts';
import type { RefundRow, SandboxTables } from './table.ts';
import { addNotice } from './webhooks.ts';

export type RefundRecord = Selectable<RefundRow>;

type Tx = Transaction<SandboxTables>;
/** The outcome of a refund. */
export type Fate = Pick<RefundRow, 'state' | 'problem' | 'plan'>;

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
export function leftOf(
  payment: Pick<PaymentRecord, 'amount_minor' | 'refunded_minor' | 'returning_minor'>,
): Minor {
  return minor(payment.amount_minor - payment.refunded_minor - payment.returning_minor);
}

/**
 * An unrequested refund: all that is left, unless an amount is given. Null when the payment is not completed
 * or does not hold that much any more.
 */
export async function giveBack(
  books: Books,
  transactionId: string,
  amount?: Minor,
): Promise<RefundRecord | null> {
  const given = await books.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, transactionId);
    return payment && chargeBack(tx, payment, amount ?? leftOf(payment), books.clock());
  });
  books.wake();
  return given;
}

async function chargeBack(
  tx: Tx,
  payment: PaymentRecord,
  amount: Minor,
  now: Date,
): Promise<RefundRecord | null> {
  if (payment.status !== 'completed' || amount <= 0 || amount > leftOf(payment)) return null;
  const wish = { reference: null, amount, reason: CHARGEBACK };
  return addRefund(tx, payment, wish, { state: 'completed', problem: null, plan: null }, now);
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

type Wish = { reference: string | null; amount: Minor; reason: string };

/** Records a refund of a locked payment and its webhook; null when its reference is known already. */
export async function addRefund(
  tx: Tx,
  payment: PaymentRecord,
  wish: Wish,
  fate: Fate,
  now: Date,
): Promise<RefundRecord | null> {
  const made = await tx
    .insertInto('sandbox.refunds')
    .values({
      refund_id: `sbr_${newToken(15)}`,
      reference: wish.reference,
      transaction_id: payment.transaction_id,
      amount_minor: wish.amount,
      reason: wish.reason,
      ...fate,
      next_at: fate.plan && plusMs(now, REFUND_DELAY_MS),
      created_at: now,
      settled_at: isDecided(fate.state) ? now : null,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!made) return null;
  await keepCount(tx, payment, made, null, now);
  return made;
}

const isDecided = (state: RefundRow['state']) => state === 'completed' || state === 'failed';
const isUnderWay = (state: RefundRow['state'] | null) =>
  state === 'processing' || state === 'needs_attention';

// The payment is locked, so what was read of it still holds.
async function keepCount(
  tx: Tx,
  payment: PaymentRecord,
  refund: RefundRecord,
  before: RefundRow['state'] | null,
  now: Date,
): Promise<void> {
  const amount = refund.amount_minor;
  const refunded = minor(payment.refunded_minor + (refund.state === 'completed' ? amount : 0));
  const returning = minor(
    payment.returning_minor + (isUnderWay(refund.state) ? amount : 0) - (isUnderWay(before) ? amount : 0),
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
  if (refund.state !== 'processing') await tellAbout(tx, payment, refund, now);
}

async function tellAbout(tx: Tx, payment: PaymentRecord, refund: RefundRecord, now: Date): Promise<void> {
  const data = {
    refundId: refund.refund_id,
    reference: refund.reference,
    transactionId: refund.transaction_id,
    status: refund.state,
    amount: refund.amount_minor,
    currency: payment.currency,
  };
  const type = `refund.${refund.state}`;
  await addNotice(tx, { type, about: refund.transaction_id, data, copies: payment.notice_copies }, now);
}

/** Moves every refund whose time has come, and begins those that payments have planned; answers how many. */
export async function settleRefunds(books: Books): Promise<number> {
  const planned = await books.db
    .selectFrom('sandbox.payments')
    .select('transaction_id')
    .where('next_at', '<=', books.clock())
    .where('plan', '=', 'refunded')
    .limit(BATCH)
    .execute();
  for (const payment of planned) await carryOutPlan(books, payment.transaction_id);
  const due = await books.db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('next_at', '<=', books.clock())
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
  for (const refund of due) if (refund.plan) await moveRefund(books, refund, refund.plan);
  return planned.length + due.length;
}

async function carryOutPlan(books: Books, transactionId: string): Promise<void> {
  await books.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, transactionId);
    if (payment?.plan !== 'refunded') return;
    await tx
      .updateTable('sandbox.payments')
      .set({ plan: null, next_at: null })
      .where('transaction_id', '=', transactionId)
      .execute();
    await chargeBack(tx, payment, leftOf(payment), books.clock());
  });
  books.wake();
}

/** Decides a refund by hand; false when it is decided already. */
export async function settleRefund(
  books: Books,
  refundId: string,
  to: 'completed' | 'failed',
): Promise<boolean> {
  const refund = await books.db
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return refund !== undefined && isUnderWay(refund.state) && moveRefund(books, refund, to);
}

// Conditional on the previous state, so that of two callers one wins and the webhook is written once.
async function moveRefund(
  books: Books,
  seen: RefundRecord,
  to: NonNullable<RefundRow['plan']>,
): Promise<boolean> {
  const now = books.clock();
  const moved = await books.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, seen.transaction_id);
    const row = await tx
      .updateTable('sandbox.refunds')
      .set({
        state: to,
        problem: problems[to],
        plan: null,
        next_at: null,
        settled_at: isDecided(to) ? now : null,
      })
      .where('refund_id', '=', seen.refund_id)
      .where('state', '=', seen.state)
      .returningAll()
      .executeTakeFirst();
    if (row && payment) await keepCount(tx, payment, row, seen.state, now);
    return row !== undefined;
  });
  books.wake();
  return moved;
}
