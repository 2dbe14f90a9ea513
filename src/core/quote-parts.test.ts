import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyInvoice } from './invoice/testing.ts';
import { add, minor, ZERO } from './money.ts';
import {
  leftOf,
  linesLeft,
  nextPart,
  type Part,
  type PartedQuote,
  partedLines,
  type PartFault,
  type PartWanted,
  sumOf,
} from './quote-parts.ts';
import { type Line, type TaxGroup, type TaxTerms, totalsOf } from './totals.ts';

const roof: TaxGroup = { code: 'standard', bps: 750, base: minor(1_000_000_00), tax: minor(75_000_00) };
const levy: TaxGroup = { code: 'exempt', bps: 0, base: minor(1_000_00), tax: ZERO };
const quoteOf = (whole: TaxGroup[], made: TaxGroup[] = []): PartedQuote => ({
  total: sumOf(whole),
  left: leftOf(whole, made),
  lines: [],
  invoicedBy: made.length > 0 ? 'share' : null,
  isParted: made.length > 0,
  pricesIncludeTax: false,
});
const sumIn = (part: Part | PartFault) => (typeof part === 'string' ? part : sumOf(part.groups));

type Offer = { items: Line[]; terms: TaxTerms & { pricesIncludeTax: boolean }; discount: number };

/** The quote of an offer as its parts see it, some of which were made. */
function quoteWith({ items, terms, discount }: Offer, made: readonly Part[]): PartedQuote {
  const whole = totalsOf(items, terms, minor(discount));
  const taken = made.flatMap(({ lines }) => lines ?? []);
  const quantities = items.map(({ quantityMicro }) => quantityMicro);
  const [first] = made;
  return {
    total: whole.total,
    left: leftOf(
      whole.groups,
      made.flatMap(({ groups }) => groups),
    ),
    lines: partedLines(items, whole, terms.pricesIncludeTax, linesLeft(quantities, taken)),
    invoicedBy: first ? (first.lines ? 'lines' : 'share') : null,
    isParted: made.length > 0,
    pricesIncludeTax: terms.pricesIncludeTax,
  };
}

/** Totals of the invoice a part becomes. */
function invoiced({ groups, lines, rounding }: Part, { items, terms }: Offer) {
  const one = (rate: number, taxCode: Line['taxCode']) => ({
    quantityMicro: 1_000_000,
    rate: minor(rate),
    taxCode,
  });
  const drawn =
    lines === null
      ? groups.map(({ code, base, tax }) => one(terms.pricesIncludeTax ? add(base, tax) : base, code))
      : [
          ...lines.map(({ item, quantity, discount }) => {
            const { rate = ZERO, taxCode } = items[item] ?? {};
            return { quantityMicro: quantity, rate, taxCode, discount };
          }),
          ...rounding.map(({ amount, code }) => one(amount, code)),
        ];
  return totalsOf(drawn, terms);
}

