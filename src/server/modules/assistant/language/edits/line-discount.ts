import type { Draft } from '#contract/assistant.ts';
import type { Terms } from '../drafts/parse-draft.ts';
import { skipForward, type Span } from '../tokens/spans.ts';
import { isSeparator, rawText, type Word } from '../tokens/tokenize.ts';
import { type Change, withItem } from './change.ts';
import { lineByName, lineReferenceAt } from './line-matching.ts';

/** The discount of a message that is said of lines: the lines, and the words that name them. */
type LineDiscount = Span & { lines: number[]; discount: Draft['discount'] };

const TO_THE_LINE = /^(?:on|for|off|of|from|the|only|just|my|his|her|their)$/;
const MOST_NAME_WORDS = 5;

/** "10% off the rice", "discount 500 on item 2": the discount found in the message, where lines are named behind it. */
export function lineDiscountIn(
  words: readonly Word[],
  { discount, discountSpan }: Terms,
  items: Draft['items'],
): LineDiscount | null {
  if (discount === undefined || !discountSpan) return null;
  const from = skipForward(words, discountSpan.to, TO_THE_LINE, 3);
  const reference = from > discountSpan.to ? lineReferenceAt(words, from, items.length) : null;
  if (reference) return { ...reference, discount };
  const to = phraseEnd(words, from);
  const line = to > from ? lineByName(rawText(words, from, to), items) : null;
  return line === null ? null : { from, to, lines: [line], discount };
}

/** The draft with the discount on its lines alone. */
export const withLineDiscount = (change: Change, { lines, discount }: LineDiscount): Change =>
  lines.reduce((next, at) => {
    const item = next.draft.items[at];
    return item ? withItem(next, at, { ...item, discount }) : next;
  }, change);

function phraseEnd(words: readonly Word[], from: number): number {
  let to = from;
  while (to < words.length && to - from < MOST_NAME_WORDS && !isSeparator(words[to]) && !isJoin(words[to]))
    to++;
  return to;
}

const isJoin = (word: Word | undefined): boolean =>
  /^(?:and|then|but|also|plus|please|abeg|o)$/.test(word?.word ?? '');
