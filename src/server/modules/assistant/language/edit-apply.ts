import { type Amount, amountAt, percentAt } from './amounts.ts';
import { is } from './counts.ts';
import { knownFrom } from './draft.ts';
import { type Change, unclear, withItem, withItems } from './edit-change.ts';
import { afterVerb, asks, type Clause } from './edit-clauses.ts';
import { lineNamed, type Pointed, pointedAt, readsAsPrice, updated } from './edit-lines.ts';
import { BEGIN_LINES } from './grammar.ts';
import { type Item, itemOf, linesIn, onlyUnit, type SaidLine } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { readingOf } from './reading.ts';
import { renamed } from './edit-rename.ts';
import type { Surroundings } from './understanding.ts';
import { isGoods } from './trade-words.ts';
import { saidBetween, type Word } from './words.ts';

const PRICE = /^(?:price|prices|rate|rates|amount|cost|fee|charge|priced|unit-price|money)$/;
const QUANTITY = /^(?:quantity|qty|number|count|quantities|pieces)$/;
const MORE = /^(?:more|extra|additional|another|again)$/;
const UP = /^(?:increase|raise|add|hike|up|jack|plus|more|extra)$/;
const DOWN = /^(?:reduce|decrease|lower|cut|drop|slash|less|bring|down|remove|minus|take|comot)$/;

/** Does what one part of the message says to the lines of a draft. */
export function takeClause(clause: Clause, change: Change, surroundings: Surroundings): Change {
  const { words, verb } = clause;
  if (asks(words)) return change;
  if (verb === 'remove') return removed(words, change, surroundings);
  const moved = movedBy(words, change);
  if (moved) return moved;
  const called = renamed(words, change);
  if (called) return called;
  if (words[0]?.word === 'not') return change;
  const plain = withoutContrast(words);
  const multiplied = multipliedBy(plain, change);
  if (multiplied) return multiplied;
  const summed = totalled(plain, change);
  if (summed) return summed;
  const more = plain.some(
    ({ word }, at) => MORE.test(word) && word !== 'again' && amountAt(plain, at - 1) !== null,
  );
  return verb === 'add' || more
    ? added(plain, change, surroundings)
    : set(plain, verb === 'set', change, surroundings);
}

/** The lines that words say, without a customer. */
export function saidLines(words: readonly Word[], surroundings: Surroundings): SaidLine[] {
  return linesIn(readingOf(piecesOf(words, []), knownFrom(words, surroundings), BEGIN_LINES), words);
}

// "4 bags not 3", "5k instead of 6k", "from 5k to 6k".
function withoutContrast(words: readonly Word[]): readonly Word[] {
  const not = words.findIndex(
    ({ word }, at) => at > 0 && (word === 'not' || (word === 'instead' && is(words, at + 1, 'of'))),
  );
  const cut = not === -1 ? words : words.slice(0, not);
  const from = cut.findIndex(({ word }) => word === 'from');
  const old = from === -1 ? null : amountAt(cut, from + 1);
  return old && cut[old.to]?.word === 'to' ? [...cut.slice(0, from), ...cut.slice(old.to)] : cut;
}

function removed(words: readonly Word[], change: Change, surroundings: Surroundings): Change {
  const { items } = change.draft;
  const pointed = pointings(words, items.length);
  const kept =
    pointed.length > 0 ? pointed.flatMap(({ lines }) => lines) : namedLines(afterVerb(words), items);
  const lines =
    kept.length > 0 || items.length !== 1 || !/^(?:it|am|item)$/.test(words.at(-1)?.word ?? '') ? kept : [0];
  if (lines.length === 0) return change;
  const fewer = pointed.length === 0 ? lessOf(words, change, surroundings) : null;
  if (fewer) return fewer;
  return withItems(
    change,
    items.filter((_, at) => !lines.includes(at)),
    null,
  );
}

// "remove 2 bags" where there are more of them takes some away.
function lessOf(words: readonly Word[], change: Change, surroundings: Surroundings): Change | null {
  const [said, more] = saidLines(afterVerb(words), surroundings);
  if (!said?.thing || more || said.quantity === null || said.price) return null;
  const line = lineNamed(said.thing, change.draft.items);
  const item = line === null ? undefined : change.draft.items[line];
  if (line === null || !item?.quantity || said.quantity >= item.quantity) return null;
  return withItem(change, line, { ...item, quantity: item.quantity - said.quantity });
}

function namedLines(words: readonly Word[], items: readonly Item[]): number[] {
  const text = saidBetween(words, 0, words.length);
  const whole = lineNamed(text, items);
  if (whole !== null) return [whole];
  const parts = text.split(/ (?:and|&|plus|n|with) | ?, ?/);
  const found = parts.map((part) => lineNamed(part, items)).filter((line) => line !== null);
  return [...new Set(found.length > 0 ? found : looseLines(words, items))];
}

