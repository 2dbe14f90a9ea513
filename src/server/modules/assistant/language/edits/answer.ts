import { roundMajor } from '#core/money.ts';
import { hasFigure } from '../amounts/amounts.ts';
import { dayFromNowAt } from '../dates/due-date.ts';
import { currenciesIn, type DraftLine, toItem } from '../drafts/lines.ts';
import { readLines } from '../drafts/contents.ts';
import { isSeparator, rawText, skipForward, type Word } from '../tokens/tokenize.ts';
import type { MissingField } from '../types.ts';
import { isUnit } from '../vocabulary/goods.ts';
import { set } from '../vocabulary/lexicon.ts';
import { type Change, lineByName, withItem, withItems } from './change.ts';
import { verbOf } from './clauses.ts';

const LEAD =
  /^(?:it|it's|its|is|na|for|the|a|an|be|should|we|she|he|they|i|please|abeg|o|ok|okay|sorry|just|about|like|say|was|did|do|make|use|put|my|that|this|,|:|-|actually|mean|meant|call|am|oh|hmm|yes|no)$/;

/** Applies a message as the answer to the open question; null where it is none. */
export function applyAnswer(
  words: readonly Word[],
  question: MissingField | null,
  change: Change,
  { today, lastPrice }: { today: string; lastPrice: number | undefined },
): Change | null {
  const verb = verbOf(words);
  if (verb === 'remove' || verb === 'set') return null;
  // "Add delivery 5k" is another line, and names none that is there.
  const adds = verb === 'add' || words.some(({ word }) => EXTRAS.has(word));
  if ((question === 'description' || question === 'rate') && adds && isAnother(words, change)) return null;
  if (question === 'items') return answerItems(words, change);
  if (question === 'rate') return answerPrice(words, change, lastPrice);
  if (question === 'description') return answerDescription(words, change);
  return question === 'dueDate' ? answerDueDate(words, change, today) : null;
}

/** "Delivery na 8,000" is the price of no cloth. */
const EXTRAS = set(
  'delivery transport waybill logistics shipping workmanship labour labor installation packaging loading',
);

const isAnother = (words: readonly Word[], { draft: { items } }: Change): boolean =>
  hasFigure(words) &&
  !readLines(words).some(({ goods }) => goods !== null && lineByName(goods, items) !== null);

function answerItems(words: readonly Word[], change: Change): Change | null {
  if (change.draft.items.length > 0) return null;
  const lines = readLines(words.slice(skipForward(words, 0, LEAD)));
  return lines.length > 0 ? withItems(change, lines.map(toItem), null, lines.flatMap(currenciesIn)) : null;
}

function answerPrice(words: readonly Word[], change: Change, last = 0): Change | null {
  const { items } = change.draft;
  const unpriced = items.flatMap(({ rate }, line) => (rate === null ? [line] : []));
  // "10 kilo" counts, and is no price.
  const lines = readLines(words).filter(
    ({ price, quantity, goods }) => price ?? (quantity && !isUnit(goods ?? '')),
  );
  if (unpriced.length === 0 || lines.length === 0) return null;
  const byName = lines.every(({ goods }) => goods && lineByName(goods, items) !== null);
  if (!byName && lines.length > unpriced.length) return null;
  return lines.reduce<Change>((next, line, at) => {
    const match = line.goods ? lineByName(line.goods, items) : null;
    const place = match !== null ? [match] : lines.length === 1 ? unpriced : [unpriced[at] ?? 0];
    return place.reduce((now, one) => setPrice(inThousands(line, last), now, one), next);
  }, change);
}

// "55 now" of what cost 52,000.
function inThousands(line: DraftLine, last: number): DraftLine {
  const { price } = line;
  const [meant, times] = [(price?.value ?? 0) * 1000, last > 0 ? ((price?.value ?? 0) * 1000) / last : 0];
  return price?.kind === 'plain' && times >= 0.5 && times <= 2
    ? { ...line, price: { ...price, value: meant } }
    : line;
}

function setPrice(newLine: DraftLine, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const quantity =
    newLine.price && newLine.quantity !== null && newLine.counts ? newLine.quantity : item.quantity;
  const value = newLine.price?.value ?? newLine.quantity ?? 0;
  if (value <= 0) return change;
  const rate = newLine.priceOfAll && quantity ? roundMajor(value / quantity) : value;
  return withItem(change, line, { ...item, quantity, rate }, currenciesIn(newLine));
}

function answerDescription(words: readonly Word[], change: Change): Change | null {
  const { items } = change.draft;
  const line = items.findIndex(({ description }) => description === null);
  const item = items[line];
  const lines = readLines(words.slice(skipForward(words, 0, LEAD)));
  const [newLine, more] = lines;
  if (!item || !newLine?.goods) return null;
  if (more)
    return withItems(change, [...items.slice(0, line), ...lines.map(toItem), ...items.slice(line + 1)], line);
  const { description, rate } = toItem(newLine);
  // The amount was the price of all that is now counted.
  const share =
    newLine.quantity !== null && item.rate !== null && !newLine.each
      ? roundMajor(item.rate / newLine.quantity)
      : item.rate;
  const quantity = newLine.quantity ?? item.quantity;
  return withItem(change, line, { description, quantity, rate: rate ?? share }, currenciesIn(newLine));
}

function answerDueDate(words: readonly Word[], change: Change, today: string): Change | null {
  for (let at = 0; at < words.length; at++) {
    const date = dayFromNowAt(words, at, today)?.date;
    if (date && date >= today) return { ...change, changed: true, draft: { ...change.draft, dueDate: date } };
  }
  return declinesDate(words) ? { ...change, changed: true } : null;
}

// "no due date", "skip", "any time".
function declinesDate(words: readonly Word[]): boolean {
  const none = words.some(
    ({ word }) =>
      /^(?:none|skip|without|any|anytime|leave)$/.test(word) || (word === 'no' && words.length > 1),
  );
  return none && words.length < 6 && !isSeparator(words[0]) && !/\d/.test(rawText(words, 0, words.length));
}
