import { roundMajor } from '#core/money.ts';
import { type Amount, amountAt, hasFigure, percentAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import { readLines } from '../drafts/contents.ts';
import { currenciesIn, type DraftLine, isOnlyUnit, type Item, toItem } from '../drafts/lines.ts';
import { rawText, skipForward, type Word } from '../tokens/tokenize.ts';
import { isGoods } from '../vocabulary/goods.ts';
import {
  type Change,
  defaultLines,
  findLines,
  lineByName,
  lineReferenceAt,
  lineReferences,
  looksLikePrice,
  PRICE,
  QUANTITY,
  targetLines,
  unclear,
  updateItem,
  withItem,
  withItems,
} from './change.ts';
import { afterVerb } from './clauses.ts';

const UP = /^(?:increase|raise|add|hike|up|jack|plus|more|extra)$/;

const DOWN = /^(?:reduce|decrease|lower|cut|drop|slash|less|bring|down|remove|minus|take|comot)$/;

/** "increase by 5k", "reduce the price by 2k", "add 5k to the price", "raise it by 10%". */
export function adjustBy(words: readonly Word[], change: Change): Change | null {
  const by = words.findIndex(
    ({ word }, at) => word === 'by' && (amountAt(words, at + 1) ?? percentAt(words, at + 1)),
  );
  const onPrice = words.findIndex(
    ({ word }, at) =>
      word === 'to' &&
      /price|rate|amount|cost/.test(
        words
          .slice(at, at + 3)
          .map((w) => w.word)
          .join(' '),
      ),
  );
  const start = by !== -1 ? by + 1 : words.findIndex((_, at) => onPrice > at && amountAt(words, at) !== null);
  if (start < 0 || (by === -1 && onPrice === -1)) return null;
  const sign = words.some(({ word }) => DOWN.test(word))
    ? -1
    : words.some(({ word }) => UP.test(word))
      ? 1
      : 0;
  const percent = percentAt(words, start);
  const amount = amountAt(words, start);
  if (sign === 0 || (!percent && !amount)) return null;
  const lines = targetLines(words.slice(0, start), change);
  if (!lines) return unclear(change, 'items');
  return lines.reduce(
    (next, line) => adjustLine(next, line, { sign, percent: percent?.value ?? null, amount, words }),
    change,
  );
}

type Adjustment = { sign: number; percent: number | null; amount: Amount | null; words: readonly Word[] };

function adjustLine(change: Change, line: number, { sign, percent, amount, words }: Adjustment): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  if (percent !== null)
    return item.rate === null
      ? change
      : withItem(change, line, { ...item, rate: roundMajor(item.rate * (1 + (sign * percent) / 100)) });
  if (!amount) return change;
  const isQuantity =
    words.some(({ word }) => QUANTITY.test(word)) ||
    (!words.some(({ word }) => PRICE.test(word)) && !looksLikePrice(amount, item));
  const currencies = amount.currency ? [amount.currency] : [];
  if (isQuantity)
    return withItem(change, line, {
      ...item,
      quantity: Math.max(0, (item.quantity ?? 1) + sign * amount.value),
    });
  const rate = roundMajor((item.rate ?? 0) + sign * amount.value);
  return rate > 0 ? withItem(change, line, { ...item, rate }, currencies) : unclear(change, 'rate');
}

/** "double it", "double the quantity". */
export function multiply(words: readonly Word[], change: Change): Change | null {
  const factors = new Map(Object.entries({ double: 2, triple: 3, halve: 0.5, twice: 2 }));
  const factor = words.map(({ word }) => factors.get(word)).find((found) => found !== undefined);
  if (factor === undefined || hasFigure(words)) return null;
  const [line] = targetLines(words, change) ?? [];
  const item = line === undefined ? undefined : change.draft.items[line];
  if (line === undefined || !item) return null;
  const price = words.some(({ word }) => PRICE.test(word)) && item.rate !== null;
  return withItem(
    change,
    line,
    price
      ? { ...item, rate: roundMajor((item.rate ?? 0) * factor) }
      : { ...item, quantity: (item.quantity ?? 1) * factor },
  );
}

/** "total 30k": what all of the only line comes to, where nothing else is in the sum. */
export function setTotal(words: readonly Word[], change: Change): Change | null {
  const { draft } = change;
  const at = words.findIndex((_, i) => amountAt(words, i) !== null);
  const amount = amountAt(words, at);
  if (!amount || !words.some(({ word }) => /^(?:total|altogether|everything)$/.test(word))) return null;
  const [item, other] = draft.items;
  if (!item || other || draft.taxRate > 0 || draft.discount) return unclear(change, 'rate');
  if (
    words.some(
      ({ word }, i) =>
        i > at && /\p{L}/u.test(word) && lineByName(word, draft.items) === null && !PRICE.test(word),
    )
  )
    return null;
  return withItem(
    change,
    0,
    updateItem(item, { quantity: null, price: amount, priceOfAll: true }),
    amount.currency ? [amount.currency] : [],
  );
}

