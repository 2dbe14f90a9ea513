import type { SortOrder } from '#web/ui/table.tsx';

/** An order of a list: by a column, or with a minus the other way round. */
export type Order<C extends string> = C | `-${C}`;

/** How a list is ordered by its columns; `largestFirst` are those of which the largest or latest is looked for first. */
export function ordersOf<C extends string>(
  columns: readonly C[],
  usual: Order<C>,
  largestFirst: readonly C[] = [],
) {
  const orders = columns.flatMap((column): Order<C>[] => [column, `-${column}`]);
  return {
    /** Parses the sort key in an address; the default one for an unknown key. */
    readSort: (text: string): Order<C> => orders.find((order) => order === text) ?? usual,
    /** The `aria-sort` value of a column. */
    orderOf: (column: C, order: Order<C>): SortOrder => {
      if (order === column) return 'ascending';
      return order === `-${column}` ? 'descending' : 'none';
    },
    /** The sort key after a press on a column's heading: its own first, then reversed. */
    afterPress: (column: C, order: Order<C>): Order<C> => {
      if (order === column) return `-${column}`;
      if (order === `-${column}`) return column;
      return largestFirst.includes(column) ? `-${column}` : column;
    },
  };
}
