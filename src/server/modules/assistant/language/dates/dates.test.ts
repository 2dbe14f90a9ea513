import { expect, test } from 'vitest';
import { tokenize } from '../tokens/tokenize.ts';
import { dayFromNowAt, dueDateIn, laterDateIn } from './due-date.ts';
import { horizonIn } from './windows.ts';
import { periodsIn } from './periods.ts';

// A Friday.
const today = '2026-11-20';
const due = (message: string) => dueDateIn(tokenize(message), today);

test.each([
  ['due Friday', '2026-11-27'],
  ['due next Friday', '2026-11-27'],
  ['due coming Monday', '2026-11-23'],
  ['due next week Friday', '2026-11-27'],
  ['due Friday next week', '2026-11-27'],
  ['due upper week Friday', '2026-12-04'],
  ['due next tomorrow', '2026-11-22'],
  ['before month end', '2026-11-30'],
  ['by EOM', '2026-11-30'],
  ['due end of next month', '2026-12-31'],
  ['due first of next month', '2026-12-01'],
  ["due in 12 days' time", '2026-12-02'],
  ['net 30', '2026-12-20'],
  ['payment terms 30 days', '2026-12-20'],
  ['due a month from now', '2026-12-20'],
  ['due 30/11', '2026-11-30'],
  ['due 5/12', '2026-12-05'],
  ['due 2026-12-24', '2026-12-24'],
  ['by 5th December', '2026-12-05'],
  ['due Dec 31', '2026-12-31'],
  ['due 15 January', '2027-01-15'],
  ['on or before the 3rd', '2026-12-03'],
  ['due 28th', '2026-11-28'],
  ['due Christmas', '2026-12-25'],
  ['due on receipt', '2026-11-20'],
  ['she go pay Monday', '2026-11-23'],
  ['he will settle on Thursday', '2026-11-26'],
  ['make e pay before month end', '2026-11-30'],
  ['payment latest Tuesday', '2026-11-24'],
  ['e go settle in 3 days', '2026-11-23'],
])('%s is %s', (message, date) => {
  expect(due(message)).toMatchObject({ date, past: false, impossible: false });
});

test.each([
  ['tomorrow', '2026-11-21'],
  ['end of month', '2026-11-30'],
  ['ending of this month', '2026-11-30'],
  ['2 weeks', '2026-12-04'],
  ['two weeks time', '2026-12-04'],
  ['Tuesday, sorry Wednesday', '2026-11-25'],
  ['Friday to Saturday', '2026-11-21'],
])('%s is %s from now', (message, date) => {
  expect(dayFromNowAt(tokenize(message), 0, today)).toMatchObject({ date, past: false, impossible: false });
});

test.each(['due yesterday', 'due last Friday', 'due 10 November 2026', 'by 1/11', 'due 3 days ago'])(
  '%s has passed',
  (message) => {
    expect(due(message)).toMatchObject({ date: null, past: true });
  },
);

test.each(['due 31/11', 'due 30 February', 'by 32nd'])('%s is no day', (message) => {
  expect(due(message)).toMatchObject({ date: null, impossible: true });
});

test('a day that no calendar tells is asked for', () => {
  expect(due('before Sallah')).toMatchObject({ date: null, past: false, impossible: false });
});

test.each([
  'invoice Sunday 20k for friday rice',
  'invoice Monday Okoro for August bookkeeping 50k',
  'bill Due North Ltd 15k for consulting',
  'invoice Ada for 3 days training 20k',
  'March retainer 100k for May Eze',
])('%s speaks of no due date', (message) => {
  expect(due(message)).toBeNull();
});

test.each([
  ['give her 3 more days', '2026-11-30', '2026-12-03'],
  ['extend by one week', '2026-11-30', '2026-12-07'],
  ['2 weeks later', null, '2026-12-04'],
])('%s moves %s to %s', (message, standing, date) => {
  expect(laterDateIn(tokenize(message), standing, today)?.date).toBe(date);
});

test.each([
  ['this week', '2026-11-16', '2026-11-20'],
  ['last week', '2026-11-09', '2026-11-15'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['this quarter', '2026-10-01', '2026-11-20'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['last 14 days', '2026-11-07', '2026-11-20'],
  ['the past 2 weeks', '2026-11-07', '2026-11-20'],
  ['since last month', '2026-10-01', '2026-11-20'],
  ['since March', '2026-03-01', '2026-11-20'],
  ['from Monday', '2026-11-16', '2026-11-20'],
  ['weekly report', '2026-11-14', '2026-11-20'],
  ['monthly report', '2026-10-22', '2026-11-20'],
  ['in December', '2025-12-01', '2025-12-31'],
  ['October', '2026-10-01', '2026-10-31'],
  ['Q2', '2026-04-01', '2026-06-30'],
  ['Q4', '2026-10-01', '2026-11-20'],
  ['Nov 2025', '2025-11-01', '2025-11-30'],
  ['from January to June', '2026-01-01', '2026-06-30'],
  ['from 1st to 15th November', '2026-11-01', '2026-11-15'],
  ['between 1/10 and 15/10', '2026-10-01', '2026-10-15'],
  ['last Friday', '2026-11-13', '2026-11-13'],
  ['yesterday', '2026-11-19', '2026-11-19'],
])('%s is %s to %s', (message, from, to) => {
  expect(periodsIn(tokenize(message), today)[0]).toMatchObject({ from, to });
});

test.each([
  ['after 1 year', { horizonMonths: 12 }],
  ['in 18 months', { horizonMonths: 18 }],
  ['next quarter', { horizonMonths: 3 }],
  ['for the next two years', { horizonMonths: 24 }],
  ['999 years', { horizonMonths: 60 }],
  ['by end of December', { until: '2026-12-31' }],
  ['for the rest of the year', { until: '2026-12-31' }],
  ['till March', { until: '2027-03-31' }],
  ['how will sales go', {}],
])('%s looks as far as %o', (message, horizon) => {
  expect(horizonIn(tokenize(message), today)).toEqual(horizon);
});
