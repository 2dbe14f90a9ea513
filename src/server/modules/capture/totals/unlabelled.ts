import type { Item } from '../items/items.ts';
import { sumRowOf } from '../items/sum-row.ts';
import { conceptsOf } from '../text/concepts.ts';
import { foldConfusables } from '../text/normalize.ts';
import { cents, isNear } from './breakdowns.ts';
import type { Figure, RowWithAmounts } from './figures.ts';
import { final, type Role } from './roles.ts';

const STRENGTH = 0.6;

/** The figures with those that no label names, or names otherwise, but arithmetic does. */
export function withUnlabelled(
  rows: readonly RowWithAmounts[],
  labelled: readonly Figure[],
  items: readonly Item[],
): Figure[] {
  const summed = withSumOfLines(rows, labelled);
  const figures = [...summed, ...shares(rows, summed, items)];
  return withFirstFigures(figures.map((figure) => ({ ...figure, role: roleByArithmetic(figure, figures) })));
}

// "Goods 4,665.00" below the lines that make it: the total where nothing else is one.
function withSumOfLines(rows: readonly RowWithAmounts[], figures: readonly Figure[]): Figure[] {
  const at = sumRowOf(rows);
  const value = rows[at]?.amounts.findLast((one) => one.looksLikeMoney)?.value;
  const summing: readonly Role[] = [...final, 'subtotal', 'balance'];
  const isNamed = ({ role, row }: Figure) => row === at && summing.includes(role);
  if (value === undefined || figures.some(isNamed)) return [...figures];
  const hasTotal = figures.some(
    ({ role, strength }) => (final.includes(role) || role === 'subtotal') && strength > 0.5,
  );
  const role = hasTotal ? 'subtotal' : 'total';
  return [
    ...figures.filter(({ row }) => row !== at),
    { role, value, strength: STRENGTH, row: at, rate: null },
  ];
}

// "State consumption tax 5%", "Service 10%", "Loyalty 10%": named by their share of the sum above.
function shares(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  items: readonly Item[],
): Figure[] {
  const sums = figures.filter(({ role }) => role === 'subtotal' || role === 'net');
  const first = Math.min(...sums.map(({ row }) => row), ...items.slice(-1).map(({ row }) => row));
  const bases = [
    ...sums.map(({ value }) => cents(value)),
    items.reduce((sum, { total }) => sum + cents(total ?? 0), 0),
  ];
  const [named, lines] = [figures, items].map((some) => new Set(some.map(({ row }) => row)));
  return rows.flatMap(({ row, amounts }, at) => {
    const rate = amounts.find(({ percent }) => percent)?.value ?? 0;
    const last = amounts.findLast((one) => !one.percent && one.looksLikeMoney);
    if (!last || rate === 0 || at <= first || named?.has(at) || lines?.has(at)) return [];
    const isShare = bases.some((base) => isNear((base * Math.abs(rate)) / 100, Math.abs(cents(last.value))));
    const role = last.value < 0 ? 'discount' : isTax(row.text) ? 'tax' : 'charge';
    return isShare ? [{ role, value: last.value, strength: STRENGTH, row: at, rate }] : [];
  });
}

const isTax = (text: string): boolean =>
  foldConfusables(text)
    .split(' ')
    .some((word) => word === 'levy' || word === 'duty' || conceptsOf(word).includes('tax'));

function roleByArithmetic({ role, value, row }: Figure, figures: readonly Figure[]): Role {
  const totals = figures.filter((one) => final.includes(one.role)).map((one) => one.value);
  // Cash that leaves a balance is a part of the total, and nothing to give change for.
  const isPart = (rest: Figure) =>
    rest.role === 'balance' &&
    rest.row > row &&
    rest.value > 0 &&
    totals.some((total) => isNear(cents(total), cents(value + rest.value)));
  if (role === 'cash' && value !== 0 && figures.some(isPart)) return 'paid';
  // "Rounding 13.60" below a total of 13.58 is what it was rounded to.
  const isRounded = totals.some((total) => Math.abs(total - value) <= 0.01 * value);
  return role === 'rounding' && isRounded ? 'total' : role;
}

/** A total whose first figures are gone ("15,000") is what was paid and what is left, where those end alike. */
function withFirstFigures(figures: readonly Figure[]): Figure[] {
  const of = (role: Role) => figures.filter((figure) => figure.role === role && figure.value !== 0);
  const wholes = of('paid').flatMap((paid) =>
    of('balance').map((rest) => ({
      row: Math.min(paid.row, rest.row),
      value: Math.abs(paid.value) + rest.value,
    })),
  );
  return figures.map((figure) => {
    const whole = wholes.find(
      ({ row, value }) => row > figure.row && value > figure.value && `${value}`.endsWith(`${figure.value}`),
    );
    return whole && figure.role === 'total' ? { ...figure, value: whole.value, isCut: true } : figure;
  });
}
