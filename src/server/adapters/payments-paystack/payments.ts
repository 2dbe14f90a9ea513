import { z } from 'zod';
import type { ListPage, Outcome, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { type ApiResult, callApi, type Client, failureOf, hasNextPage } from './client.ts';
import { accountWireOf, isReference, wireOf } from './references.ts';
import { listRefunds, type Refund } from './refund-list.ts';
import {
  presentTransaction,
  refundedAmount,
  type Transaction,
  transactionSchema,
  verifyTransaction,
  wasAttempted,
  wasPaid,
} from './transactions.ts';

/** One payment by the reference Paystack has it under, which is our id of it: the one name all its messages give. */
export async function verifyPayment(
  client: Client,
  transactionId: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  if (!isReference(transactionId)) return { ok: true, payment: null };
  const result = await verifyTransaction(client, transactionId);
  if (result.kind !== 'said') return failureOf(result);
  if (!result.data) return { ok: true, payment: null };
  const presented = await withRefunds(client, result.data);
  return presented.kind === 'said' ? { ok: true, payment: presented.data } : failureOf(presented);
}

async function withRefunds(client: Client, transaction: Transaction): Promise<ApiResult<ProviderPayment>> {
  const refunds: ApiResult<Refund[]> = wasPaid(transaction)
    ? await listRefunds(client, { transaction: transaction.id, since: transaction.createdAt })
    : { kind: 'said', data: [], meta: null };
  return refunds.kind === 'said' ? presentWith(transaction, refunds.data) : refunds;
}

function presentWith(transaction: Transaction, refunds: Refund[]): ApiResult<ProviderPayment> {
  if (refunds.some(({ currency }) => currency !== transaction.currency))
    return { kind: 'unclear', reason: 'a refund is in another currency than its payment' };
  return {
    kind: 'said',
    data: presentTransaction(transaction, refundedAmount(transaction, refunds)),
    meta: null,
  };
}

/** Fetches both transactions a checkout of ours may have: the page's and the transfer account's. */
export async function listPayments(
  client: Client,
  reference: string,
): Promise<Outcome<{ payments: ProviderPayment[] }>> {
  const wire = wireOf(reference);
  if (!wire) return { ok: true, payments: [] };
  const payments: ProviderPayment[] = [];
  for (const name of [wire, accountWireOf(wire)]) {
    const result = await verifyTransaction(client, name);
    if (result.kind !== 'said') return failureOf(result);
    if (!result.data || !wasAttempted(result.data)) continue;
    const presented = await withRefunds(client, result.data);
    if (presented.kind !== 'said') return failureOf(presented);
    payments.push(presented.data);
  }
  return { ok: true, payments };
}

const listed = z.array(transactionSchema.refine(({ createdAt }) => createdAt !== null));

/** One page of all transactions begun within a span. The cursor is the page's number. */
export async function paymentsWithin(
  client: Client,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const page = pageOf(cursor);
  const path = `/transaction?${spanQuery(span, page)}`;
  const result = await callApi(client, { method: 'GET', path }, listed);
  if (result.kind !== 'said') return failureOf(result);
  const begun = result.data.filter(
    (transaction) => wasAttempted(transaction) && isWithin(transaction.createdAt, span),
  );
  const refunds = await refundsFor(client, begun);
  if (refunds.kind !== 'said') return failureOf(refunds);
  const items: ProviderPayment[] = [];
  for (const transaction of begun) {
    const presented = presentWith(
      transaction,
      refunds.data.filter((refund) => refund.transaction === transaction.id),
    );
    if (presented.kind !== 'said') return failureOf(presented);
    items.push(presented.data);
  }
  return {
    ok: true,
    items,
    next: hasNextPage(page, result.data.length, result.meta) ? String(page + 1) : null,
  };
}

// No refund is older than its payment, so one request covers a full page.
async function refundsFor(client: Client, begun: readonly Transaction[]): Promise<ApiResult<Refund[]>> {
  const times = begun.filter(wasPaid).flatMap(({ createdAt }) => createdAt?.getTime() ?? []);
  if (times.length === 0) return { kind: 'said', data: [], meta: null };
  return listRefunds(client, { since: new Date(Math.min(...times)) });
}

/** Query of a list page. It leaves the page size out: the documents disagree about that parameter's name. */
export function spanQuery(span: Span, page: number): URLSearchParams {
  return new URLSearchParams({
    page: String(page),
    from: span.from.toISOString(),
    to: span.until.toISOString(),
  });
}

export const pageOf = (cursor: string | null): number =>
  cursor && /^\d{1,6}$/.test(cursor) ? Number(cursor) : 1;

export const isWithin = (at: Date | null, { from, until }: Span): boolean =>
  at !== null && at >= from && at < until;
