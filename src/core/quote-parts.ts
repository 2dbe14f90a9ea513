import { add, least, type Minor, minor, percentOf, portionOf, subtract, timesMicro, ZERO } from './money.ts';
import { type Line, sharesOf, type TaxCode, type TaxGroup, type Totals, taxWithin } from './totals.ts';

/** A line of a quote by its place among the items, from 0; quantities in millionths. */
export type TakenLine = { item: number; quantity: number };

/**
 * The part of a quote that is asked for: basis points of its total, a sum in minor units with its tax, lines of it (each all that is
 * left where it has no quantity), or all that is left.
 */
export type PartWanted = {
  percent?: number | undefined;
  amount?: Minor | undefined;
  lines?: readonly { item: number; quantity?: number | undefined }[] | undefined;
  rest?: boolean | undefined;
};

/**
 * A line of a quote as its parts see it: `left` millionths of it no part has yet, `rate` and `net` in minor units; `net` is all of it less
 * its own discount and its share of the quote's.
 */
export type PartedLine = { code: TaxCode; rate: Minor; quantity: number; net: Minor; left: number };

/** How the parts of a quote divide it: by whole lines, or by shares of its sum, which no line can be told from. */
export type PartKind = 'lines' | 'share';

/** A quote as its parts see it: its total and the tax codes of what no part has yet, in minor units. */
export type PartedQuote = {
  total: Minor;
  left: readonly TaxGroup[];
  lines: readonly PartedLine[];
  /** Null where no part stands. */
  invoicedBy: PartKind | null;
  /** Whether any part was made before, deleted or not. */
  isParted: boolean;
  pricesIncludeTax: boolean;
};

/** A line of a part, with all that is taken off it in minor units. */
export type PartLine = TakenLine & { discount: Minor };

/**
 * The next part, in minor units: by tax code, and of one by lines those lines, with the kobo that make the parts add up where the lines
 * alone do not.
 */
export type Part = {
  groups: TaxGroup[];
  lines: PartLine[] | null;
  rounding: { code: TaxCode; amount: Minor }[];
};

export type PartFault = LineFault | 'nothingLeft' | 'notParted' | 'tooMuch' | 'all' | 'tooSmall' | PartKind;
export type LineFault = 'noLine' | 'overLine' | 'brokenLine';

/** The words for why there can be no such part; `left` is what no part has yet, as people read it. */
export const partFaults: Record<PartFault, (left: string) => string> = {
  nothingLeft: () => 'All of this quote is invoiced already',
  notParted: () => 'Nothing of this quote is invoiced yet. Make the invoice of all of it instead',
  tooMuch: (left) => `Only ${left} of this quote is left to invoice`,
  all: () => 'That is the whole quote. Make the invoice of all of it instead',
  tooSmall: () => 'That part is too small for an invoice',
  lines: () => 'Items of this quote are invoiced already. Choose items again, or all that is left',
  share: () =>
    'A share of this quote is invoiced already, so its items cannot be told apart. Choose a percentage, an amount, or all that is left',
  noLine: () => 'All of that item is invoiced already',
  overLine: () => 'That is more than is left of the item',
  brokenLine: () => 'Invoice at least 1 of an item, and leave at least 1 of it or nothing',
};

// A percentage that leaves less than this, in minor units, was meant to leave nothing: thirds add up to 99.99 %.
const CRUMB = 100;
/** One of a line, which is the least a document can have of it. */
const ONE = 1_000_000;
// Sums whose tax can be divided lie as close as twice the kobo that a kobo of tax at the least rate takes.
const FARTHEST = 20_000;

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

/** The lines of a quote as its parts see them; `left` is what no part has of each, in millionths. */
export function partedLines(
  items: readonly Line[],
  { lines, groups }: Totals,
  pricesIncludeTax: boolean,
  left: readonly number[],
): PartedLine[] {
  const codes = items.map(({ taxCode = 'standard' }) => taxCode);
  const shares = groups.map((group) =>
    sharesOf(
      printed(group, pricesIncludeTax),
      lines.map((line, at) => (codes[at] === group.code ? line : ZERO)),
    ),
  );
  return items.map(({ rate, quantityMicro }, at) => ({
    code: codes[at] ?? 'standard',
    rate,
    quantity: quantityMicro,
    net: add(...shares.map((share) => share[at] ?? ZERO)),
    left: left[at] ?? 0,
  }));
}

