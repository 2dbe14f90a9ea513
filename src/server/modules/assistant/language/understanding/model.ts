import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Span } from '../tokens/spans.ts';
import type { Word } from '../tokens/tokenize.ts';
import { messageFeatures, type Open, ROWS, shapesOf, wordFeatures } from './features.ts';

/** Trained weights; a table has a row for each feature and a column for each label. */
export type Model = {
  intents: readonly string[];
  tags: readonly string[];
  /** Worth of one step of the intents' bytes; those of the tags are only compared. */
  scale: number;
  ofIntents: Int8Array;
  ofTags: Int8Array;
  /** From one tag to the next. */
  steps: Int8Array;
  /** Which tag may follow which. */
  allowed: Uint8Array;
};

/** A slot's value: `words[from]` to before `words[to]`. */
export type Slot = Span & { slot: string };

/** An intent a message may have; `confidence` from 0 to 1. */
export type Reading = { intent: string; confidence: number };

const FILE = new URL('weights.gz', import.meta.url);
/** Room for all tables, so that no part is copied. */
const WHOLE = 1 << 24;
let loaded: Model | null = null;

/** Weights are read once, by the first message. */
function model(): Model {
  loaded ??= unpacked(gunzipSync(readFileSync(FILE), { chunkSize: WHOLE }));
  return loaded;
}

/** Everything in one file: its labels as a line of JSON, then the tables. */
export function unpacked(bytes: Buffer): Model {
  const end = bytes.indexOf(10);
  const { intents, tags, scale } = JSON.parse(bytes.subarray(0, end).toString()) as Pick<
    Model,
    'intents' | 'tags' | 'scale'
  >;
  let at = end + 1;
  const table = (size: number): Int8Array => {
    const from = bytes.byteOffset + at;
    at += size;
    return new Int8Array(bytes.buffer, from, size);
  };
  const ofIntents = table(ROWS * intents.length);
  const ofTags = table(ROWS * tags.length);
  const steps = table(tags.length ** 2);
  return { intents, tags, scale, ofIntents, ofTags, steps, allowed: allowedSteps(tags) };
}

/** Which tag may follow which: the inside of a slot follows only its own. */
export function allowedSteps(tags: readonly string[]): Uint8Array {
  const allowed = new Uint8Array(tags.length ** 2).fill(1);
  tags.forEach((next, to) => {
    if (!next.startsWith('I-')) return;
    tags.forEach((before, from) => {
      if (before === 'O' || before.slice(2) !== next.slice(2)) allowed[from * tags.length + to] = 0;
    });
  });
  return allowed;
}

/** The likely intents of a message, the likeliest first; they add up to 1. */
export function readIntents(words: readonly Word[], open: Open, from = model()): Reading[] {
  const { intents, ofIntents, scale } = from;
  const rows = messageFeatures(shapesOf(words), open);
  const scores = sumsOf(ofIntents, intents.length, rows).map((sum) => (sum * scale) / Math.sqrt(rows.length));
  const most = Math.max(...scores);
  const sum = scores.reduce((all, score) => all + Math.exp(score - most), 0);
  return intents
    .map((intent, at) => ({ intent, confidence: Math.exp((scores[at] ?? 0) - most) / sum }))
    .toSorted((one, other) => other.confidence - one.confidence);
}

/** The values a message names, in their order. Work grows with its words; those past `MOST_WORDS` are not looked at. */
export function readSlots(words: readonly Word[], intent: string, from = model()): Slot[] {
  const { tags, ofTags, steps, allowed } = from;
  const rows = wordFeatures(words, shapesOf(words), intent);
  const own = rows.map((found) => sumsOf(ofTags, tags.length, found));
  const path = bestPath(own, { steps, allowed }, tags.length);
  return slotsOf(Array.from(path, (tag) => tags[tag] ?? 'O'));
}

/** Sum of some rows of a table, by column. */
export function sumsOf(
  table: Int8Array | Float32Array,
  columns: number,
  rows: readonly number[],
): Float64Array {
  const sums = new Float64Array(columns);
  for (const row of rows) {
    const base = row * columns;
    for (let at = 0; at < columns; at++) sums[at] = (sums[at] ?? 0) + (table[base + at] ?? 0);
  }
  return sums;
}

type Steps = { steps: Int8Array | Float32Array; allowed: Uint8Array };

/** The tags that together score most (Viterbi). */
export function bestPath(own: readonly Float64Array[], { steps, allowed }: Steps, count: number): Uint8Array {
  const from = new Uint8Array(own.length * count);
  let best = new Float64Array(0);
  own.forEach((scores, at) => {
    const next = new Float64Array(count).fill(-Infinity);
    for (let before = 0; before < (at === 0 ? 1 : count); before++) {
      const sofar = at === 0 ? 0 : (best[before] ?? -Infinity);
      if (sofar === -Infinity) continue;
      for (let tag = 0; tag < count; tag++) {
        const place = before * count + tag;
        const score = sofar + (at === 0 ? 0 : (steps[place] ?? 0));
        if (allowed[place] === 0 || score <= (next[tag] ?? -Infinity)) continue;
        next[tag] = score;
        from[at * count + tag] = before;
      }
    }
    best = next.map((sum, tag) => sum + (scores[tag] ?? 0));
  });
  const path = new Uint8Array(own.length);
  let tag = best.indexOf(Math.max(...best));
  for (let at = own.length - 1; at >= 0; at--) {
    path[at] = tag;
    tag = from[at * count + tag] ?? 0;
  }
  return path;
}

/** The slots that tags of words mark. */
export function slotsOf(tags: readonly string[]): Slot[] {
  const slots: Slot[] = [];
  tags.forEach((tag, at) => {
    const last = slots.at(-1);
    if (tag.startsWith('B-')) slots.push({ slot: tag.slice(2), from: at, to: at + 1 });
    else if (tag.startsWith('I-') && last?.to === at) last.to = at + 1;
  });
  return slots;
}
