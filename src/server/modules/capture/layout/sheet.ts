import type { ReadLine, ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { joinCutWords } from './cut-words.ts';
import { straightened, WIDTH } from './straighten.ts';

/** Words close together, as in one column of a table. */
export type Cell = { text: string; words: ReadWord[]; left: number; right: number };
/** All words at one height of the document, left to right. */
export type Row = {
  words: ReadWord[];
  cells: Cell[];
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  page: number;
};
/** One reading of a whole document: its pages below each other, each made WIDTH wide. */
export type Sheet = { rows: Row[]; source: 'layer' | 'seen'; height: number };

export { WIDTH } from './straighten.ts';
// A hostile page may hold any number of words; the rest is ignored.
const MAX_WORDS = 4000;
const MAX_ROW_WORDS = 120;
const MAX_WORD = 80;
const CELL_GAP = 1.1;
// Two sums of neighbouring columns in one word: "3,500122,500".
const RUN_TOGETHER =
  /^((?:₦|N|#)?\d{1,3}(?:,\d{3})+(?:\.\d{2})?)\|?((?:₦|N|#)?\d{1,3}(?:,\d{3})+(?:\.\d{2})?)$/;

/** Every reading of the document, the most trusted first. */
export function sheetsOf(pages: readonly ReadPage[]): Sheet[] {
  const count = Math.max(0, ...pages.map((page) => page.readings.length));
  return Array.from({ length: count }, (_, at) => sheetOf(pages, at));
}

function sheetOf(pages: readonly ReadPage[], at: number): Sheet {
  const rows: Row[] = [];
  let offset = 0;
  let source: Sheet['source'] = 'seen';
  for (const [number, page] of pages.entries()) {
    const reading = page.readings[at] ?? page.readings.at(-1);
    const scale = WIDTH / Math.max(1, page.width);
    if (reading) {
      if (number === 0) source = reading.source;
      const left = MAX_WORDS - rows.reduce((sum, row) => sum + row.words.length, 0);
      if (left > 0) rows.push(...rowsOf(firstWords(reading.lines, left), scale, offset, number));
    }
    offset += page.height * scale;
  }
  return { rows, source, height: offset };
}

function firstWords(lines: readonly ReadLine[], max: number): ReadLine[] {
  let left = max;
  return lines.flatMap(({ words }) => {
    const some = words.slice(0, Math.min(left, MAX_ROW_WORDS));
    left -= some.length;
    return some.length > 0 ? [{ words: some }] : [];
  });
}

function rowsOf(lines: readonly ReadLine[], scale: number, offset: number, page: number): Row[] {
  const wordLines = straightened(
    lines.map((line) => tidy(line.words, scale)).filter((words) => words.length),
  );
  const bands: Band[] = [];
  for (const words of wordLines.toSorted((a, b) => centreOf(a) - centreOf(b))) {
    const centre = centreOf(words);
    const height = median(words.map((word) => word.height));
    const band = bands
      .slice(-8)
      .filter((one) => isLevel(one, { words, centre, height }))
      .filter((one) => !overlaps(one.words, words))
      .toSorted((a, b) => Math.abs(a.centre - centre) - Math.abs(b.centre - centre))[0];
    if (!band) bands.push({ words, centre, height });
    else if (band.words.length < MAX_ROW_WORDS) band.words = [...band.words, ...words];
  }
  const rows = bands.map((band) => rowOf(band.words, offset, page)).toSorted((a, b) => a.top - b.top);
  return rows.flatMap((row, at) => {
    const [before, after] = [rows[at - 1], rows[at + 1]];
    if (before && isBrokenOff(before, row)) return [];
    return after && isBrokenOff(row, after) ? [continued(row, after)] : [row];
  });
}

// A message breaks its lines anywhere: "3 ctn spaghetti @ 14,200 =" and "42,600" below it.
const isBrokenOff = ({ text, left }: Row, next: Row) =>
  /[=@]$/.test(text) && /^\S*\d\S*$/.test(next.text) && Math.abs(next.left - left) < heightOf(next);

function continued(row: Row, next: Row): Row {
  const shift = row.right - next.left + heightOf(row) / 2;
  const words = [...row.words, ...next.words.map((word) => ({ ...word, x: word.x + shift }))];
  return { ...row, words, cells: cellsOf(words), text: textOf(words), ...span(words) };
}

type Band = { words: ReadWord[]; centre: number; height: number };

// Small print beside larger writing stands on one line with it, though their middles do not.
function isLevel(one: Band, other: Band): boolean {
  const [small, large] = one.height < other.height ? [one, other] : [other, one];
  const inside = large.height < 2 * small.height ? (large.height - small.height) / 2 : 0;
  return Math.abs(one.centre - other.centre) < Math.max(0.5 * small.height, inside + 0.3 * small.height);
}

// The dots that are written upon: "Name ........ Ngozi Bello ......"
const FILLED_IN = /[.…_]{4,}|…+/g;

function tidy(words: readonly ReadWord[], scale: number): ReadWord[] {
  return words.flatMap((word) => {
    const text = word.text
      .normalize('NFC')
      .replace(FILLED_IN, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '');
    return [...text.replace(RUN_TOGETHER, '$1 $2').matchAll(/\S+/g)].map((match) => ({
      ...word,
      text: match[0].slice(0, MAX_WORD),
      x: (word.x + (word.width * match.index) / text.length) * scale,
      y: word.y * scale,
      width: ((word.width * match[0].length) / text.length) * scale,
      height: Math.max(1, word.height * scale),
    }));
  });
}

const middle = (word: ReadWord) => word.y + word.height / 2;
const centreOf = (words: readonly ReadWord[]) => median(words.map(middle));
const span = (words: readonly ReadWord[]) => ({
  left: Math.min(...words.map((word) => word.x)),
  right: Math.max(...words.map((word) => word.x + word.width)),
});

const hasFigures = ({ text }: ReadWord) => /\d/.test(text);

// Figures written over a printed label stand on its line.
function overlaps(some: readonly ReadWord[], more: readonly ReadWord[]): boolean {
  return more.some((word) =>
    some.some((other) => {
      if (hasFigures(word) !== hasFigures(other)) return false;
      const shared = Math.min(word.x + word.width, other.x + other.width) - Math.max(word.x, other.x);
      return shared > 0.4 * Math.min(word.width, other.width);
    }),
  );
}

// A line of a PDF may be of any length; no document has longer ones.
const LONGEST_WORD = 200;
const LONGEST_LINE = 1000;

const textOf = (words: readonly ReadWord[]): string =>
  words
    .map((word) => word.text)
    .join(' ')
    .slice(0, LONGEST_LINE);

function rowOf(unordered: readonly ReadWord[], offset: number, page: number): Row {
  const words = joinCutWords(
    unordered
      .map((word) => ({ ...word, text: word.text.slice(0, LONGEST_WORD), y: word.y + offset }))
      .toSorted((a, b) => a.x - b.x),
  );
  return {
    words,
    cells: cellsOf(words),
    text: textOf(words),
    ...span(words),
    top: Math.min(...words.map((word) => word.y)),
    bottom: Math.max(...words.map((word) => word.y + word.height)),
    page,
  };
}

function cellsOf(words: readonly ReadWord[]): Cell[] {
  const height = median(words.map((word) => word.height));
  const groups: ReadWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    const apart = !last || word.x - (last.x + last.width) > CELL_GAP * height;
    if (apart) groups.push([word]);
    else groups.at(-1)?.push(word);
  }
  return groups.map((group) => ({
    text: textOf(group),
    words: group,
    ...span(group),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How tall the letters of a row are. */
export const heightOf = (row: Row): number => median(row.words.map((word) => word.height));

/** How sure the reader was of the words. */
export const sureness = (words: readonly ReadWord[]): number =>
  words.length ? words.reduce((sum, word) => sum + word.confidence, 0) / words.length : 0;

/** Where each of a row's words begins in its text. */
export function startsOf(words: readonly ReadWord[]): number[] {
  let at = 0;
  return words.map(({ text }) => {
    const start = at;
    at += text.length + 1;
    return start;
  });
}
