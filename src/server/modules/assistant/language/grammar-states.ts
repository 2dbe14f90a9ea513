import type { Piece } from './piece.ts';
import { asNothing, type Known } from './weights.ts';

/**
 * Label of a chunk. Q quantity, D word of the goods, U unit after its goods, M price, E each, T price of all,
 * A and F lead to a price (F is "for"), S ends a line, N begins a line by itself, C word of the customer's
 * name, G ignored, H ends a heading that is no line.
 */
export type Role = 'Q' | 'D' | 'U' | 'M' | 'E' | 'T' | 'A' | 'F' | 'S' | 'C' | 'G' | 'H' | 'K';

/** Parser state: parts of the current line, the link since then, and whether the customer is known. */
export type State = { parts: string; link: Link; whose: Whose };

export type Link = '' | 'a' | 'f' | 'c' | 'x' | 'e' | 't' | 'i';

type Whose = 'none' | 'now' | 'done';

/** One way to label the next chunk. `newLine` where it begins a new line. */
export type Step = { role: Role; fresh: boolean; next: State; cost: number };

export const BEGIN: State = { parts: '', link: '', whose: 'none' };

/** Start state for words without a customer, such as a line to be added. */
export const BEGIN_LINES: State = { parts: '', link: '', whose: 'done' };

/** Start state for the answer to the question about the customer. */
export const BEGIN_NAME: State = { parts: '', link: 'i', whose: 'none' };

const NOBODY = 3;

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

export const priced = (parts: string): boolean => parts.includes('M');

export const closing = (parts: string): number => CLOSING[parts] ?? 9;

/** Cost of ending the message here. */
export const ending = ({ parts, whose }: State): number => closing(parts) + (whose === 'none' ? NOBODY : 0);

export type Context = {
  pieces: readonly Piece[];
  at: number;
  piece: Piece;
  last: Piece | undefined;
  known: Known;
  /** The customer's name stands right before. */
  named: boolean;
};

export type Reader = (state: State, context: Context) => Step[];

export const step = (
  role: Role,
  state: State,
  changes: Partial<State>,
  cost: number,
  fresh = false,
): Step => ({
  role,
  fresh,
  next: { ...state, link: '', ...changes },
  cost,
});

export const skip = (state: State, piece: Piece): Step[] => [
  step('G', state, { link: state.link }, asNothing(piece)),
];
