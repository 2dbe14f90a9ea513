import { invoiceOrders } from '#contract/invoices.ts';
import type { SortOrder } from '../../ui/table.tsx';
import { texts } from './texts.ts';

export type Column = (typeof invoiceOrders)[number];
export type Sort = Column | `-${Column}`;

export const NEWEST_FIRST: Sort = '-date';
/** What is looked for at the top of these is the largest or the latest. */
const largestFirst: readonly Column[] = ['number', 'date', 'amount'];

const sorts: readonly Sort[] = invoiceOrders.flatMap((column): Sort[] => [column, `-${column}`]);

/** The order an address speaks of; newest first for what is none. */
export function readSort(text: string): Sort {
  return sorts.find((sort) => sort === text) ?? NEWEST_FIRST;
}

/** What `aria-sort` says of a column. */
export function orderOf(column: Column, sort: Sort): SortOrder {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

/** The order after a press on a column's heading: its own first, then turned round. */
export function afterPress(column: Column, sort: Sort): Sort {
  if (sort === column) return `-${column}`;
  if (sort === `-${column}`) return column;
  return largestFirst.includes(column) ? `-${column}` : column;
}

/** The orders to choose from where there are no headings. */
export const sortOptions = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
