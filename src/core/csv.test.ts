import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, unguarded } from './csv.ts';

/** Reads CSV the way RFC 4180 says. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ',') [row, cell] = [[...row, cell], ''];
    else if (!quoted && sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at++;
    } else cell += sign;
  }
  return rows;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '\0',
      '"',
      ',',
      ' ',
      "'",
      'a',
      'ọ́',
      '＝',
      '－',
      '＠',
      '\u00a0',
      '\u200b',
    ),
  }),
);

test('whatever the texts hold, a reader gets them back, and none can begin a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (rows) => {
      const csv = csvOf(rows);
      expect(csv.startsWith('\uFEFF')).toBe(true);
      const read = parse(csv.slice(1));
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length));
      for (const [y, row] of rows.entries())
        for (const [x, cell] of row.entries()) {
          const got = read[y]?.[x] ?? '';
          expect(got.normalize('NFKC').replace(/^[\s\p{C}]+/u, '')).not.toMatch(/^[=+\-@]/);
          expect(got).not.toMatch(/^\s*[\t\r\n\0]/);
          expect(unguarded(got)).toBe(cell);
        }
    }),
    // A sign that becomes a plus, behind a character that is not one yet.
    { numRuns: 500, examples: [[[['\u{3347a}\ufe62']]]] },
  );
});

test('numbers stay numbers', () => {
  expect(csvOf([['Change', -1250.5, null, 0]])).toBe('\uFEFFChange,-1250.5,,0\r\n');
});