export const MORE = /^(?:more|extra|additional|another|again)$/;

export function removeLines(words: readonly Word[], change: Change): Change {
  const { items } = change.draft;
  const references = lineReferences(words, items.length);
  const referenced =
    references.length > 0 ? references.flatMap(({ lines }) => lines) : linesByName(afterVerb(words), items);
  const lines =
    referenced.length > 0 || items.length !== 1 || !/^(?:it|am|item)$/.test(words.at(-1)?.word ?? '')
      ? referenced
      : [0];
  if (lines.length === 0) return change;
  const fewer = references.length === 0 ? reduceQuantity(words, change) : null;
  if (fewer) return fewer;
  return withItems(
    change,
    items.filter((_, at) => !lines.includes(at)),
    null,
  );
}

// "remove 2 bags" where there are more of them takes some away.
function reduceQuantity(words: readonly Word[], change: Change): Change | null {
  const [newLine, more] = readLines(afterVerb(words));
  if (!newLine?.goods || more || newLine.quantity === null || newLine.price) return null;
  const line = lineByName(newLine.goods, change.draft.items);
  const item = line === null ? undefined : change.draft.items[line];
  if (line === null || !item?.quantity || newLine.quantity >= item.quantity) return null;
  return withItem(change, line, { ...item, quantity: item.quantity - newLine.quantity });
}

function linesByName(words: readonly Word[], items: readonly Item[]): number[] {
  const text = rawText(words, 0, words.length);
  const exact = lineByName(text, items);
  if (exact !== null) return [exact];
  const parts = text.split(/ (?:and|&|plus|n|with) | ?, ?/);
  const found = parts.map((part) => lineByName(part, items)).filter((line) => line !== null);
  return [...new Set(found.length > 0 ? found : findLines(words, items))];
}

export function addLines(words: readonly Word[], change: Change): Change {
  const more = words.some(({ word }) => MORE.test(word));
  const free = afterVerb(words).filter(({ word }) => !MORE.test(word));
  const rest = /^(?:items?|line|thing)$/.test(free[0]?.word ?? '') ? free.slice(1) : free;
  const newLines = readLines(rest.length > 0 ? rest : words.slice(0, 0));
  if (newLines.length === 0)
    return more ? increaseQuantity({ quantity: 1, goods: null }, change) : addGoods(rest, change);
  return newLines.reduce((next, line) => addLine(more ? asCount(line) : line, more, next), change);
}

// "2 more" are things, not naira.
const asCount = (newLine: DraftLine): DraftLine =>
  newLine.goods === null && newLine.quantity === null && newLine.price?.kind === 'plain'
    ? { ...newLine, quantity: newLine.price.value, price: null }
    : newLine;

function addGoods(words: readonly Word[], change: Change): Change {
  const text = rawText(words, 0, words.length).trim();
  return text === ''
    ? change
    : withItems(
        change,
        [...change.draft.items, { description: text, quantity: 1, rate: null }],
        change.draft.items.length,
      );
}

function addLine(newLine: DraftLine, more: boolean, change: Change): Change {
  const open = change.line === null ? undefined : change.draft.items[change.line];
  if (open && change.line !== null && open.rate === null && newLine.goods === null && newLine.price)
    return withItem(
      change,
      change.line,
      updateItem(open, { ...newLine, quantity: null }),
      newLine.price.currency ? [newLine.price.currency] : [],
    );
  const existing = newLine.goods === null ? null : lineByName(newLine.goods, change.draft.items);
  const item = existing === null ? undefined : change.draft.items[existing];
  const samePrice = !newLine.price || newLine.price.value === item?.rate;
  const numbered =
    newLine.quantity !== null && (newLine.goods === null || isOnlyUnit(newLine.goods) || (item && samePrice));
  if (!newLine.price && (more || numbered) && (newLine.goods === null || isOnlyUnit(newLine.goods) || item))
    return increaseQuantity(newLine, change);
  if (item && numbered && samePrice) return increaseQuantity(newLine, change);
  const currency = currenciesIn(newLine);
  return withItems(change, [...change.draft.items, toItem(newLine)], change.draft.items.length, currency);
}

function increaseQuantity(
  { quantity, goods }: Pick<DraftLine, 'quantity' | 'goods'>,
  change: Change,
): Change {
  const existing = goods === null ? null : lineByName(goods, change.draft.items);
  const [line] = existing === null ? (defaultLines(change) ?? []) : [existing];
  const item = line === undefined ? undefined : change.draft.items[line];
  if (line === undefined || !item) return unclear(change, 'items');
  return withItem(change, line, { ...item, quantity: (item.quantity ?? 1) + (quantity ?? 1) });
}

