import writeXlsxFile, { type CellObject, type Row, type Sheet } from 'write-excel-file/node';
import { type Currency, currencySymbols, minorToMajor } from '#core/money.ts';
import type { Table, Value } from '#core/tables.ts';

const FIRST_WIDTH = 34;
const WIDTH = 22;
const BODY_SIZE = 11;
const TITLE_SIZE = 14;

/** A sheet with its tables one below the other. */
export type TableSheet = { name: string; tables: Table[] };

/** Task: tables as a workbook, amounts in one currency. */
export async function run({
  sheets,
  currency,
}: {
  sheets: TableSheet[];
  currency: Currency;
}): Promise<Uint8Array> {
  const pages = sheets.map(({ name, tables }) =>
    sheet(
      sheetName(name),
      tables.flatMap((table, at) => [...(at > 0 ? [[]] : []), ...rowsOf(table, currency)]),
      Math.max(...tables.map(({ headings, rows }) => Math.max(headings.length, rows[0]?.length ?? 0))),
    ),
  );
  return new Uint8Array(
    await writeXlsxFile(pages, { fontFamily: 'Calibri', fontSize: BODY_SIZE }).toBuffer(),
  );
}

const sheet = (name: string, data: Row[], columns: number): Sheet<never> => ({
  sheet: name,
  data,
  columns: Array.from({ length: columns }, (_, at) => ({ width: at === 0 ? FIRST_WIDTH : WIDTH })),
});

// A workbook takes no more than 31 letters.
const sheetName = (title: string) => title.slice(0, 31);

function rowsOf({ title, headings, rows, total }: Table, currency: Currency): Row[] {
  const heading = headings.map(
    (text, at): CellObject => ({
      value: text,
      type: String,
      fontWeight: 'bold',
      bottomBorderStyle: 'thin',
      align: at === 0 ? 'left' : 'right',
    }),
  );
  return [
    ...(title
      ? [[{ value: storable(title), type: String, fontWeight: 'bold', fontSize: TITLE_SIZE } as const]]
      : []),
    ...(heading.length > 0 ? [heading] : []),
    ...rows.map((row) => row.map((value) => cellOf(value, currency))),
    ...(total ? [total.map((value) => bold(cellOf(value, currency)))] : []),
  ];
}

const bold = (cell: CellObject | null) => cell && { ...cell, fontWeight: 'bold' as const };

function cellOf(value: Value, currency: Currency): CellObject | null {
  if (value.kind === 'text') return { value: storable(value.text), type: String };
  if (value.kind === 'money')
    return {
      value: minorToMajor(value.amount),
      type: Number,
      format: `"${currencySymbols[currency]}"#,##0.00`,
    };
  if (value.kind === 'count') return { value: value.count, type: Number, format: '#,##0' };
  if (value.percent === null) return null;
  const format = value.kind === 'change' ? '+0.0%;-0.0%;0.0%' : '0.0%';
  return { value: Number((value.percent / 100).toFixed(6)), type: Number, format };
}

// Removes characters XML cannot hold.
const storable = (text: string) =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
