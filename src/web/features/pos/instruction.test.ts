import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { PosStatus } from './api.ts';
import { instructionFor, toneOf } from './instruction.ts';

const status = (state: PosStatus['state'], testMode: boolean, paid: number): PosStatus => ({
  invoiceNumber: 'INV-0042',
  customerName: 'Mrs Bello',
  currency: 'NGN',
  state,
  testMode,
  totalAmount: minor(10_000_000),
  amountPaid: minor(paid),
  balance: minor(10_000_000 - paid),
  asked: minor(10_000_000 - paid),
  fee: minor(0),
  payUrl: 'https://duewell.example/pay/x',
  account: null,
  payments: [],
});

const part = '₦40,000.00 of ₦100,000.00 is in. Do not release everything yet';

test.each([
  ['waiting', false, 0, 'Not paid yet. Do not release goods', 'stop'],
  ['part_paid', false, 4_000_000, part, 'wait'],
  ['recorded', false, 10_000_000, 'Typed in as paid. No bank or payment provider has confirmed it', 'wait'],
  [
    'in_statement',
    false,
    10_000_000,
    'Seen in your bank statement. No payment provider has confirmed it',
    'wait',
  ],
  ['safe', false, 10_000_000, 'Money is in. Safe to release goods', 'go'],
  ['cancelled', false, 0, 'This invoice was cancelled. Do not take money for it', 'stop'],
  ['waiting', true, 0, 'Not paid yet. Do not release goods', 'stop'],
  ['part_paid', true, 4_000_000, part, 'wait'],
  ['safe', true, 10_000_000, 'TEST MONEY is in. Do not release real goods', 'wait'],
  [
    'settled',
    false,
    0,
    'Nothing is left to pay, but not all of it was paid. Ask the owner before you release goods',
    'wait',
  ],
  ['cancelled', true, 0, 'This invoice was cancelled. Do not take money for it', 'stop'],
] as const)(
  '%s, test money %s: green is only for real money that is in',
  (state, testMode, paid, text, tone) => {
    const shown = status(state, testMode, paid);
    expect([instructionFor(shown), toneOf(shown, true)]).toEqual([text, tone]);
    expect(toneOf(shown, false)).toBe('unknown');
  },
);

test('what is in and what is left add up, also once a part was credited', () => {
  const credited = { ...status('part_paid', false, 4_000_000), balance: minor(1_000_000) };
  expect(instructionFor(credited)).toContain('₦40,000.00 of ₦50,000.00 is in.');
});
