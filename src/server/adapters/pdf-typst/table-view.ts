import type { Currency } from '#core/money.ts';
import type { Table, Value } from '#core/tables.ts';
import type { TableDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, microText, printable } from './printable.ts';
import { grouped, reportSheetOf } from './report-view.ts';
import { amountOf, selvedgeOf } from './view.ts';

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

const tableOf = ({ title, headings, rows, total }: Table, currency: Currency) => ({
  title: printable(title),
  headings: headings.map((text, at) => {
    const values = rows.flatMap((row) => row[at] ?? []);
    return {
      text,
      right: values[0]?.kind !== 'text',
      wide: values.some((value) => value.kind === 'text' && value.text.length > WIDE_FROM),
    };
  }),
  rows: rows.map((row) => row.map((value) => cellOf(value, currency))),
  total: total?.map((value) => cellOf(value, currency)) ?? null,
});

function cellOf(value: Value, currency: Currency) {
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
