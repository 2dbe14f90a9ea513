import { z } from 'zod';
import { least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { ListPage, Outcome, PaymentMethod, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { type Client, failureOf, isNotFound, type Reply, unreadable } from './client.ts';
import type { Reversals, ReversedAmounts } from './reversals.ts';
import {
  currencyCode,
  daysAround,
  fee,
  id,
  instant,
  money,
  nextPage,
  pageOf,
  reference,
  shortString,
} from './wire.ts';

const transactionSchema = z.object({
  id,
  tx_ref: reference,
  flw_ref: z.string().nullish(),
  amount: money,
  charged_amount: money.nullish(),
  app_fee: fee.nullish(),
  amount_settled: fee.nullish(),
  currency: currencyCode,
  status: shortString,
  payment_type: z.string().nullish(),
  created_at: instant,
});
type Transaction = z.output<typeof transactionSchema>;

type TransactionResult =
  | { kind: 'transaction'; transaction: Transaction | null }
  | Exclude<Reply, { kind: 'data' }>;

const isId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** Fetches one transaction; null when Flutterwave knows none by that id under this key. */
export async function fetchTransaction(client: Client, transactionId: string): Promise<TransactionResult> {
  if (!isId(transactionId)) return { kind: 'transaction', transaction: null };
  const result = parseTransaction(await client.get(`/transactions/${transactionId}/verify`));
  const other =
    result.kind === 'transaction' && result.transaction && result.transaction.id !== transactionId;
  return other ? unreadable : result;
}

function parseTransaction(reply: Reply): TransactionResult {
  if (reply.kind === 'refused' && isNotFound(reply.message, 'transaction'))
    return { kind: 'transaction', transaction: null };
  if (reply.kind !== 'data') return reply;
  const parsed = transactionSchema.safeParse(reply.data);
  return parsed.success ? { kind: 'transaction', transaction: parsed.data } : unreadable;
}

const statuses: Record<string, ProviderPayment['status']> = { successful: 'completed', failed: 'failed' };
const statusOf = (status: string): ProviderPayment['status'] => statuses[status.toLowerCase()] ?? 'pending';

const methods: Record<string, PaymentMethod> = {
  card: 'card',
  ussd: 'ussd',
  qr: 'qr_code',
  nqr: 'qr_code',
  account: 'bank_transfer',
  bank_transfer: 'bank_transfer',
  banktransfer: 'bank_transfer',
  bank: 'bank_transfer',
};
const methodOf = (paymentType: string | null | undefined): PaymentMethod =>
  methods[(paymentType ?? 'bank_transfer').toLowerCase()] ?? 'wallet';

/**
 * Amount received for us: never more than the customer was charged, and without the fee where the customer
 * was charged that on top.
 */
const paidOf = ({ amount, charged_amount: charged }: Transaction): Minor => least(amount, charged ?? amount);

/** In naira the settled amount shows the full fee, with VAT and stamp duty; the fee field is without them. */
function feeOf(transaction: Transaction): Minor {
  const paid = paidOf(transaction);
  const { amount_settled: settled, app_fee: appFee, charged_amount: charged } = transaction;
  if (transaction.currency === 'NGN' && settled && settled <= paid) return subtract(paid, settled);
  return charged && charged > transaction.amount ? ZERO : least(appFee ?? ZERO, paid);
}

/** `reversed` is the amount refunded or charged back. */
function present(client: Client, transaction: Transaction, reversed: Minor): ProviderPayment {
  const amount = paidOf(transaction);
  const status = statusOf(transaction.status);
  const refunded = least(reversed, amount);
  const isPaid = status === 'completed';
  return {
    transactionId: transaction.id,
    reference: transaction.tx_ref,
    status: isPaid && amount > 0 && refunded === amount ? 'refunded' : status,
    amount,
    refunded,
    fee: isPaid ? feeOf(transaction) : ZERO,
    currency: transaction.currency,
    method: methodOf(transaction.payment_type),
    // The two modes have separate keys and data; only the invented references of test cards show the mode.
    testMode: client.testMode || /^FLW-?MOCK/i.test(transaction.flw_ref ?? ''),
    paidAt: isPaid ? transaction.created_at : null,
  };
}

/** A transaction does not contain its refunds, so they are fetched where something was paid. */
async function presentAll(
  client: Client,
  transactions: readonly Transaction[],
  fetchReversed: (paid: readonly Transaction[]) => Promise<ReversedAmounts>,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const paid = transactions.filter(({ status }) => statusOf(status) === 'completed');
  if (paid.length === 0)
    return { ok: true, payments: transactions.map((each) => present(client, each, ZERO)) };
  const reversed = await fetchReversed(paid);
  if (reversed.kind !== 'gone') return failureOf(reversed);
  const payments: ProviderPayment[] = [];
  for (const each of transactions) {
    const sum = reversed.of(each);
    if (sum === null) return failureOf(unreadable);
    payments.push(present(client, each, sum));
  }
  return { ok: true, payments };
}

export async function verifyPayment(
  client: Client,
  reversals: Reversals,
  transactionId: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  const result = await fetchTransaction(client, transactionId);
  if (result.kind !== 'transaction') return failureOf(result);
  if (!result.transaction) return { ok: true, payment: null };
  const presented = await presentAll(client, [result.transaction], reversals.recent);
  return presented.ok ? { ok: true, payment: presented.payments[0] ?? null } : presented;
}

const MAX_PAGES = 20;

/**
 * The list by reference and the answer by reference together: how far back the list reaches when no days are given is
 * not stated, and the other gives one transaction where a customer may have tried several times.
 */
export async function listPayments(
  client: Client,
  reversals: Reversals,
  wanted: string,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const found = new Map<string, Transaction>();
  for (let page: number | null = 1; page !== null && page <= MAX_PAGES; ) {
    const listed = await fetchPage(client, { tx_ref: wanted, page: String(page) });
    if (listed.kind !== 'page') return failureOf(listed);
    for (const each of listed.items) found.set(each.id, each);
    page = listed.next;
  }
  const single = parseTransaction(await client.get('/transactions/verify_by_reference', { tx_ref: wanted }));
  if (single.kind !== 'transaction') return failureOf(single);
  if (single.transaction) found.set(single.transaction.id, single.transaction);
  return presentAll(
    client,
    [...found.values()].filter(({ tx_ref: ref }) => ref === wanted),
    reversals.recent,
  );
}

type Page = { kind: 'page'; items: Transaction[]; next: number | null } | Exclude<Reply, { kind: 'data' }>;

async function fetchPage(client: Client, query: Record<string, string>): Promise<Page> {
  const reply = await client.get('/transactions', query);
  if (reply.kind === 'refused' && isNotFound(reply.message, 'transaction'))
    return { kind: 'page', items: [], next: null };
  if (reply.kind !== 'data') return reply;
  const items = z.array(transactionSchema).safeParse(reply.data);
  const next = nextPage(reply.meta);
  return items.success && next !== 'unsaid' ? { kind: 'page', items: items.data, next } : unreadable;
}

export async function payments(
  client: Client,
  reversals: Reversals,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const page = pageOf(cursor);
  if (page === null) return { ok: false, reason: 'This cursor is not ours', retry: false };
  const listed = await fetchPage(client, { ...daysAround(span.from, span.until), page: String(page) });
  if (listed.kind !== 'page') return failureOf(listed);
  const within = listed.items.filter(({ created_at: at }) => at >= span.from && at < span.until);
  const presented = await presentAll(client, within, () => reversals.allSince(span.from, page > 1));
  if (!presented.ok) return presented;
  return { ok: true, items: presented.payments, next: listed.next === null ? null : String(listed.next) };
}
