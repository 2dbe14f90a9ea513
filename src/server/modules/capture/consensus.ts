import type { Item } from './items/items.ts';
import { type NameWithConfidence, sameName } from './parties/names.ts';
import { labelOf } from './totals/roles.ts';
import type { Sums } from './totals/totals.ts';

type Candidate<T> = { value: T; confidence: number };

/** The value most readings agree on; the earlier reading in a tie. */
export function elect<T extends string | number>(
  candidates: readonly (Candidate<T> | null)[],
): Candidate<T> | null {
  const votes = new Map<T, { weight: number; confidence: number; count: number }>();
  for (const one of candidates) {
    if (!one) continue;
    const vote = votes.get(one.value) ?? { weight: 0, confidence: 0, count: 0 };
    votes.set(one.value, {
      weight: vote.weight + one.confidence,
      confidence: Math.max(vote.confidence, one.confidence),
      count: vote.count + 1,
    });
  }
  const [best] = [...votes].toSorted((a, b) => b[1].weight - a[1].weight);
  if (!best) return null;
  const [value, { confidence, count }] = best;
  const others = candidates.filter((one) => one !== null).length - count;
  return {
    value,
    confidence: Math.min(
      0.98,
      confidence + (count > 1 ? 0.04 : 0) - (others > 0 ? 0.12 * Math.min(2, others) : 0),
    ),
  };
}

/** As `elect` for names, whose spelling differs between readings. */
export function electName(candidates: readonly (NameWithConfidence | null)[]): NameWithConfidence | null {
  const names = candidates.filter((one) => one !== null);
  const scored = names.map((one) => ({
    ...one,
    weight: names
      .filter((other) => sameName(one.name, other.name))
      .reduce((sum, other) => sum + other.confidence, 0),
  }));
  const best = scored.toSorted((a, b) => b.weight - a.weight)[0];
  if (!best) return null;
  const agree = names.filter((one) => sameName(one.name, best.name)).length;
  const change = (agree > 1 ? 0.04 : 0) - (names.length > agree ? 0.1 : 0);
  return { name: best.name, confidence: Math.max(0.1, Math.min(0.97, best.confidence + change)) };
}

/** The reading whose lines add up; else the most trusted that has any. */
export function electItems(
  readings: readonly { items: Item[]; source: 'layer' | 'seen' }[],
  sums: Sums,
): { items: Item[]; confidence(item: Item): number } {
  const judged = readings
    .map(({ items, source }) => ({ items: withoutStray(items.filter(isGoods), sums), source }))
    .filter(({ items }) => items.length > 0)
    .map(({ items, source }) => ({
      items,
      layer: source === 'layer',
      adds: addsUp(items, sums),
      proved: items.filter((item) => item.proved).length / items.length,
    }));
  const best = judged.toSorted(
    (a, b) => Number(b.adds) - Number(a.adds) || Number(b.layer) - Number(a.layer) || b.proved - a.proved,
  )[0];
  if (!best) return { items: [], confidence: () => 0 };
  return {
    items: best.items,
    // Of lines that only add up together four in five were right.
    confidence: ({ proved }) => (best.adds ? (proved ? 0.97 : 0.76) : proved ? 0.52 : 0.4),
  };
}

/** Whether the lines come to one of the sums they should come to; `goals` are more of those than total and subtotal. */
export function addsUp(
  items: readonly { total: number | null }[],
  { subtotal, total, goals = [] }: Pick<Sums, 'subtotal' | 'total'> & { goals?: readonly number[] },
): boolean {
  const sum = items.reduce((so, item) => so + Math.round((item.total ?? 0) * 100), 0);
  return [subtotal, total, ...goals].some(
    (goal) => goal !== null && Math.abs(Math.round(goal * 100) - sum) <= 2,
  );
}

// Delivery below the subtotal is a line where the lines add up with it; else it belongs to the totals. What stands above
// lines that add up without it is a rate of exchange, or none.
function withoutStray(items: Item[], sums: Sums): Item[] {
  if (addsUp(items, sums)) return items;
  const [first, ...rest] = items;
  if (first && !first.proved && rest.length > 1 && addsUp(rest, sums)) return rest;
  return items.filter(
    ({ added, proved, description }) => !added || proved || labelOf(description ?? '')?.role !== 'charge',
  );
}

// "Total quantity" and the like label a sum, but name no goods.
function isGoods({ description }: Item): boolean {
  const label = labelOf(description ?? '');
  return label?.role !== 'none' || label.strength <= 0.95;
}
