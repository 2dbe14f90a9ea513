import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { canaries, listening } from './canary.ts';

// A test that expects an error on the console replaces console.error itself (vi.spyOn); anything that
// still reaches this one is news to the author and fails the test.
const told: string[] = [];

for (const way of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  const real = console[way];
  console[way] = (...words: unknown[]): void => {
    const line = format(...words);
    canaries.note('log', line, 'the console');
    if (way === 'error') told.push(line);
    else real(...words);
  };
}

const answers = new Set<Promise<void>>();
globalThis.fetch = listening(globalThis.fetch, answers);

beforeEach(() => {
  told.length = 0;
});

afterEach(() => {
  expect(told, 'console.error was called and nothing expected it').toEqual([]);
});

// Whatever the file's tests were about: nothing secret got where it must not be (tests/canary.ts).
afterAll(async () => {
  await Promise.all(answers);
  expect(canaries.findings(), 'a secret was told').toEqual([]);
});
