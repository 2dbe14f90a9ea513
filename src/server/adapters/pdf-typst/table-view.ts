import type { Currency } from '#core/money.ts';
import type { Table, Value } from '#core/tables.ts';
import type { TableDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, microText, printable } from './printable.ts';
import { grouped, reportSheetOf } from './report-view.ts';
import { type Amount, amountOf, selvedgeOf } from './view.ts';

/** The data of `table.typ`, in drawing order. */
export function tableViewOf(document: TableDocument, hasLogo: boolean) {
  const { business, title, about, tables, currency } = document;
  const { made, ...sheet } = reportSheetOf(document, hasLogo);
  const view = {
    ...sheet,
    micro: { name: microText(business.name), number: microText(title) },
    title: printable(title),
    about: printable(about),
    tables: tables.map((table) => tableOf(table, currency)),
    empty: document.empty,
    made,
  };
  return { ...view, letters: glyphParts(JSON.stringify(view)), cloth: selvedgeOf(business) };
}

/** A column of longer text takes what room there is; any other as much as its longest value. */
const WIDE_FROM = 14;
/** So many values of a column are measured, those that look widest: the true widest is among them. */
const MEASURED = 8;
const WIDE_LETTERS = /[MWmw@%&—…]|\p{Lu}/gu;
const NARROW_LETTERS = /[Iiljtfr1.,:;'’|!()\s-]/gu;

function tableOf({ title, headings, rows, total }: Table, currency: Currency) {
  const cells = rows.map((row) => row.map((value) => cellOf(value, currency)));
  const sums = total?.map((value) => cellOf(value, currency)) ?? null;
  const all = sums ? [...cells, sums] : cells;
  return {
    title: printable(title),
    headings: headings.map((text, at) => {
      const column = all.flatMap((row) => row[at] ?? []);
      return {
        text,
        right: rows[0]?.[at]?.kind !== 'text',
        wide: column.some((cell) => 'text' in cell && cell.text.length > WIDE_FROM),
        widest: widestOf(column),
      };
    }),
    rows: cells,
    total: sums,
  };
}

type Cell = { text: string } | { amount: Amount };

const shownIn = (cell: Cell): string =>
  'text' in cell ? cell.text : `${cell.amount.sign}${cell.amount.whole}.${cell.amount.fraction}`;

// Each value once: of one that stands in every row the others would not be measured.
function widestOf(column: readonly Cell[]): Cell[] {
  const distinct = new Map(column.map((cell) => [shownIn(cell), cell]));
  return Array.from(distinct, ([shown, cell]) => ({ cell, width: roughWidthOf(shown) }))
    .toSorted((one, other) => other.width - one.width)
    .slice(0, MEASURED)
    .map(({ cell }) => cell);
}

// In ordinary letters: a narrow one is half as wide, a capital half as wide again.
function roughWidthOf(shown: string): number {
  const count = (letters: RegExp) => shown.match(letters)?.length ?? 0;
  return shown.length + (count(WIDE_LETTERS) - count(NARROW_LETTERS)) / 2;
}

function cellOf(value: Value, currency: Currency): Cell {
  switch (value.kind) {
    case 'text':
      return { text: printable(value.text) };
    case 'money':
      return { amount: amountOf(value.amount, currency) };
    case 'count':
      return { text: grouped(value.count) };
    default:
      return { text: value.percent === null ? '–' : `${value.percent}%` };
  }
}
