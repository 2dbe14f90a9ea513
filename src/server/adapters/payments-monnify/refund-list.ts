import { z } from 'zod';
import { type Clock, plusMs } from '#core/dates.ts';
import { add, type Minor, ZERO } from '#core/money.ts';
import { createOrder, rises } from '#server/adapters/shared/list-order.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { Client } from './client.ts';
import { readInstant } from './dates.ts';
import { naira, readPage, shortString, tryLater, UNREADABLE } from './wire.ts';

const PAGE_SIZE = 100;
/** Read for a single payment, whose credit must not wait for a list that only grows. */
const FEW_PAGES = 4;
/** Read at most for a span of payments. */
const MANY_PAGES = 150;
const CACHE_MS = 30 * 60_000;

const listed = z.object({
  refundReference: shortString,
  transactionReference: shortString,
  refundAmount: naira.nullable().catch(null),
  refundStatus: shortString.nullable().catch(null),
  createdOn: z.string().nullish().transform(readInstant).catch(null),
});
type Listed = z.output<typeof listed>;

/** By their own references: a list that grows while it is read shows some of them twice. */
type Refunds = Map<string, Listed>;
type Reading = { refunds: Refunds; isComplete: boolean };

/** The refunds of all payments. Monnify lists them only all together, in an order it does not promise. */
export type RefundList = {
  /** The newest, back to an instant (null: to any) or as far as a few pages go. */
  recent(since: Date | null): Promise<Outcome<{ refunds: Refunds }>>;
  /** All since an instant, or a failure; `again` takes those of a reading some minutes ago. */
  allSince(since: Date, again: boolean): Promise<Outcome<{ refunds: Refunds }>>;
};

export function createRefundList(client: Client, clock: Clock): RefundList {
  let cache: { since: Date; until: Date; refunds: Refunds } | null = null;
  const newest = coalesceReads((since) => readNewestFirst(client, since, FEW_PAGES));
  const freshCache = () => (cache && cache.until > clock() ? cache : null);
  return {
    recent: async (since) => {
      const read = await newest(since);
      // A complete reading of a while ago reaches further back than a few pages.
      return read.ok
        ? { ok: true, refunds: new Map([...(freshCache()?.refunds ?? []), ...read.refunds]) }
        : read;
    },
    allSince: async (since, again) => {
      const before = again ? freshCache() : null;
      if (before && before.since <= since) return { ok: true, refunds: before.refunds };
      const read = await readNewestFirst(client, since, MANY_PAGES);
      if (!read.ok) return read;
      if (!read.isComplete) return tryLater('Monnify has more refunds since then than can be read at once');
      cache = { since, until: plusMs(clock(), CACHE_MS), refunds: read.refunds };
      return { ok: true, refunds: read.refunds };
    },
  };
}

type QueuedRead = { since: Date | null; answer: Promise<Outcome<Reading>> };

/**
 * Coalesces concurrent reads: all callers waiting before a reading begins share it, so many payments at once
 * cost as much as two. No caller gets a reading begun before its request, which might lack the refund it was
 * called for.
 */
function coalesceReads(read: (since: Date | null) => Promise<Outcome<Reading>>) {
  let inFlight: Promise<unknown> = Promise.resolve();
  let next: QueuedRead | null = null;
  return (since: Date | null): Promise<Outcome<Reading>> => {
    if (next) {
      next.since = next.since && since && (next.since < since ? next.since : since);
      return next.answer;
    }
    const batch: QueuedRead = {
      since,
      answer: inFlight.then(() => {
        next = null;
        return read(batch.since);
      }),
    };
    next = batch;
    inFlight = batch.answer.catch(() => null);
    return batch.answer;
  };
}

/** Reads from the newest back, past an instant or until the pages allowed are used up. */
async function readNewestFirst(
  client: Client,
  since: Date | null,
  maxPages: number,
): Promise<Outcome<Reading>> {
  const refunds: Refunds = new Map();
  const first = await fetchPage(client, 0);
  if (!first.ok) return first;
  const pages = first.pages ?? 0;
  // Where the oldest come first the newest are at the end.
  const isAscending = !first.isLast && pages > 1 && rises(timesOf(first.items));
  const seen = createOrder(since);
  let page = first;
  let isComplete = first.isLast;
  for (let read = 1; ; read += 1) {
    for (const one of page.items) refunds.set(one.refundReference, one);
    if (!isAscending || read > 1)
      isComplete ||= seen.isPast(timesOf(isAscending ? page.items.toReversed() : page.items));
    if (isComplete || read >= maxPages)
      return { ok: true, refunds, isComplete: isComplete && page.isFullyParsed };
    const following = await fetchPage(client, isAscending ? pages - read : read);
    if (!following.ok) return following;
    page = { ...following, isFullyParsed: page.isFullyParsed && following.isFullyParsed };
    isComplete = isAscending ? pages - read <= 1 : following.isLast;
  }
}

const timesOf = (items: readonly Listed[]) => items.map(({ createdOn }) => createdOn);

type Page = { items: Listed[]; isLast: boolean; pages: number | null; isFullyParsed: boolean };

/**
 * Unreadable items are skipped, unless there are no others; `isFullyParsed` shows whether none was skipped.
 */
async function fetchPage(client: Client, number: number): Promise<Outcome<Page>> {
  const query = { page: String(number), size: String(PAGE_SIZE) };
  const answer = await client.call({ method: 'GET', path: '/api/v1/refunds', query });
  const page = readPage(answer, number, PAGE_SIZE);
  if (!page.ok) return page;
  const items = page.items.map((item) => listed.safeParse(item).data).filter((item) => item !== undefined);
  if (items.length === 0 && page.items.length > 0) return tryLater(UNREADABLE);
  return { ...page, items, isFullyParsed: items.length === page.items.length };
}

/** Refunded amount of a payment; null where a refund of it cannot be read. */
export function refundedAmount(refunds: Refunds, transactionId: string): Minor | null {
  let total = ZERO;
  for (const { transactionReference, refundAmount, refundStatus } of refunds.values()) {
    if (transactionReference !== transactionId) continue;
    if (refundAmount === null || refundStatus === null) return null;
    if (refundStatus === 'COMPLETED') total = add(total, refundAmount);
  }
  return total;
}
