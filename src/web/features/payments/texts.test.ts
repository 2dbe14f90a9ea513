import { expect, test } from 'vitest';
import { formatDifference } from './texts.ts';

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
