import { expect, test } from 'vitest';
import { formatCountdown, warningBetween } from './countdown.ts';

test.each([
  [1781, '29:41'],
  [60, '1:00'],
  [59, '0:59'],
  [9, '0:09'],
  [0, '0:00'],
  [3909, '1:05:09'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});

test.each([
  [302, 301, null],
  [301, 300, 'fiveMinutesLeft'],
  [300, 299, null],
  [61, 60, 'oneMinuteLeft'],
  [400, 30, 'oneMinuteLeft'],
  [1, 0, 'accountExpired'],
  [900, 0, 'accountExpired'],
  [0, 0, null],
])('from %d to %d seconds says %s', (before, now, warning) => {
  expect(warningBetween(before, now)).toBe(warning);
});
