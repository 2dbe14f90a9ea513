import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guards, nameOf } from './guards.ts';

// The runs themselves are `npm run mutate-guards`; here only that each guard is still where it is said to be.
test('every guard is still there to be taken away', () => {
  const gone = guards.filter(
    ({ file, find }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(find),
  );
  expect(gone.map(nameOf)).toEqual([]);
  expect(new Set(guards.map(nameOf)).size).toBe(guards.length);
});

test('the tests that must notice are there', () => {
  const named = new Set(guards.flatMap(({ tests }) => tests));
  expect([...named].filter((path) => !existsSync(path))).toEqual([]);
});
