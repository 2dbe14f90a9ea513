import { z } from 'zod';
import type { ListPage, Outcome, ProviderPayment, Span } from '#server/kernel/ports/index.ts';
import { type Client, goesOn, hear, type Heard, unsaid } from './client.ts';
import { accountWireOf, isReference, wireOf } from './references.ts';
import { listRefunds, type Refund } from './refund-list.ts';
import {
  givenBack,
  presentTransaction,
  tookMoney,
  type Transaction,
  transaction,
  verifyTransaction,
  wasTried,
} from './transactions.ts';

/** One payment by the reference Paystack has it under, which is our id of it: the one name all its messages give. */
export async function verifyPayment(
  client: Client,
  transactionId: string,
): Promise<Outcome<{ payment: ProviderPayment | null }>> {
  if (!isReference(transactionId)) return { ok: true, payment: null };
  const heard = await verifyTransaction(client, transactionId);
  if (heard.kind !== 'said') return unsaid(heard);
  if (!heard.data) return { ok: true, payment: null };
  const presented = await withRefunds(client, heard.data);
  return presented.kind === 'said' ? { ok: true, payment: presented.data } : unsaid(presented);
}

async function withRefunds(client: Client, told: Transaction): Promise<Heard<ProviderPayment>> {
  const refunds: Heard<Refund[]> = tookMoney(told)
    ? await listRefunds(client, { transaction: told.id, since: told.createdAt })
    : { kind: 'said', data: [], meta: null };
  return refunds.kind === 'said' ? presentWith(told, refunds.data) : refunds;
}

function presentWith(told: Transaction, refunds: Refund[]): Heard<ProviderPayment> {
  if (refunds.some(({ currency }) => currency !== told.currency))
    return { kind: 'unclear', reason: 'a refund is in another currency than its payment' };
  return { kind: 'said', data: presentTransaction(told, givenBack(told, refunds)), meta: null };
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
    const heard = await verifyTransaction(client, name);
    if (heard.kind !== 'said') return unsaid(heard);
    if (!heard.data || !wasTried(heard.data)) continue;
    const presented = await withRefunds(client, heard.data);
    if (presented.kind !== 'said') return unsaid(presented);
    payments.push(presented.data);
  }
  return { ok: true, payments };
}

const listed = z.array(transaction.refine(({ createdAt }) => createdAt !== null));

/** One page of all transactions begun within a span. The cursor is the page's number. */
export async function paymentsWithin(
  client: Client,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  const page = pageOf(cursor);
  const path = `/transaction?${spanQuery(span, page)}`;
  const heard = await hear(client, { method: 'GET', path }, listed);
  if (heard.kind !== 'said') return unsaid(heard);
  const begun = heard.data.filter((told) => wasTried(told) && isWithin(told.createdAt, span));
  const refunds = await refundsFor(client, begun);
  if (refunds.kind !== 'said') return unsaid(refunds);
  const items: ProviderPayment[] = [];
  for (const told of begun) {
    const presented = presentWith(
      told,
      refunds.data.filter((refund) => refund.transaction === told.id),
    );
    if (presented.kind !== 'said') return unsaid(presented);
    items.push(presented.data);
  }
  return { ok: true, items, next: goesOn(page, heard.data.length, heard.meta) ? String(page + 1) : null };
}

// No refund is older than its payment, so one request covers a full page.
async function refundsFor(client: Client, begun: readonly Transaction[]): Promise<Heard<Refund[]>> {
  const times = begun.filter(tookMoney).flatMap(({ createdAt }) => createdAt?.getTime() ?? []);
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
