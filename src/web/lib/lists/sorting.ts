import type { SortOrder } from '#web/ui/table.tsx';

/** An order of a list: by a column, or with a minus the other way round. */
export type SortKey<C extends string> = C | `-${C}`;

/** How a list is ordered by its columns; `largestFirst` are those of which the largest or latest is looked for first. */
export function createSorting<C extends string>(
  columns: readonly C[],
  defaultSort: SortKey<C>,
  descendingFirst: readonly C[] = [],
) {
  const orders = columns.flatMap((column): SortKey<C>[] => [column, `-${column}`]);
  return {
    /** Parses the sort key in an address; the default one for an unknown key. */
    parseSort: (text: string): SortKey<C> => orders.find((order) => order === text) ?? defaultSort,
    /** The `aria-sort` value of a column. */
    ariaSort: (column: C, order: SortKey<C>): SortOrder => {
      if (order === column) return 'ascending';
      return order === `-${column}` ? 'descending' : 'none';
    },
    /** The sort key after a press on a column's heading: its own first, then reversed. */
    nextSort: (column: C, order: SortKey<C>): SortKey<C> => {
      if (order === column) return `-${column}`;
      if (order === `-${column}`) return column;
      return descendingFirst.includes(column) ? `-${column}` : column;
    },
  };
}
