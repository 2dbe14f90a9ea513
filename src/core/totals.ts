import { add, type Minor, percentOf, subtract, timesMicro, ZERO } from './money.ts';

/** One line of a document: `quantityMicro` in millionths of a unit, `rate` in minor units per unit. */
export type Line = { quantityMicro: number; rate: Minor };

/** The totals of a document, all in minor units. `lines` holds each line's own total, in order. */
export type Totals = { lines: Minor[]; subtotal: Minor; discount: Minor; tax: Minor; total: Minor };

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