// Words around the name, such as "remove that delivery thing from it".
function looseLines(words: readonly Word[], items: readonly Item[]): number[] {
  for (let from = 0; from < words.length; from++)
    for (let to = words.length; to > from; to--) {
      const line = lineNamed(saidBetween(words, from, to), items);
      if (line !== null) return [line];
    }
  return [];
}

function pointings(words: readonly Word[], count: number): Pointed[] {
  const found: Pointed[] = [];
  for (let at = 0; at < words.length; at++) {
    const pointed = pointedAt(words, at, count);
    if (!pointed) continue;
    found.push(pointed);
    at = pointed.to - 1;
  }
  return found;
}

const withoutSpans = (words: readonly Word[], spans: readonly Pointed[]): readonly Word[] =>
  words.filter((_, at) => !spans.some(({ from, to }) => from <= at && at < to));

/** "increase by 5k", "reduce the price by 2k", "add 5k to the price", "raise it by 10%". */
function movedBy(words: readonly Word[], change: Change): Change | null {
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

function moved(change: Change, line: number, { sign, percent, amount, words }: Move): Change {
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
function multipliedBy(words: readonly Word[], change: Change): Change | null {
  const factors: Record<string, number> = { double: 2, triple: 3, halve: 0.5, twice: 2 };
  const factor = words.map(({ word }) => factors[word]).find((found) => found !== undefined);
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
function totalled(words: readonly Word[], change: Change): Change | null {
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

/** The lines words point to or name; the only line, or the one spoken of last; null where it is not clear. */
function targets(words: readonly Word[], change: Change): number[] | null {
  const { items } = change.draft;
  const pointed = pointings(words, items.length).flatMap(({ lines }) => lines);
  if (pointed.length > 0) return pointed;
  const named = looseLines(
    words.filter(({ word }) => !PRICE.test(word) && !QUANTITY.test(word)),
    items,
  );
  return named.length > 0 ? named : byDefault(change);
}

function byDefault({ draft, line }: Change): number[] | null {
  if (draft.items.length === 1) return [0];
  return line === null ? null : [line];
}

function added(words: readonly Word[], change: Change, surroundings: Surroundings): Change {
  const more = words.some(({ word }) => MORE.test(word));
  const free = afterVerb(words).filter(({ word }) => !MORE.test(word));
  const rest = /^(?:items?|line|thing)$/.test(free[0]?.word ?? '') ? free.slice(1) : free;
  const said = saidLines(rest.length > 0 ? rest : words.slice(0, 0), surroundings);
  if (said.length === 0)
    return more ? increased({ quantity: 1, thing: null }, change) : addedThing(rest, change);
  return said.reduce((next, line) => addedLine(more ? counted(line) : line, more, next), change);
}

// "2 more" are things, not naira.
const counted = (said: SaidLine): SaidLine =>
  said.thing === null && said.quantity === null && said.price?.kind === 'plain'
    ? { ...said, quantity: said.price.value, price: null }
    : said;

function addedThing(words: readonly Word[], change: Change): Change {
  const text = saidBetween(words, 0, words.length).trim();
  return text === ''
    ? change
    : withItems(
        change,
        [...change.draft.items, { description: text, quantity: 1, rate: null }],
        change.draft.items.length,
      );
}

function addedLine(said: SaidLine, more: boolean, change: Change): Change {
  const known = said.thing === null ? null : lineNamed(said.thing, change.draft.items);
  const item = known === null ? undefined : change.draft.items[known];
  const samePrice = !said.price || said.price.value === item?.rate;
  const numbered =
    said.quantity !== null && (said.thing === null || onlyUnit(said.thing) || (item && samePrice));
  if (!said.price && (more || numbered) && (said.thing === null || onlyUnit(said.thing) || item))
    return increased(said, change);
  if (item && numbered && samePrice) return increased(said, change);
  const currency = said.price?.currency ? [said.price.currency] : [];
  return withItems(change, [...change.draft.items, itemOf(said)], change.draft.items.length, currency);
}

function increased({ quantity, thing }: Pick<SaidLine, 'quantity' | 'thing'>, change: Change): Change {
  const named = thing === null ? null : lineNamed(thing, change.draft.items);
  const [line] = named === null ? (byDefault(change) ?? []) : [named];
  const item = line === undefined ? undefined : change.draft.items[line];
  if (line === undefined || !item) return unclear(change, 'items');
  return withItem(change, line, { ...item, quantity: (item.quantity ?? 1) + (quantity ?? 1) });
}

function set(words: readonly Word[], told: boolean, change: Change, surroundings: Surroundings): Change {
  const pointed = pointings(words, change.draft.items.length);
  const flags = {
    price: words.some(({ word }) => PRICE.test(word)),
    quantity: words.some(({ word }) => QUANTITY.test(word)),
  };
  const rest = figuresOnly(afterVerb(withoutSpans(words, pointed)));
  const only =
    told && pointed.length === 0 && change.draft.items.length === 1 ? thingAlone(rest, change) : null;
  if (only) return only;
  if (!rest.some(({ word }, at) => amountAt(rest, at) !== null || /^dozens?$|^x\d+$|^\d+x$/.test(word)))
    return change;
  const lines = pointed.length > 0 ? pointed.flatMap((one) => one.lines) : null;
  return saidLines(rest, surroundings).reduce(
    (next, said) => setLine(said, { lines, told, ...flags }, next),
    change,
  );
}

// "make it rice".
function thingAlone(words: readonly Word[], change: Change): Change | null {
  const [item] = change.draft.items;
  const letters = words.every(({ word }) => /^[\p{L}' -]+$/u.test(word)) && words.length < 7;
  if (
    !item ||
    !letters ||
    !words.some(({ word }) => isGoods(word)) ||
    words.some((_, at) => amountAt(words, at))
  )
    return null;
  if (lineNamed(saidBetween(words, 0, words.length), [item]) !== null) return null;
  return withItem(change, 0, { ...item, description: saidBetween(words, 0, words.length) });
}

// "the price of mops to 2k" says of mops that they are at 2k.
function figuresOnly(words: readonly Word[]): Word[] {
  const kept = words.filter(
    ({ word }, at) =>
      !PRICE.test(word) &&
      !/^(?:quantity|qty|number|count)$/.test(word) &&
      !(at === 0 && /^(?:of|for|the)$/.test(word)),
  );
  const first = amountAt(kept, 0);
  const anew =
    first?.kind === 'plain' &&
    kept.some(({ word }, at) => /^(?:to|should|be)$/.test(word) && amountAt(kept, at + 1));
  if (anew) kept.splice(0, first.to);
  const from = kept.findIndex(({ word }) => !/^(?:of|for|the|is|to|be|should|now|it|am|na|:|=)$/.test(word));
  return kept.slice(Math.max(0, from)).map((word, at, all) => {
    const leads =
      /^(?:to|should|be|become|becomes|now|is|instead)$/.test(word.word) && at > 0 && !amountAt(all, at);
    return leads ? { ...word, word: 'at', said: 'at' } : word;
  });
}

type Aim = { lines: number[] | null; told: boolean; price: boolean; quantity: boolean };

function setLine(said: SaidLine, aim: Aim, change: Change): Change {
  const { items } = change.draft;
  const unit = said.thing === null || onlyUnit(said.thing) || /^(?:pieces?|pcs|it|am)$/i.test(said.thing);
  const named = said.thing === null ? null : lineNamed(said.thing, items);
  const other = !unit && named === null && aim.lines?.length === 1 ? aim.lines[0] : undefined;
  if (other !== undefined) return replaced(said, change, other);
  const lines = aim.lines ?? (named !== null ? [named] : unit ? byPlace(said, change) : null);
  if (lines) return lines.reduce((next, line) => setOne(said, aim, next, line), change);
  if (unit) return unclear(change, 'items');
  if (aim.told && items.length === 1) return replaced(said, change);
  const currency = said.price?.currency ? [said.price.currency] : [];
  return withItems(change, [...items, itemOf(said)], items.length, currency);
}

// Without a name: the only line, the one spoken of last, or the one that lacks what is said; "each" means all.
function byPlace(said: SaidLine, change: Change): number[] | null {
  const { items } = change.draft;
  const open = items.flatMap(({ rate }, line) => (rate === null ? [line] : []));
  if (said.price && open.length > 0 && (open.length === 1 || said.each)) return open;
  const found = byDefault(change);
  if (found) return found;
  return said.each && !said.quantity ? items.map((_, line) => line) : null;
}

function setOne(said: SaidLine, aim: Aim, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const currency = said.price?.currency ? [said.price.currency] : [];
  if (said.quantity !== null && said.price) return withItem(change, line, updated(item, said), currency);
  const alone =
    said.price ??
    (said.quantity === null
      ? null
      : { value: said.quantity, currency: null, kind: 'plain' as const, each: false, to: 0 });
  if (!alone) return change;
  const price =
    aim.price ||
    (change.said.length > 0 && !said.counts && said.thing === null) ||
    (!aim.quantity && !said.counts && (said.each || said.whole || readsAsPrice(alone, item)));
  const next = price
    ? updated(item, { ...said, quantity: null, price: alone })
    : { ...item, quantity: alone.value };
  if (price && alone.value <= 0) return unclear(withItem(change, line, { ...item, rate: null }), 'rate');
  return withItem(change, line, next, currency);
}

function replaced(said: SaidLine, change: Change, line = 0): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const next = { ...updated(item, said), description: itemOf(said).description ?? item.description };
  return withItem(change, line, next, said.price?.currency ? [said.price.currency] : []);
}
