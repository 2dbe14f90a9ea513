import { add, least, type Minor, percentOf, portionOf, subtract } from './money.ts';
import { type Line, type TaxCode, taxCodes, type TaxTerms, taxWithin, totalsOf } from './totals.ts';

/** The lines of one tax code, their share of the document's discount, and their tax; minor units, all zero or more. */
export type CreditGroup = { code: TaxCode; lines: Minor; discount: Minor; tax: Minor };

/** A line of an invoice as far as it can be credited: `total` is its own, less its discount. */
export type CreditableLine = Line & { total: Minor };

/** A part of a line, taken by earlier notes or asked of a further one: a quantity in millionths, or an amount. */
export type Credited = { quantityMicro: number; amount: Minor };
export type AskedCredit = { quantityMicro: number } | { amount: Minor };

/** The sums of a credit note, in minor units; `total` is with the tax. */
export type CreditTotals = {
  groups: CreditGroup[];
  subtotal: Minor;
  discount: Minor;
  tax: Minor;
  total: Minor;
};

/** How a document's lines, discount and tax lie on its tax codes. */
export function groupsToCredit(
  lines: readonly CreditableLine[],
  terms: TaxTerms,
  discount: Minor,
): CreditGroup[] {
  return totalsOf(lines, terms, discount).groups.map(({ code, base, tax }) => {
    const sum = add(...lines.filter((line) => codeOf(line) === code).map((line) => line.total));
    const left = terms.pricesIncludeTax ? add(base, tax) : base;
    return { code, lines: sum, discount: subtract(sum, left), tax };
  });
}

/**
 * A line's part of a credit note, in minor units: of a quantity its share of the line's total, rounded half up, and for the last
 * of it whatever is left. Null where more is asked than is left.
 */
export function lineCredit(line: CreditableLine, before: Credited, asked: AskedCredit): Credited | null {
  const left = subtract(line.total, before.amount);
  if ('amount' in asked) return asked.amount > left ? null : { quantityMicro: 0, amount: asked.amount };
  const quantityLeft = line.quantityMicro - before.quantityMicro;
  if (asked.quantityMicro > quantityLeft) return null;
  const isLast = asked.quantityMicro === quantityLeft;
  return {
    quantityMicro: asked.quantityMicro,
    amount: isLast ? left : least(left, portionOf(line.total, asked.quantityMicro, line.quantityMicro)),
  };
}

/**
 * The sums of a credit note. The tax of a group is rounded half up on what is credited of it; the last credit of a group takes
 * what is left of its discount and tax, so that crediting all of an invoice in any number of steps gives exactly its total.
 */
export function creditTotals(
  of: readonly CreditGroup[],
  before: readonly CreditGroup[],
  lines: readonly { code: TaxCode; amount: Minor }[],
  terms: TaxTerms,
): CreditTotals {
  const groups = taxCodes.flatMap((code) => {
    const amount = add(...lines.filter((line) => line.code === code).map((line) => line.amount));
    const whole = of.find((group) => group.code === code);
    return whole && amount > 0 ? [groupCredit(whole, sumOf(before, code), amount, terms)] : [];
  });
  const subtotal = add(...groups.map((group) => group.lines));
  const discount = add(...groups.map((group) => group.discount));
  const tax = add(...groups.map((group) => group.tax));
  const left = subtract(subtotal, discount);
  return { groups, subtotal, discount, tax, total: terms.pricesIncludeTax ? left : add(left, tax) };
}

function groupCredit(
  whole: CreditGroup,
  before: CreditGroup,
  amount: Minor,
  { taxBps, pricesIncludeTax }: TaxTerms,
): CreditGroup {
  const rest = (part: 'discount' | 'tax') => subtract(whole[part], before[part]);
  if (add(before.lines, amount) === whole.lines)
    return { code: whole.code, lines: amount, discount: rest('discount'), tax: rest('tax') };
  const discount = least(rest('discount'), portionOf(whole.discount, amount, whole.lines));
  const base = subtract(amount, discount);
  const bps = whole.code === 'standard' ? taxBps : 0;
  const tax = pricesIncludeTax ? taxWithin(base, bps) : percentOf(base, bps);
  return { code: whole.code, lines: amount, discount, tax: least(rest('tax'), tax) };
}

const sumOf = (groups: readonly CreditGroup[], code: TaxCode): CreditGroup => {
  const own = groups.filter((group) => group.code === code);
  const sum = (part: 'lines' | 'discount' | 'tax') => add(...own.map((group) => group[part]));
  return { code, lines: sum('lines'), discount: sum('discount'), tax: sum('tax') };
};

const codeOf = ({ taxCode }: Line): TaxCode => taxCode ?? 'standard';
