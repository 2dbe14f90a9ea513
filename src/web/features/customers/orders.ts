import type { SortOrder } from '../../ui/table.tsx';
import { texts } from './texts.ts';

const columns = ['name', 'email', 'created'] as const;
export type Column = (typeof columns)[number];
export type Sort = Column | `-${Column}`;

export const NEWEST_FIRST: Sort = '-created';
const sorts: readonly Sort[] = columns.flatMap((column): Sort[] => [column, `-${column}`]);

/** The order the address names; the newest first where it names none. */
export const readSort = (text: string): Sort => sorts.find((sort) => sort === text) ?? NEWEST_FIRST;

/** What `aria-sort` says of a column. */
export const orderOf = (column: Column, sort: Sort): SortOrder =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';

/** The order after a column's heading was pressed. */
export const afterPress = (column: Column, sort: Sort): Sort => (sort === column ? `-${column}` : column);

/** For phones, where the headings are not shown. */
export const sortOptions = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
