import type { Cell, Row } from '../layout/sheet.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import type { Column } from './columns.ts';

/** The words of a line that name what is sold: those of its column that are no `numbers`. */
export function descriptionOf(row: Row, numbers: readonly Amount[], columns: Column[] | null): string {
  const used = new Set(numbers.flatMap((one) => range(one)));
  const item = columns?.find((column) => column.kind === 'item');
  const [left, right] = item && columns ? descriptionSpan(columns, item) : [0, 700];
  const isInside = ({ x, width }: Row['words'][number]) => x + width / 2 > left && x < right;
  const own = item && columns ? ownCells(row.cells, columns, item) : null;
  const words = row.words.filter((word, at) => {
    if (used.has(at) || own?.other.some(({ words: some }) => some.includes(word))) return false;
    return isInside(word) || own?.whole.some(({ words: some }) => some.includes(word));
  });
  return words
    .map((word) => word.text)
    .join(' ')
    .replace(/^[^\p{L}\p{N}[(*]+|(?:[\s|\\:;,.@*×=–-]|(?<![\p{L}\d])[xX])+$/gu, '')
    .replace(/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\s+/, '')
    .replace(/(\p{Ll}{3})(\p{Lu}\p{Ll})|(\p{Ll}{3})(\d)/gu, (_, a, b, c, d) => `${a ?? c} ${b ?? d}`)
    .trim();
}

const range = (one: Amount) => Array.from({ length: one.last - one.first + 1 }, (_, at) => one.first + at);

// From the end of the column before to the beginning of the one after.
function descriptionSpan(columns: readonly Column[], item: Column): [number, number] {
  const at = columns.indexOf(item);
  const before = columns[at - 1];
  const after = columns[at + 1];
  const left = before ? Math.min(item.left - 5, before.right + (item.left - before.right) / 2) : 0;
  return [left, after ? after.left - 5 : 1000];
}

/** Values under the middle of a head are this near to it. */
const CENTRED = 30;
const BESIDE = 10;

/**
 * Heads that stand over the middle of their columns begin right of what is below them: cells that begin behind the column
 * before are `whole`, those centred below the column after are another's.
 */
function ownCells(
  cells: readonly Cell[],
  columns: readonly Column[],
  item: Column,
): Record<'whole' | 'other', Cell[]> {
  const at = columns.indexOf(item);
  const [before, after] = [columns[at - 1], columns[at + 1]];
  const [left, right] = descriptionSpan(columns, item);
  const middle = (one: { left: number; right: number }) => (one.left + one.right) / 2;
  const isUnder = (cell: Cell, column: Column) =>
    Math.min(cell.right, column.right) > Math.max(cell.left, column.left) - BESIDE &&
    Math.abs(middle(cell) - middle(column)) < CENTRED;
  // Where the name begins under its head, what stands before it is a code.
  const isSet = cells.some((cell) => cell.left >= left && cell.left < item.right && /\p{L}/u.test(cell.text));
  return {
    whole: isSet
      ? []
      : cells.filter((cell) => before && cell.left > before.right && cell.left < left && cell.right > left),
    other: cells.filter(
      (cell) => after && cell.left > item.right && cell.left < right && isUnder(cell, after),
    ),
  };
}
