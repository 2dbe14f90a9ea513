import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { project } from './projection.ts';
import { understand } from './understand.ts';

// A Friday.
const today = '2026-11-20';
const span = (from: string, to: string) => ({ from, to });

test.each([
  ['Generate my weekly sales report', 'sales_report', span('2026-11-14', '2026-11-20')],
  ['how much did I make today?', 'sales_report', span('2026-11-20', '2026-11-20')],
  ['wetin I sell yesterday? give me the sales', 'sales_report', span('2026-11-19', '2026-11-19')],
  ['sales last week', 'sales_report', span('2026-11-09', '2026-11-15')],
  ['revenue this week', 'sales_report', span('2026-11-16', '2026-11-20')],
  ['Report for last month', 'sales_report', span('2026-10-01', '2026-10-31')],
  ['sales in the last 90 days', 'sales_report', span('2026-08-23', '2026-11-20')],
  ['Who are my top customers this year?', 'top_customers', span('2026-01-01', '2026-11-20')],
  ['Generate a projection of sales after 1 year', 'sales_projection', undefined],
  ['Who owes me money?', 'outstanding_total', undefined],
  ['withdraw 50k to my gtb', 'withdraw', undefined],
  ['mark invoice 42 as paid', 'record_payment', undefined],
  ['change my account number', 'change_bank_details', undefined],
  ['Invoice Emeka for 2x logo design 50k', 'create_invoice', undefined],
  ['blue sky', 'ambiguous', undefined],
])('%s', (prompt, intent, period) => {
  const understood = understand(prompt, today);
  expect(understood.intent).toBe(intent);
  expect(understood.period).toEqual(period);
});

test.each([
  ['projection after 1 year', 12],
  ['forecast for 18 months', 18],
  ['project sales next quarter', 3],
  ['predict the next two years', 24],
  ['forecast', 12],
  ['project 999 years', 60],
])('%s looks %i months ahead', (prompt, months) => {
  expect(understand(prompt, today).horizonMonths).toBe(months);
});

const history = fc.array(fc.integer({ min: 0, max: 5_000_000_000 }).map(minor), { maxLength: 30 });

test('a projection is ordered, never below zero, widens, adds up and is the same each time', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 60 }), (months, horizon) => {
      const made = project(months, horizon);
      expect(made).toEqual(project(months, horizon));
      if (!made) {
        expect(months.slice(-12).every((month) => month === 0)).toBe(true);
        return;
      }
      expect(made.months).toHaveLength(horizon);
      for (const { low, likely, high } of made.months) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(likely).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(likely);
      }
      const reaches = made.months.map(({ likely, high }) => high - likely);
      for (const [at, reach] of reaches.entries())
        expect(reach + 1).toBeGreaterThanOrEqual(reaches[at - 1] ?? 0);
      expect(made.total.likely).toBe(made.months.reduce((sum, { likely }) => sum + likely, 0));
      expect(made.rough).toBe(Math.min(12, months.length) < 3);
    }),
  );
});

test('level sales stay level, and rising sales rise', () => {
  const level = project(
    [5, 5, 5, 5].map((naira) => minor(naira * 100)),
    6,
  );
  expect(level?.months.map(({ low, likely, high }) => [low, likely, high])).toEqual(
    Array.from({ length: 6 }, () => [500, 500, 500]),
  );
  const rising = project([100, 200, 300, 400].map(minor), 2);
  expect(rising?.months.map(({ likely }) => likely)).toEqual([500, 590]);
});
