import type { ReadWord } from '#server/kernel/ports/index.ts';
import { heightOf, type Row } from '../layout/sheet.ts';
import { isTableHead } from '../layout/table-head.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import { type Concept, conceptsOf } from '../text/concepts.ts';
import { foldConfusables } from '../text/normalize.ts';
import type { RowWithAmounts } from '../totals/figures.ts';

type ColumnKind = 'item' | 'quantity' | 'rate' | 'amount' | 'tax' | 'discount' | 'code' | 'other';
/** `isSign` where its head is a sign alone: "#", "₦". */
export type Column = { kind: ColumnKind; left: number; right: number; isSign?: boolean };
type TableHead = { columns: Column[]; row: number };

const order: readonly (readonly [Concept, ColumnKind])[] = [
  ['quantity', 'quantity'],
  ['rate', 'rate'],
  ['discount', 'discount'],
  ['tax', 'tax'],
  ['sub', 'amount'],
  ['gross', 'amount'],
  ['amount', 'amount'],
  ['total', 'amount'],
  ['fee', 'amount'],
  ['item', 'item'],
];

/** Every header row of a table of goods: one per page, or one for all. */
export function tableHeads(rows: readonly RowWithAmounts[]): TableHead[] {
  return rows.flatMap(({ row }, at) => {
    if (!isTableHead(row)) return [];
    const ownColumns = columnsOf(row.words);
    const around = [rows[at - 1]?.row, rows[at + 1]?.row].filter((near) => near && isPartOfHead(near, row));
    const nearColumns = around.flatMap((near) => (near ? columnsOf(near.words) : []));
    const columns = nearColumns.reduce(joinColumn, ownColumns);
    const inOrder = withCodes(
      withSerials(columns.toSorted((a, b) => a.left - b.left)),
      rows.slice(at + 1, at + 1 + ROWS_BELOW),
    );
    return [{ columns: withGoods(inOrder, row, nearColumns), row: at }];
  });
}

// "#" above the first of several columns numbers the lines, and is no sign of naira.
const withSerials = (columns: Column[]): Column[] =>
  columns.map((one, at) => (at === 0 && one.isSign && columns.length > 2 ? { ...one, kind: 'code' } : one));

const ROWS_BELOW = 8;

// "Item | Description" with A1 and A2 below the first: of two names of goods the one over codes is none.
function withCodes(columns: Column[], below: readonly RowWithAmounts[]): Column[] {
  const [first, ...more] = columns.filter(({ kind }) => kind === 'item');
  if (!first || more.length === 0) return columns;
  const lines = below.filter(({ amounts }) => amounts.length > 1);
  const under = lines.flatMap(({ row }) =>
    row.cells.filter(({ left, right }) => left < first.right && right > first.left).map(({ text }) => text),
  );
  const isOverCodes =
    under.length > 1 && under.every((text) => /^(?:\p{L}{0,4}-?\d{1,6}|\p{L})\.?$/u.test(text));
  return isOverCodes ? columns.map((one) => (one === first ? { ...one, kind: 'code' } : one)) : columns;
}

const DAY_OR_CODE = /^(?:date|day|ref|s ?n|sn|line|uom|unit|size|pack|pos|gtin|ean|art\b)/i;

// "Investigation", "Job": goods stand below the first head that no word explains, where none is known; or where its other line says so.
function withGoods(columns: Column[], { words }: Row, near: readonly Column[]): Column[] {
  if (columns.some(({ kind }) => kind === 'item')) return columns;
  const isOver = (one: { left: number; right: number }, { left, right }: Column) =>
    one.left < right && one.right > left;
  const says = (column: Column) =>
    words
      .filter(({ x, width }) => isOver({ left: x, right: x + width }, column))
      .map(({ text }) => text)
      .join(' ');
  const others = columns.filter(({ kind }) => kind === 'other');
  const goods =
    others.find((one) => near.some((other) => other.kind === 'item' && isOver(other, one))) ??
    others.find((one) => /\p{L}{3}/u.test(says(one)) && !DAY_OR_CODE.test(says(one)));
  return columns.map((one) => (one === goods ? { ...one, kind: 'item' } : one));
}

