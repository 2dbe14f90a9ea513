import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { softmax, type SparseTable, sparseSumsOf } from '#core/linear-model.ts';
import type { Span, Word } from '../tokens/tokenize.ts';
import {
  type KnownWords,
  knownWords,
  messageFeatures,
  networkFeatures,
  type Open,
  ROWS,
  wordFeatures,
} from './features.ts';
import {
  intentShares,
  type Network,
  networkOf,
  type NetworkSizes,
  type States,
  statesOf,
  tagShares,
} from './network.ts';

/** Trained weights; a table has a row for each feature and a column for each label. */
export type Model = {
  intents: readonly string[];
  tags: readonly string[];
  /** Kinds of open cards, '-' for none the first, and fields that are asked for, '' for none the first: the network's. */
  kinds: readonly string[];
  fields: readonly string[];
  /** Worth of one step of the intents' bytes; those of the tags are only compared. */
  scale: number;
  ofIntents: SparseTable;
  ofTags: SparseTable;
  /** From one tag to the next. */
  steps: Int8Array;
  /** Which tag may follow which. */
  allowed: Uint8Array;
  /** Null in a model made without. */
  network: Network | null;
  choice: ChoiceWeights;
  prices: UsualPrices;
};

/** How much each thing known of an invoice counts in the choice of a reading of it. */
export type ChoiceWeights = Readonly<Record<string, number>>;

/** Words of goods by their price: tenths of powers of ten that each adds to the usual one, which is that of `''`. */
export type UsualPrices = Readonly<Record<string, number>>;

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

export const choiceWeights = (): ChoiceWeights => model().choice;

export const usualPrices = (): UsualPrices => model().prices;

/** The first line of the file. */
type Heading = Pick<Model, 'intents' | 'tags' | 'kinds' | 'fields' | 'scale' | 'choice' | 'prices'> & {
  sizes: NetworkSizes | null;
};

