import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';

const LETTER = 12;
const LINE = 34;

/** A page as its reader would give it, from text set in letters of one width. */
export function pageOf(text: string, source: 'layer' | 'seen' = 'seen'): ReadPage {
  const rows = text.replace(/^\n/, '').split('\n');
  const lines = rows.map((row, at) => ({ words: wordsOf(row, at) })).filter(({ words }) => words.length > 0);
  const width = LETTER * Math.max(60, ...rows.map((row) => row.length));
  return { width, height: LINE * (rows.length + 2), readings: [{ source, lines }] };
}

const wordsOf = (row: string, at: number): ReadWord[] =>
  [...row.matchAll(/\S+/g)].map((found) => ({
    text: found[0],
    x: found.index * LETTER,
    y: at * LINE,
    width: found[0].length * LETTER,
    height: 20,
    confidence: 0.95,
  }));

export const NO_CONTEXT = { ownNames: [], ownContacts: [], today: '2026-11-21', home: 'NGN' } as const;
