import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nubanLooksValid } from './nuban.ts';

test.each([
  ['011', '0000014579'],
  ['011', '0000000220'],
  ['044', '0010246780'],
  ['221', '0054556411'],
  ['057', '1012854016'],
  ['058', '0108024071'],
  ['057', '2085886393'],
  ['50515', '5522116946'],
  ['999991', '8106136519'],
  ['033', '1018044721'],
  ['011', '2022323697'],
  ['070', '5600026567'],
  ['214', '2828744017'],
])('%s %s has its check digit', (bankCode, accountNumber) => {
  expect(nubanLooksValid(bankCode, accountNumber)).toBe(true);
});

test.each([
  ['058', '0123456789'],
  ['057', '0000000000'],
  ['063', '0022728151'],
])('%s %s does not', (bankCode, accountNumber) => {
  expect(nubanLooksValid(bankCode, accountNumber)).toBe(false);
});

test.each([
  ['044', 4],
  ['011', 4],
  ['058', 5],
  ['057', 8],
  ['033', 4],
  ['050', 9],
  ['221', 1],
  ['070', 5],
  ['032', 7],
  ['035', 8],
  ['076', 7],
  ['082', 2],
  ['214', 9],
  ['030', 3],
  ['232', 1],
  ['215', 6],
  ['301', 2],
  ['102', 5],
  ['101', 8],
  ['100', 1],
  ['50515', 5],
  ['50211', 6],
])('the serial 012345678 at %s ends in %i and in nothing else', (bankCode, digit) => {
  const fitting = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((last) =>
    nubanLooksValid(bankCode, `012345678${last}`),
  );
  expect(fitting).toEqual([digit]);
});

test.each([
  ['44', '0010246780'],
  ['044', '001024678'],
  ['044', '00102467800'],
  ['035A', '0123456788'],
  ['044', '001024678x'],
])('what is not a code and a number is not valid: %s %s', (bankCode, accountNumber) =>
  expect(nubanLooksValid(bankCode, accountNumber)).toBe(false),
);

test('one mistyped digit never passes', () => {
  const serial = fc.stringMatching(/^\d{9}$/);
  fc.assert(
    fc.property(serial, fc.nat(8), fc.integer({ min: 1, max: 9 }), (digits, at, change) => {
      const last = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) =>
        nubanLooksValid('058', `${digits}${digit}`),
      );
      const mistyped = `${digits.slice(0, at)}${(Number(digits[at]) + change) % 10}${digits.slice(at + 1)}`;
      return last !== undefined && !nubanLooksValid('058', `${mistyped}${last}`);
    }),
  );
});
