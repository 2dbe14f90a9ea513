import { add, MAX_MINOR, type Minor, minor, percentOf, subtract, timesMicro, ZERO } from './money.ts';

/** How a line is taxed: at the document's rate, at 0 %, not at all by law, or not at all as its seller is not registered. */
export const taxCodes = ['standard', 'zero', 'exempt', 'outside'] as const;
export type TaxCode = (typeof taxCodes)[number];

/**
 * One line of a document: `quantityMicro` in millionths of a unit, `rate` in minor units per unit. Its discount is in
 * `discountBps` basis points of it where they are there, else `discount` minor units. It is `standard` unless it says otherwise.
 */
export type Line = {
  quantityMicro: number;
  rate: Minor;
  discount?: Minor | undefined;
  discountBps?: number | null | undefined;
  taxCode?: TaxCode | undefined;
};

/** The lines of one tax code, less their share of the document's discount: what is taxed, without the tax, and the tax. */
export type TaxGroup = { code: TaxCode; bps: number; base: Minor; tax: Minor };

/** How a document is taxed: `standard` lines at `taxBps` basis points, which their prices include or not. */
export type TaxTerms = { taxBps: number; pricesIncludeTax?: boolean | undefined };

/**
 * The totals of a document, all in minor units. `lines` holds each line's own total and `lineDiscounts` what was taken off
 * it, in order; `groups` are those with a line. Where prices include tax the lines, the subtotal and the discount do so too.
 */
export type Totals = {
  lines: Minor[];
  lineDiscounts: Minor[];
  subtotal: Minor;
  discount: Minor;
  groups: TaxGroup[];
  tax: Minor;
  total: Minor;
};

/** Reason why sums cannot stand on a document, and the field to change. */
export type TotalsFault = {
  field: 'discount' | 'items' | `items.${number}.${'rate' | 'discount'}`;
  message: string;
};

const tooLarge = 'That amount is too large';

/**
 * The calculation engine of every document. Each line is rate × quantity (exact for whole quantities, else rounded half up
 * to the minor unit it is printed with) less its own discount; the document's discount is an amount taken off the subtotal,
 * shared among the tax codes by their part of it; tax is rounded half up once for each tax code (EN 16931, BR-CO-17).
 */
export function totalsOf(items: readonly Line[], terms: TaxTerms, discount: Minor = ZERO): Totals {
  const lineDiscounts = items.map(discountOf);
  const lines = items.map((item, at) => subtract(grossOf(item), lineDiscounts[at] ?? ZERO));
  const subtotal = add(...lines);
  const groups = groupsOf(items, lines, terms, discount);
  const tax = add(...groups.map((group) => group.tax));
  const left = subtract(subtotal, discount);
  const total = terms.pricesIncludeTax ? left : add(left, tax);
  return { lines, lineDiscounts, subtotal, discount, groups, tax, total };
}

const grossOf = ({ rate, quantityMicro }: Line): Minor => timesMicro(rate, quantityMicro);

const discountOf = (line: Line): Minor =>
  typeof line.discountBps === 'number' ? percentOf(grossOf(line), line.discountBps) : (line.discount ?? ZERO);

function groupsOf(items: readonly Line[], lines: Minor[], terms: TaxTerms, discount: Minor): TaxGroup[] {
  const found = taxCodes.filter((code) => items.some((item) => codeOf(item) === code));
  const sums = found.map((code) => add(...lines.filter((_, at) => codeOf(items[at]) === code)));
  const shares = sharesOf(discount, sums);
  return found.map((code, at) => {
    const bps = code === 'standard' ? terms.taxBps : 0;
    const left = subtract(sums[at] ?? ZERO, shares[at] ?? ZERO);
    if (!terms.pricesIncludeTax) return { code, bps, base: left, tax: percentOf(left, bps) };
    const tax = taxWithin(left, bps);
    return { code, bps, base: subtract(left, tax), tax };
  });
}

const codeOf = (line: Line | undefined): TaxCode => line?.taxCode ?? 'standard';

/** The tax that an amount including it holds, rounded half up. */
export function taxWithin(amount: Minor, bps: number): Minor {
  const [part, whole] = [2n * BigInt(amount) * BigInt(bps), 10_000n + BigInt(bps)];
  return minor(Number((part + whole) / (2n * whole)));
}

/**
 * An amount in minor units shared out in proportion to `parts`: each gets the whole units of its share, and the units left
 * over go to those with the largest rest, the earlier first, so that the shares add up exactly (largest remainder).
 */
export function sharesOf(amount: Minor, parts: readonly Minor[]): Minor[] {
  const sum = parts.reduce((all, part) => all + BigInt(part), 0n);
  if (sum === 0n) return parts.map((_, at) => (at === 0 ? amount : ZERO));
  const exact = parts.map((part) => BigInt(amount) * BigInt(part));
  const shares = exact.map((each) => each / sum);
  const left = Number(BigInt(amount) - shares.reduce((all, share) => all + share, 0n));
  const byRest = exact.map((each, at) => ({ at, rest: each % sum }));
  byRest.sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  const luckier = new Set(byRest.slice(0, left).map(({ at }) => at));
  return shares.map((share, at) => minor(Number(share) + (luckier.has(at) ? 1 : 0)));
}

/**
 * The index of the line with which the sum passes what a document may carry; -1 where it fits. In floating point, which
 * tells sums that leave the safe integers before they are computed.
 */
export function overflowAt(lines: readonly { quantityMicro: number; rate: number }[]): number {
  let sum = 0;
  return lines.findIndex(({ rate, quantityMicro }) => {
    sum += (rate * quantityMicro) / 1_000_000;
    return sum > MAX_MINOR;
  });
}

/** The first fault of a document's sums, the same for the forms and the server; null where they can stand. */
export function totalsFault(lines: readonly Line[], terms: TaxTerms, discount: Minor): TotalsFault | null {
  const at = overflowAt(lines);
  if (at >= 0) return { field: `items.${at}.rate`, message: tooLarge };
  const beyond = lines.findIndex((line) => discountOf(line) > grossOf(line));
  if (beyond >= 0)
    return { field: `items.${beyond}.discount`, message: 'The discount is more than the line' };
  if (discount < 0 || lines.some((line) => discountOf(line) < 0))
    return { field: 'discount', message: 'Enter a discount of zero or more' };
  const { subtotal } = totalsOf(lines, terms);
  if (discount > subtotal) return { field: 'discount', message: 'The discount is more than the subtotal' };
  const { total } = totalsOf(lines, terms, discount);
  if (total <= 0) return { field: 'discount', message: 'The total must be more than zero' };
  return total > MAX_MINOR ? { field: 'items', message: tooLarge } : null;
}
