import { expect, test } from 'vitest';
import { ariaSort, nextSort, parseSort, sortOptions } from './sorting.ts';

test.each([
  ['amount', 'amount', '-amount'],
  ['amount', '-amount', 'amount'],
  ['amount', '-date', '-amount'],
  ['customer', '-date', 'customer'],
  ['dueDate', 'customer', 'dueDate'],
  ['date', '-date', 'date'],
] as const)('pressing %s while sorted by %s sorts by %s', (column, before, after) => {
  expect(nextSort(column, before)).toBe(after);
});

test('what is no order is newest first, and every order can be chosen', () => {
  expect(parseSort('colour')).toBe('-date');
  expect(ariaSort('date', parseSort(''))).toBe('descending');
  for (const { value } of sortOptions) expect(parseSort(value)).toBe(value);
});
