import type {
  DocumentReader,
  ReadDocument,
  ReadPage,
  ReadWord,
  UnreadableReason,
} from '#server/kernel/ports/index.ts';
import type { Turn } from '#server/workers/pool.ts';

/** Outcome of a reader imitated for a test: the words, or why there are none. */
export type Seen = ({ ok: true } & ReadDocument) | { ok: false; reason: UnreadableReason; retry: boolean };

/** A reader that saw this: the task it is given is done here instead of in a process of its own. */
export const readerOf = (see: (turn: Turn) => Seen | Promise<Seen>): DocumentReader['read'] =>
  async function read(_, { task, known }, turn) {
    const seen = await see(turn);
    if (!seen.ok) return seen;
    turn.onStep?.('text');
    const { run } = await import(task.file);
    return { ok: true, made: await run({ ...seen, known }) };
  };

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
