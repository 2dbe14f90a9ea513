import type { Chunk } from './chunk.ts';
import { type NameHints, skipCost } from './costs.ts';

/**
 * Label of a chunk. Q quantity, D word of the goods, U unit after its goods, M price, E each, T price of all,
 * A and F lead to a price (F is "for"), S ends a line, N begins a line by itself, C word of the customer's
 * name, G ignored, H ends a heading that is no line.
 */
export type Role = 'Q' | 'D' | 'U' | 'M' | 'E' | 'T' | 'A' | 'F' | 'S' | 'C' | 'G' | 'H' | 'K';

/** Parser state: parts of the current line, the link since then, and whether the customer is known. */
export type State = { parts: string; link: Link; nameState: NameState };

export type Link = '' | 'a' | 'f' | 'c' | 'x' | 'e' | 't' | 'i';

type NameState = 'none' | 'now' | 'done';

/** One way to label the next chunk. `newLine` where it begins a new line. */
export type Step = { role: Role; newLine: boolean; next: State; cost: number };

export const BEGIN: State = { parts: '', link: '', nameState: 'none' };

/** Start state for words without a customer, such as a line to be added. */
export const BEGIN_LINES: State = { parts: '', link: '', nameState: 'done' };

/** Start state for the answer to the question about the customer. */
export const BEGIN_NAME: State = { parts: '', link: 'i', nameState: 'none' };

const NO_CUSTOMER = 3;

/** Cost of ending a line with these parts; other combinations are no lines. */
const CLOSING: Record<string, number> = {
  '': 0,
  QDM: 0,
  DM: 0,
  DQM: 0.1,
  DQUM: 0,
  DMQ: 0.3,
  DMQU: 0.1,
  MQD: 0.2,
  MD: 0.2,
  QMD: 0.6,
  DQDM: 0.9,
  DQD: 4,
  QM: 2.2,
  M: 2.6,
  QD: 2,
  D: 2.6,
  DQ: 2.3,
  DQU: 2.1,
  MQ: 3.2,
  Q: 5,
};

export const hasPrice = (parts: string): boolean => parts.includes('M');

export const closingCost = (parts: string): number => CLOSING[parts] ?? 9;

/** Cost of ending the message here. */
export const endingCost = ({ parts, nameState }: State): number =>
  closingCost(parts) + (nameState === 'none' ? NO_CUSTOMER : 0);

export type Context = {
  chunks: readonly Chunk[];
  at: number;
  chunk: Chunk;
  last: Chunk | undefined;
  known: NameHints;
  /** The customer's name stands right before. */
  named: boolean;
};

export type ChunkRule = (state: State, context: Context) => Step[];

export const step = (
  role: Role,
  state: State,
  changes: Partial<State>,
  cost: number,
  newLine = false,
): Step => ({
  role,
  newLine,
  next: { ...state, link: '', ...changes },
  cost,
});

export const skipSteps = (state: State, chunk: Chunk): Step[] => [
  step('G', state, { link: state.link }, skipCost(chunk)),
];
