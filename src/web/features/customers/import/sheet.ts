import { unguarded } from '#core/csv.ts';
import { separatedCells } from '#core/separated-text.ts';
import { decodeText, kindOf } from '#core/spreadsheet-file.ts';

/** A list as it stands in the file: the headings, and below them rows of cells as text. */
export type Sheet = { headings: string[]; rows: SheetRow[] };
export type SheetRow = {
  /** Counted as the spreadsheet shows it: the headings are line 1. */
  line: number;
  cells: string[];
};

export const MOST_ROWS = 5000;
export const MOST_BYTES = 5 * 1024 * 1024;

/** Why a file cannot be read. */
export type Unreadable = 'too_large' | 'too_many_rows' | 'old_excel' | 'locked' | 'not_a_list' | 'empty';

/** Reads a CSV or XLSX file in the browser; the parsers are fetched only now. */
export async function readSheet(file: File): Promise<Sheet | Unreadable> {
  if (file.size > MOST_BYTES) return 'too_large';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === 'xls') return 'old_excel';
  if (kind === 'locked') return 'locked';
  if (kind === 'other') return 'not_a_list';
  const cells = kind === 'xlsx' ? await cellsOfXlsx(file) : await cellsOfText(decodeText(bytes));
  return cells ? sheetOf(cells) : 'not_a_list';
}

/** The headings are the first line with anything in it; empty lines are left out, but counted. */
export function sheetOf(cells: readonly string[][]): Sheet | Unreadable {
  const filled = cells
    .map((row, at) => ({ line: at + 1, cells: row.map((cell) => unguarded(cell.trim())) }))
    .filter((row) => row.cells.some((cell) => cell !== ''));
  const [head, ...rows] = filled;
  if (!head || rows.length === 0) return 'empty';
  if (rows.length > MOST_ROWS) return 'too_many_rows';
  return { headings: head.cells, rows };
}

/** Cells of comma, semicolon, tab or pipe separated text; quoted cells may hold line breaks. */
export async function cellsOfText(text: string): Promise<string[][] | null> {
  const { default: papa } = await import('papaparse');
  return separatedCells(text, (rest, options) => papa.parse<string[]>(rest, options).data);
}

async function cellsOfXlsx(file: File): Promise<string[][] | null> {
  // The other builds unpack in workers made of text, which the content policy forbids.
  const { readSheet: readFirstSheet } = await import('read-excel-file/universal');
  try {
    const rows = await readFirstSheet(file);
    return rows.map((row) => row.map(textOfCell));
  } catch {
    return null;
  }
}

// Phone numbers typed as numbers come as numbers.
function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}
