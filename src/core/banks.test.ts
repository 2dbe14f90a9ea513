import { expect, test } from 'vitest';
import { bankName, banks, commercialBanks, findBanks, formatAccountNumber } from './banks.ts';

test('the twenty banks stand in their order', () => {
  expect(commercialBanks.map((bank) => bank.name)).toEqual([
    'Access Bank',
    'First Bank of Nigeria',
    'Guaranty Trust Bank (GTB)',
    'Zenith Bank',
    'United Bank for Africa (UBA)',
    'Ecobank Nigeria',
    'Stanbic IBTC Bank',
    'Fidelity Bank',
    'Union Bank of Nigeria',
    'Wema Bank',
    'Polaris Bank',
    'Keystone Bank',
    'FCMB',
    'Heritage Bank',
    'Sterling Bank',
    'Unity Bank',
    'Jaiz Bank',
    'Titan Trust Bank',
    'Providus Bank',
    'SunTrust Bank',
  ]);
});

test('a code and an alias each name one bank', () => {
  const codes = banks.map((bank) => bank.code);
  const aliases = banks.flatMap((bank) => bank.aliases);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(aliases).size).toBe(aliases.length);
  expect(codes.every((code) => /^(\d{3}|\d{5}|\d{6})$/.test(code))).toBe(true);
});

test.each([
  ['gtb', '058'],
  ['GTBank', '058'],
  ['guaranty trust bank', '058'],
  ['U.B.A', '033'],
  ['uba', '033'],
  ['first bank', '011'],
  ['firs', '011'],
  ['058', '058'],
  ['opay', '999992'],
  ['moniepoint', '50515'],
  ['  Zenith  ', '057'],
  ['kuda', '50211'],
  ['fcmb', '214'],
  ['trust', '058'],
  ['alat', '035'],
  ['union', '032'],
])('"%s" finds %s first', (text, code) => {
  expect(findBanks(text)[0]?.code).toBe(code);
});

test('nothing typed shows all, nonsense shows none', () => {
  expect(findBanks('')).toEqual(banks);
  expect(findBanks('qqqq')).toEqual([]);
});

test('names follow codes; banks that are gone keep their name but take no payout', () => {
  expect(bankName('221')).toBe('Stanbic IBTC Bank');
  expect(bankName('999')).toBeNull();
  expect(banks.filter((bank) => !bank.takesPayouts).map((bank) => bank.code)).toEqual(['030', '102']);
});

test.each([
  ['0123456789', '0123 456 789'],
  ['12345', '12345'],
])('the account number %s is written %s', (number, expected) => {
  expect(formatAccountNumber(number)).toBe(expected);
});