const isPartOfHead = (near: Row, head: Row) =>
  !/\d{2}/.test(near.text) && Math.abs(near.top - head.top) < 2.2 * heightOf(head);

// A header of several lines: the other line names a column that this one leaves open.
function joinColumn(columns: Column[], more: Column): Column[] {
  if (more.kind === 'other' || more.kind === 'item') return columns;
  const same = columns.find((one) => one.left < more.right && one.right > more.left);
  if (!same) return columns.some((one) => one.kind === more.kind) ? columns : [...columns, more];
  if (same.kind !== 'other') return columns;
  return columns.map((one) => (one === same ? { ...one, kind: more.kind } : one));
}

type HeadingWord = { kind: ColumnKind; generic: boolean; isSign?: boolean; isUnit?: boolean };

function columnsOf(words: readonly ReadWord[]): Column[] {
  const columns: (Column & HeadingWord)[] = [];
  let last: ReadWord | undefined;
  for (const word of words) {
    const heading = kindOf(word.text);
    const column = columns.at(-1);
    const apart = last ? (word.x - last.x - last.width) / word.height : 9;
    const kind = column && apart < 1.1 ? pairKind(column, heading) : null;
    if (column && kind) {
      column.right = word.x + word.width;
      column.kind = kind;
    } else columns.push({ ...heading, left: word.x, right: word.x + word.width });
    last = word;
  }
  return columns;
}

// Two words of one column: "Unit price", "Tax amount", "Total price"; null where they are two columns.
function pairKind(a: HeadingWord, b: HeadingWord): ColumnKind | null {
  if (b.kind === 'code') return a.kind === 'item' ? 'code' : null;
  if (a.kind === 'code') return b.kind === 'other' ? 'code' : null;
  if (a.kind === b.kind || b.kind === 'other') return a.kind;
  if (a.isUnit && b.kind === 'amount') return 'rate';
  if (a.kind === 'other') return b.kind;
  if (a.kind === 'amount' && b.kind !== 'quantity' && b.kind !== 'item')
    return b.kind === 'rate' ? 'amount' : b.kind;
  const isKindOfAmount = b.generic && (a.kind === 'tax' || a.kind === 'discount');
  return isKindOfAmount ? a.kind : null;
}

// Codes beside the goods are a column of their own: "HSN/SAC", "Item No.".
const CODE = /^(?:hsn|sac|sku|code|upc|ean|barcode|no|number)\b/i;

function kindOf(text: string): HeadingWord {
  if (CODE.test(text)) return { kind: 'code', generic: false };
  if (text === '@') return { kind: 'rate', generic: false };
  if (/^\W*(?:₦|=?n=?|#|naira|\$|rm)\W*$/i.test(text)) return { kind: 'amount', generic: true, isSign: true };
  // "Rate/Hrs"
  const concepts = foldConfusables(text.split('/')[0] || text)
    .split(' ')
    .flatMap(conceptsOf);
  const found = order.find(([concept]) => concepts.includes(concept));
  return { kind: found?.[1] ?? 'other', generic: found?.[0] === 'amount', isUnit: /^unit$/i.test(text) };
}

/** The column a number stands in: the one it is under, else the nearest. */
export function columnOf(
  columns: readonly Column[],
  amount: Pick<Amount, 'left' | 'right'>,
  reach: number,
): Column | null {
  const scored = columns.map((column) => {
    const shared = Math.min(column.right, amount.right) - Math.max(column.left, amount.left);
    const centre = Math.abs((column.left + column.right) / 2 - (amount.left + amount.right) / 2);
    const edge = Math.min(Math.abs(column.right - amount.right), Math.abs(column.left - amount.left), centre);
    return { column, far: shared > 0 ? -shared : edge };
  });
  const best = scored.toSorted((a, b) => a.far - b.far)[0];
  return best && best.far < reach ? best.column : null;
}
