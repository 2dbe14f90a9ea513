import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { testCards } from './cards.ts';
import { collectionFee, parseAmount, payoutFee, settlesOn } from './rules.ts';

test.each([
  ['NGN', 100_000, 1_500],
  ['NGN', 249_999, 3_750],
  ['NGN', 250_000, 13_750],
  ['NGN', 1_500_000, 32_500],
  ['NGN', 900_000_000, 200_000],
  ['USD', 10_000, 390],
] as const)('%s %i costs %i to collect', (currency, amount, fee) => {
  expect(collectionFee(minor(amount), currency)).toBe(fee);
});

test.each([
  ['500000', 1_000],
  ['500001', 2_500],
  ['5000000', 2_500],
  ['5000001', 5_000],
])('a payout of %s costs %i', (amount, fee) => {
  expect(payoutFee(minor(Number(amount)), 'NGN', '2026-11-21')).toBe(fee);
});

test.each([
  ['a Thursday', '2026-11-19T12:00:00Z', '2026-11-20', '2026-11-23'],
  ['Thursday in London, Friday in Lagos', '2026-11-19T23:30:00Z', '2026-11-23', '2026-11-24'],
  ['a Saturday', '2026-11-21T12:00:00Z', '2026-11-23', '2026-11-24'],
])('money paid on %s is passed on the next working day, dollars on the second', (_, at, naira, dollars) => {
  expect([settlesOn(new Date(at), 'NGN'), settlesOn(new Date(at), 'USD')]).toEqual([naira, dollars]);
});

test.each([
  ['1,500.5', 150_050],
  ['0.01', 1],
  ['12', 1_200],
  ['0', null],
  ['-5', null],
  ['1.005', null],
  ['1e9', null],
  ['', null],
])('%s is read as %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test('every test card passes the check digit and belongs to no network', () => {
  expect(testCards.filter((card) => !passesLuhn(card.number) || !card.number.startsWith('9'))).toEqual([]);
  expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length);
});

/** Whether the last digit checks the others (ISO/IEC 7812 annex B). */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
