import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { horizonOf } from './answers/sales.ts';
import { project } from './projection.ts';

const history = fc.array(fc.integer({ min: 0, max: 5_000_000_000 }).map(minor), { maxLength: 30 });

test('a projection is ordered, never below zero, widens, adds up and is the same each time', () => {
  fc.assert(
    fc.property(
      history,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 1 }),
      (months, horizon, skip) => {
        const made = project(months, horizon, skip);
        expect(made).toEqual(project(months, horizon, skip));
        if (!made) {
          expect(months.slice(-12).every((month) => month === 0)).toBe(true);
          return;
        }
        expect(made.months).toHaveLength(horizon);
        for (const { low, likely, high } of made.months) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(likely).toBeGreaterThanOrEqual(low);
          expect(high).toBeGreaterThanOrEqual(likely);
          // Of a few kobo, half of it is rounded away.
          if (made.average >= 100) expect(high).toBeGreaterThan(likely);
        }
        const unit = made.average / 100;
        const reaches = made.months.map(({ likely, high }) => high - likely);
        for (const [at, reach] of reaches.entries())
          expect(reach + unit).toBeGreaterThanOrEqual(reaches[at - 1] ?? 0);
        if (horizon > 11 && made.average >= 100) expect(reaches.at(-1)).toBeGreaterThan(reaches[0] ?? 0);
        expect(made.total.likely).toBe(made.months.reduce((sum, { likely }) => sum + likely, 0));
        expect(made.rough).toBe(Math.min(12, months.length) < 3);
      },
    ),
  );
});

test('level sales stay level, rising sales rise, and a month passed over is one further on', () => {
  const level = project(
    Array.from({ length: 4 }, () => minor(100_000_00)),
    6,
  );
  expect(new Set(level?.months.map(({ likely }) => likely))).toEqual(new Set([100_000_00]));
  const rising = [100, 200, 300, 400].map(minor);
  expect(project(rising, 2)?.months.map(({ likely }) => likely)).toEqual([500, 590]);
  expect(project(rising, 1, 1)?.months).toEqual(project(rising, 2)?.months.slice(1));
});

test('a month that is projected comes to no less than what it brought already', () => {
  const month = project([minor(10_000_00)], 1, 0, minor(253_187_50))?.total;
  expect(month).toEqual({ low: 253_187_50, likely: 253_187_50, high: 253_187_50 });
  expect(project([minor(10_000_00)], 1, 0, minor(8_000_00))?.total).toMatchObject({
    low: 8_000_00,
    likely: 10_000_00,
  });
});

test.each([
  [{ horizonMonths: 12 }, '2026-12-01', 12],
  [{}, '2026-12-01', 12],
  [{ until: '2026-12-31' }, '2026-12-01', 1],
  [{ until: '2027-11-05' }, '2026-12-01', 12],
  [{ until: '2026-11-30' }, '2026-11-01', 1],
  [{ horizonMonths: 999 }, '2026-12-01', 60],
])('%j is projected from %s for %i months', (filters, first, months) => {
  expect(horizonOf(filters, '2026-11-20')).toMatchObject({ first, months });
});

test('what has passed is not projected', () => {
  expect(horizonOf({ until: '2026-10-31' }, '2026-11-20')).toBeNull();
});
