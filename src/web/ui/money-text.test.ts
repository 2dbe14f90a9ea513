import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MINOR, minor } from '#core/money.ts';
import { formatAmount, parseAmount, sanitizeAmount, sanitizePart } from './money-text.ts';

test.each([
  ['₦1,250,000', 125000000],
  ['1250000.5', 125000050],
  ['0.1', 10],
  ['.5', 50],
  ['12.345', 1234],
  ['1.2.3', 123],
  ['abc', null],
  ['007', 700],
  ['45k', 4500000],
  ['₦1.5m', 150000000],
  ['1,5m', 150000000],
  ['1,250K', 125000000],
  ['2.00075k', 200075],
  ['k', null],
])('%s is read as %s minor units', (text, expected) => {
  expect(parseAmount(text)).toBe(expected);
});

test.each([
  ['10%', '4550'],
  ['7.5 %', '3412.50'],
  ['100%', '45500'],
  ['10', '10'],
])('%s of 45,500.00 is typed as %s', (text, expected) => {
  expect(sanitizePart(minor(4550000))(text)).toBe(expected);
});

test('typing never keeps a letter or a third decimal', () => {
  const unit = fc.constantFrom('0', '1', '9', '.', ',', '₦', 'a', 'k', 'm', ' ', '-');
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(sanitizeAmount(text)).toMatch(/^(\d{1,13}(\.\d{0,2})?)?$/);
    }),
  );
});

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_MINOR - 1 }), (value) => {
      expect(parseAmount(formatAmount(minor(value)))).toBe(value);
    }),
  );
});
