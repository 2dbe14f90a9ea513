import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/length.ts';
import { MAX_MINOR, minor } from './money.ts';
import { totalsOf } from './totals.ts';

// Written apart from the engine: whole numbers only, a half goes up.
const halfUp = (numerator: bigint, denominator: bigint) =>
  (2n * numerator + denominator) / (2n * denominator);

function oracle(items: { rate: number; quantityMicro: number }[], taxBps: number, discount: number) {
  const lines = items.map((item) => halfUp(BigInt(item.rate) * BigInt(item.quantityMicro), 1_000_000n));
  const subtotal = lines.reduce((sum, line) => sum + line, 0n);
  const taxable = subtotal - BigInt(discount);
  const tax = halfUp(taxable * BigInt(taxBps), 10_000n);
  return {
    lines: lines.map(Number),
    subtotal: Number(subtotal),
    discount,
    tax: Number(tax),
    total: Number(taxable + tax),
  };
}

const rate = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: MAX_MINOR / 1_000_000 }));
const quantityMicro = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((quantity) => quantity * 1_000_000),
  fc.integer({ min: 1_000_000, max: 1_000_000_000 }),
);
const item = fc.record({ rate, quantityMicro });

test('every document is what exact arithmetic says', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (items, taxBps, share) => {
        const lines = items.map((each) => ({ rate: minor(each.rate), quantityMicro: each.quantityMicro }));
        const discount = minor(Math.floor(totalsOf(lines, 0).subtotal * share));
        expect(totalsOf(lines, taxBps, discount)).toEqual(oracle(items, taxBps, discount));
      },
    ),
    { numRuns: rounds(1_000, 50_000) },
  );
});

test.each([
  { what: '3 x 0.10 at 7.5 %', items: [[10, 3]], taxBps: 750, discount: 0, subtotal: 30, tax: 2, total: 32 },
  {
    what: 'a half kobo of tax goes up',
    items: [[20, 1]],
    taxBps: 750,
    discount: 0,
    subtotal: 20,
    tax: 2,
    total: 22,
  },
  {
    what: 'tax is rounded once, not by line',
    items: [
      [6, 1],
      [6, 1],
      [6, 1],
    ],
    taxBps: 750,
    discount: 0,
    subtotal: 18,
    tax: 1,
    total: 19,
  },
  {
    what: 'a line of 1.5 hours',
    items: [[333, 1.5]],
    taxBps: 0,
    discount: 0,
    subtotal: 500,
    tax: 0,
    total: 500,
  },
  {
    what: 'tax on what the discount leaves',
    items: [[100_000, 1]],
    taxBps: 750,
    discount: 20_000,
    subtotal: 100_000,
    tax: 6_000,
    total: 86_000,
  },
  {
    what: 'everything taken off',
    items: [[100, 1]],
    taxBps: 750,
    discount: 100,
    subtotal: 100,
    tax: 0,
    total: 0,
  },
])('$what', ({ items, taxBps, discount, subtotal, tax, total }) => {
  const lines = items.map(([each = 0, quantity = 0]) => ({
    rate: minor(each),
    quantityMicro: quantity * 1_000_000,
  }));
  expect(totalsOf(lines, taxBps, minor(discount))).toMatchObject({ subtotal, tax, total });
});
