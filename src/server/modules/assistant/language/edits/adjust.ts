import { type Amount, amountAt, percentAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { type Change, unclear, withItem } from './change.ts';
import { lineByName, looksLikePrice, updateItem } from './line-matching.ts';
import { PRICE, QUANTITY, targetLines } from './targets.ts';

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
      : withItem(change, line, { ...item, rate: cents(item.rate * (1 + (sign * percent) / 100)) });
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
  const rate = cents((item.rate ?? 0) + sign * amount.value);
  return rate > 0 ? withItem(change, line, { ...item, rate }, currencies) : unclear(change, 'rate');
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/** "double it", "double the quantity". */
export function multiply(words: readonly Word[], change: Change): Change | null {
  const factors = new Map(Object.entries({ double: 2, triple: 3, halve: 0.5, twice: 2 }));
  const factor = words.map(({ word }) => factors.get(word)).find((found) => found !== undefined);
  const half = matchesAt(words, 0, 'half', 'the');
  if (half)
    return multiply(
      words.map((word, at) => (at === 0 ? { ...word, word: 'halve', raw: 'halve' } : word)),
      change,
    );
  if (factor === undefined || words.some((_, at) => amountAt(words, at) !== null)) return null;
  const [line] = targetLines(words, change) ?? [];
  const item = line === undefined ? undefined : change.draft.items[line];
  if (line === undefined || !item) return null;
  const price = words.some(({ word }) => PRICE.test(word)) && item.rate !== null;
  return withItem(
    change,
    line,
    price
      ? { ...item, rate: cents((item.rate ?? 0) * factor) }
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
