import { z } from 'zod';
import { plusMs } from '#core/dates.ts';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { Client, Reply } from './client.ts';
import { type AllItems, readAllPages } from './pagination.ts';
import { type ListedRefund, refundedAmount, refundsOf, refundsSince } from './refund-list.ts';
import { anyInstant, daysAround, id, money, shortString } from './wire.ts';

/** Read for a single payment, whose credit must not wait for lists that only grow. */
const FEW_PAGES = 4;
const FEW_PAYMENTS = 5;
/** Read at most for a span of payments. */
const MANY_PAGES = 400;
const CACHE_MS = 30 * 60_000;

type Paid = { id: string; flw_ref?: string | null | undefined; created_at: Date };
type Failure = Exclude<Reply, { kind: 'data' }>;
/** `of`: null where something of that payment cannot be read. */
export type ReversedAmounts = { kind: 'gone'; of: (payment: Paid) => Minor | null } | Failure;

/** Amounts reversed by refund or dispute. Refunds cannot be queried by payment. */
export type Reversals = {
  /** As far as the newest few pages since the first of them tell. */
  recent(paid: readonly Paid[]): Promise<ReversedAmounts>;
  /** Of payments since an instant, or a failure; `again` takes what was read some minutes ago. */
  allSince(since: Date, again: boolean): Promise<ReversedAmounts>;
};

type Lists = { refunds: readonly ListedRefund[]; chargebacks: readonly ListedChargeback[] };

export function createReversals(client: Client): Reversals {
  let cache: (Lists & { since: Date; until: Date }) | null = null;
  const freshCache = () => (cache && cache.until > client.clock() ? cache : null);
  return {
    recent: async (paid) => {
      const lists = await readRecent(client, paid);
      if (lists.kind !== 'lists') return lists;
      // A complete reading of a while ago reaches further back than a few pages.
      return sumsOf({ ...lists, refunds: newestOf(freshCache()?.refunds ?? [], lists.refunds) });
    },
    allSince: async (since, again) => {
      const before = again ? freshCache() : null;
      if (before && before.since <= since) return sumsOf(before);
      const lists = await readSince(client, since);
      if (lists.kind !== 'lists') return lists;
      cache = { ...lists, since, until: plusMs(client.clock(), CACHE_MS) };
      return sumsOf(lists);
    },
  };
}

const newestOf = (before: readonly ListedRefund[], now: readonly ListedRefund[]): ListedRefund[] => [
  ...new Map([...before, ...now].map((one) => [one.id, one])).values(),
];

const hasRef = (ref: string | null | undefined): ref is string => Boolean(ref) && ref !== 'N/A';

function sumsOf({ refunds, chargebacks }: Lists): ReversedAmounts {
  return {
    kind: 'gone',
    of: ({ id, flw_ref: ref }) => {
      const ownRefunds = refundsOf(refunds, id);
      const chargedBack = hasRef(ref) ? chargedBackAmount(chargebacks, ref) : add();
      return ownRefunds && chargedBack !== null ? add(refundedAmount(ownRefunds), chargedBack) : null;
    },
  };
}

type ListsResult = ({ kind: 'lists' } & Lists) | Failure;

async function readRecent(client: Client, paid: readonly Paid[]): Promise<ListsResult> {
  const first = new Date(Math.min(...paid.map(({ created_at: at }) => at.getTime())));
  const refunds = await refundsSince(client, first, FEW_PAGES);
  if (refunds.kind !== 'items') return refunds;
  const chargebacks: ListedChargeback[] = [];
  for (const ref of paid
    .map(({ flw_ref: flwRef }) => flwRef)
    .filter(hasRef)
    .slice(0, FEW_PAYMENTS)) {
    const result = await chargebacksOf(client, { flwRef: ref }, FEW_PAGES);
    if (result.kind !== 'items') return result;
    chargebacks.push(...result.items.filter(({ flw_ref: of }) => of === ref));
  }
  return { kind: 'lists', refunds: refunds.items, chargebacks };
}

async function readSince(client: Client, since: Date): Promise<ListsResult> {
  const refunds = await refundsSince(client, since, MANY_PAGES);
  if (refunds.kind !== 'items') return refunds;
  const chargebacks = await chargebacksOf(client, { since }, MANY_PAGES);
  if (chargebacks.kind !== 'items') return chargebacks;
  if (refunds.isComplete && chargebacks.isComplete)
    return { kind: 'lists', refunds: refunds.items, chargebacks: chargebacks.items };
  const what = refunds.isComplete ? 'chargebacks' : 'refunds';
  return { kind: 'nothing', reason: `Flutterwave: more ${what} since then than can be read at once` };
}

const listed = z.looseObject({ id, flw_ref: z.string(), created_at: anyInstant });
type ListedChargeback = z.output<typeof listed>;
const chargeback = z.object({ flw_ref: z.string(), amount: money, status: shortString });

/** A dispute takes the money away when the bank wins it or the business gives in. */
const lostStatuses = new Set(['lost', 'accepted']);

/**
 * Disputes begun since an instant, or those over one payment. No webhook announces them, so they are found
 * only by polling. Uncertain: an account may lack the permission to list them; it is then treated as having
 * none, because otherwise no payment could be verified.
 */
async function chargebacksOf(
  client: Client,
  filter: { since: Date } | { flwRef: string },
  maxPages: number,
): Promise<AllItems<ListedChargeback>> {
  const since = 'since' in filter ? filter.since : null;
  const query = 'since' in filter ? daysAround(filter.since, client.clock()) : { flw_ref: filter.flwRef };
  const all = await readAllPages(client, '/chargebacks', { query, since, maxPages }, listed);
  return all.kind === 'refused' ? { kind: 'items', items: [], isComplete: true } : all;
}

/** Amount of a payment the customer's bank took back; null where a dispute over it cannot be read. */
function chargedBackAmount(all: readonly ListedChargeback[], flwRef: string): Minor | null {
  const ours = z.array(chargeback).safeParse(all.filter(({ flw_ref: ref }) => ref === flwRef));
  if (!ours.success) return null;
  const lost = ours.data.filter(({ status }) => lostStatuses.has(status.toLowerCase()));
  return add(ZERO, ...lost.map(({ amount }) => amount));
}
