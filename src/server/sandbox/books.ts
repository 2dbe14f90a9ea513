import type { Selectable } from 'kysely';
import { type Clock, plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';
import { collectionFee, OTP_LIFETIME_MS, OTP_MAX_TRIES, TEST_OTP } from './rules.ts';
import type { PaymentRow, SandboxDb } from './table.ts';
import { addWebhook } from './webhooks.ts';

/** Shared context of every part of the sandbox. `wake` tells the loop that something is due. */
export type SandboxContext = { db: SandboxDb; clock: Clock; wake: () => void };

export type PaymentRecord = Selectable<PaymentRow>;

const BATCH = 50;

export async function findPayment(db: SandboxDb, transactionId: string): Promise<PaymentRecord | null> {
  return (
    (await db
      .selectFrom('sandbox.payments')
      .selectAll()
      .where('transaction_id', '=', transactionId)
      .executeTakeFirst()) ?? null
  );
}

export function paymentsOf(db: SandboxDb, reference: string): Promise<PaymentRecord[]> {
  return db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('created_at')
    .orderBy('transaction_id')
    .execute();
}

export type NewPayment = {
  reference: string;
  amount: Minor;
  currency: Currency;
  method: PaymentMethod;
  /** Completed when not given. */
  status?: PaymentRow['status'];
  /** The status it takes by itself, and after how many milliseconds. */
  plan?: PaymentRow['plan'];
  afterMs?: number;
  note?: string;
  cardLast4?: string;
  /** The same attempt is charged once. */
  attempt?: string;
  awaitsCode?: boolean;
  webhookCopies?: number | null;
};

/** Records a payment and its webhook; the same attempt again returns the first payment. */
export async function recordPayment(sandbox: SandboxContext, request: NewPayment): Promise<PaymentRecord> {
  const row = paymentFrom(request, sandbox.clock());
  const written = await sandbox.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('sandbox.payments')
      .values(row)
      .onConflict((conflict) => conflict.column('attempt').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted) await queueWebhook(tx, inserted, row.created_at);
    return (
      inserted ??
      (await tx
        .selectFrom('sandbox.payments')
        .selectAll()
        .where('attempt', '=', row.attempt)
        .executeTakeFirstOrThrow())
    );
  });
  sandbox.wake();
  return written;
}

function paymentFrom(request: NewPayment, now: Date): PaymentRow {
  const status = request.status ?? 'completed';
  const paid = status === 'completed';
  const plan = request.awaitsCode ? 'cancelled' : (request.plan ?? null);
  return {
    transaction_id: `sbt_${newToken(15)}`,
    reference: request.reference,
    status,
    amount_minor: request.amount,
    fee_minor: paid ? collectionFee(request.amount, request.currency) : ZERO,
    refunded_minor: ZERO,
    returning_minor: ZERO,
    currency: request.currency,
    method: request.method,
    note: request.note ?? '',
    card_last4: request.cardLast4 ?? null,
    card_revoked_at: null,
    attempt: request.attempt ?? null,
    otp_tries: request.awaitsCode ? 0 : null,
    notice_copies: request.webhookCopies ?? null,
    plan,
    next_at: plan ? plusMs(now, request.awaitsCode ? OTP_LIFETIME_MS : (request.afterMs ?? 0)) : null,
    created_at: now,
    paid_at: paid ? now : null,
  };
}

/** Decides every pending payment whose time has come; answers how many. */
export async function settlePayments(sandbox: SandboxContext): Promise<number> {
  const due = await sandbox.db
    .selectFrom('sandbox.payments')
    .selectAll()
    .where('next_at', '<=', sandbox.clock())
    .where('status', '=', 'pending')
    .orderBy('next_at')
    .limit(BATCH)
    .execute();
  for (const payment of due)
    if (payment.plan && payment.plan !== 'refunded')
      await movePayment(sandbox, payment, payment.plan, { at: payment.next_at ?? undefined });
  return due.length;
}

/** Settles a pending payment now; false when it is not pending. */
export async function settlePayment(
  sandbox: SandboxContext,
  transactionId: string,
  status: 'completed' | 'failed' | 'cancelled',
): Promise<boolean> {
  const payment = await findPayment(sandbox.db, transactionId);
  return payment?.status === 'pending' && movePayment(sandbox, payment, status);
}

/** Checks the entered one-time code. The third wrong one ends the payment. */
export async function enterCode(
  sandbox: SandboxContext,
  transactionId: string,
  code: string,
): Promise<'paid' | 'wrong' | 'ended'> {
  const payment = await findPayment(sandbox.db, transactionId);
  if (payment?.status !== 'pending' || payment.otp_tries === null) return 'ended';
  if (code.trim() === TEST_OTP) return (await movePayment(sandbox, payment, 'completed')) ? 'paid' : 'ended';
  const counted = await sandbox.db
    .updateTable('sandbox.payments')
    .set((eb) => ({ otp_tries: eb('otp_tries', '+', 1) }))
    .where('transaction_id', '=', transactionId)
    .where('status', '=', 'pending')
    .returning('otp_tries')
    .executeTakeFirst();
  if ((counted?.otp_tries ?? OTP_MAX_TRIES) < OTP_MAX_TRIES) return 'wrong';
  await movePayment(sandbox, payment, 'failed', { note: 'Wrong code three times' });
  return 'ended';
}

// Conditional on the previous state, so that of two callers one wins and the webhook is written once.
async function movePayment(
  sandbox: SandboxContext,
  previous: PaymentRecord,
  status: 'completed' | 'failed' | 'cancelled',
  how: { at?: Date; note?: string } = {},
): Promise<boolean> {
  const now = how.at ?? sandbox.clock();
  const paid = status === 'completed';
  const moved = await sandbox.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sandbox.payments')
      .set({
        status,
        plan: null,
        next_at: null,
        note: how.note ?? previous.note,
        fee_minor: paid ? collectionFee(previous.amount_minor, previous.currency) : previous.fee_minor,
        paid_at: paid ? now : previous.paid_at,
      })
      .where('transaction_id', '=', previous.transaction_id)
      .where('status', '=', previous.status)
      .returningAll()
      .executeTakeFirst();
    if (row) await queueWebhook(tx, row, sandbox.clock());
    return row !== undefined;
  });
  sandbox.wake();
  return moved;
}

async function queueWebhook(db: SandboxDb, payment: PaymentRecord, now: Date): Promise<void> {
  if (payment.status === 'pending') return;
  const data = {
    transactionId: payment.transaction_id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount_minor,
    currency: payment.currency,
  };
  await addWebhook(
    db,
    { type: `payment.${payment.status}`, about: payment.transaction_id, data, copies: payment.notice_copies },
    now,
  );
}

/** A payment as returned by the port. */
export function presentPayment(payment: PaymentRecord): ProviderPayment {
  return {
    transactionId: payment.transaction_id,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount_minor,
    refunded: payment.refunded_minor,
    fee: payment.fee_minor,
    currency: payment.currency,
    method: payment.method,
    testMode: true,
    paidAt: payment.paid_at,
  };
}