/** The millionths of its lines that the parts of a quote leave. */
export const linesLeft = (quantities: readonly number[], taken: readonly TakenLine[]): number[] =>
  quantities.map((quantity, at) =>
    taken.reduce((left, one) => (one.item === at ? left - one.quantity : left), quantity),
  );

/**
 * The next part, or why there can be none. Each part, and what it leaves, is taxed as any document of its sums would be, so that the parts
 * of a quote add up to it whatever their order. Where its sum allows no such tax it is the nearest that does.
 */
export function nextPart(quote: PartedQuote, wanted: PartWanted): Part | PartFault {
  if (sumOf(quote.left) === 0) return 'nothingLeft';
  if (wanted.rest) return quote.isParted ? restOf(quote) : 'notParted';
  if (wanted.lines) return quote.invoicedBy === 'share' ? 'share' : linesPart(quote, wanted.lines);
  return quote.invoicedBy === 'lines' ? 'lines' : sharePart(quote, wanted);
}

const restOf = (quote: PartedQuote): Part | PartFault =>
  quote.invoicedBy === 'lines'
    ? linesPart(
        quote,
        quote.lines.flatMap(({ left }, at) => (left > 0 ? [{ item: at }] : [])),
      )
    : ofShares(quote.left.map((group) => most(group, sumOf([group]), quote.pricesIncludeTax)));

function sharePart(quote: PartedQuote, { amount, percent = 0 }: PartWanted): Part | PartFault {
  const left = sumOf(quote.left);
  const sum = amount ?? percentOf(quote.total, percent);
  const isCrumb = amount === undefined && Math.abs(left - sum) < CRUMB;
  if (sum > left && !isCrumb) return 'tooMuch';
  if (sum === left || isCrumb) return quote.isParted ? restOf(quote) : 'all';
  return ofShares(shareOf(quote, sum));
}

const ofShares = (groups: readonly TaxGroup[]): Part | PartFault =>
  partOf({ groups, lines: null, rounding: [] });

// Every way to a part of nothing ends here.
function partOf(part: Omit<Part, 'groups'> & { groups: readonly TaxGroup[] }): Part | PartFault {
  const groups = part.groups.filter((group) => sumOf([group]) > 0);
  return groups.length === 0 ? 'tooSmall' : { ...part, groups };
}

/** Why a line cannot be in a part with so much of it; null where it can. */
export function lineFault(line: PartedLine | undefined, quantity: number): LineFault | null {
  if (!line || line.left === 0) return 'noLine';
  if (quantity > line.left) return 'overLine';
  const stays = line.left - quantity;
  return stays > 0 && (quantity < ONE || stays < ONE) ? 'brokenLine' : null;
}

function linesPart(quote: PartedQuote, wanted: NonNullable<PartWanted['lines']>): Part | PartFault {
  const taken = wanted.map(({ item, quantity }) => ({
    item,
    quantity: quantity ?? quote.lines[item]?.left ?? 0,
  }));
  for (const { item, quantity } of taken) {
    const fault = lineFault(quote.lines[item], quantity);
    if (fault) return fault;
  }
  if (new Set(taken.map(({ item }) => item)).size < taken.length) return 'overLine';
  const after = linesLeft(
    quote.lines.map(({ left }) => left),
    taken,
  );
  if (!quote.isParted && after.every((left) => left === 0)) return 'all';
  const codes = quote.left.map((group) => codePart(quote, group, taken, after));
  return partOf({
    groups: codes.map(({ group }) => group),
    lines: codes.flatMap(({ lines }) => lines).toSorted((one, other) => one.item - other.item),
    rounding: codes.flatMap(({ group: { code }, over }) => (over > 0 ? [{ code, amount: over }] : [])),
  });
}

type CodePart = { group: TaxGroup; lines: PartLine[]; over: Minor };

