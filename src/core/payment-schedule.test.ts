import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../tests/length.ts';
import { addDays, UNDATED } from './dates.ts';
import { add, MAX_MINOR, minor, type Minor, percentOf, ZERO } from './money.ts';
import {
  dueBy,
  keptParts,
  leastPart,
  nextPart,
  notBefore,
  type PartTerms,
  planParts,
  progressOf,
  scheduleFault,
} from './payment-schedule.ts';

const issued = '2026-11-02';
const at = (total: number, settled = 0) => ({
  total: minor(total),
  settled: minor(settled),
  currency: 'NGN' as const,
  issued,
});
const runs = { numRuns: rounds(300, 20_000) };

const due = fc.oneof(
  fc.constant({ on: 'acceptance' as const }),
  fc.constant({ on: 'ask' as const }),
  fc.nat({ max: 365 }).map((days) => ({ days })),
);
const sum = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }).map((percent) => ({ percent })),
  fc.integer({ min: 1, max: 2_000_000 }).map((amount) => ({ amount: minor(amount) })),
);
const terms = fc
  .tuple(fc.array(fc.tuple(sum, due), { minLength: 1, maxLength: 11 }), due)
  .map(([parts, last]): PartTerms[] => [
    ...parts.map(([share, day], index) => ({ label: `Part ${index + 1}`, ...share, due: day })),
    { label: 'Rest', rest: true, due: last },
  ]);
const total = fc.oneof(
  fc.integer({ min: 20_000, max: 5_000_000 }),
  fc.integer({ min: 20_000, max: MAX_MINOR }),
);

test('the parts of every schedule add up to the total, to the kobo, and none is under the least', () => {
  fc.assert(
    fc.property(terms, total, (parts, whole) => {
      if (scheduleFault(parts, at(whole))) return;
      const planned = planParts(parts, at(whole));
      expect(add(...planned.map((part) => part.sum))).toBe(whole);
      expect(planned.every((part) => part.sum >= leastPart.NGN)).toBe(true);
      for (const [index, { percent }] of parts.entries())
        if (percent) expect(planned[index]?.sum).toBe(percentOf(minor(whole), percent));
    }),
    runs,
  );
});

test('what is settled fills the parts in their order, never over and never under', () => {
  fc.assert(
    fc.property(terms, total, fc.nat({ max: 1_000_000 }), (parts, whole, share) => {
      if (scheduleFault(parts, at(whole))) return;
      const settled = minor(Math.floor((whole / 1_000_000) * share));
      const planned = planParts(parts, at(whole));
      const filled = progressOf(planned, settled);
      expect(add(...filled.map(({ paid }) => paid))).toBe(settled);
      const open = filled.findIndex(({ left }) => left > 0);
      for (const [index, part] of filled.entries()) {
        expect(add(part.paid, part.left)).toBe(part.sum);
        if (open >= 0 && index < open) expect(part.state).toBe('paid');
        if (open >= 0 && index > open) expect(part).toMatchObject({ paid: 0, state: 'later' });
      }
      expect(nextPart(planned, settled)?.position ?? null).toBe(open < 0 ? null : open + 1);
      expect(dueBy(planned, settled)).toBe((filled[open] ?? planned.at(-1))?.day ?? UNDATED);
    }),
    runs,
  );
});

test('a new schedule keeps what is settled, and its parts share out exactly the rest', () => {
  fc.assert(
    fc.property(terms, terms, total, fc.nat({ max: 999_999 }), (first, second, whole, share) => {
      const settled = minor(Math.floor((whole / 1_000_000) * share));
      if (scheduleFault(first, at(whole))) return;
      const kept = keptParts(planParts(first, at(whole)), settled);
      expect(add(...kept.map((part) => part.sum))).toBe(settled);
      if (scheduleFault(second, at(whole, settled), kept)) return;
      const parts = [...kept, ...planParts(second, at(whole, settled))];
      expect(add(...parts.map((part) => part.sum))).toBe(whole);
      const progress = progressOf(parts, settled);
      expect(progress.slice(0, kept.length).every(({ state }) => state === 'paid')).toBe(true);
      expect(progress[kept.length]?.paid).toBe(0);
    }),
    runs,
  );
});

describe('what cannot be is refused at its part', () => {
  const deposit: PartTerms = { label: 'Deposit', percent: 6000, due: { on: 'acceptance' } };
  const rest: PartTerms = { label: 'Rest', rest: true, due: { on: 'ask' } };
  const fixed = (amount: number): PartTerms => ({ label: 'Fixed', amount: minor(amount), due: { days: 0 } });
  const cases: [string, PartTerms[], string][] = [
    ['one part', [rest], 'schedule'],
    ['none', [], 'schedule'],
    ['thirteen', [...Array.from({ length: 12 }, () => fixed(10_000)), rest], 'schedule'],
    ['no rest', [deposit, fixed(40_000)], 'schedule.1'],
    ['two rests', [rest, rest], 'schedule.0'],
    ['more than there is', [fixed(100_000), fixed(1), rest], 'schedule'],
    ['sums beyond reason', [...Array.from({ length: 11 }, () => fixed(MAX_MINOR)), rest], 'schedule'],
    ['under ₦100', [fixed(9_999), rest], 'schedule.0'],
    ['a rest under ₦100', [fixed(90_001), rest], 'schedule.1'],
    ['before the issue', [{ ...deposit, due: { day: '2026-11-01' } }, rest], 'schedule.0.due'],
    [
      'out of order',
      [{ ...deposit, due: { days: 9 } }, { ...fixed(10_000), due: { days: 8 } }, rest],
      'schedule.1.due',
    ],
  ];
  test.each(cases)('%s', (_, parts, path) => {
    expect(scheduleFault(parts, at(100_000))?.path).toBe(path);
  });
  test('what can be is not', () => expect(scheduleFault([deposit, rest], at(100_000))).toBeNull());
});

test('a part that is asked for has its day, and fixed days that are over become the day of the acceptance', () => {
  const parts = planParts(
    [
      { label: 'Deposit', percent: 6000, due: { days: 3 } },
      { label: 'Rest', rest: true, due: { on: 'ask' } },
    ],
    at(500_000),
  );
  expect(parts.map(({ day }) => day)).toEqual([addDays(issued, 3), null]);
  const paid: Minor = minor(300_000);
  expect([dueBy(parts, ZERO), dueBy(parts, paid)]).toEqual(['2026-11-05', UNDATED]);
  const asked = parts.map((part, index) => (index === 1 ? { ...part, day: '2026-12-01' } : part));
  expect(dueBy(asked, paid)).toBe('2026-12-01');
  const late: PartTerms = { label: 'Deposit', percent: 5000, due: { day: '2026-11-01' } };
  expect(notBefore([late], issued)).toEqual([{ ...late, due: { day: issued } }]);
});