const anyOffer: fc.Arbitrary<Offer> = anyInvoice.map(({ facts, lines }) => ({
  items: lines.map(({ quantity, rate, discountPercent, taxCode }) => ({
    quantityMicro: quantity,
    rate,
    discountBps: discountPercent,
    taxCode,
  })),
  terms: { taxBps: facts.taxRate, pricesIncludeTax: facts.pricesIncludeTax ?? false },
  discount: facts.discount,
}));
const anyShare: fc.Arbitrary<PartWanted> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 9999 }) }),
  fc.record({ amount: fc.integer({ min: 1, max: 100_000_000 }).map(minor) }),
);
const anyLines: fc.Arbitrary<PartWanted> = fc.record({
  lines: fc.array(
    fc.record({
      item: fc.nat(8),
      quantity: fc.option(
        fc.oneof(
          fc.integer({ min: 1, max: 5 }).map((count) => count * 1_000_000),
          fc.integer({ min: 1, max: 9_000_000 }),
        ),
        { nil: undefined },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const rest: PartWanted = { rest: true };

/** Makes the parts there can be, each as an invoice of its own. */
function makeParts(offer: Offer, wanted: readonly PartWanted[], made: readonly Part[] = []): Part[] {
  return wanted.reduce<Part[]>(
    (parts, each) => {
      const part = nextPart(quoteWith(offer, parts), each);
      if (typeof part === 'string') return parts;
      const totals = invoiced(part, offer);
      expect(totals.groups.filter((group) => sumOf([group]) > 0)).toEqual(part.groups);
      expect(totals.total).toBe(sumOf(part.groups));
      expect(totals.lines.every((line) => line >= 0)).toBe(true);
      const after = quoteWith(offer, [...parts, part]);
      expect(after.left.every(({ base, tax }) => base >= 0 && tax >= 0)).toBe(true);
      expect(after.lines.every(({ left }) => left >= 0)).toBe(true);
      return [...parts, part];
    },
    [...made],
  );
}

test('any parts, and the rest, are invoices that add up to the quote, tax and discount included', () => {
  fc.assert(
    fc.property(
      anyOffer,
      fc.oneof(
        fc.array(anyShare, { minLength: 1, maxLength: 8 }),
        fc.array(anyLines, { minLength: 1, maxLength: 8 }),
        fc.array(fc.oneof(anyShare, anyLines), { minLength: 1, maxLength: 8 }),
      ),
      (offer, wanted) => {
        const whole = totalsOf(offer.items, offer.terms, minor(offer.discount));
        const made = makeParts(offer, [...wanted, rest]);
        if (made.length === 0) return;
        const groups = made.flatMap((part) => part.groups);
        expect(sumOf(groups)).toBe(whole.total);
        expect(add(...groups.map(({ tax }) => tax))).toBe(whole.tax);
        const kinds = new Set(made.map(({ lines }) => lines === null));
        expect(kinds.size).toBe(1);
        if (kinds.has(true)) return;
        // Less all discounts, the quote's too.
        const lines = add(...made.map((part) => invoiced(part, offer).subtotal));
        expect(lines).toBe(offer.terms.pricesIncludeTax ? whole.total : whole.total - whole.tax);
      },
    ),
  );
});

test('parts that were deleted give their share back, and those made after are never more than the quote', () => {
  fc.assert(
    fc.property(
      anyOffer,
      fc.oneof(
        fc.array(anyShare, { minLength: 2, maxLength: 6 }),
        fc.array(anyLines, { minLength: 2, maxLength: 6 }),
      ),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
      (offer, wanted, gone) => {
        const whole = totalsOf(offer.items, offer.terms, minor(offer.discount));
        const stands = makeParts(offer, wanted).filter((_, at) => !gone.includes(at));
        const made = makeParts(offer, [...wanted, rest], stands);
        const groups = made.flatMap((part) => part.groups);
        expect(sumOf(groups)).toBeLessThanOrEqual(whole.total);
        expect(add(...groups.map(({ tax }) => tax))).toBeLessThanOrEqual(whole.tax);
      },
    ),
  );
});

test('the rest after a deleted part leaves the kobo whose tax would be more than the quote', () => {
  const offer: Offer = {
    items: [{ rate: minor(2_41), quantityMicro: 1_000_000 }],
    terms: { taxBps: 750, pricesIncludeTax: false },
    discount: 0,
  };
  const [, second] = makeParts(offer, [{ percent: 3000 }, { percent: 3000 }]);
  const made = makeParts(offer, [rest], second ? [second] : []);
  expect(sumOf(quoteWith(offer, made).left)).toBe(1);
});

test.each<[string, PartWanted, unknown]>([
  ['half', { percent: 5000 }, 538_000_00],
  ['a sum with its tax', { amount: minor(300_000_00) }, 300_000_00],
  ['more than there is', { amount: minor(2_000_000_00) }, 'tooMuch'],
  ['all of it', { amount: minor(1_076_000_00) }, 'all'],
  ['the rest of nothing made', rest, 'notParted'],
])('of a quote of ₦1,076,000: %s', (_, wanted, expected) => {
  expect(sumIn(nextPart(quoteOf([roof, levy]), wanted))).toBe(expected);
});

const sheets: Offer = {
  items: [
    { rate: minor(150_000_00), quantityMicro: 3_000_000 },
    { rate: minor(40_000_00), quantityMicro: 1_500_000 },
    { rate: minor(10_000_00), quantityMicro: 1_000_000, taxCode: 'exempt' },
  ],
  terms: { taxBps: 750, pricesIncludeTax: false },
  discount: 52_000_00,
};

test.each<[string, NonNullable<PartWanted['lines']>, unknown]>([
  // Less a tenth of the lines, with the tax of it.
  ['two of the first', [{ item: 0, quantity: 2_000_000 }], 290_250_00],
  ['the third', [{ item: 2 }], 9_000_00],
  ['more than there is', [{ item: 0, quantity: 4_000_000 }], 'overLine'],
  ['a line twice', [{ item: 0 }, { item: 0 }], 'overLine'],
  ['a line it has not', [{ item: 3 }], 'noLine'],
  ['half of one', [{ item: 0, quantity: 500_000 }], 'brokenLine'],
  ['all but half of one', [{ item: 1, quantity: 1_000_000 }], 'brokenLine'],
  ['all lines', [{ item: 0 }, { item: 1 }, { item: 2 }], 'all'],
])('of a quote of three lines: %s', (_, lines, expected) => {
  expect(sumIn(nextPart(quoteWith(sheets, []), { lines }))).toBe(expected);
});

test('lines and shares keep each other out, while one of them stands', () => {
  const byLine = makeParts(sheets, [{ lines: [{ item: 0 }] }]);
  expect(nextPart(quoteWith(sheets, byLine), { percent: 1000 })).toBe('lines');
  expect(nextPart(quoteWith(sheets, byLine), { lines: [{ item: 0 }] })).toBe('noLine');
  const byShare = makeParts(sheets, [{ percent: 1000 }]);
  expect(nextPart(quoteWith(sheets, byShare), { lines: [{ item: 0 }] })).toBe('share');
});

test('thirds in percent leave nothing over', () => {
  const whole = [roof];
  const made: TaxGroup[] = [];
  for (const percent of [3333, 3333, 3334]) {
    const part = nextPart(quoteOf(whole, made), { percent });
    if (typeof part === 'string') throw new Error(part);
    made.push(...part.groups);
  }
  expect(sumOf(made)).toBe(1_075_000_00);
});
