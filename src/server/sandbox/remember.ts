import { dateIn } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Currency, ZERO } from '#core/money.ts';
import type { PayoutRequest, ProviderPayment } from '#server/kernel/ports/index.ts';
import type { SandboxContext } from './books.ts';
import { CHARGEBACK } from './refunds.ts';
import { payoutFee } from './rules.ts';
import type { PaymentRow, PayoutRow, RefundRow } from './table.ts';

/**
 * History from before the sandbox opened. A refunded payment has its refund time; a pending payout its
 * arrival time.
 */
export type History = {
  payments: { at: Date; payment: ProviderPayment & { currency: Currency }; refundedAt?: Date }[];
  payouts: { at: Date; request: PayoutRequest; arrivesAt: Date }[];
};

const CHUNK = 200;

/** Records a history without sending webhooks. Existing records stay as they are. */
export async function seedHistory(sandbox: SandboxContext, { payments, payouts }: History): Promise<void> {
  const now = sandbox.clock();
  await sandbox.db.transaction().execute(async (tx) => {
    for (const part of chunks(payments)) {
      await tx
        .insertInto('sandbox.payments')
        .values(part.map(paymentFrom))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const refunds = part.flatMap(refundFrom);
      if (refunds.length > 0) await tx.insertInto('sandbox.refunds').values(refunds).execute();
    }
    for (const part of chunks(payouts))
      await tx
        .insertInto('sandbox.payouts')
        .values(part.map((payout) => payoutFrom(payout, now)))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
  sandbox.wake();
}

const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, i) => all.slice(i * CHUNK, (i + 1) * CHUNK));

function paymentFrom({ at, payment, refundedAt }: History['payments'][number]): PaymentRow {
  const isPaid = payment.status === 'completed' || payment.status === 'refunded';
  return {
    transaction_id: payment.transactionId,
    reference: payment.reference,
    status: refundedAt ? 'refunded' : payment.status,
    amount_minor: payment.amount,
    fee_minor: isPaid ? payment.fee : ZERO,
    refunded_minor: refundedAt ? payment.amount : ZERO,
    returning_minor: ZERO,
    currency: payment.currency,
    method: payment.method,
    note: '',
    card_last4: null,
    card_revoked_at: null,
    attempt: null,
    otp_tries: null,
    notice_copies: null,
    plan: null,
    next_at: null,
    created_at: at,
    paid_at: isPaid ? (payment.paidAt ?? at) : null,
  };
}

const refundFrom = ({ payment, refundedAt }: History['payments'][number]): RefundRow[] =>
  refundedAt
    ? [
        {
          refund_id: `sbr_${newToken(15)}`,
          reference: null,
          transaction_id: payment.transactionId,
          amount_minor: payment.amount,
          state: 'completed',
          reason: CHARGEBACK,
          problem: null,
          plan: null,
          next_at: null,
          created_at: refundedAt,
          settled_at: refundedAt,
        },
      ]
    : [];

function payoutFrom({ at, request, arrivesAt }: History['payouts'][number], now: Date): PayoutRow {
  const hasArrived = arrivesAt <= now;
  return {
    reference: request.reference,
    amount_minor: request.amount,
    fee_minor: payoutFee(request.amount, request.currency, dateIn(at)),
    currency: request.currency,
    bank_code: request.bankCode,
    account_number: request.accountNumber,
    account_name: request.accountName,
    narration: request.narration,
    plan: 'completed',
    state: hasArrived ? 'completed' : 'processing',
    reason: null,
    next_at: hasArrived ? null : arrivesAt,
    created_at: at,
    settled_at: hasArrived ? arrivesAt : null,
  };
}
