import { expect, test } from 'vitest';
import { namesDiffer } from './name-match.ts';

test.each([
  ['Bisi Adeyemi', 'ADEYEMI BISI OLUWAKEMI', false],
  ['Mrs. Ṣadé Ọlátúnjí', 'OLATUNJI SADE', false],
  ["O'Brien Chika", 'OBRIEN, CHIKA M', false],
  ['Okafor Kitchen Ltd', 'OKAFOR KITCHEN & EVENTS', false],
  ['Chinedu', 'CHINEDU OKEKE', false],
  ['Bisi Adeyemi', 'ADEYEMI MUSA', true],
  ['Bisi Adeyemi', 'SULEIMAN CHIDI EMEKA', true],
  ['Bisi', 'SULEIMAN CHIDI', true],
  ['', 'SULEIMAN CHIDI', true],
])('%s, which the bank calls %s: %s', (enteredName, bankName, other) => {
  expect(namesDiffer(enteredName, bankName)).toBe(other);
});
