import { invoiceOrders } from '#contract/invoices.ts';
import { createSorting, type SortKey } from '#web/lib/lists/sorting.ts';
import { texts } from './texts.ts';

export type Column = (typeof invoiceOrders)[number];
export type Sort = SortKey<Column>;

export const NEWEST_FIRST: Sort = '-date';
export const { parseSort, ariaSort, nextSort } = createSorting<Column>(invoiceOrders, NEWEST_FIRST, [
  'number',
  'date',
  'amount',
]);

/** The orders to choose from where there are no headings. */
export const sortOptions = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
