import { expect, test } from 'vitest';
import type { CalendarDate } from '#core/dates.ts';
import type { Rhythm } from '../table.ts';
import { dayAt, type Days, daysFrom, daysUntil, firstAfter, issuingDay } from './dates.ts';
import { wordsOf } from './words.ts';

// The oracle walks through the calendar day by day and asks of each whether something falls on it.
const YEARS = 40;
type Day = { at: number; date: CalendarDate; month: number; day: number; isLast: boolean };
const calendar: Day[] = Array.from({ length: YEARS * 365.25 }, (_, at) => {
  const [one, next] = [new Date(Date.UTC(2023, 0, 1 + at)), new Date(Date.UTC(2023, 0, 2 + at))];
  return {
    at,
    date: one.toISOString().slice(0, 10),
    month: one.getUTCFullYear() * 12 + one.getUTCMonth(),
    day: one.getUTCDate(),
    isLast: next.getUTCDate() === 1,
  };
});
const onDay = Array.from({ length: 32 }, (_, asked) =>
  calendar.filter(({ day, isLast }) => day === asked || (isLast && day < asked)),
);

function oracle(starts: CalendarDate, { weeks, months = 1, day = 0, days = [day] }: Rhythm): CalendarDate[] {
  const from = calendar.findIndex(({ date }) => date === starts);
  const fitting =
    weeks === undefined
      ? [...new Set(days.flatMap((asked) => onDay[asked] ?? []))].filter(({ at }) => at >= from)
      : calendar.filter(({ at }) => at >= from && (at - from) % (7 * weeks) === 0);
  const inOrder = fitting.toSorted((one, other) => one.at - other.at);
  const first = inOrder[0]?.month ?? 0;
  return inOrder
    .filter(({ month }) => weeks !== undefined || (month - first) % months === 0)
    .map(({ date }) => date);
}

function holds(starts: CalendarDate, rhythm: Rhythm): void {
  const due = oracle(starts, rhythm);
  expect(due.length).toBeGreaterThan(12);
  expect(due.map((_, index) => dayAt(starts, rhythm, index)).join()).toBe(due.join());
}

// Month ends of leap and other years, and days in between.
const anchors = ['2023-01-31', '2024-02-29', '2023-02-28', '2024-12-30', '2023-06-15'];

test('every so many months: forty years of any day, from any start', () => {
  for (const starts of anchors)
    for (const months of [1, 2, 5, 12, 36])
      for (let day = 1; day <= 31; day += months < 5 ? 2 : 1) holds(starts, { months, day });
});

test('every so many weeks, and some days of each month', () => {
  for (const starts of anchors) {
    for (const weeks of [1, 2, 5, 52]) holds(starts, { weeks });
    for (const days of [
      [1, 16],
      [16, 1],
      [15, 31],
      [1, 8, 15, 22, 29],
      [26, 30],
    ])
      holds(starts, { days });
  }
});

const plan = (more: Partial<Days> = {}): Days => ({
  starts: '2026-01-31',
  rhythm: { months: 1, day: 31 },
  first_number: 1,
  ends_after: null,
  ends_on: null,
  ...more,
});
const datesOf = (days: { day: CalendarDate }[]) => days.map(({ day }) => day);

test('the 31st comes back after February, and a plan ends after so many times or on a day', () => {
  expect(datesOf(daysFrom(plan(), 1, 4))).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(datesOf(daysFrom(plan({ ends_after: 2 }), 1, 6))).toEqual(['2026-01-31', '2026-02-28']);
  expect(datesOf(daysFrom(plan({ ends_on: '2026-03-30' }), 1, 6))).toEqual(['2026-01-31', '2026-02-28']);
  expect(datesOf(daysFrom(plan({ first_number: 5, ends_after: 6 }), 5, 6))).toHaveLength(2);
});

test('what has come by a day, and what comes after it', () => {
  expect(daysUntil(plan(), 2, '2026-03-31')).toEqual([
    { number: 2, day: '2026-02-28' },
    { number: 3, day: '2026-03-31' },
  ]);
  expect(firstAfter(plan({ ends_after: 1 }), 1, '2026-03-31')).toBe(4);
});

test('a day begins at seven in the morning of the business', () => {
  expect(issuingDay(new Date('2026-03-01T05:59:59Z'), 'Africa/Lagos')).toBe('2026-02-28');
  expect(issuingDay(new Date('2026-03-01T06:00:00Z'), 'Africa/Lagos')).toBe('2026-03-01');
});

test('month, period and year are those of the day, in the words of a language', () => {
  expect(wordsOf(plan(), 2, 'en')).toEqual({
    month: 'February',
    period: 'Feb 28, 2026 – Mar 30, 2026',
    year: '2026',
  });
  expect(wordsOf(plan(), 1, 'ha').month).toBe('Janairu');
});
