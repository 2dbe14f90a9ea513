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
  [301, 300, '5 minutes'],
  [300, 299, null],
  [61, 60, '1 minute'],
  [400, 30, '1 minute'],
  [1, 0, 'expired'],
  [900, 0, 'expired'],
  [0, 0, null],
])('from %d to %d seconds says %s', (before, now, part) => {
  if (part === null) expect(warningBetween(before, now)).toBeNull();
  else expect(warningBetween(before, now)).toContain(part);
});
