import { expect, test } from 'vitest';
import { shareOf } from './texts.ts';

test.each([
  [1, 3, '33%'],
  [1, 1000, '<1%'],
  [999, 1000, '>99%'],
  [1000, 1000, '100%'],
])('%i of %i is %s', (part, total, text) => {
  expect(shareOf(part, total)).toBe(text);
});
