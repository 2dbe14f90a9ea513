import { z } from 'zod';
import { least, type Minor, ZERO } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';
import {
  amountField,
  type Client,
  currencyField,
  feeField,
  hear,
  type Heard,
  idField,
  instantField,
} from './client.ts';
import { isAccountWire, oursOf } from './references.ts';
import type { Refund } from './refund-list.ts';

/** One transaction as verify and the list return it, reduced to the fields we use. */
export const transaction = z
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
  })
  .transform(({ paid_at, paidAt, created_at, createdAt, log, fees, ...rest }) => ({
    ...rest,
    fee: fees ?? ZERO,
    attempts: log?.attempts ?? 0,
    paidAt: paid_at ?? paidAt,
    createdAt: created_at ?? createdAt,
  }));
export type Transaction = z.infer<typeof transaction>;

const UNKNOWN = /transaction (reference )?(was )?(not found|is invalid)/i;

/** Fetches one transaction; null when Paystack knows none by that reference. */
export async function verifyTransaction(client: Client, wire: string): Promise<Heard<Transaction | null>> {
  const path = `/transaction/verify/${encodeURIComponent(wire)}`;
  const heard = await hear(client, { method: 'GET', path }, transaction);
  if (heard.kind === 'refused' && (heard.code === 'transaction_not_found' || UNKNOWN.test(heard.message)))
    return { kind: 'said', data: null, meta: null };
  if (heard.kind === 'said' && heard.data.reference !== wire)
    return { kind: 'unclear', reason: 'it answered about another transaction' };
  return heard;
}

/** Whether money came in with it, whatever became of it since. */
export const tookMoney = ({ status }: Transaction): boolean => status === 'success' || status === 'reversed';

/**
 * A checkout that was opened, or an account that waits for a transfer, is a transaction there before anybody paid or
 * tried to. To us it becomes one with the first attempt; an account that ran out had none.
 */
export function wasTried(told: Transaction): boolean {
  if (tookMoney(told)) return true;
  return !isAccountWire(told.reference) && (told.status !== 'abandoned' || told.attempts > 0);
}

/**
 * Refunded amount. Refunds are in a list of their own and count once processed; a transaction that is
 * `reversed` without any refund was reversed in full, by its bank or by a chargeback.
 */
export function givenBack(told: Transaction, refunds: readonly Refund[]): Minor {
  if (!tookMoney(told)) return ZERO;
  const alive = refunds.filter(({ status }) => status !== 'failed');
  if (alive.length === 0) return told.status === 'reversed' ? told.amount : ZERO;
  const processed = alive.filter(({ status }) => status === 'processed');
  const sum = processed.reduce((total, { amount }) => total + amount, 0);
  return least(sum as Minor, told.amount);
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

export function presentTransaction(told: Transaction, refunded: Minor): ProviderPayment {
  const status = statuses[told.status] ?? 'pending';
  return {
    transactionId: told.reference,
    reference: oursOf(told.reference),
    status: status === 'completed' && told.amount > 0 && refunded === told.amount ? 'refunded' : status,
    amount: told.amount,
    refunded,
    fee: told.fee,
    currency: told.currency,
    method: methods[told.channel ?? ''] ?? 'card',
    testMode: told.domain === 'test',
    paidAt: tookMoney(told) ? told.paidAt : null,
  };
}
