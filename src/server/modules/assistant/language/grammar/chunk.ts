import type { Amount } from '../amounts/amounts.ts';
import type { Span } from '../tokens/spans.ts';

/** Kinds of chunks, beside a word of a description or a name. */
export type ChunkKind =
  | 'text'
  /** A figure: how many, or how much. */
  | 'figure'
  /** How many, and nothing else: "2x", "a dozen". */
  | 'count'
  /** "each", "per trip", "apiece". */
  | 'each'
  /** "altogether", "in total". */
  | 'whole'
  /** "at", "@", "costing": a price follows. */
  | 'at'
  | 'for'
  /** Between a price and a number of things: "2,500 x 40". */
  | 'times'
  | 'and'
  | 'comma'
  /** A full stop, a new line, a semicolon. */
  | 'stop'
  /** Words of billing: "make an invoice", "bill", "owes me". */
  | 'bill'
  /** Introduces a customer: "customer:", "give". */
  | 'whom'
  /** Polite words and others without meaning for the invoice. */
  | 'small';

/** A chunk of a sentence: `words[from]` to before `words[to]`. */
export type Chunk = Span & {
  kind: ChunkKind;
  word: string;
  raw: string;
  amount: Amount | null;
  /** The things counted by `count`. */
  count: number;
  /** The unit written in one with its figure: "3bags". */
  unit: string;
  /** In a sentence without any figure, beside one that has some: likely no part of the invoice. */
  isAside: boolean;
};
