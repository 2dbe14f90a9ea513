import type { Draft } from '#contract/assistant.ts';
import { type Currency, minorToMajor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { remembersCorrections } from '#server/modules/business/queries.ts';
import { matchByName, nameWords } from '#server/modules/customers/rules/names.ts';
import { recentGoods, type RecentGoods } from '#server/modules/invoices/queries/recent-goods.ts';
import type { BusinessContext, Understanding } from './language/types.ts';
import { isUnit } from './language/vocabulary/goods.ts';
import { settled } from './memory.ts';

type Line = Draft['items'][number];

/** A price this far from the usual one speaks for another reading. */
const FAR_FROM_USUAL = 3;
const POINTS = { customer: 2, goods: 2, price: 1 } as const;

/** Lines of earlier invoices that may be the goods of these drafts; none where the owner switched that off. */
async function earlierGoods(
  { db, actor: { businessId } }: Scope,
  currency: Currency,
  drafts: readonly Draft[],
): Promise<RecentGoods[]> {
  if (!(await remembersCorrections(db, businessId))) return [];
  const words = drafts.flatMap(({ items }) =>
    items.flatMap(({ description }) => nameWords(description ?? '')),
  );
  return recentGoods(db, { businessId, currency }, words);
}

/** Of the readings of a message the one whose customer, goods and prices are this business's own; the first of those alike. */
export async function ownReading(
  scope: Scope,
  currency: Currency,
  readings: readonly [Understanding, ...Understanding[]],
  { knownNames }: BusinessContext,
): Promise<Understanding> {
  const [first, ...others] = readings;
  if (others.length === 0 && first.asks !== 'choice') return first;
  const drafts = readings.flatMap(({ draft, memory }) =>
    [draft, memory.pending?.other].filter((one) => one !== null && one !== undefined),
  );
  const goods = await earlierGoods(scope, first.draft?.currency ?? currency, drafts);
  const points = (draft: Draft | null) => (draft ? pointsOf(draft, goods, knownNames) : 0);
  const best = others.reduce((one, other) => (points(other.draft) > points(one.draft) ? other : one), first);
  const { pending } = best.memory;
  if (best.asks !== 'choice' || !pending?.other) return best;
  const apart = points(best.draft) - points(pending.other);
  return apart === 0 ? best : chosen(best, apart > 0 ? best.draft : pending.other);
}

// Own customers, goods and prices tell the two apart, so that nothing is asked.
const chosen = (read: Understanding, draft: Draft | null): Understanding => ({
  ...read,
  draft,
  asks: null,
  memory: { ...read.memory, pending: read.memory.pending && settled(read.memory.pending, draft) },
});

function pointsOf(
  { customerName, items }: Draft,
  goods: readonly RecentGoods[],
  knownNames: readonly string[],
): number {
  const known = knownNames.map((name) => ({ name }));
  const isKnown = customerName !== null && matchByName(customerName, known).length > 0;
  const lines = items.map((line) => linePoints(line, goods));
  // Goods nobody sold before count against a reading with more of them.
  return (
    (isKnown ? POINTS.customer : 0) + lines.reduce((sum, one) => sum + one, 0) / Math.max(1, lines.length)
  );
}

function linePoints({ description, rate }: Line, goods: readonly RecentGoods[]): number {
  const same = sameGoods(description, goods);
  if (!same) return 0;
  if (rate === null) return POINTS.goods;
  const usual = minorToMajor(same.rate);
  const isUsual = rate <= usual * FAR_FROM_USUAL && rate >= usual / FAR_FROM_USUAL;
  return POINTS.goods + (isUsual ? POINTS.price : -POINTS.price);
}

// The newest of the same words, else the newest with all of them.
function sameGoods(description: string | null, goods: readonly RecentGoods[]): RecentGoods | undefined {
  const all = nameWords(description ?? '');
  // "Days of hall hire" are of hall hire.
  const plain = all.filter((word) => word !== 'of' && !isUnit(word));
  const words = plain.length > 0 ? plain : all;
  if (words.length === 0) return undefined;
  const found = goods.map((one) => ({ one, own: nameWords(one.description) }));
  const match =
    found.find(({ own }) => own.join(' ') === words.join(' ')) ??
    found.find(({ own }) => words.every((word) => own.includes(word)));
  return match?.one;
}

/** The last price, on an invoice of this business, of the first goods without one; null where that is not known. */
export async function lastPrice(scope: Scope, currency: Currency, draft: Draft): Promise<RecentGoods | null> {
  const unpriced = draft.items.find(({ rate }) => rate === null);
  if (!unpriced?.description) return null;
  const goods = await earlierGoods(scope, currency, [{ ...draft, items: [unpriced] }]);
  return sameGoods(unpriced.description, goods) ?? null;
}
