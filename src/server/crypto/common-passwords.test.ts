import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

const lines = readFileSync(new URL('../../../assets/common-passwords.txt', import.meta.url), 'utf8').split(
  '\n',
);

test('the list is long, of six characters or more, in lower case, without doubles, and ends in a line break', () => {
  const entries = lines.slice(0, -1);
  expect(lines.at(-1)).toBe('');
  expect(entries.length).toBeGreaterThanOrEqual(3_000);
  expect(entries.filter((entry) => entry.length < 6 || entry !== entry.toLowerCase().trim())).toEqual([]);
  expect(new Set(entries).size).toBe(entries.length);
  expect(entries[0]).toBe('123456');
});

test.each([
  '123456',
  'password',
  'Password1',
  'QWERTY',
  'iloveyou',
  'naija123',
  'duewell1',
  'ｐａｓｓｗｏｒｄ',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['', ' ', '\n', 'brisk-otter-41-lagoon', 'password but a longer one'])(
  '"%s" is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
