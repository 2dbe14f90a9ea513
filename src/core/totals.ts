import { add, MAX_MINOR, type Minor, percentOf, subtract, timesMicro, ZERO } from './money.ts';

/** One line of a document: `quantityMicro` in millionths of a unit, `rate` in minor units per unit. */
export type Line = { quantityMicro: number; rate: Minor };

/** The totals of a document, all in minor units. `lines` holds each line's own total, in order. */
export type Totals = { lines: Minor[]; subtotal: Minor; discount: Minor; tax: Minor; total: Minor };

/** Reason why sums cannot stand on a document, and the field to change. */
export type TotalsFault = { field: 'discount' | 'items' | `items.${number}.rate`; message: string };

const tooLarge = 'That amount is too large';

/**
 * The calculation engine of every document. Each line is rate × quantity (exact for whole quantities,
 * else rounded half up to the minor unit it is printed with); the discount is an amount taken off the
 * subtotal; tax is `taxBps` basis points of what is left, rounded half up once for the document.
 */
export function totalsOf(items: readonly Line[], taxBps: number, discount: Minor = ZERO): Totals {
  const lines = items.map((item) => timesMicro(item.rate, item.quantityMicro));
  const subtotal = add(...lines);
  const taxable = subtract(subtotal, discount);
  const tax = percentOf(taxable, taxBps);
  return { lines, subtotal, discount, tax, total: add(taxable, tax) };
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
export function totalsFault(lines: readonly Line[], taxBps: number, discount: Minor): TotalsFault | null {
  const at = overflowAt(lines);
  if (at >= 0) return { field: `items.${at}.rate`, message: tooLarge };
  if (discount < 0) return { field: 'discount', message: 'Enter a discount of zero or more' };
  const { subtotal, total } = totalsOf(lines, taxBps, discount);
  if (discount > subtotal) return { field: 'discount', message: 'The discount is more than the subtotal' };
  if (total <= 0) return { field: 'discount', message: 'The total must be more than zero' };
  return total > MAX_MINOR ? { field: 'items', message: tooLarge } : null;
}
