import type { Amount } from '../numbers/parse-amount.ts';
import { cents, isNear } from '../totals/breakdowns.ts';
import type { RowWithAmounts } from '../totals/figures.ts';

/** Rows that are looked at around an amount. */
const REACH = 6;
const LONGEST_RUN = 60;

type Printed = { row: number; value: number };

/** Relations of each amount of a sheet to the others: a product, a sum of lines, a share of one, and so on. */
export function relationsOf(rows: readonly RowWithAmounts[]): (amount: Amount, row: number) => string[] {
  const money = rows.map(({ amounts }) => amounts.filter((one) => one.looksLikeMoney && !one.percent));
  const lasts = money.flatMap((some, row) => {
    const last = some.at(-1);
    return last ? [{ row, value: cents(last.value) }] : [];
  });
  const distinct = [...new Set(lasts.map(({ value }) => value))].toSorted((a, b) => b - a);
  const times = new Map<number, number>();
  for (const some of money)
    for (const { value } of some) times.set(cents(value), (times.get(cents(value)) ?? 0) + 1);
  return (amount, row) => {
    const value = cents(amount.value);
    const above = lasts.filter((one) => one.row < row);
    const near = above.slice(-REACH);
    const below = lasts.filter((one) => one.row > row).slice(0, REACH);
    const rank = distinct.indexOf(value);
    return [
      `rank${rank < 0 ? '-' : Math.min(3, rank)}`,
      `times${Math.min(3, times.get(value) ?? 0)}`,
      `after${Math.min(4, lasts.filter((one) => one.row > row).length)}`,
      ...(isProduct(rows, amount, row) ? ['product'] : []),
      ...runs(above, value),
      ...pairs(near, value),
      ...(below.some((a, at) => below.slice(at + 1).some((b) => isNear(a.value + b.value, value)))
        ? ['splits']
        : []),
      ...(below.some((a, at) => below.slice(at + 1).some((b) => isNear(a.value - b.value, value)))
        ? ['returned']
        : []),
      ...(isShare(rows, near, value, row) ? ['share'] : []),
    ];
  };
}

function isProduct(rows: readonly RowWithAmounts[], amount: Amount, row: number): boolean {
  const others = (rows[row]?.amounts ?? []).filter((one) => one !== amount && !one.percent);
  return others.some((a, at) =>
    others.slice(at + 1).some((b) => isNear(cents(a.value * b.value), cents(amount.value))),
  );
}

// The sum of the rows above, down to the last one or to one that stands some sums higher.
function runs(above: readonly Printed[], value: number): string[] {
  for (let skipped = 0; skipped < 4; skipped++) {
    let sum = 0;
    const from = above.length - 1 - skipped;
    for (let at = from; at >= 0 && from - at < LONGEST_RUN; at--) {
      sum += above[at]?.value ?? 0;
      if (at < from && isNear(sum, value)) return ['run', `run${skipped}`];
    }
  }
  return [];
}

function pairs(near: readonly Printed[], value: number): string[] {
  const found = new Set<string>();
  for (const [at, a] of near.entries()) {
    if (isNear(a.value, value)) found.add('again');
    for (const b of near.slice(at + 1)) {
      if (a.value === 0 || b.value === 0) continue;
      if (isNear(a.value + b.value, value)) found.add('plus');
      if (isNear(a.value - b.value, value)) found.add('minus');
    }
  }
  return [...found];
}

function isShare(
  rows: readonly RowWithAmounts[],
  near: readonly Printed[],
  value: number,
  row: number,
): boolean {
  const printed = (rows[row]?.amounts ?? []).filter((one) => one.percent).map((one) => one.value);
  return [...printed, 7.5, 5].some((rate) =>
    near.some((one) => value !== 0 && isNear(Math.round((one.value * rate) / 100), value)),
  );
}
