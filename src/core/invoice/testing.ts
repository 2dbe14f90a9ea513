import fc from 'fast-check';
import { MAX_MINOR, minor } from '../money.ts';
import { type Line, type TotalsFault, totalsFault } from '../totals.ts';

/** Sums of an invoice, for what the forms and the server say of them; amounts in minor units. */
export type Sums = { lines: Line[]; taxBps: number; discount: number };

const near = (bound: number) => fc.integer({ min: Math.max(1, bound - 3), max: bound });

/** Sums around every bound. */
export const anySums: fc.Arbitrary<Sums> = fc.record({
  lines: fc.array(
    fc.record({
      rate: fc
        .oneof(fc.integer({ min: 1, max: 300 }), near(MAX_MINOR), near(MAX_MINOR / 2))
        .map((rate) => minor(rate)),
      quantityMicro: fc
        .oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 }))
        .map((count) => count * 1_000_000),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  taxBps: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 10_000 })),
  discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), near(MAX_MINOR)),
});

/** Runs `check` with many sums and their one fault; every kind of fault comes up. */
export function eachFault(check: (sums: Sums, fault: TotalsFault | null) => void): void {
  const met = new Set<string>();
  fc.assert(
    fc.property(anySums, (sums) => {
      const fault = totalsFault(sums.lines, sums.taxBps, minor(sums.discount));
      met.add(fault ? `${fault.field.replace(/\.\d+\./, '.')}: ${fault.message}` : 'none');
      check(sums, fault);
    }),
    { numRuns: 3_000 },
  );
  const missing = faults.filter((fault) => !met.has(fault));
  if (missing.length > 0) throw new Error(`never met: ${missing.join('; ')}`);
}

const faults = [
  'none',
  'items: That amount is too large',
  'items.rate: That amount is too large',
  'discount: The discount is more than the subtotal',
  'discount: The total must be more than zero',
];
