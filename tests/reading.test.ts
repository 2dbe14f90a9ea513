import { expect, test } from 'vitest';
import { gradeOf, readingTexts, textsIn } from './reading.ts';

const HARDEST = 8;

test('every English text of a sentence’s length reads easily', () => {
  const all = readingTexts();
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.filter(({ grade }) => grade > HARDEST)).toEqual([]);
});

test('grades go by the length of sentences and words', () => {
  expect(gradeOf('The money is in your bank now.')).toBeLessThan(2);
  const hard =
    'Notwithstanding the aforementioned considerations, disbursement necessitates authorisation by the institution.';
  expect(gradeOf(hard)).toBeGreaterThan(15);
  expect(textsIn('a.tsx', `const a = <p className="flex grid gap">${hard}</p>;`)).toMatchObject([
    { text: hard, place: 'a.tsx:1' },
  ]);
});
