import { meaningOf } from '../text/concepts.ts';
import type { Row } from './sheet.ts';

/** The row that names the columns of a table of goods. */
export function isTableHead(row: Row): boolean {
  const kinds = new Set<string>();
  for (const cell of row.cells) {
    const { concepts, coverage } = meaningOf(cell.text);
    if (coverage < 0.5) continue;
    for (const kind of ['item', 'quantity', 'rate', 'unit'] as const) if (concepts.has(kind)) kinds.add(kind);
    if (concepts.has('amount') || concepts.has('total') || concepts.has('fee')) kinds.add('amount');
  }
  const isGoods = kinds.has('item') || (kinds.has('quantity') && (kinds.has('rate') || kinds.has('unit')));
  kinds.delete('unit');
  return kinds.size >= 2 && isGoods && !/\d[.,]\d{2}|\d$/.test(row.text);
}
