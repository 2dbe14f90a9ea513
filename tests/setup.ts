import { format } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';

// A test that expects an error on the console replaces console.error itself (vi.spyOn); anything that
// still reaches this one is news to the author and fails the test.
const told: string[] = [];

console.error = (...words: unknown[]): void => {
  told.push(format(...words));
};

beforeEach(() => {
  told.length = 0;
});

afterEach(() => {
  expect(told, 'console.error was called and nothing expected it').toEqual([]);
});
