import { z } from 'zod';
import { least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { ListPage, Outcome, PaymentMethod, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { type Client, failureOf, type Reply, saysUnknown, unreadable } from './client.ts';
import type { GivenBack, Gone } from './given-back.ts';
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
  word,
} from './wire.ts';

const transaction = z.object({
  id,
  tx_ref: reference,
  flw_ref: z.string().nullish(),
  amount: money,
  charged_amount: money.nullish(),
  app_fee: fee.nullish(),
  amount_settled: fee.nullish(),
  currency: currencyCode,
  status: word,
  payment_type: z.string().nullish(),
  created_at: instant,
});
export type Transaction = z.output<typeof transaction>;

type Asked = { kind: 'transaction'; transaction: Transaction | null } | Exclude<Reply, { kind: 'data' }>;

const isId = (told: string): boolean => /^[1-9]\d{0,17}$/.test(told);

/** Fetches one transaction; null when Flutterwave knows none by that id under this key. */
export async function askTransaction(client: Client, transactionId: string): Promise<Asked> {
  if (!isId(transactionId)) return { kind: 'transaction', transaction: null };
  const asked = one(await client.get(`/transactions/${transactionId}/verify`));
  const other = asked.kind === 'transaction' && asked.transaction && asked.transaction.id !== transactionId;
  return other ? unreadable : asked;
}

function one(reply: Reply): Asked {
  if (reply.kind === 'refused' && saysUnknown(reply.words, 'transaction'))
    return { kind: 'transaction', transaction: null };
  if (reply.kind !== 'data') return reply;
  const told = transaction.safeParse(reply.data);
  return told.success ? { kind: 'transaction', transaction: told.data } : unreadable;
}

const statuses: Record<string, ProviderPayment['status']> = { successful: 'completed', failed: 'failed' };
const statusOf = (told: string): ProviderPayment['status'] => statuses[told.toLowerCase()] ?? 'pending';

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
const methodOf = (told: string | null | undefined): PaymentMethod =>
  methods[(told ?? 'bank_transfer').toLowerCase()] ?? 'wallet';

/**
 * Amount received for us: never more than the customer was charged, and without the fee where the customer
 * was charged that on top.
 */
const paidOf = ({ amount, charged_amount: charged }: Transaction): Minor => least(amount, charged ?? amount);

/** In naira the settled amount shows the full fee, with VAT and stamp duty; the fee field is without them. */
function feeOf(told: Transaction): Minor {
  const paid = paidOf(told);
  const { amount_settled: settled, app_fee: asked, charged_amount: charged } = told;
  if (told.currency === 'NGN' && settled && settled <= paid) return subtract(paid, settled);
  return charged && charged > told.amount ? ZERO : least(asked ?? ZERO, paid);
}

/** `reversed` is the amount refunded or charged back. */
function present(client: Client, told: Transaction, gone: Minor): ProviderPayment {
  const amount = paidOf(told);
  const status = statusOf(told.status);
  const refunded = least(gone, amount);
  const isPaid = status === 'completed';
  return {
    transactionId: told.id,
    reference: told.tx_ref,
    status: isPaid && amount > 0 && refunded === amount ? 'refunded' : status,
    amount,
    refunded,
    fee: isPaid ? feeOf(told) : ZERO,
    currency: told.currency,
    method: methodOf(told.payment_type),
    // The two modes have separate keys and data; only the invented references of test cards show the mode.
    testMode: client.testMode || /^FLW-?MOCK/i.test(told.flw_ref ?? ''),
    paidAt: isPaid ? told.created_at : null,
  };
}

/** A transaction does not contain its refunds, so they are fetched where something was paid. */
async function presentAll(
  client: Client,
  told: readonly Transaction[],
  ask: (paid: readonly Transaction[]) => Promise<Gone>,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const paid = told.filter(({ status }) => statusOf(status) === 'completed');
  if (paid.length === 0) return { ok: true, payments: told.map((each) => present(client, each, ZERO)) };
  const gone = await ask(paid);
  if (gone.kind !== 'gone') return failureOf(gone);
  const payments: ProviderPayment[] = [];
  for (const each of told) {
    const sum = gone.of(each);
    if (sum === null) return failureOf(unreadable);
    payments.push(present(client, each, sum));
  }
  return { ok: true, payments };
}

export async function verifyPayment(
  client: Client,
  givenBack: GivenBack,
  transactionId: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  const asked = await askTransaction(client, transactionId);
  if (asked.kind !== 'transaction') return failureOf(asked);
  if (!asked.transaction) return { ok: true, payment: null };
  const shown = await presentAll(client, [asked.transaction], givenBack.lately);
  return shown.ok ? { ok: true, payment: shown.payments[0] ?? null } : shown;
}

const MAX_PAGES = 20;

/**
 * The list by reference and the answer by reference together: how far back the list reaches when no days are given is
 * not stated, and the other gives one transaction where a customer may have tried several times.
 */
export async function listPayments(
  client: Client,
  givenBack: GivenBack,
  wanted: string,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const found = new Map<string, Transaction>();
  for (let page: number | null = 1; page !== null && page <= MAX_PAGES; ) {
    const listed = await askPage(client, { tx_ref: wanted, page: String(page) });
    if (listed.kind !== 'page') return failureOf(listed);
    for (const each of listed.items) found.set(each.id, each);
    page = listed.next;
  }
  const single = one(await client.get('/transactions/verify_by_reference', { tx_ref: wanted }));
  if (single.kind !== 'transaction') return failureOf(single);
  if (single.transaction) found.set(single.transaction.id, single.transaction);
  return presentAll(
    client,
    [...found.values()].filter(({ tx_ref: told }) => told === wanted),
    givenBack.lately,
  );
}

type Page = { kind: 'page'; items: Transaction[]; next: number | null } | Exclude<Reply, { kind: 'data' }>;

async function askPage(client: Client, query: Record<string, string>): Promise<Page> {
  const reply = await client.get('/transactions', query);
  if (reply.kind === 'refused' && saysUnknown(reply.words, 'transaction'))
    return { kind: 'page', items: [], next: null };
  if (reply.kind !== 'data') return reply;
  const items = z.array(transaction).safeParse(reply.data);
  const next = nextPage(reply.meta);
  return items.success && next !== 'unsaid' ? { kind: 'page', items: items.data, next } : unreadable;
}

export async function payments(
  client: Client,
  givenBack: GivenBack,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const page = pageOf(cursor);
  if (page === null) return { ok: false, reason: 'This cursor is not ours', retry: false };
  const listed = await askPage(client, { ...daysAround(span.from, span.until), page: String(page) });
  if (listed.kind !== 'page') return failureOf(listed);
  const within = listed.items.filter(({ created_at: at }) => at >= span.from && at < span.until);
  const shown = await presentAll(client, within, () => givenBack.allSince(span.from, page > 1));
  if (!shown.ok) return shown;
  return { ok: true, items: shown.payments, next: listed.next === null ? null : String(listed.next) };
}
