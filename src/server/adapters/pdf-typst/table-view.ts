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
/** Values with the most letters, one of which is the widest. */
const MEASURED = 8;

function tableOf({ title, headings, rows, total }: Table, currency: Currency) {
  const cells = rows.map((row) => row.map((value) => cellOf(value, currency)));
  const sums = total?.map((value) => cellOf(value, currency)) ?? null;
  return {
    title: printable(title),
    headings: headings.map((text, at) => {
      const column = [...cells, ...(sums ? [sums] : [])].flatMap((row) => row[at] ?? []);
      const longest = column.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MEASURED);
      return {
        text,
        right: rows[0]?.[at]?.kind !== 'text',
        wide: longest.some((cell) => 'text' in cell && cell.text.length > WIDE_FROM),
        longest,
      };
    }),
    rows: cells,
    total: sums,
  };
}

type Cell = { text: string } | { amount: Amount };

const lengthOf = (cell: Cell): number =>
  'text' in cell ? cell.text.length : `${cell.amount.sign}${cell.amount.whole}`.length;

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
