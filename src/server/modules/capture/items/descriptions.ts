import type { Cell, Row } from '../layout/sheet.ts';
import { codes } from '../numbers/currency-signs.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import { monthOf } from '../text/months.ts';
import type { Column } from './columns.ts';

/** The words of a line that name what is sold: those of its column that are no `numbers`. */
export function descriptionOf(
  row: Row,
  numbers: readonly Pick<Amount, 'first' | 'last'>[],
  columns: Column[] | null,
): string {
  const used = new Set(numbers.flatMap((one) => range(one)));
  const item = columns?.find((column) => column.kind === 'item');
  const [left, right] = item && columns ? descriptionSpan(columns, item) : [0, 700];
  const isInside = ({ x, width }: Row['words'][number]) => x + width / 2 > left && x < right;
  const own = item && columns ? ownCells(withoutCounts(row, used), columns, item) : null;
  const words = row.words.filter((word, at) => {
    // "THC | USD | 310.00"
    if (codes.has(word.text) && used.has(at + 1)) return false;
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

/** Lines that all begin with their day, without it: "14/10 Laundry". */
export function withoutDays<T extends { description: string | null }>(items: readonly T[]): T[] {
  const day = /^\d{1,2}[/.-](?:0\d|1[0-2])\s+(?=\p{L})/u;
  const areDated = items.length > 1 && items.every(({ description }) => day.test(description ?? ''));
  return areDated
    ? items.map((item) => ({ ...item, description: item.description?.replace(day, '') ?? null }))
    : [...items];
}

const SERIAL_OR_COUNT = /^(\d{1,3})[.)]?\s+(?=\p{L})/u;
const COUNT =
  /^(?:(\d{1,3}) ?[x×]|[x×](\d{1,3}))\s+(?=\p{L})|(?<=[^\d\s])\s(?:[x×](\d{1,3})|(\d{1,3})[x×])$/iu;

/** "2 bags of rice": a count, unless the lines are numbered one after the other; "2x Bread" and "Bread x2" always are. */
export function withLeadingNumbers<T extends { description: string | null; quantity: number | null }>(
  items: readonly T[],
  inTable: boolean,
): T[] {
  const found = items.map(({ description }) => {
    const text = description ?? '';
    const count = COUNT.exec(text);
    return { count, number: count ?? SERIAL_OR_COUNT.exec(text) };
  });
  const isSerial = found.every(
    ({ count, number }, at) => !count && (number === null || Number(number[1]) === at + 1),
  );
  return items.map((item, at) => {
    const number = found[at]?.number;
    // "9 inch blocks" in a table.
    if (!number || (inTable && !isSerial && item.quantity !== null)) return item;
    const description = item.description?.replace(number[0], '') ?? null;
    const count = Number(number.slice(1).find(Boolean));
    const counts = !inTable && !isSerial && item.quantity === null && count > 0;
    return { ...item, description, quantity: counts ? count : item.quantity };
  });
}

/** Whether a text says what: "Oct 12 – Nov 12, 2026" tells when, "each" how. */
export const hasWords = (text: string | null) =>
  !/^(?:(?:each|ea|apiece|per \p{L}+|units?(?:\(s\))?|pcs|at)(?: |$))+$/iu.test(text ?? '') &&
  ((text?.match(/\p{L}{2,}/gu) ?? []).some((word) => monthOf(word) === null) ||
    /^\p{L}{2,}$/u.test(text ?? ''));

const range = (one: Pick<Amount, 'first' | 'last'>) =>
  Array.from({ length: one.last - one.first + 1 }, (_, at) => one.first + at);

// A name close behind its count is one cell with it: "332 A5 flyers".
const withoutCounts = ({ cells, words }: Row, used: ReadonlySet<number>): Cell[] =>
  cells.flatMap((cell) => {
    const from = words.indexOf(cell.words[0] as Row['words'][number]);
    const rest = cell.words.slice(cell.words.findIndex((_, at) => !used.has(from + at)));
    const [first] = rest;
    return first && first !== cell.words[0] ? [{ ...cell, words: rest, left: first.x }] : [cell];
  });

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
