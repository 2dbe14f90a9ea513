import type { Draft } from '#contract/assistant.ts';
import { lineByName, lineReferenceAt } from '../edits/change.ts';
import { blankSpans, isSeparator, rawText, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import { type DraftLine, type Item, toItem } from './lines.ts';
import { discountIn } from './terms.ts';

/** The discount of a message that is said of lines: the lines, and the words that name them. */
type LineDiscount = Span & { lines: number[]; discount: Draft['discount'] };

/** A discount as it was found, and where; undefined where none was. */
type FoundDiscount = { discount: Draft['discount'] | undefined; discountSpan: Span | null };

const TO_THE_LINE = /^(?:on|for|off|of|from|the|only|just|my|his|her|their)$/;
const MOST_NAME_WORDS = 5;

/** "10% off the rice", "discount 500 on item 2": the discount found in the message, where lines are named behind it. */
export function lineDiscountIn(
  words: readonly Word[],
  { discount, discountSpan }: FoundDiscount,
  items: Draft['items'],
): LineDiscount | null {
  if (discount === undefined || !discountSpan) return null;
  const { from, to } = phraseBehind(words, discountSpan);
  const reference = leadsOn(words, discountSpan, from) ? lineReferenceAt(words, from, items.length) : null;
  if (reference) return { ...reference, discount };
  const line = to > from ? lineByName(rawText(words, from, to), items) : null;
  return line === null ? null : { from, to, lines: [line], discount };
}

// "500 off item 2": the small word may belong to the discount too.
const leadsOn = (words: readonly Word[], discount: Span, from: number): boolean =>
  from > discount.to || TO_THE_LINE.test(words[discount.to - 1]?.word ?? '');

// The words behind a discount that may name a line.
function phraseBehind(words: readonly Word[], discount: Span): Span {
  const from = skipForward(words, discount.to, TO_THE_LINE, 3);
  let to = from;
  while (to < words.length && to - from < MOST_NAME_WORDS && !isSeparator(words[to]) && !isJoin(words[to]))
    to++;
  return { from, to };
}

const isJoin = (word: Word | undefined): boolean =>
  /^(?:and|then|but|also|plus|please|abeg|o|only|alone)$/.test(word?.word ?? '');

/** Reads the lines of a message, from which some spans are left out. */
type ReadLines<R> = (spans: readonly Span[]) => R;
type WithLines = { lines: readonly DraftLine[] };

/**
 * The lines of a new invoice with the discounts that are said of them alone: named behind one ("10% off the rice"), or by a line before
 * it ("2 bags of rice at 40k with 10% off and beans 30k"). `discount` is the one that is left for the whole of it.
 */
export function readWithDiscounts<R extends WithLines>(
  words: readonly Word[],
  found: FoundDiscount & { spans: readonly Span[] },
  readLines: ReadLines<R>,
): R & { items: Item[]; discount: Draft['discount'] } {
  const plain = readLines(found.spans);
  const { discount = null, discountSpan } = found;
  if (!discount || !discountSpan) return { ...plain, items: plain.lines.map(toItem), discount };
  const named = readNamed(words, found, discountSpan, readLines);
  if (named) return named;
  const { read, discounts } = readAttached(words, { ...found, discount, discountSpan }, plain, readLines);
  const items = read.lines.map((line, at) => ({
    ...toItem(line),
    ...(discounts.has(at) && { discount: discounts.get(at) }),
  }));
  return { ...read, items, discount: discounts.size > 0 ? null : discount };
}

// The words that name a line are no line of their own.
function readNamed<R extends WithLines>(
  words: readonly Word[],
  found: FoundDiscount & { spans: readonly Span[] },
  span: Span,
  readLines: ReadLines<R>,
) {
  const phrase = phraseBehind(words, span);
  if (phrase.to === phrase.from || !leadsOn(words, span, phrase.from)) return null;
  const read = readLines([...found.spans, phrase]);
  const items = read.lines.map(toItem);
  const named = lineDiscountIn(words, found, items);
  if (!named) return null;
  const { lines, discount } = named;
  return {
    ...read,
    items: items.map((item, at) => (lines.includes(at) ? { ...item, discount } : item)),
    discount: null,
  };
}

type Discounts = Map<number, Draft['discount']>;

function readAttached<R extends WithLines>(
  words: readonly Word[],
  first: { discount: Draft['discount']; discountSpan: Span; spans: readonly Span[] },
  plain: R,
  readLines: ReadLines<R>,
): { read: R; discounts: Discounts } {
  const discounts: Discounts = new Map();
  let [read, spans] = [plain, first.spans];
  let next: { discount: Draft['discount']; span: Span; read: R; spans: readonly Span[] } | null = {
    discount: first.discount,
    span: first.discountSpan,
    read,
    spans,
  };
  while (next) {
    const line = lineBefore(words, next.span, next.read.lines, discounts.size > 0);
    if (line === null || discounts.has(line)) break;
    discounts.set(line, next.discount);
    [read, spans] = [next.read, next.spans];
    const more = discountIn(blankSpans(words, spans));
    const wider: readonly Span[] = more ? [...spans, more] : spans;
    next = more?.discount
      ? { discount: more.discount, span: more, read: readLines(wider), spans: wider }
      : null;
  }
  return { read, discounts };
}

// Behind the last of several lines it is of all of them, unless another line has one of its own.
function lineBefore(
  words: readonly Word[],
  { from }: Span,
  lines: readonly DraftLine[],
  othersHaveOne: boolean,
): number | null {
  const line = lines.findIndex(({ end, price }) => end === from && price !== null);
  if (line === -1) return null;
  const isOnly = lines.length === 1 && words[from]?.word === 'with';
  return line < lines.length - 1 || isOnly || othersHaveOne ? line : null;
}
