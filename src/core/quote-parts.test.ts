import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyInvoice } from './invoice/testing.ts';
import { add, minor, ZERO } from './money.ts';
import { leftOf, nextPart, type PartedQuote, type PartWanted, sumOf } from './quote-parts.ts';
import { type TaxGroup, totalsOf } from './totals.ts';

const quoteOf = (whole: TaxGroup[], pricesIncludeTax = false): PartedQuote => ({
  total: sumOf(whole),
  left: whole,
  isParted: false,
  pricesIncludeTax,
});
const roof: TaxGroup = { code: 'standard', bps: 750, base: minor(1_000_000_00), tax: minor(75_000_00) };
const levy: TaxGroup = { code: 'exempt', bps: 0, base: minor(1_000_00), tax: ZERO };

/** Totals of the invoice a part becomes. */
const invoiced = (part: TaxGroup[], taxBps: number, pricesIncludeTax: boolean) =>
  totalsOf(
    part.map(({ code, base, tax }) => ({
      quantityMicro: 1_000_000,
      rate: pricesIncludeTax ? add(base, tax) : base,
      taxCode: code,
    })),
    { taxBps, pricesIncludeTax },
  );

const anyWanted: fc.Arbitrary<PartWanted> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 9999 }) }),
  fc.record({ amount: fc.integer({ min: 1, max: 100_000_000 }).map(minor) }),
);

test('any parts, and the rest, are invoices that add up to the quote, tax included', () => {
  fc.assert(
    fc.property(
      anyInvoice,
      fc.array(anyWanted, { minLength: 1, maxLength: 8 }),
      ({ facts, lines }, wanted) => {
        const { taxRate: taxBps, pricesIncludeTax = false } = facts;
        const items = lines.map(({ quantity, rate, discountPercent, taxCode }) => ({
          quantityMicro: quantity,
          rate,
          discountBps: discountPercent,
          taxCode,
        }));
        const whole = totalsOf(items, { taxBps, pricesIncludeTax }, facts.discount);
        const made: TaxGroup[][] = [];
        for (const each of [...wanted, { rest: true }]) {
          const left = leftOf(whole.groups, made.flat());
          const part = nextPart(
            { total: whole.total, left, isParted: made.length > 0, pricesIncludeTax },
            each,
          );
          if (typeof part === 'string') continue;
          const totals = invoiced(part, taxBps, pricesIncludeTax);
          expect(totals.groups.filter((group) => sumOf([group]) > 0)).toEqual(part);
          expect(totals.total).toBe(sumOf(part));
          made.push(part);
          const after = leftOf(whole.groups, made.flat());
          expect(after.every(({ base, tax }) => base >= 0 && tax >= 0)).toBe(true);
        }
        if (made.length === 0) return;
        expect(sumOf(made.flat())).toBe(whole.total);
        expect(add(...made.flat().map(({ tax }) => tax))).toBe(whole.tax);
      },
    ),
  );
});

test.each<[string, PartWanted, unknown]>([
  ['half', { percent: 5000 }, 538_000_00],
  ['a sum with its tax', { amount: minor(300_000_00) }, 300_000_00],
  ['more than there is', { amount: minor(2_000_000_00) }, 'tooMuch'],
  ['all of it', { amount: minor(1_076_000_00) }, 'all'],
  ['the rest of nothing made', { rest: true }, 'notParted'],
])('of a quote of ₦1,076,000: %s', (_, wanted, expected) => {
  const part = nextPart(quoteOf([roof, levy]), wanted);
  expect(typeof part === 'string' ? part : sumOf(part)).toBe(expected);
});

test('thirds in percent leave nothing over', () => {
  const whole = [roof];
  const made: TaxGroup[] = [];
  for (const percent of [3333, 3333, 3334]) {
    const part = nextPart(
      { ...quoteOf(whole), left: leftOf(whole, made), isParted: made.length > 0 },
      { percent },
    );
    if (typeof part === 'string') throw new Error(part);
    made.push(...part);
  }
  expect(sumOf(made)).toBe(1_075_000_00);
});
