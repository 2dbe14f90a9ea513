import { z } from 'zod';
import { least, type Minor, ZERO } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';
import {
  amountField,
  type ApiResult,
  callApi,
  type Client,
  currencyField,
  feeField,
  idField,
  instantField,
} from './client.ts';
import { isAccountWire, oursOf } from './references.ts';
import type { Refund } from './refund-list.ts';

/** The card behind a payment. Transactions that were not paid by card have an empty one, or another shape. */
const authorizationField = z
  .object({
    authorization_code: z.string().min(1),
    brand: z.string().nullish(),
    card_type: z.string().nullish(),
    last4: z.string().regex(/^\d{4}$/),
    exp_month: z.string().regex(/^\d{1,2}$/),
    exp_year: z.string().regex(/^\d{4}$/),
    reusable: z.boolean(),
  })
  .nullish()
  .catch(null);

/** One transaction as verify and the list return it, reduced to the fields we use. */
export const transactionSchema = z
  .object({
    id: idField,
    domain: z.enum(['test', 'live']),
    status: z.string().min(1),
    reference: z.string().min(1),
    amount: amountField,
    currency: currencyField,
    channel: z.string().nullish(),
    fees: feeField.optional(),
    log: z.object({ attempts: z.number() }).nullish().catch(null),
    paid_at: instantField,
    paidAt: instantField,
    created_at: instantField,
    createdAt: instantField,
    gateway_response: z.string().nullish().catch(null),
    authorization: authorizationField,
  })
  .transform(({ paid_at, paidAt, created_at, createdAt, log, fees, ...rest }) => ({
    ...rest,
    fee: fees ?? ZERO,
    attempts: log?.attempts ?? 0,
    paidAt: paid_at ?? paidAt,
    createdAt: created_at ?? createdAt,
  }));
export type Transaction = z.infer<typeof transactionSchema>;

const UNKNOWN = /transaction (reference )?(was )?(not found|is invalid)/i;

/** Fetches one transaction; null when Paystack knows none by that reference. */
export async function verifyTransaction(
  client: Client,
  wire: string,
): Promise<ApiResult<Transaction | null>> {
  const path = `/transaction/verify/${encodeURIComponent(wire)}`;
  const result = await callApi(client, { method: 'GET', path }, transactionSchema);
  if (result.kind === 'refused' && (result.code === 'transaction_not_found' || UNKNOWN.test(result.message)))
    return { kind: 'said', data: null, meta: null };
  if (result.kind === 'said' && result.data.reference !== wire)
    return { kind: 'unclear', reason: 'it answered about another transaction' };
  return result;
}

/** Whether money came in with it, whatever became of it since. */
export const wasPaid = ({ status }: Transaction): boolean => status === 'success' || status === 'reversed';

/**
 * A checkout that was opened, or an account that waits for a transfer, is a transaction there before anybody paid or
 * tried to. To us it becomes one with the first attempt; an account that ran out had none.
 */
export function wasAttempted(transaction: Transaction): boolean {
  if (wasPaid(transaction)) return true;
  return (
    !isAccountWire(transaction.reference) && (transaction.status !== 'abandoned' || transaction.attempts > 0)
  );
}

/**
 * Refunded amount. Refunds are in a list of their own and count once processed; a transaction that is
 * `reversed` without any refund was reversed in full, by its bank or by a chargeback.
 */
export function refundedAmount(transaction: Transaction, refunds: readonly Refund[]): Minor {
  if (!wasPaid(transaction)) return ZERO;
  const open = refunds.filter(({ status }) => status !== 'failed');
  if (open.length === 0) return transaction.status === 'reversed' ? transaction.amount : ZERO;
  const processed = open.filter(({ status }) => status === 'processed');
  const sum = processed.reduce((total, { amount }) => total + amount, 0);
  return least(sum as Minor, transaction.amount);
}

// `abandoned` is what a customer leaves behind who goes away; coming back makes it a success after all.
const statuses: Record<string, ProviderPayment['status']> = {
  success: 'completed',
  reversed: 'completed',
  failed: 'failed',
  abandoned: 'cancelled',
};

const methods: Record<string, PaymentMethod> = {
  card: 'card',
  bank: 'bank_transfer',
  bank_transfer: 'bank_transfer',
  dedicated_nuban: 'bank_transfer',
  eft: 'bank_transfer',
  ussd: 'ussd',
  qr: 'qr_code',
  mobile_money: 'wallet',
  apple_pay: 'wallet',
};

export function presentTransaction(transaction: Transaction, refunded: Minor): ProviderPayment {
  const status = statuses[transaction.status] ?? 'pending';
  return {
    transactionId: transaction.reference,
    reference: oursOf(transaction.reference),
    status:
      status === 'completed' && transaction.amount > 0 && refunded === transaction.amount
        ? 'refunded'
        : status,
    amount: transaction.amount,
    refunded,
    fee: transaction.fee,
    currency: transaction.currency,
    method: methods[transaction.channel ?? ''] ?? 'card',
    testMode: transaction.domain === 'test',
    paidAt: wasPaid(transaction) ? transaction.paidAt : null,
  };
}
