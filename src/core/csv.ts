/** A value of a table: text is guarded against spreadsheets, numbers are written as they are. */
export type Cell = string | number | null;

const BOM = '\uFEFF';
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV (RFC 4180) that spreadsheets open as UTF-8 and in which no text can be a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BOM + rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
