/** A value of a table: text is guarded against spreadsheets, numbers are written as they are. */
export type Cell = string | number | null;

const BOM = '\uFEFF';
// Spreadsheets skip spaces and invisible characters, and take full-width forms of a sign for the sign.
const FORMULA =
  /^[\s\p{C}\u115f\u3164\uffa0]*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/u;

/** Rows as CSV (RFC 4180) that spreadsheets open as UTF-8 and in which no text can be a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  BOM + rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');

function encodeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = needsGuard(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// A cell that already begins with the guard gets a second one, so that removing it restores the original.
const needsGuard = (text: string): boolean => FORMULA.test(text.replace(/^'+/, '').normalize('NFKC'));

/** A text of a table as it was before `csvOf` guarded it. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && needsGuard(text) ? text.slice(1) : text;
