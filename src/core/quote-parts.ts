import { add, least, type Minor, percentOf, subtract, ZERO } from './money.ts';
import { sharesOf, type TaxGroup, taxWithin } from './totals.ts';

/** The part of a quote that is asked for: basis points of its total, a sum in minor units with its tax, or all that is left. */
export type PartWanted = {
  percent?: number | undefined;
  amount?: Minor | undefined;
  rest?: boolean | undefined;
};

/** A quote as its parts see it: its total and the tax codes of what no part has yet, in minor units. */
export type PartedQuote = {
  total: Minor;
  left: readonly TaxGroup[];
  /** Whether any part was made before. */
  isParted: boolean;
  pricesIncludeTax: boolean;
};

export type PartFault = 'nothingLeft' | 'notParted' | 'tooMuch' | 'all' | 'tooSmall';

/** The words for why there can be no such part; `left` is what no part has yet, as people read it. */
export const partFaults: Record<PartFault, (left: string) => string> = {
  nothingLeft: () => 'All of this quote is invoiced already',
  notParted: () => 'Nothing of this quote is invoiced yet. Make the invoice of all of it instead',
  tooMuch: (left) => `Only ${left} of this quote is left to invoice`,
  all: () => 'That is the whole quote. Make the invoice of all of it instead',
  tooSmall: () => 'That part is too small for an invoice',
};

// A percentage that leaves less than this, in minor units, was meant to leave nothing: thirds add up to 99.99 %.
const CRUMB = 100;

/** The sum of tax codes with their tax, in minor units. */
export const sumOf = (groups: readonly TaxGroup[]): Minor =>
  add(...groups.flatMap(({ base, tax }) => [base, tax]));

/** The tax codes of a whole less those of its parts, in minor units. */
export const leftOf = (whole: readonly TaxGroup[], parts: readonly TaxGroup[]): TaxGroup[] =>
  whole.map((group) => {
    const taken = parts.filter(({ code }) => code === group.code);
    const left = (of: 'base' | 'tax') => subtract(group[of], add(...taken.map((one) => one[of])));
    return { ...group, base: left('base'), tax: left('tax') };
  });

/**
 * The tax codes of the next part, or why there can be none. Each part, and what it leaves, is taxed as any document of its sums would be,
 * so that the parts of a quote add up to it whatever their order. Where its sum allows no such tax it is the nearest that does.
 */
export function nextPart(quote: PartedQuote, wanted: PartWanted): TaxGroup[] | PartFault {
  const left = sumOf(quote.left);
  if (left === 0) return 'nothingLeft';
  if (wanted.rest) return quote.isParted ? taken(quote.left) : 'notParted';
  const sum = wanted.amount ?? percentOf(quote.total, wanted.percent ?? 0);
  const isCrumb = wanted.amount === undefined && Math.abs(left - sum) < CRUMB;
  if (sum > left && !isCrumb) return 'tooMuch';
  if (sum === left || isCrumb) return quote.isParted ? taken(quote.left) : 'all';
  const part = taken(shareOf(quote, sum));
  return part.length === 0 ? 'tooSmall' : part;
}

const taken = (groups: readonly TaxGroup[]): TaxGroup[] => groups.filter((group) => sumOf([group]) > 0);

// Codes without tax make up for the kobo by which the taxed one is off.
function shareOf({ left, pricesIncludeTax }: PartedQuote, sum: Minor): TaxGroup[] {
  const shares = sharesOf(
    sum,
    left.map((group) => sumOf([group])),
  );
  const taxed = left.map((group, at) =>
    group.tax > 0 ? nearest(group, shares[at] ?? ZERO, pricesIncludeTax) : null,
  );
  const room = left.map((group, at) => (taxed[at] ? ZERO : group.base));
  const other = subtract(sum, sumOf(taxed.filter((group) => group !== null)));
  const rest = sharesOf(least(add(...room), other > 0 ? other : ZERO), room);
  return left.map((group, at) => taxed[at] ?? { ...group, base: rest[at] ?? ZERO, tax: ZERO });
}

/** Nothing and all of a group always do, so that the search ends. */
function nearest(group: TaxGroup, sum: Minor, pricesIncludeTax: boolean): TaxGroup {
  for (let off = 0; ; off++)
    for (const wanted of [sum + off, sum - off]) {
      const part = partAt(group, wanted as Minor, pricesIncludeTax);
      if (part) return part;
    }
}

function partAt(group: TaxGroup, sum: Minor, pricesIncludeTax: boolean): TaxGroup | null {
  if (sum < 0 || sum > sumOf([group])) return null;
  const tax = taxWithin(sum, group.bps);
  const part = { ...group, base: subtract(sum, tax), tax };
  const [left] = leftOf([group], [part]);
  const fits = (one: TaxGroup | undefined) =>
    one !== undefined && one.base >= 0 && one.tax === taxOf(one, pricesIncludeTax);
  return fits(part) && fits(left) ? part : null;
}

const taxOf = ({ base, tax, bps }: TaxGroup, pricesIncludeTax: boolean): Minor =>
  pricesIncludeTax ? taxWithin(add(base, tax), bps) : percentOf(base, bps);
