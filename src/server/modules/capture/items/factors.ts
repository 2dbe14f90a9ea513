import type { Amount } from '../numbers/parse-amount.ts';
import { type Column, columnOf } from './columns.ts';

export function amountInColumn(
  columns: Column[],
  numbers: readonly Amount[],
  kind: Column['kind'],
): Amount | undefined {
  const reach = kind === 'amount' ? 45 : 90;
  const hits = numbers.filter((amount) => columnOf(columns, amount, reach)?.kind === kind);
  return kind === 'quantity' ? hits[0] : hits.at(-1);
}

type Factors = { quantity: number | null; rate: number | null; proved: boolean };

const multipliesTo = (quantity: number, rate: number, total: number) =>
  Math.abs(quantity * rate - total) <= Math.max(0.011, Math.abs(total) * 0.0006);

export function factors(
  total: Amount,
  others: readonly Amount[],
  columns: Column[] | null,
  percents: readonly number[],
): Factors {
  if (columns) {
    const counted = amountInColumn(columns, others, 'quantity');
    const quantity = counted?.value ?? null;
    const rate = amountInColumn(columns, others, 'rate')?.value ?? null;
    if (quantity !== null && rate !== null && multipliesTo(quantity, rate, total.value))
      return { quantity, rate, proved: true };
    const pair = factorPair(others, total.value, hasRateFirst(columns));
    if (
      pair &&
      ((pair.rate === quantity && !counted?.looksLikeMoney) ||
        (pair.quantity === rate && pair.quantity !== quantity))
    )
      return { ...pair, quantity: pair.rate, rate: pair.quantity };
    if (pair) return pair;
    const less = columns.some(({ kind }) => kind === 'discount') && discounted(total, others, percents);
    if (less) return { ...less, proved: false };
    return { quantity: quantity ?? impliedQuantity(rate, total.value), rate, proved: false };
  }
  const before = others.at(-1);
  const counts =
    before &&
    !before.looksLikeMoney &&
    before.last === total.first - 1 &&
    Number.isInteger(before.value) &&
    before.value > 0 &&
    Math.round(100 * total.value) % before.value === 0;
  return (
    factorPair(others, total.value) ?? { quantity: counts ? before.value : null, rate: null, proved: false }
  );
}

const MISREAD = /^((?=.*\d)(?=.*[OolI])[\dOolI]{2,3})$/;
const WITH_UNIT = /^(\d{1,4})(?:pcs?|nos?|ctns?|kgs?|yds?|bags?|packs?|sets?|x)$/i;

// "1o crates x 5,200 = 52,000", "Hair serum 2pcs @ 6,500": a count with letters for figures or a unit behind it, which price and sum prove.
export function misreadCount(
  words: readonly string[],
  others: readonly Amount[],
  total: number,
): (Factors & { word: Pick<Amount, 'first' | 'last'> }) | null {
  for (const [at, text] of words.entries()) {
    const [, figures = ''] = MISREAD.exec(text) ?? WITH_UNIT.exec(text) ?? [];
    const quantity = Number(figures.replace(/[Oo]/g, '0').replace(/[lI]/g, '1'));
    const price = others.find(
      ({ value, looksLikeMoney }) => looksLikeMoney && quantity > 0 && multipliesTo(quantity, value, total),
    );
    if (price) return { quantity, rate: price.value, proved: true, word: { first: at, last: at } };
  }
  return null;
}

// "20 | 9,500 | 10 % | 171,000": count and price before the discount of the line.
function discounted(
  { value }: Amount,
  others: readonly Amount[],
  percents: readonly number[],
): Factors | null {
  const rates = [...percents, ...others.map((one) => one.value)].filter((rate) => rate > 0 && rate < 100);
  const pairs = rates.map((rate) => factorPair(others, (value * 100) / (100 - rate)));
  return pairs.find((pair) => pair !== null) ?? null;
}

const DIVISIBLE_UNITS =
  /^(?:std|stunden?|hrs?|hours?|heures?|uren|horas?|ore|h|days?|tage?|jours?|kg|kgs|kilos?|g|t|tons?|tonnes?|l|ltrs?|lit(?:er|re)s?|m|m2|m²|sqm|m3|m³|metres?|meters?|yards?|yds?|km|kwh)$/i;

/** The quantity printed without its decimals ("28 hrs" for 27.5): only for divisible units. */
export function withDecimals(
  { quantity, rate, proved }: Factors,
  total: number,
  unit: string | undefined,
): Factors | null {
  if (proved || !quantity || !rate || !Number.isInteger(quantity)) return null;
  if (!DIVISIBLE_UNITS.test(unit?.replace(/\.$/, '') ?? '')) return null;
  const exact = total / rate;
  const count = Math.round(exact * 100) / 100;
  const isIt = Math.abs(exact - count) < 1e-9 && Math.round(count) === quantity;
  return isIt ? { quantity: count, rate, proved: true } : null;
}

/** A quantity that was not read follows from total and rate. */
export function impliedQuantity(rate: number | null, total: number): number | null {
  const count = rate ? total / rate : 0;
  return count >= 1 && count <= 1000 && Math.abs(count - Math.round(count)) < 1e-9 ? Math.round(count) : null;
}

// Any two numbers of the line whose product is its total; the one that looks like money is the rate.
export function factorPair(others: readonly Amount[], total: number, rateFirst = false): Factors | null {
  for (const [at, one] of others.entries()) {
    for (const other of others.slice(at + 1)) {
      if (!multipliesTo(one.value, other.value, total) || total === 0) continue;
      const firstIsRate = isRate(one, other, rateFirst);
      const [quantity, rate] = firstIsRate ? [other.value, one.value] : [one.value, other.value];
      return { quantity, rate, proved: true };
    }
  }
  return null;
}

const DEAR = 10_000;

// Of two numbers a whole one counts and the other is money; else the heads of the table say which comes first.
function isRate(one: Amount, other: Amount, rateFirst: boolean): boolean {
  const [isWhole, isOtherWhole] = [Number.isInteger(one.value), Number.isInteger(other.value)];
  // "10.80 | 720,000": tonnes, and the price of one.
  const isDear = isOtherWhole && other.looksLikeMoney && other.value >= DEAR;
  // "42.50 L x 1,020.00": which is whole says nothing.
  const isAlike = one.decimals > 0 && one.decimals === other.decimals && other.value >= 1000;
  if (!isAlike && isWhole !== isOtherWhole && !isDear) return isOtherWhole;
  if (one.looksLikeMoney !== other.looksLikeMoney) return one.looksLikeMoney;
  return rateFirst;
}

export const hasRateFirst = (columns: Column[] | null) => {
  const at = (kind: Column['kind']) => columns?.findIndex((column) => column.kind === kind) ?? -1;
  return at('rate') >= 0 && at('quantity') > at('rate');
};
