import type { Utterance } from '../tokens/utterance.ts';
import type { Intent } from '../types.ts';
import type { References } from './references.ts';

/** An intent and whether a message has it; `head` is the first word of one of its clauses. */
export type Rule = readonly [Intent, (utterance: Utterance, refs: References, head: string) => boolean];

/** Matches a message by its text alone. */
export const textMatches =
  (pattern: RegExp): Rule[1] =>
  ({ text }) =>
    pattern.test(text);
