import type { Draft } from '#contract/assistant.ts';
import { roundMajor } from '#core/money.ts';
import { type Amount, amountAt, hasFigure, percentAt } from '../amounts/amounts.ts';
import { readLines } from '../drafts/contents.ts';
import type { Item } from '../drafts/lines.ts';
import { withTotal } from '../drafts/totals.ts';
import { rawText, skipForward, type Word } from '../tokens/tokenize.ts';
import {
  type Change,
  defaultLines,
  findLines,
  lineByName,
  lineReferences,
  linesTold,
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
  if (!amount || !OF_ALL.test(` ${words.map(({ word }) => word).join(' ')} `)) return null;
  const [item, other] = draft.items;
  const reduced = other ? reducedTo(amount, draft) : null;
  if (reduced) return { ...change, changed: true, draft: reduced };
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

const OF_ALL =
  / (?:total|altogether|everything|round (?:figure|am|it|off|up|down)|last price) | to (?:\S+ ){1,2}last $/;

// "Bring it to 470 last": what several lines cost less is off the whole.
function reducedTo({ kind, value }: Amount, draft: Draft): Draft | null {
  const { total } = withTotal(draft);
  if (total === null || draft.taxRate > 0 || draft.discount?.type === 'percent') return null;
  const isShort = kind === 'plain' && value < 1000 && value * 1000 < total && value * 2000 > total;
  const off = total - (isShort ? value * 1000 : value);
  if (off <= 0 || off > total / 2) return null;
  return { ...draft, discount: { type: 'amount', value: roundMajor(off + (draft.discount?.value ?? 0)) } };
}

export function removeLines(words: readonly Word[], change: Change): Change {
  const { items } = change.draft;
  const references = lineReferences(words, items.length);
  const referenced =
    references.length > 0 ? references.flatMap(({ lines }) => lines) : linesByName(afterVerb(words), items);
  // "The small chops na gift, comot am".
  const isMeant =
    referenced.length === 0 &&
    words[0]?.word !== 'forget' &&
    words.some(({ word }) => /^(?:it|am|item|one)$/.test(word));
  const lines = isMeant ? (defaultLines(change) ?? []) : referenced;
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

/** The lines that words name, with "and" between their names or other words around one. */
export function linesByName(words: readonly Word[], items: readonly Item[]): number[] {
  const text = rawText(words, 0, words.length);
  const parts = text.split(/ (?:and|&|plus|n|with) | ?, ?/).map((part) => lineByName(part, items));
  const found = [...new Set(parts.filter((line) => line !== null))];
  const whole = found.length > 1 ? null : lineByName(text, items);
  if (whole !== null) return [whole];
  return found.length > 0 ? found : findLines(words, items);
}

const LEAD =
  /^(?:no|sorry|actually|it|it's|its|is|na|should|be|i|mean|meant|please|abeg|the|a|an|yes|but|to|say|make|was|for|call|am|oh|correct|correction|:|change|swap|replace|not)$/;

const CHANGES = /^(?:change|replace|rename|swap|switch|edit|correct|update|call|make)$/;

/** Names a line anew: "it's braids not brands", "sand instead of cement", "not fence, gate", "swap buckets for basins". */
export function renameLine(words: readonly Word[], change: Change): Change | null {
  if (hasFigure(words)) return null;
  const not = words.findIndex(
    ({ word }, at) => word === 'not' || (word === 'instead' && words[at + 1]?.word === 'of'),
  );
  const old = words.slice(words[not]?.word === 'not' ? not + 1 : not + 2);
  const but = old.findIndex(({ word }) => /^(?:but|,)$/.test(word));
  const verb = words.findIndex(({ word }) => CHANGES.test(word));
  const to = words.findIndex(
    ({ word }, at) => verb >= 0 && at > verb + 1 && /^(?:to|with|by|into|for|as)$/.test(word),
  );
  const [named, name] =
    not >= 0
      ? but >= 0
        ? [old.slice(0, but), old.slice(but + 1)]
        : [old, words.slice(0, not)]
      : [words.slice(0, Math.max(0, to)), words.slice(to + 1)];
  const [line, more] = linesTold(named, change.draft.items);
  const item = change.draft.items[line ?? -1];
  const text = rawText(name, skipForward(name, 0, LEAD), name.length).replace(/^[\s,]+|[\s,]+$/g, '');
  if (line === undefined || more !== undefined || !item || !/\p{L}{2}/u.test(text)) return null;
  return withItem(change, line, { ...item, description: text.slice(0, 200) });
}