const CHANGES = /^(?:change|replace|rename|swap|switch|edit|correct|update)$/;
const FIELD = /^(?:description|item|name|product|service|it|am|that|thing|work|job)$/;
const LEAD =
  /^(?:no|sorry|actually|it|it's|its|is|na|should|be|i|mean|meant|please|abeg|the|a|an|yes|but|to|say|make|was|for|call|am|oh|correct|correction|:|change|not)$/;

/** Renames a line: "it's braids not brands", "replace cement with sand", "the description should be rent". */
export function renameLine(words: readonly Word[], change: Change): Change | null {
  return (
    contrast(words, change) ??
    replacement(words, change) ??
    becomes(words, change) ??
    describedAs(words, change)
  );
}

const textOf = (words: readonly Word[]): string =>
  rawText(words, 0, words.length)
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .trim();

function setDescription(change: Change, line: number, words: readonly Word[]): Change | null {
  const item = change.draft.items[line];
  const text = textOf(words);
  if (!item || !/\p{L}{2}/u.test(text) || hasFigure(words)) return null;
  return withItem(change, line, { ...item, description: text.slice(0, 200) });
}

// "braids not brands", "sand instead of cement", "not brands but braids".
function contrast(words: readonly Word[], change: Change): Change | null {
  const not = words.findIndex(
    ({ word }, at) => word === 'not' || (word === 'instead' && matchesAt(words, at + 1, 'of')),
  );
  if (not === -1) return null;
  const oldFrom = words[not]?.word === 'not' ? not + 1 : not + 2;
  const but = words.findIndex(({ word }, at) => at > oldFrom && /^(?:but|,)$/.test(word));
  const old = words.slice(oldFrom, but === -1 ? words.length : but);
  const line = lineByName(textOf(old), change.draft.items);
  if (line === null || hasFigure(old)) return null;
  const newWords =
    but === -1
      ? words.slice(skipForward(words, 0, LEAD), not)
      : words.slice(skipForward(words, but + 1, LEAD));
  return setDescription(change, line, newWords);
}

function replacement(words: readonly Word[], change: Change): Change | null {
  const verb = words.findIndex(({ word }) => CHANGES.test(word));
  const to = words.findIndex(({ word }, at) => at > verb + 1 && /^(?:to|with|by|into|for|as)$/.test(word));
  if (verb === -1 || to === -1) return null;
  const line = oldLine(words.slice(verb + 1, to), change);
  return line === null
    ? null
    : setDescription(change, line, words.slice(skipForward(words, to + 1, /^(?:be|a|an|the|:)$/)));
}

// "shirts should be blouses", "the shirts are actually blouses".
function becomes(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(({ word }, i) => i > 0 && /^(?:should|are|is|na|must)$/.test(word));
  const newWords = words.slice(
    skipForward(words, at + 1, /^(?:be|actually|now|really|been|have|the|a|an|it|in|fact|rather)$/),
  );
  const line = at === -1 ? null : lineByName(textOf(words.slice(0, at)), change.draft.items);
  if (
    line === null ||
    newWords.length === 0 ||
    newWords.length > 5 ||
    !newWords.some(({ word }) => isGoods(word))
  )
    return null;
  return lineByName(textOf(newWords), change.draft.items) === null
    ? setDescription(change, line, newWords)
    : null;
}

function oldLine(old: readonly Word[], change: Change): number | null {
  const { items } = change.draft;
  for (let at = 0; at < old.length; at++) {
    const [line, more] = lineReferenceAt(old, at, items.length)?.lines ?? [];
    if (line !== undefined && more === undefined) return line;
  }
  if (
    old.some(({ word }) =>
      /^(?:price|quantity|rate|date|customer|client|discount|vat|amount|cost)$/.test(word),
    )
  )
    return null;
  const found = lineByName(textOf(old), items);
  if (found !== null) return found;
  return items.length === 1 && old.some(({ word }) => FIELD.test(word)) ? 0 : null;
}

// "call it wig revamp", "description is rent".
function describedAs(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(
    ({ word }, i) =>
      word === 'description' || (word === 'call' && /^(?:it|am|that)$/.test(words[i + 1]?.word ?? '')),
  );
  if (change.draft.items.length !== 1) return null;
  if (at === -1) return restated(words, change);
  return setDescription(
    change,
    0,
    words.slice(skipForward(words, at + 1, /^(?:it|am|that|is|should|be|to|:|as|na|the)$/)),
  );
}

// "it's gate painting", "I meant gate painting".
function restated(words: readonly Word[], change: Change): Change | null {
  const from = skipForward(words, 0, LEAD);
  const newWords = words.slice(from);
  const leads = words
    .slice(0, from)
    .some(({ word }) => /^(?:it|it's|its|na|mean|meant|sorry|actually)$/.test(word));
  return leads && newWords.length < 6 && newWords.some(({ word }) => isGoods(word))
    ? setDescription(change, 0, newWords)
    : null;
}
