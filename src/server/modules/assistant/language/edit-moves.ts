import { type Amount, amountAt, percentAt } from './amounts.ts';
import { is } from './counts.ts';
import { type Change, unclear, withItem } from './edit-change.ts';
import { lineNamed, readsAsPrice, updated } from './edit-lines.ts';
import { PRICE, QUANTITY, targets } from './edit-targets.ts';
import type { Word } from './words.ts';

const UP = /^(?:increase|raise|add|hike|up|jack|plus|more|extra)$/;

const DOWN = /^(?:reduce|decrease|lower|cut|drop|slash|less|bring|down|remove|minus|take|comot)$/;

/** "increase by 5k", "reduce the price by 2k", "add 5k to the price", "raise it by 10%". */
export function movedBy(words: readonly Word[], change: Change): Change | null {
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
  const lines = targets(words.slice(0, start), change);
  if (!lines) return unclear(change, 'items');
  return lines.reduce(
    (next, line) => moved(next, line, { sign, percent: percent?.value ?? null, amount, words }),
    change,
  );
}

type Move = { sign: number; percent: number | null; amount: Amount | null; words: readonly Word[] };

export function moved(change: Change, line: number, { sign, percent, amount, words }: Move): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  if (percent !== null)
    return item.rate === null
      ? change
      : withItem(change, line, { ...item, rate: cents(item.rate * (1 + (sign * percent) / 100)) });
  if (!amount) return change;
  const counts =
    words.some(({ word }) => QUANTITY.test(word)) ||
    (!words.some(({ word }) => PRICE.test(word)) && !readsAsPrice(amount, item));
  const said = amount.currency ? [amount.currency] : [];
  if (counts)
    return withItem(change, line, {
      ...item,
      quantity: Math.max(0, (item.quantity ?? 1) + sign * amount.value),
    });
  const rate = cents((item.rate ?? 0) + sign * amount.value);
  return rate > 0 ? withItem(change, line, { ...item, rate }, said) : unclear(change, 'rate');
}

const cents = (value: number): number => Math.round(value * 100) / 100;

/** "double it", "double the quantity". */
export function multipliedBy(words: readonly Word[], change: Change): Change | null {
  const factors = new Map(Object.entries({ double: 2, triple: 3, halve: 0.5, twice: 2 }));
  const factor = words.map(({ word }) => factors.get(word)).find((found) => found !== undefined);
  const half = is(words, 0, 'half', 'the');
  if (half)
    return multipliedBy(
      words.map((word, at) => (at === 0 ? { ...word, word: 'halve', said: 'halve' } : word)),
      change,
    );
  if (factor === undefined || words.some((_, at) => amountAt(words, at) !== null)) return null;
  const [line] = targets(words, change) ?? [];
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
export function totalled(words: readonly Word[], change: Change): Change | null {
  const { draft } = change;
  const at = words.findIndex((_, i) => amountAt(words, i) !== null);
  const amount = amountAt(words, at);
  if (!amount || !words.some(({ word }) => /^(?:total|altogether|everything)$/.test(word))) return null;
  const [item, other] = draft.items;
  if (!item || other || draft.taxRate > 0 || draft.discount) return unclear(change, 'rate');
  if (
    words.some(
      ({ word }, i) =>
        i > at && /\p{L}/u.test(word) && lineNamed(word, draft.items) === null && !PRICE.test(word),
    )
  )
    return null;
  return withItem(
    change,
    0,
    updated(item, { quantity: null, price: amount, whole: true }),
    amount.currency ? [amount.currency] : [],
  );
}
