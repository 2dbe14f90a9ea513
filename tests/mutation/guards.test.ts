import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutations, nameOf } from './guards.ts';

// The runs themselves are `npm run mutation-test`; this only checks that each guard is still where the list
// says.
test('every guard is still there to be taken away', () => {
  const gone = mutations.filter(
    ({ file, find }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(find),
  );
  expect(gone.map(nameOf)).toEqual([]);
  expect(new Set(mutations.map(nameOf)).size).toBe(mutations.length);
});

test('the tests that must notice are there', () => {
  const named = new Set(mutations.flatMap(({ tests }) => tests));
  expect([...named].filter((path) => !existsSync(path))).toEqual([]);
});
