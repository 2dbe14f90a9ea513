import { expect, test } from 'vitest';
import { formatDifference, paidText } from './texts.ts';

test.each([
  [-48, '2 days'],
  [-24, '1 day'],
  [36, '1.5 days'],
  [12, '12 hours'],
  [-5.2, '5 hours'],
  [1, '1 hour'],
  [0.4, null],
  [0, null],
])('%d hours are told as %s', (hours, text) => {
  expect(formatDifference(hours)).toBe(text);
});

test.each([
  ['hand', '2026-11-30T09:00:00Z', '2026-11-12T11:00:00Z', 'Paid Nov 12, 2026'],
  ['hand', '2026-11-29T23:30:00Z', '2026-11-30T11:00:00Z', null],
  ['provider', '2026-11-30T09:00:00Z', '2026-12-02T09:00:00Z', null],
  ['hand', '2026-11-30T09:00:00Z', null, null],
])(
  'beside when it was recorded stands the day it was paid, where it is another: %s %s %s',
  (evidence, createdAt, completedAt, text) => {
    const dates = {
      createdAt: new Date(createdAt),
      completedAt: completedAt === null ? null : new Date(completedAt),
    };
    expect(paidText({ evidence, ...dates })).toBe(text);
  },
);
