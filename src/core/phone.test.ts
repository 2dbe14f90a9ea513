import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, toE164 } from './phone.ts';

test.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['(0803) 123-4567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['002348031234567', '+2348031234567'],
  ['+234 0803 123 4567', '+2348031234567'],
  ['0201 234 5678', '+2342012345678'],
  ['+44 7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['0803', null],
  ['080312345678', null],
  ['+234 803 123', null],
  ['447700900123', null],
  ['call her brother', null],
  ['0803 123 4567 / 0805 765 4321', null],
  ['', null],
])('“%s” is %s', (typed, stored) => {
  expect(toE164(typed)).toBe(stored);
});

test('a stored number is its own form, and is found again in the one it is shown in', () => {
  const digits = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((some) => some.join(''));
  const national = fc.tuple(fc.constantFrom('7', '8', '9'), fc.constantFrom('0', '1'), digits(8));
  fc.assert(
    fc.property(national, (parts) => {
      const stored = `+234${parts.join('')}`;
      for (const form of [stored, formatPhone(stored), `0${parts.join('')}`, parts.join('')])
        expect(toE164(form)).toBe(stored);
    }),
  );
});
