import { createSorting, type SortKey } from '#web/lib/lists/sorting.ts';
import { texts } from './texts.ts';

const columns = ['name', 'email', 'created', 'owes', 'lastPaid'] as const;
export type Column = (typeof columns)[number];
export type Sort = SortKey<Column>;

export const NEWEST_FIRST: Sort = '-created';
export const { parseSort, ariaSort, nextSort } = createSorting<Column>(columns, NEWEST_FIRST, [
  'owes',
  'lastPaid',
]);

/** For phones, where the headings are not shown. */
export const sortOptions = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
