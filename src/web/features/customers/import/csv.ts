// A cell that begins so is run as a formula by spreadsheets.
const FORMULA = /^[=+\-@\t\r]/;

/** CSV as spreadsheets read it best: a byte-order mark, every cell quoted, nothing taken for a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
