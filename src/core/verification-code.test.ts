import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODE_ALPHABET, formatVerificationCode, parseVerificationCode } from './verification-code.ts';

const char = fc.constantFrom(...CODE_ALPHABET);
const codes = fc.array(char, { minLength: 11, maxLength: 11 }).map((chars) => chars.join(''));
const LONG = 12;

test('a code is read back however it was typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const printed = formatVerificationCode(code);
      expect(printed).toMatch(/^[34679A-Z]{4}-[34679A-Z]{4}-[34679A-Z]{4}$/);
      for (const typed of [
        printed,
        printed.toLowerCase(),
        ` ${printed.replaceAll('-', ' ')} `,
        printed.replaceAll('-', ''),
      ])
        expect(parseVerificationCode(typed)).toBe(code);
    }),
  );
});

test('one wrong character, and any two that changed places, are known for a slip', () => {
  const place = fc.integer({ min: 0, max: LONG - 1 });
  fc.assert(
    fc.property(codes, place, place, char, (code, at, other, wrong) => {
      const chars = Array.from(formatVerificationCode(code).replaceAll('-', ''));
      if (chars[at] !== wrong) expect(parseVerificationCode(chars.with(at, wrong).join(''))).toBeNull();
      const swapped = chars.with(at, chars[other] ?? '').with(other, chars[at] ?? '');
      if (chars[at] !== chars[other]) expect(parseVerificationCode(swapped.join(''))).toBeNull();
    }),
  );
});

test.each([
  '',
  '7KQ3',
  '7KQ3-MX9T-4FH',
  '7KQ3-MX9T-4FHWW',
  '0KQ3-MX9T-4FHW',
  'OKQ3-MX9T-4FHW',
  "7KQ3-MX9T-4F'W",
])('%s is on no paper', (typed) => {
  expect(parseVerificationCode(typed)).toBeNull();
});
