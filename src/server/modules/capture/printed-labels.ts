import { blurred, distance, slack } from './wording.ts';

/** Phrases that stand before a value. `strength` 0 to 1. */
export type Phrases = readonly { compact: string; strength: number }[];

/** Phrases as written by people, separated by commas; `weak` ones mean it less surely. */
export const phrases = (strong: string, weak = ''): Phrases => [
  ...strong.split(',').map((text) => ({ compact: compactOf(text), strength: 1 })),
  ...weak
    .split(',')
    .filter(Boolean)
    .map((text) => ({ compact: compactOf(text), strength: 0.5 })),
];

const compactOf = (text: string) => blurred(text).replace(/ /g, '');
const LONGEST = 5;

/** The label a text begins with: how sure, and what follows it. */
export type Begun = { strength: number; rest: string };

/** The longest of the phrases that the text begins with. */
export function beginsWith(text: string, known: Phrases): Begun | null {
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, LONGEST);
  let best: (Begun & { length: number }) | null = null;
  let compact = '';
  for (const token of tokens) {
    compact += compactOf(token[0]);
    for (const phrase of known) {
      const limit = slack(phrase.compact.length);
      if (distance(compact, phrase.compact, limit) > limit || phrase.compact.length <= (best?.length ?? 0))
        continue;
      const rest = text.slice(token.index + token[0].length).replace(/^[\s.:;#№°º)\]_–=-]+/u, '');
      best = { strength: phrase.strength, rest: rest.trim(), length: phrase.compact.length };
    }
  }
  return best && { strength: best.strength, rest: best.rest };
}
