import type { Piece } from './piece.ts';
import { asNothing, type Known } from './weights.ts';

/**
 * What a piece was taken for. Q how many, D a word of what is sold, U a unit after its thing, M the price, E each, T all of
 * them, A and F lead to a price (F is "for"), S ends a line, N begins a line by itself, C a word of the customer's name,
 * G nothing, H ends a heading that is no line.
 */
export type Role = 'Q' | 'D' | 'U' | 'M' | 'E' | 'T' | 'A' | 'F' | 'S' | 'C' | 'G' | 'H' | 'K';

/** Where a reading stands: the parts of the line so far, what was said since, and whether the customer is known. */
export type State = { parts: string; link: Link; whose: Whose };

export type Link = '' | 'a' | 'f' | 'c' | 'x' | 'e' | 't' | 'i';

type Whose = 'none' | 'now' | 'done';

/** One way to take the next piece. `fresh` where it begins a new line. */
export type Step = { role: Role; fresh: boolean; next: State; cost: number };

export const BEGIN: State = { parts: '', link: '', whose: 'none' };

/** For words that name no customer, such as a line to be added. */
export const BEGIN_LINES: State = { parts: '', link: '', whose: 'done' };

/** For the answer to whom the invoice is for. */
export const BEGIN_NAME: State = { parts: '', link: 'i', whose: 'none' };

const NOBODY = 3;

/** What it costs to end a line with these parts; those that are not here are no lines. */
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

/** What it costs to end the message here. */
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
