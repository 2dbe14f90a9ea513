import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credited, creditTotals, groupsToCredit, lineCredit } from './credit-note.ts';
import { add, type Minor, minor, subtract, ZERO } from './money.ts';
import { taxCodes, totalsFault, totalsOf } from './totals.ts';

const anyLine = fc.record({
  quantityMicro: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((whole) => whole * 1_000_000),
    fc.integer({ min: 1_000_000, max: 9_999_999 }),
  ),
  rate: fc.integer({ min: 1, max: 5_000_001 }).map(minor),
  taxCode: fc.constantFrom(...taxCodes),
});
const anyCart = fc.record({
  items: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  taxBps: fc.constantFrom(0, 500, 750, 1333),
  pricesIncludeTax: fc.boolean(),
  discountShare: fc.constantFrom(0, 0.1, 0.333),
});

test('an invoice credited in any steps comes to exactly its total, its discount and its tax', () => {
  fc.assert(
    fc.property(
      anyCart,
      fc.array(fc.record({ at: fc.nat(5), share: fc.constantFrom(0.13, 0.5, 1), byAmount: fc.boolean() }), {
        maxLength: 7,
      }),
      ({ items, discountShare, ...terms }, steps) => {
        const discount = minor(Math.floor(totalsOf(items, terms).subtotal * discountShare));
        fc.pre(totalsFault(items, terms, discount) === null);
        const totals = totalsOf(items, terms, discount);
        const lines = items.map((item, at) => ({ ...item, total: totals.lines[at] ?? ZERO }));
        const whole = groupsToCredit(lines, terms, discount);
        const credited: Credited[] = lines.map(() => ({ quantityMicro: 0, amount: ZERO }));
        const notes: ReturnType<typeof creditTotals>[] = [];
        const issue = (at: number, amount: Minor) => {
          const line = lines[at];
          const before = credited[at];
          const credit = line && before && lineCredit(line, before, { amount });
          if (!line || !before || !credit) return;
          credited[at] = { quantityMicro: 0, amount: add(before.amount, credit.amount) };
          const groups = notes.flatMap((note) => note.groups);
          notes.push(creditTotals(whole, groups, [{ code: line.taxCode, amount: credit.amount }], terms));
        };
        for (const { at, share } of steps) {
          const left = subtract(lines[at]?.total ?? ZERO, credited[at]?.amount ?? ZERO);
          issue(at, minor(Math.floor(left * share)));
        }
        lines.forEach((line, at) => issue(at, subtract(line.total, credited[at]?.amount ?? ZERO)));
        expect(add(...notes.map((note) => note.total))).toBe(totals.total);
        expect(add(...notes.map((note) => note.tax))).toBe(totals.tax);
        expect(add(...notes.map((note) => note.discount))).toBe(discount);
        for (const note of notes) expect(note.total).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a line credited by quantity gives its whole total with the last of it, and never more', () => {
  fc.assert(
    fc.property(
      anyLine,
      fc.array(fc.integer({ min: 1, max: 4_000_000 }), { maxLength: 7 }),
      (item, steps) => {
        const line = { ...item, total: totalsOf([item], { taxBps: 0 }).subtotal };
        let before: Credited = { quantityMicro: 0, amount: ZERO };
        for (const quantityMicro of [...steps, 0]) {
          const left = line.quantityMicro - before.quantityMicro;
          expect(lineCredit(line, before, { quantityMicro: left + 1 })).toBeNull();
          const credit = lineCredit(line, before, {
            quantityMicro: quantityMicro === 0 ? left : quantityMicro,
          });
          if (!credit) continue;
          before = {
            quantityMicro: before.quantityMicro + credit.quantityMicro,
            amount: add(before.amount, credit.amount),
          };
          expect(before.amount).toBeLessThanOrEqual(line.total);
        }
        expect(before).toEqual({ quantityMicro: line.quantityMicro, amount: line.total });
      },
    ),
    { numRuns: 2000 },
  );
});
