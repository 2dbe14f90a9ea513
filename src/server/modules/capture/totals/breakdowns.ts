import type { Figure } from './figures.ts';
import type { Role } from './roles.ts';

/** The amounts of one reading: labelled ones, the sum of its lines, and the sum in words. */
export type SheetSums = {
  figures: Figure[];
  itemSum: number | null;
  /** The total repeated in words, without its kobo. */
  inWords: number | null;
  /** The total by a trained finder, with its likelihood. */
  found: { value: number; share: number } | null;
};

/** Whether a total in cents matches the one in words. */
export const matchesWords = ({ inWords }: Pick<SheetSums, 'inWords'>, value: number): boolean =>
  inWords !== null && Math.floor(Math.abs(value) / 100) === inWords;

export const cents = (value: number): number => Math.round(value * 100);
export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1;

/** A subtotal with its parts, in cents; `parts` counts those that are not zero. */
export type Breakdown = {
  total: number;
  subtotal: number;
  tax: number;
  discount: number;
  charges: number;
  rounding: number;
  parts: number;
};

/** To the next five or ten naira, in kobo. */
export const MAX_ROUNDING = 1000;

/** Every way in which a subtotal and its parts add up. */
export function possibleBreakdowns(figures: readonly Figure[], itemSum: number | null): Breakdown[] {
  const printed = (...roles: Role[]) =>
    figures.filter((one) => roles.includes(one.role)).map((one) => cents(one.value));
  const values = (...roles: Role[]) => [...new Set(printed(...roles))];
  const subtotals = [...values('subtotal', 'net'), ...(itemSum === null ? [] : [cents(itemSum)])].slice(
    0,
    10,
  );
  const discounts = [0, ...sumsOf(values('discount').map(Math.abs))].slice(0, 6);
  const taxes = [0, ...sumsOf(printed('tax'))].slice(0, 40);
  const charges = [0, ...sumsOf(values('charge'))].slice(0, 6);
  const roundings = [0, ...values('rounding').filter((value) => Math.abs(value) <= MAX_ROUNDING)].slice(0, 3);
  return subtotals.flatMap((subtotal) =>
    discounts.flatMap((discount) =>
      taxes.flatMap((tax) =>
        charges.flatMap((charge) =>
          roundings.map((rounding) => ({
            total: subtotal - discount + tax + charge + rounding,
            subtotal,
            tax,
            discount,
            charges: charge,
            rounding,
            parts: [discount, tax, charge, rounding].filter((part) => part !== 0).length,
          })),
        ),
      ),
    ),
  );
}

// Single values, and all of them together: two rates of tax, two discounts, halves of one tax.
function sumsOf(values: readonly number[]): number[] {
  const distinct = [...new Set(values.filter((value) => value !== 0))].slice(0, 10);
  const pairs = distinct.flatMap((a, at) => distinct.slice(at + 1).map((b) => a + b));
  const sum = (some: readonly number[]) => some.reduce((so, value) => so + value, 0);
  const twice = distinct.filter((value) => values.indexOf(value) !== values.lastIndexOf(value));
  const all = distinct.length > 1 ? [sum(distinct)] : [];
  return [
    ...new Set([...distinct, ...all, ...pairs, ...twice.map((value) => 2 * value), sum(values)]),
  ].filter((value) => value !== 0);
}