/** Everything in one file: its labels as a line of JSON, then the tables, of each how many values its rows have, their columns, and they. */
export function unpacked(bytes: Buffer): Model {
  const end = bytes.indexOf(10);
  const { sizes, ...heading } = JSON.parse(bytes.subarray(0, end).toString()) as Heading;
  const { tags } = heading;
  let at = end + 1;
  const next = (size: number): Uint8Array => bytes.subarray(at, (at += size));
  const signed = (size: number): Int8Array => {
    const { buffer, byteOffset } = next(size);
    return new Int8Array(buffer, byteOffset, size);
  };
  const table = (): SparseTable => {
    const starts = new Uint32Array(ROWS + 1);
    next(ROWS).forEach((count, row) => {
      starts[row + 1] = (starts[row] ?? 0) + count;
    });
    const size = starts[ROWS] ?? 0;
    return { starts, columns: next(size), values: signed(size) };
  };
  const [ofIntents, ofTags, steps] = [table(), table(), signed(tags.length ** 2)];
  const network = sizes && networkOf(sizes, next);
  return { ...heading, ofIntents, ofTags, steps, allowed: allowedSteps(tags), network };
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

/** Makes each thing of a message once, by a key: several parts of the understanding ask for the same. */
function oncePerMessage<T>(): (words: readonly Word[], key: string, make: () => T) => T {
  const all = new WeakMap<readonly Word[], Map<string, T>>();
  return (words, key, make) => {
    const own = all.get(words) ?? new Map<string, T>();
    const made = own.get(key) ?? make();
    all.set(words, own.set(key, made));
    return made;
  };
}
const intentsOnce = oncePerMessage<Reading[]>();
const scoresOnce = oncePerMessage<Float64Array[]>();
const statesOnce = oncePerMessage<States>();
const knownOnce = oncePerMessage<KnownWords>();

/** The likely intents of a message, the likeliest first; they add up to 1. */
export const readIntents = (words: readonly Word[], open: Open, from?: Model): readonly Reading[] =>
  from
    ? intentsOf(words, open, from)
    : intentsOnce(words, `${open.kind}?${open.field}`, () => intentsOf(words, open, model()));

// Two that err in different ways: the table by words, pairs and pieces, the network by the whole message. Mean of their log shares.
function intentsOf(words: readonly Word[], open: Open, own: Model): Reading[] {
  const rows = messageFeatures(knownFor(words).shapes, open);
  const { intents, scale, network } = own;
  const alone = softmax(sparseSumsOf(own.ofIntents, intents.length, rows), scale / Math.sqrt(rows.length));
  const place = { kind: own.kinds.indexOf(open.kind), field: own.fields.indexOf(open.field ?? '') };
  const states = statesFor(words, own);
  const shares =
    network && states.length > 0
      ? softmax(
          intentShares(network, states, place).map((share, at) => (share + Math.log(alone[at] ?? 0)) / 2),
          1,
        )
      : alone;
  return intents
    .map((intent, at) => ({ intent, confidence: shares[at] ?? 0 }))
    .toSorted((one, other) => other.confidence - one.confidence);
}

/** The values a message names, in their order. Work grows with its words; those past `MOST_WORDS` are not looked at. */
export const readSlots = (words: readonly Word[], intent: string, from?: Model): Slot[] =>
  slotReadings(words, intent, 1, from)[0]?.slots ?? [];

/** Slots a message may have; of two readings the likelier scores more. */
export type SlotReading = { slots: Slot[]; score: number };

/** The `most` likeliest readings of the same, the likeliest first. */
export function slotReadings(
  words: readonly Word[],
  intent: string,
  most: number,
  from?: Model,
): SlotReading[] {
  const { tags, steps, allowed } = from ?? model();
  const own = from
    ? tagScores(words, intent, from)
    : scoresOnce(words, intent, () => tagScores(words, intent, model()));
  return bestPaths(own, { steps, allowed }, tags.length, most).map(({ path, score }) => ({
    slots: slotsOf(Array.from(path, (tag) => tags[tag] ?? 'O')),
    score,
  }));
}

/** Points of the perceptron in one unit of the network's log shares: where both together read most of what neither was trained on. */
const POINTS = 20;

// Two that err in different ways: the perceptron by pairs and triples of neighbours, the network by the whole message.
function tagScores(words: readonly Word[], intent: string, own: Model): Float64Array[] {
  const { tags, ofTags, network, intents } = own;
  const shares = network && tagShares(network, statesFor(words, own), intents.indexOf(intent));
  return wordFeatures(knownFor(words), intent).map((found, at) =>
    sparseSumsOf(ofTags, tags.length, found).map((score, tag) => score + POINTS * (shares?.[at]?.[tag] ?? 0)),
  );
}

const knownFor = (words: readonly Word[]): KnownWords => knownOnce(words, '', () => knownWords(words));

function statesFor(words: readonly Word[], { network }: Model): States {
  const make = (): States => (network ? statesOf(network, networkFeatures(knownFor(words))) : []);
  return network === loaded?.network ? statesOnce(words, '', make) : make();
}

type Steps = { steps: Int8Array | Float32Array; allowed: Uint8Array };

type Path = { path: Uint8Array; score: number };
/** The end of a path from a word on; `score` is that of the best whole path with this end. */
type PathEnd = { at: number; tag: number; behind: number; score: number; next: PathEnd | null };

/**
 * The `most` sequences of tags that score most, the best first: sums of the best beginnings (Viterbi), then a search from the end
 * that these sums lead (A*). As each end is that of a path with just its score, no more ends are kept than paths are wanted.
 */
export function bestPaths(
  own: readonly Float64Array[],
  { steps, allowed }: Steps,
  count: number,
  most: number,
): Path[] {
  const sums = bestBeginnings(own, { steps, allowed }, count);
  const open: PathEnd[] = [];
  const paths: Path[] = [];
  const keep = (end: PathEnd): void => {
    const isFull = open.length >= most - paths.length;
    if (isFull && end.score <= (open[0]?.score ?? 0)) return;
    if (isFull) open.shift();
    insert(open, end);
  };
  const last = own.length - 1;
  sums.at(-1)?.forEach((score, tag) => keep({ at: last, tag, behind: 0, score, next: null }));
  for (let end = open.pop(); end && paths.length < most; end = open.pop()) {
    const { at, tag, behind, score } = end;
    if (at === 0) {
      paths.push({ path: pathOf(end, own.length), score });
      continue;
    }
    for (let before = 0; before < count; before++) {
      const place = before * count + tag;
      const sofar = sums[at - 1]?.[before] ?? -Infinity;
      if (allowed[place] === 0 || sofar === -Infinity) continue;
      const rest = behind + (own[at]?.[tag] ?? 0) + (steps[place] ?? 0);
      keep({ at: at - 1, tag: before, behind: rest, score: sofar + rest, next: end });
    }
  }
  return paths;
}

function bestBeginnings(
  own: readonly Float64Array[],
  { steps, allowed }: Steps,
  count: number,
): Float64Array[] {
  const sums: Float64Array[] = [];
  own.forEach((scores, at) => {
    const before = sums[at - 1];
    sums.push(
      scores.map((score, tag) => {
        if (!before) return allowed[tag] === 0 ? -Infinity : score;
        let best = -Infinity;
        for (let from = 0; from < count; from++) {
          const place = from * count + tag;
          if (allowed[place] !== 0) best = Math.max(best, (before[from] ?? 0) + (steps[place] ?? 0));
        }
        return best + score;
      }),
    );
  });
  return sums;
}

// Sorted, the best at the end.
function insert(open: PathEnd[], end: PathEnd): void {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((open[middle]?.score ?? 0) < end.score) low = middle + 1;
    else high = middle;
  }
  open.splice(low, 0, end);
}

function pathOf(first: PathEnd, length: number): Uint8Array {
  const path = new Uint8Array(length);
  for (let end: PathEnd | null = first; end; end = end.next) path[end.at] = end.tag;
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
