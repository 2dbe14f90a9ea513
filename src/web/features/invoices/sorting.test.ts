import { expect, test } from 'vitest';
import { afterPress, orderOf, readSort, sortOptions } from './sorting.ts';

test.each([
  ['amount', 'amount', '-amount'],
  ['amount', '-amount', 'amount'],
  ['amount', '-date', '-amount'],
  ['customer', '-date', 'customer'],
  ['dueDate', 'customer', 'dueDate'],
  ['date', '-date', 'date'],
] as const)('pressing %s while sorted by %s sorts by %s', (column, before, after) => {
  expect(afterPress(column, before)).toBe(after);
});

test('what is no order is newest first, and every order can be chosen', () => {
  expect(readSort('colour')).toBe('-date');
  expect(orderOf('date', readSort(''))).toBe('descending');
  for (const { value } of sortOptions) expect(readSort(value)).toBe(value);
});
