import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAPER_LETTERS, paperCodeText, readPaperCode } from './paper-code.ts';

const letter = fc.constantFrom(...PAPER_LETTERS);
const codes = fc.array(letter, { minLength: 11, maxLength: 11 }).map((letters) => letters.join(''));
const LONG = 12;

test('a code is read back however it was typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      const printed = paperCodeText(code);
      expect(printed).toMatch(/^[34679A-Z]{4}-[34679A-Z]{4}-[34679A-Z]{4}$/);
      for (const typed of [
        printed,
        printed.toLowerCase(),
        ` ${printed.replaceAll('-', ' ')} `,
        printed.replaceAll('-', ''),
      ])
        expect(readPaperCode(typed)).toBe(code);
    }),
  );
});

test('one wrong character, and any two that changed places, are known for a slip', () => {
  const place = fc.integer({ min: 0, max: LONG - 1 });
  fc.assert(
    fc.property(codes, place, place, letter, (code, at, other, wrong) => {
      const letters = Array.from(paperCodeText(code).replaceAll('-', ''));
      if (letters[at] !== wrong) expect(readPaperCode(letters.with(at, wrong).join(''))).toBeNull();
      const swapped = letters.with(at, letters[other] ?? '').with(other, letters[at] ?? '');
      if (letters[at] !== letters[other]) expect(readPaperCode(swapped.join(''))).toBeNull();
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
  expect(readPaperCode(typed)).toBeNull();
});
