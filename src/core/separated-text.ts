type Parse = (text: string, options: { delimiter: string; preview: number }) => string[][];

const SEPARATORS = [',', ';', '\t', '|'];
const GUESS_ROWS = 60;

/**
 * Cells of comma, semicolon, tab or pipe separated text, whichever makes the widest table; null for bytes that are no text.
 * `parse` splits by one separator, at most `preview` rows (0: all), and knows quotes.
 */
export function separatedCells(text: string, parse: Parse): string[][] | null {
  if (text.includes('\u0000')) return null;
  // Excel can write its separator on a line of its own.
  const separatorLine = /^\uFEFF?sep=(.)\r?\n/i.exec(text);
  const rest = oneKindOfLineEnd(separatorLine ? text.slice(separatorLine[0].length) : text);
  const read = (delimiter: string, preview = 0) => parse(rest, { delimiter, preview });
  const widths = SEPARATORS.map((separator) =>
    Math.max(...read(separator, GUESS_ROWS).map((row) => row.length)),
  );
  const guessed = SEPARATORS[widths.indexOf(Math.max(...widths))] ?? ',';
  const cells = read(separatorLine?.[1] ?? guessed);
  return separatorLine ? [[], ...cells] : cells;
}

// Files put together from several have both kinds, of which a parser takes the first.
const oneKindOfLineEnd = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
