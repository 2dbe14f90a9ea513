import { plusMs } from '#core/dates.ts';
import { add, type Minor } from '#core/money.ts';
import { chargebacksOf, type ListedChargeback, takenBack } from './chargebacks.ts';
import type { Client, Reply } from './client.ts';
import { gaveBack, type ListedRefund, refundsOf, refundsSince } from './refund-list.ts';

/** Read for a single payment, whose credit must not wait for lists that only grow. */
const FEW_PAGES = 4;
const FEW_PAYMENTS = 5;
/** Read at most for a span of payments. */
const MANY_PAGES = 400;
const HELD_MS = 30 * 60_000;

type Paid = { id: string; flw_ref?: string | null | undefined; created_at: Date };
type Failure = Exclude<Reply, { kind: 'data' }>;
/** `of`: null where something of that payment cannot be read. */
export type Gone = { kind: 'gone'; of: (payment: Paid) => Minor | null } | Failure;

/** Amounts reversed by refund or dispute. Refunds cannot be queried by payment. */
export type GivenBack = {
  /** As far as the newest few pages since the first of them tell. */
  lately(paid: readonly Paid[]): Promise<Gone>;
  /** Of payments since an instant, or a failure; `again` takes what was read some minutes ago. */
  allSince(since: Date, again: boolean): Promise<Gone>;
};

type Lists = { refunds: readonly ListedRefund[]; chargebacks: readonly ListedChargeback[] };

export function createGivenBack(client: Client): GivenBack {
  let held: (Lists & { since: Date; until: Date }) | null = null;
  const kept = () => (held && held.until > client.clock() ? held : null);
  return {
    lately: async (paid) => {
      const lists = await readLately(client, paid);
      if (lists.kind !== 'lists') return lists;
      // A complete reading of a while ago reaches further back than a few pages.
      return sumsOf({ ...lists, refunds: newestOf(kept()?.refunds ?? [], lists.refunds) });
    },
    allSince: async (since, again) => {
      const before = again ? kept() : null;
      if (before && before.since <= since) return sumsOf(before);
      const lists = await readSince(client, since);
      if (lists.kind !== 'lists') return lists;
      held = { ...lists, since, until: plusMs(client.clock(), HELD_MS) };
      return sumsOf(lists);
    },
  };
}

const newestOf = (before: readonly ListedRefund[], now: readonly ListedRefund[]): ListedRefund[] => [
  ...new Map([...before, ...now].map((one) => [one.id, one])).values(),
];

const hasRef = (told: string | null | undefined): told is string => Boolean(told) && told !== 'N/A';

function sumsOf({ refunds, chargebacks }: Lists): Gone {
  return {
    kind: 'gone',
    of: ({ id, flw_ref: ref }) => {
      const given = refundsOf(refunds, id);
      const taken = hasRef(ref) ? takenBack(chargebacks, ref) : add();
      return given && taken !== null ? add(gaveBack(given), taken) : null;
    },
  };
}

type Read = ({ kind: 'lists' } & Lists) | Failure;

async function readLately(client: Client, paid: readonly Paid[]): Promise<Read> {
  const first = new Date(Math.min(...paid.map(({ created_at: at }) => at.getTime())));
  const refunds = await refundsSince(client, first, FEW_PAGES);
  if (refunds.kind !== 'items') return refunds;
  const chargebacks: ListedChargeback[] = [];
  for (const ref of paid
    .map(({ flw_ref: told }) => told)
    .filter(hasRef)
    .slice(0, FEW_PAYMENTS)) {
    const told = await chargebacksOf(client, { flwRef: ref }, FEW_PAGES);
    if (told.kind !== 'items') return told;
    chargebacks.push(...told.items.filter(({ flw_ref: of }) => of === ref));
  }
  return { kind: 'lists', refunds: refunds.items, chargebacks };
}

async function readSince(client: Client, since: Date): Promise<Read> {
  const refunds = await refundsSince(client, since, MANY_PAGES);
  if (refunds.kind !== 'items') return refunds;
  const chargebacks = await chargebacksOf(client, { since }, MANY_PAGES);
  if (chargebacks.kind !== 'items') return chargebacks;
  if (refunds.isWhole && chargebacks.isWhole)
    return { kind: 'lists', refunds: refunds.items, chargebacks: chargebacks.items };
  const what = refunds.isWhole ? 'chargebacks' : 'refunds';
  return { kind: 'nothing', reason: `Flutterwave: more ${what} since then than can be read at once` };
}
