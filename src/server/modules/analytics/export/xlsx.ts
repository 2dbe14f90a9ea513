import writeXlsxFile, { type CellObject, type Row, type Sheet } from 'write-excel-file/node';
import { type Currency, currencySymbols, minorToMajor } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { type Section, sectionsOf, type Value } from './sections.ts';

const WIDTHS = [34, 24, 22, 24];
const BODY_SIZE = 11;
const TITLE_SIZE = 14;

/** Task: a report as a workbook, the key figures on the first sheet, each table on one of its own. */
export async function run(report: ReportDocument): Promise<Uint8Array> {
  const [about, figures, ...tables] = sectionsOf(report);
  const overview = [about, figures].flatMap((section, at) =>
    section ? [...(at > 0 ? [[]] : []), ...rowsOf(section, report.currency)] : [],
  );
  const sheets = [
    sheet('Overview', overview),
    ...tables.map((table) => sheet(sheetName(table.title), rowsOf(table, report.currency))),
  ];
  return new Uint8Array(
    await writeXlsxFile(sheets, { fontFamily: 'Calibri', fontSize: BODY_SIZE }).toBuffer(),
  );
}

const sheet = (name: string, data: Row[]): Sheet<never> => ({
  sheet: name,
  data,
  columns: WIDTHS.map((width) => ({ width })),
});

// A workbook takes no more than 31 letters.
const sheetName = (title: string) => title.slice(0, 31);

function rowsOf({ title, headings, rows }: Section, currency: Currency): Row[] {
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
    [{ value: title, type: String, fontWeight: 'bold', fontSize: TITLE_SIZE }],
    ...(heading.length > 0 ? [heading] : []),
    ...rows.map((row) => row.map((value) => cellOf(value, currency))),
  ];
}

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
