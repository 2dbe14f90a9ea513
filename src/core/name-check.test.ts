import { expect, test } from 'vitest';
import { banks } from './banks.ts';
import { isReservedName } from './name-check.ts';
import { holdsWebAddress } from './web-address.ts';

test.each([
  'Duewell Security Team',
  'DUEWELL',
  'Due-well Support',
  'Duеwеll (Cyrillic)',
  'Due\u200bwell',
  'DuewelI Payments',
  'Duewe11',
  'Ｄｕｅｗｅｌｌ',
  'Dúewell',
  'Zenith Bank',
  'Zenith Bank Alerts',
  'ZenithBank',
  'Zen1th 8ank',
  'C.B.N. Recovery Desk',
  'EFCC Lagos',
  'The Nigeria Police',
  '0pay Refunds',
  'OΡay',
  'First Bank of Nigeria',
])('%s is refused', (name) => expect(isReservedName(name)).toBe(true));

test.each([
  'Zenith Tailors',
  'Access Foods',
  'Fidelity Hair',
  'Uba & Sons',
  'First Choice Stores',
  'Well Due Ventures',
  'Okafor Kitchen & Events',
  'Bank Road Pharmacy',
  'Police Road Suya',
  'Unity Schools',
  'Ọlá Fashion',
  'Firstborn Logistics',
  'Cabin 5',
])('%s is honest', (name) => expect(isReservedName(name)).toBe(false));

test('no bank a business can choose is a name it can take', () => {
  expect(banks.filter(({ name }) => !isReservedName(name)).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['Verify at https://x.test', true],
  ['Go to duewell-safe.com now', true],
  ['www.claim', true],
  ['bit.ly/abc', true],
  ['Invoice for Mr.Bello, part no.5', false],
  ['Catering, 2.5 hours', false],
  ['Repair of the net. Com box', false],
])('%s: a web address %s', (text, expected) => expect(holdsWebAddress(text)).toBe(expected));
