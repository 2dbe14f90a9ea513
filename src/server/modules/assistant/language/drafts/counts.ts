import { countAt } from '../amounts/number-words.ts';
import { rawText, type Word, wordsIn } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import { EACH, isAttribute, isUnit, singular } from '../vocabulary/goods.ts';
import type { DraftLine } from './lines.ts';

/** Whether a price is of each: "4k each", "per yard", "a night", "20/hr", "5 x 8000", "one na 4k", "each one is 1500". */
export function isEach(words: readonly Word[], { from, to }: Slot): boolean {
  const wordAt = (at: number): string => words[at]?.word ?? '';
  return (
    EACH.test(wordAt(to)) ||
    /^(?:per|x|×|\*)$/.test(wordAt(to)) ||
    (/^an?$/.test(wordAt(to)) && isUnit(wordAt(to + 1))) ||
    /\d\/\p{L}/u.test(words[to - 1]?.raw ?? '') ||
    words[to]?.raw === '/' ||
    /^(?:x|×|\*)$/.test(wordAt(from - 1)) ||
    (/^(?:na|is|be|are|for)$/.test(wordAt(from - 1)) && /^(?:one|each|piece)$/.test(wordAt(from - 2)))
  );
}

/** A count that was read as goods, the goods without it, and the work before it: "servicing of". */
type Counted = { value: number; rest: Slot; work?: string };

/** A count in what was read as goods: "200 chair covers", "2x flyers", "five flyers" or "flyers x5". */
export function countWithin(words: readonly Word[], { from, to, slot }: Slot): Counted | null {
  // "Bed frame 6x6" is a size.
  const isSize = /^\d/.test(words[to - 2]?.raw ?? '');
  const times = isSize ? undefined : /^x(\d{1,4})$/i.exec(words[to - 1]?.raw ?? '')?.[1];
  if (times && to - from > 1) return { value: Number(times), rest: { slot, from, to: to - 1 } };
  const [, figures, x] = /^(\d{1,4})(x?)$/i.exec(words[from]?.raw ?? '') ?? [];
  const spoken = figures === undefined ? countAt(words, from) : null;
  const begins = spoken?.to ?? from + (x === '' && words[from + 1]?.word === 'x' ? 2 : 1);
  const value = spoken?.value ?? Number(figures);
  const isCount =
    value > 1 && begins < to && !isAttribute(words[begins]?.word ?? '', words[begins + 1]?.word);
  return isCount ? { value, rest: { slot, from: begins, to } } : null;
}

/** The same behind work: "servicing of 12 split ACs at 7,500 each". */
export function countOfWork(
  words: readonly Word[],
  { from, to, slot }: Slot,
  price: Slot | undefined,
): Counted | null {
  const at = words.findIndex(({ word }, i) => i > from && i < to - 1 && word === 'of');
  const count = at > 0 && price && isEach(words, price) ? countAt(words, at + 1) : null;
  if (!count || count.value < 2 || count.to >= to) return null;
  return { value: count.value, rest: { slot, from: count.to, to }, work: rawText(words, from, at + 1) };
}

/** A line with what it says by another: "5 crates Fanta same price", "curtain for 3 windows, rail 6,500 per window", "5k each for both". */
export function ofOther(
  words: readonly Word[],
  line: DraftLine,
  before: DraftLine | undefined,
  all: readonly DraftLine[],
): DraftLine {
  const { price, quantity, each } = line;
  const behind = words.slice(price?.to ?? line.end, (price?.to ?? line.end) + 4).map(({ word }) => word);
  if (!price && before?.price && SAME_PRICE.test(behind.join(' ')))
    return { ...line, price: before.price, each: before.each, priceOfAll: before.priceOfAll };
  if (!price || !each || quantity !== null) return line;
  if (behind[1] === 'for' && behind[2] === 'both') return { ...line, quantity: 2, counts: true };
  const thing = behind[0] === 'per' ? singular(behind[1] ?? '') : '';
  const counted = all.find(
    (one) => one !== line && (one.quantity ?? 0) > 1 && wordsIn(one.goods).map(singular).includes(thing),
  );
  return counted ? { ...line, quantity: counted.quantity, counts: true } : line;
}
const SAME_PRICE = /^(?:at )?(?:the )?same (?:price|rate|amount|cost)/;
