import { z } from 'zod';
import { plusMs } from '#core/dates.ts';
import type { ListPage, Outcome, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { transactionOfInvoice } from './checkout.ts';
import type { Answer, Client } from './client.ts';
import { refundedAmount, type RefundList } from './refund-list.ts';
import { present, readListed, readTransaction, statusOf, type Transaction } from './transactions.ts';
import { isNotFound, listPage, pageOf, readPage, refuse, shortString, tryLater, UNREADABLE } from './wire.ts';

const PAGE_SIZE = 50;
/** Pages of transfers into the account of one invoice; later ones are reported by their webhooks. */
const MOST_PAGES = 4;

type PaymentSettings = { testMode: boolean; refunds: RefundList };

type Refunds = Awaited<ReturnType<RefundList['recent']>>;

async function withRefunds(
  { testMode }: PaymentSettings,
  transactions: Transaction[],
  readRefunds: (since: Date | null) => Promise<Refunds>,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const paid = transactions.filter(({ status }) => statusOf(status) === 'completed');
  const none = { ok: true, refunds: new Map() } as const;
  const all = paid.length === 0 ? none : await readRefunds(earliestOf(paid));
  if (!all.ok) return all;
  const payments: ProviderPayment[] = [];
  for (const one of transactions) {
    const refunded = refundedAmount(all.refunds, one.id);
    if (refunded === null) return tryLater(UNREADABLE);
    payments.push(present(one, refunded, testMode));
  }
  return { ok: true, payments };
}

// Null where one of them has no date.
const earliestOf = (paid: readonly Transaction[]): Date | null =>
  paid.map(({ paidAt }) => paidAt).reduce((first, at) => first && at && (at < first ? at : first));

// An invoice without a payment attempt has no payment.
const attempted = (transaction: Transaction): Transaction | null =>
  transaction.amount > 0 ? transaction : null;

type Found = Outcome<{ found: Transaction | null }>;

function readSingle(answer: Answer, id: string | null): Found {
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'refused')
    return isNotFound(answer) ? { ok: true, found: null } : tryLater(answer.message);
  const found = readTransaction(answer.body);
  if (!found || (id !== null && found.id !== id)) return tryLater(UNREADABLE);
  return { ok: true, found: attempted(found) };
}

const fetchTransaction = async (client: Client, id: string): Promise<Found> =>
  readSingle(
    await client.call({ method: 'GET', path: `/api/v2/transactions/${encodeURIComponent(id)}` }),
    id,
  );

export async function verifyPayment(
  client: Client,
  settings: PaymentSettings,
  id: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  const one = await fetchTransaction(client, id);
  if (!one.ok) return one;
  const full = await withRefunds(settings, one.found ? [one.found] : [], settings.refunds.recent);
  return full.ok ? { ok: true, payment: full.payments[0] ?? null } : full;
}

/**
 * All payments of one of our invoices. It begins with one transaction, which the invoice names and which has
 * our reference; its account can be paid into again, and each transfer is a transaction of its own, which
 * only the search lists. Every id found in these three ways is fetched by itself. Should Monnify add a
 * further transfer to the first transaction instead, then its amount grows: it is always the sum received so
 * far.
 */
export async function listPayments(
  client: Client,
  settings: PaymentSettings,
  reference: string,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const ids = await idsOf(client, reference);
  if (!ids.ok) return ids;
  const transactions: Transaction[] = [];
  for (const id of ids.ids) {
    const one = await fetchTransaction(client, id);
    if (!one.ok) return one;
    if (one.found?.reference === reference) transactions.push(one.found);
  }
  return withRefunds(settings, transactions, settings.refunds.recent);
}

async function idsOf(client: Client, reference: string): Promise<Outcome<{ ids: Set<string> }>> {
  const path = '/api/v2/merchant/transactions/query';
  const query = { paymentReference: reference };
  const first = readSingle(await client.call({ method: 'GET', path, query }), null);
  if (!first.ok) return first;
  const invoice = await transactionOfInvoice(client, reference);
  if (!invoice.ok) return invoice;
  const all = await search(client, query);
  if (!all.ok) return all;
  const ids = [first.found?.id, invoice.transactionId, ...all.ids].filter((id) => typeof id === 'string');
  return { ok: true, ids: new Set(ids) };
}

const pointer = z.object({ transactionReference: shortString });

async function search(client: Client, query: Record<string, string>): Promise<Outcome<{ ids: string[] }>> {
  const ids: string[] = [];
  for (let number = 0; number < MOST_PAGES; number += 1) {
    const page = await searchPage(client, query, number);
    if (!page.ok) return page;
    const pointers = z.array(pointer).safeParse(page.items).data;
    if (!pointers) return tryLater(UNREADABLE);
    ids.push(...pointers.map((one) => one.transactionReference));
    if (page.isLast) return { ok: true, ids };
  }
  return { ok: true, ids };
}

async function searchPage(client: Client, filters: Record<string, string>, number: number) {
  const query = { ...filters, page: String(number), size: String(PAGE_SIZE) };
  const answer = await client.call({ method: 'GET', path: '/api/v1/transactions/search', query });
  return readPage(answer, number, PAGE_SIZE);
}

/** Everything begun within a span. Items the list leaves open are fetched one by one. */
export async function listAllPayments(
  client: Client,
  settings: PaymentSettings,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const number = pageOf(cursor);
  if (number === null) return refuse('No such page');
  const filters = { from: String(span.from.getTime()), to: String(plusMs(span.until, -1).getTime()) };
  const page = await searchPage(client, filters, number);
  if (!page.ok) return page;
  const transactions: Transaction[] = [];
  for (const item of page.items) {
    const one = await readItem(client, item);
    if (!one.ok) return one;
    if (one.found) transactions.push(one.found);
  }
  const full = await withRefunds(settings, transactions, () =>
    settings.refunds.allSince(span.from, number > 0),
  );
  return full.ok ? listPage(full.payments, page.isLast, number) : full;
}

async function readItem(client: Client, item: unknown): Promise<Found> {
  const known = readListed(item);
  if (known) return { ok: true, found: attempted(known) };
  const entry = pointer.safeParse(item).data;
  return entry ? fetchTransaction(client, entry.transactionReference) : tryLater(UNREADABLE);
}
