import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/length.ts';
import { eachFault } from './invoice/testing.ts';
import { add, MAX_MINOR, minor, percentOf } from './money.ts';
import { type Line, sharesOf, taxCodes, totalsOf } from './totals.ts';

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
/** A part of the whole; `fc.double` would be nearly always 0. */
const share = fc.nat({ max: 1_000_000 }).map((parts) => parts / 1_000_000);

test('every document is what exact arithmetic says', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 10_000 }),
      share,
      (items, taxBps, part) => {
        const lines = items.map((each) => ({ rate: minor(each.rate), quantityMicro: each.quantityMicro }));
        const discount = minor(Math.floor(totalsOf(lines, { taxBps: 0 }).subtotal * part));
        expect(totalsOf(lines, { taxBps }, discount)).toMatchObject(oracle(items, taxBps, discount));
      },
    ),
    { numRuns: rounds(1_000, 50_000) },
  );
});

const code = fc.constantFrom(...taxCodes);
const ownDiscount = fc.oneof(
  fc.constant({}),
  fc.record({ discountBps: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ share }),
);

test('discounts, tax codes and prices with tax: every kobo stands somewhere, once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(item, code, ownDiscount), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.boolean(),
      share,
      (carts, taxBps, pricesIncludeTax, part) => {
        const lines = carts.map(([{ rate, quantityMicro }, taxCode, off]): Line => {
          const gross = Number(halfUp(BigInt(rate) * BigInt(quantityMicro), 1_000_000n));
          const discount = 'share' in off ? { discount: minor(Math.floor(gross * off.share)) } : off;
          return { rate: minor(rate), quantityMicro, taxCode, ...discount };
        });
        const terms = { taxBps, pricesIncludeTax };
        const discount = minor(Math.floor(totalsOf(lines, terms).subtotal * part));
        const totals = totalsOf(lines, terms, discount);
        expect(add(...totals.lines)).toBe(totals.subtotal);
        const left = totals.subtotal - discount;
        expect(totals.total).toBe(pricesIncludeTax ? left : left + totals.tax);
        expect(add(...totals.groups.map(({ base }) => base))).toBe(totals.total - totals.tax);
        for (const { code: of, bps, base, tax } of totals.groups) {
          expect(bps).toBe(of === 'standard' ? taxBps : 0);
          const exact = pricesIncludeTax
            ? halfUp(BigInt(base + tax) * BigInt(bps), BigInt(10_000 + bps))
            : halfUp(BigInt(base) * BigInt(bps), 10_000n);
          expect(tax).toBe(Number(exact));
        }
        const plain = lines.every(({ taxCode }) => taxCode === 'standard') && !pricesIncludeTax;
        if (plain) expect(totals.tax).toBe(percentOf(minor(left), taxBps));
      },
    ),
    { numRuns: rounds(1_000, 50_000) },
  );
});

test('shares add up to what is shared, and none is a unit from its exact part', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: MAX_MINOR / 100 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_MINOR }), amounts, (amount, parts) => {
      const shares = sharesOf(minor(amount), parts.map(minor));
      expect(add(...shares)).toBe(amount);
      const sum = parts.reduce((all, part) => all + BigInt(part), 0n);
      for (const [at, share] of sum === 0n ? [] : shares.entries()) {
        const rest = BigInt(share) * sum - BigInt(amount) * BigInt(parts[at] ?? 0);
        expect(rest < sum && -rest < sum).toBe(true);
      }
    }),
  );
});

test('sums have a fault exactly where exact arithmetic leaves the bounds of a document', () => {
  eachFault(({ lines, taxBps, pricesIncludeTax, discount }, fault) => {
    const gross = lines.map((line) => BigInt(line.rate) * (BigInt(line.quantityMicro) / 1_000_000n));
    const offs = lines.map((line, at) =>
      typeof line.discountBps === 'number'
        ? halfUp((gross[at] ?? 0n) * BigInt(line.discountBps), 10_000n)
        : BigInt(line.discount ?? 0),
    );
    const [all, off] = [gross, offs].map((amounts) => amounts.reduce((sum, each) => sum + each, 0n));
    const subtotal = (all ?? 0n) - (off ?? 0n);
    const taxable = subtotal - BigInt(discount);
    const isWithin =
      (all ?? 0n) <= MAX_MINOR && gross.every((each, at) => (offs[at] ?? 0n) <= each) && taxable >= 0n;
    const exact = isWithin && totalsOf(lines, { taxBps, pricesIncludeTax }, minor(discount)).total;
    expect(fault === null).toBe(exact !== false && exact > 0 && exact <= MAX_MINOR);
  });
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
  expect(totalsOf(lines, { taxBps }, minor(discount))).toMatchObject({ subtotal, tax, total });
});
