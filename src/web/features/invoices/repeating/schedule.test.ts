import { expect, test } from 'vitest';
import { attemptWords, calledOffWords } from './charge-words.ts';
import { checkSchedule, newSchedule, rhythmWords, scheduleOf } from './schedule.ts';

const typed = (more: object) => ({ ...newSchedule('Rent', '2026-01-31', 7), ...more });
const faults = (more: object) =>
  Object.entries(checkSchedule(typed(more))).flatMap(([field, message]) => (message ? [field] : []));

test.each([
  [{}, { months: 1, day: 31 }, 'Every month on the last day'],
  [{ months: '3', day: '2' }, { months: 3, day: 2 }, 'Every 3 months on the 2nd'],
  [{ unit: 'weeks', weeks: '2' }, { weeks: 2 }, 'Every 2 weeks'],
  [
    { unit: 'days', days: '16 and 1, 31' },
    { days: [1, 16, 31] },
    'Every month on the 1st, 16th and last day',
  ],
])('%o is %o: %s', (more, rhythm, words) => {
  expect(scheduleOf(typed(more)).rhythm).toEqual(rhythm);
  expect(rhythmWords({ rhythm })).toBe(words);
  expect(faults(more)).toEqual([]);
});

test.each([
  [{ unit: 'weeks', weeks: '0' }, ['weeks']],
  [{ months: '37' }, ['months']],
  [{ unit: 'days', days: 'soon' }, ['days']],
  [{ unit: 'days', days: '28, 30' }, ['days']],
  [{ starts: '' }, ['starts']],
  [{ ends: 'after', endsAfter: '' }, ['endsAfter']],
  [{ ends: 'on', endsOn: '2026-01-30' }, ['endsOn']],
  [{ endsAfter: '', endsOn: '' }, []],
  [{ dueDays: '1.5' }, ['dueDays']],
])('%o is told beside %o', (more, fields) => {
  expect(faults(more)).toEqual(fields);
});

const charge = {
  invoiceNumber: 'INV-7',
  amount: 500,
  attempt: 2,
  reason: null,
  at: '2026-01-31T09:00:00.000Z',
};

test.each([
  ['pending', ' INV-7 is not charged then. Your customer pays it by its link.', 'Attempt 2 of 4'],
  ['processing', '', 'Attempt 2 of 4'],
  ['failed', '', ''],
  ['dropped', '', ''],
] as const)(
  'a charge that is %s: what stopping says of it, and which attempt',
  (status, calledOff, attempt) => {
    expect(calledOffWords({ ...charge, status })).toBe(calledOff);
    expect(attemptWords({ ...charge, status })).toBe(attempt);
  },
);
