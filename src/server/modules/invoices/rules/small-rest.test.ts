import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { forgivenOf, isSmallRest } from './small-rest.ts';

const rest = (balance: number, paid: number, writtenOff = 0) => ({
  balance_minor: minor(balance),
  paid_minor: minor(paid),
  written_off_minor: minor(writtenOff),
});

test.each([
  [rest(50_00, 950_00), true],
  [rest(50_01, 950_00), false],
  [rest(0, 1000_00), false],
  // Most of it is owed still, nothing was paid, and a part was given up by hand.
  [rest(40_00, 40_00), false],
  [rest(40_00, 0), false],
  [rest(40_00, 900_00, 60_00), false],
])('%j is small enough to be given up: %s', (invoice, expected) => {
  expect(isSmallRest(invoice, minor(50_00))).toBe(expected);
});

test.each<[string, [amount: number, maker: string | null][], number]>([
  ['what a payment caused', [[40, null]], 40],
  ['not what somebody wrote off', [[40, 'usr']], 0],
  [
    'less what came for it',
    [
      [40, null],
      [-15, null],
    ],
    25,
  ],
  [
    'before what somebody wrote off',
    [
      [40, null],
      [100, 'usr'],
      [-50, 'usr'],
    ],
    0,
  ],
  [
    'anew after it was taken back',
    [
      [40, null],
      [-40, null],
      [30, null],
    ],
    30,
  ],
])('forgiven is %s', (_, rows, expected) => {
  const adjustments = rows.map(([amount, made_by]) => ({ amount_minor: minor(amount), made_by }));
  expect(forgivenOf(adjustments)).toBe(expected);
});
