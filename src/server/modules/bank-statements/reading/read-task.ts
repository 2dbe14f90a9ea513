import papa from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import { MAX_STATEMENT_BYTES, type StatementReading, type Unreadable } from '#core/bank-statement/model.ts';
import { type Answers, readStatement } from '#core/bank-statement/read.ts';
import { separatedCells } from '#core/separated-text.ts';
import { decodeText, includesText, kindOf } from '#core/spreadsheet-file.ts';
import { isBounded } from './archive-bounds.ts';

/** Cells of one sheet at most: 5,000 rows of 60. */
const MAX_CELLS = 300_000;
const PDF = '%PDF-';
/** Stands in the trailer of a PDF with a password. */
const PDF_LOCK = '/Encrypt';

export type StatementFile = { bytes: Uint8Array; answers: Answers };

/** Task: a bank statement of a CSV or XLSX file as lines, or why it is none. */
export async function run({ bytes, answers }: StatementFile): Promise<StatementReading | Unreadable> {
  if (bytes.byteLength > MAX_STATEMENT_BYTES) return 'too_large';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PDF.length));
  if (start === PDF) return includesText(bytes, PDF_LOCK) ? 'locked' : 'pdf';
  const kind = kindOf(bytes);
  if (kind === 'locked') return 'locked';
  if (kind === 'xls') return 'old_excel';
  if (kind === 'other') return 'not_a_list';
  if (kind === 'xlsx' && !isBounded(bytes)) return 'too_large';
  const cells = kind === 'xlsx' ? await cellsOfWorkbook(bytes) : cellsOfText(bytes);
  if (!cells) return 'not_a_list';
  return cells.reduce((sum, row) => sum + row.length, 0) > MAX_CELLS
    ? 'too_many_rows'
    : readStatement(cells, answers);
}

const cellsOfText = (bytes: Uint8Array): string[][] | null =>
  separatedCells(decodeText(bytes), (text, options) => papa.parse<string[]>(text, options).data);

async function cellsOfWorkbook(bytes: Uint8Array): Promise<string[][] | null> {
  try {
    const rows = await readSheet(new Uint8Array(bytes).buffer);
    return rows.map((row) => row.map(textOfCell));
  } catch {
    return null;
  }
}

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // Sums of a spreadsheet come as 0.30000000000000004.
  return typeof cell === 'number' && !Number.isInteger(cell) ? String(Number(cell.toFixed(2))) : String(cell);
}