/** The lines of one tax code. The last of them take all that is left of it. */
function codePart(
  { lines, pricesIncludeTax }: PartedQuote,
  group: TaxGroup,
  taken: readonly TakenLine[],
  after: readonly number[],
): CodePart {
  const own = taken.flatMap((one) => {
    const line = lines[one.item];
    return line?.code === group.code ? [{ ...one, ...sumsOf(line, one.quantity) }] : [];
  });
  if (own.length === 0) return { group: { ...group, base: ZERO, tax: ZERO }, lines: [], over: ZERO };
  const isLast = lines.every(({ code }, at) => code !== group.code || after[at] === 0);
  const net = add(...own.map((one) => one.net));
  const sum = pricesIncludeTax ? net : add(net, percentOf(net, group.bps));
  const share = isLast
    ? most(group, sumOf([group]), pricesIncludeTax)
    : nearest(group, least(sum, sumOf([group])), pricesIncludeTax);
  return { group: share, ...fitted(own, printed(share, pricesIncludeTax)) };
}

// By how much of the line is gone before and after, so that its parts add up to it.
function sumsOf({ rate, quantity: whole, net, left }: PartedLine, quantity: number) {
  const gone = whole - left;
  const share = subtract(portionOf(net, gone + quantity, whole), portionOf(net, gone, whole));
  return { gross: timesMicro(rate, quantity), net: share };
}

/** Lines with what is taken off them, so that they come to a sum; `over` is what they lack even with nothing taken off. */
function fitted(own: readonly (TakenLine & ReturnType<typeof sumsOf>)[], sum: Minor) {
  let over = subtract(sum, add(...own.map(({ gross, net }) => least(gross, net))));
  const lines = own.map(({ item, quantity, gross, net }) => {
    const share = least(gross, net);
    const comesTo = minor(Math.min(gross, Math.max(0, share + over)));
    over = subtract(over, subtract(comesTo, share));
    return { item, quantity, discount: subtract(gross, comesTo) };
  });
  return { lines, over };
}

// Codes without tax make up for the kobo by which the taxed one is off.
function shareOf({ left, pricesIncludeTax }: PartedQuote, sum: Minor): TaxGroup[] {
  const shares = sharesOf(
    sum,
    left.map((group) => sumOf([group])),
  );
  const taxed = left.map((group, at) =>
    group.bps > 0 ? nearest(group, shares[at] ?? ZERO, pricesIncludeTax) : null,
  );
  const room = left.map((group, at) => (taxed[at] ? ZERO : group.base));
  const other = subtract(sum, sumOf(taxed.filter((group) => group !== null)));
  const rest = sharesOf(least(add(...room), other > 0 ? other : ZERO), room);
  return left.map((group, at) => taxed[at] ?? { ...group, base: rest[at] ?? ZERO, tax: ZERO });
}

/** Deleted parts may leave sums that no further one divides: then it is the most of them that is taxed as any document. */
function nearest(group: TaxGroup, sum: Minor, pricesIncludeTax: boolean): TaxGroup {
  for (let off = 0; off < FARTHEST; off++)
    for (const wanted of [sum + off, sum - off]) {
      const part = partAt(group, wanted, pricesIncludeTax);
      if (part && fits(leftOf([group], [part])[0], pricesIncludeTax)) return part;
    }
  return most(group, sum, pricesIncludeTax);
}

/** The most of a tax code, up to a sum, that is taxed as any document: all of it, but where deleted parts left a kobo astray. */
function most(group: TaxGroup, sum: Minor, pricesIncludeTax: boolean): TaxGroup {
  for (let off = 0; off < FARTHEST; off++) {
    const part = partAt(group, sum - off, pricesIncludeTax);
    if (part) return part;
  }
  return { ...group, base: ZERO, tax: ZERO };
}

function partAt(group: TaxGroup, sum: number, pricesIncludeTax: boolean): TaxGroup | null {
  if (sum < 0 || sum > sumOf([group])) return null;
  const tax = taxWithin(minor(sum), group.bps);
  const part = { ...group, base: subtract(minor(sum), tax), tax };
  return part.base <= group.base && tax <= group.tax && fits(part, pricesIncludeTax) ? part : null;
}

const fits = (group: TaxGroup | undefined, pricesIncludeTax: boolean): boolean =>
  group !== undefined && group.tax === taxOf(group, pricesIncludeTax);

const taxOf = ({ base, tax, bps }: TaxGroup, pricesIncludeTax: boolean): Minor =>
  pricesIncludeTax ? taxWithin(add(base, tax), bps) : percentOf(base, bps);

/** Lines are printed with their tax where prices include it. */
const printed = ({ base, tax }: TaxGroup, pricesIncludeTax: boolean): Minor =>
  pricesIncludeTax ? add(base, tax) : base;
