import { editDistance, foldConfusables } from './normalize.ts';

/** Phrases that precede a value. `strength` 0 to 1. */
export type LabelPhrases = readonly { compact: string; strength: number; slack: number }[];

/** Phrases as written by people, separated by commas; `weak` ones mean it less surely. */
export const phrases = (strong: string, weak = ''): LabelPhrases => [
  ...strong.split(',').map((text) => phraseOf(text, 1)),
  ...weak
    .split(',')
    .filter(Boolean)
    .map((text) => phraseOf(text, 0.5)),
];

const compactOf = (text: string) => foldConfusables(text).replace(/ /g, '');
// A short last word ("invoice to", "rechnung nr") is easily lost in a wrong letter, so it must be there.
function phraseOf(text: string, strength: number): LabelPhrases[number] {
  const compact = compactOf(text);
  const last = text.trim().split(/\s+/).at(-1) ?? '';
  const slack =
    text.trim().includes(' ') && last.length <= 2
      ? 0
      : compact.length >= 12
        ? 2
        : compact.length >= 6
          ? 1
          : 0;
  return { compact, strength, slack };
}

const MAX_LABEL_WORDS = 5;

/** The label a text begins with: its strength, and the rest of the text. */
type LabelMatch = { strength: number; rest: string };
type LengthMatch = LabelMatch & { length: number };

// "Customer's signature" is no customer.
const APOSTROPHE = /['’`]/;

/** The longest of the phrases that the text begins with. */
export function matchLabel(text: string, known: LabelPhrases): LabelMatch | null {
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, MAX_LABEL_WORDS);
  let best: LengthMatch | null = null;
  let compact = '';
  for (const [at, token] of tokens.entries()) {
    compact += compactOf(token[0]);
    if (token.index > 0 && APOSTROPHE.test(text.charAt(token.index - 1))) continue;
    for (const phrase of known) {
      const limit = phrase.slack;
      if (
        editDistance(compact, phrase.compact, limit) > limit ||
        phrase.compact.length <= (best?.length ?? 0)
      )
        continue;
      const after = text.slice(token.index + token[0].length);
      if (!APOSTROPHE.test(after.charAt(0))) best = toMatch(after, phrase, at);
    }
  }
  return best && { strength: best.strength, rest: best.rest };
}

const TITLE =
  /^\s*(?:mr|mrs|miss|ms|dr|prof|chief|alh|alhaj[ia]|hajiya|hajia|mallam|engr|barr|arc|pst|pastor|rev|madam|sir)\b\.?/i;

/** Whether a text is a person's title alone. */
export const isOnlyTitle = (text: string): boolean => text.replace(TITLE, '').trim() === '';

/** Whether a text begins with a person's title. */
export const isTitled = (text: string): boolean => TITLE.test(text);

// One word with others right after it may be the beginning of a name: "Kunden AG", "Client First Ltd"; but not before a title. "Purchase & weigh note" is none.
function toMatch(after: string, phrase: LabelPhrases[number], at: number): LengthMatch {
  const rest = after.replace(/^[\s.:;#№°º)\]_–=-]+/u, '').trim();
  if (/^\s*&/.test(after)) return { strength: 0.4 * phrase.strength, rest, length: phrase.compact.length };
  const isApart =
    rest === '' ||
    at > 0 ||
    /^\s*[.:;#№°º–=-]/u.test(after) ||
    /^\s*[^\p{L}\s]/u.test(after) ||
    TITLE.test(after);
  return { strength: phrase.strength * (isApart ? 1 : 0.4), rest, length: phrase.compact.length };
}
