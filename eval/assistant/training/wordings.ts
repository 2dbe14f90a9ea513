import { readFileSync } from 'node:fs';

/** Marked words of a message: `text.slice(from, to)` is a slot's value. */
export type Mark = { slot: string; from: number; to: number };

/** A message as somebody would write it, with what it means. */
export type Wording = {
  intent: string;
  /** The kind of the open card, or '-'. */
  open: string;
  /** The field that was asked for. */
  field: string | null;
  voice: string;
  trade: string;
  text: string;
  marks: Mark[];
};

/** The values of some slots, in their order. */
export const markedIn = ({ text, marks }: Pick<Wording, 'text' | 'marks'>, ...slots: string[]): string[] =>
  marks.filter(({ slot }) => slots.includes(slot)).map(({ from, to }) => text.slice(from, to));

const MARK = /\{([a-z]+):([^{}]+)\}/g;

/** Reads a file of wordings; its form is told in `README.md` beside it. Throws on a line of another form. */
export function readWordings(path: string): Wording[] {
  const wordings: Wording[] = [];
  let [voice, trade] = ['', ''];
  for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const heading = /^@ voice=(\S+) trade=(\S+)$/.exec(line.trim());
    if (heading) {
      [, voice = '', trade = ''] = heading;
      continue;
    }
    const [intent = '', open = '', marked] = line.split(' | ').map((part) => part.trim());
    if (marked === undefined) throw new Error(`${path}:${at + 1}: not three fields`);
    const [kind = '-', field = null] = open.split('?');
    wordings.push({ intent, open: kind, field, voice, trade, ...unmarked(marked.replaceAll('\\n', '\n')) });
  }
  return wordings;
}

function unmarked(marked: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let [text, done] = ['', 0];
  for (const { 0: whole, 1: slot = '', 2: value = '', index } of marked.matchAll(MARK)) {
    text += marked.slice(done, index);
    marks.push({ slot, from: text.length, to: text.length + value.length });
    text += value;
    done = index + whole.length;
  }
  return { text: text + marked.slice(done), marks };
}
