import { type Amount, amountAt } from './amounts.ts';
import { is } from './counts.ts';
import { type Change, unclear, withItem, withItems } from './edit-change.ts';
import { afterVerb, asks, type Clause } from './edit-clauses.ts';
import { lineNamed, readsAsPrice, updated } from './edit-lines.ts';
import { added, MORE, removed } from './edit-lists.ts';
import { movedBy, multipliedBy, totalled } from './edit-moves.ts';
import { renamed } from './edit-rename.ts';
import { byDefault, pointings, PRICE, QUANTITY, saidLines, withoutSpans } from './edit-targets.ts';
import { type Item, itemOf, onlyUnit, type SaidLine } from './lines.ts';
import { isGoods } from './trade-words.ts';
import type { Surroundings } from './understanding.ts';
import { saidBetween, type Word } from './words.ts';

/** Applies one part of a message to the lines of a draft. */
export function takeClause(clause: Clause, change: Change, surroundings: Surroundings): Change {
  const { words, verb } = clause;
  if (asks(words)) return change;
  if (verb === 'remove') return removed(words, change, surroundings);
  const moved = movedBy(words, change);
  if (moved) return moved;
  const called = renamed(words, change);
  if (called) return called;
  const exchanged = exchangedFor(words, change, surroundings);
  if (exchanged) return exchanged;
  if (words[0]?.word === 'not') return change;
  if (/^(?:no|without)$/.test(words[0]?.word ?? '') && !words.some((_, at) => amountAt(words, at)))
    return removed(words.slice(1), change, surroundings);
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

// "replace the shirts with 3 blouses at 7k".
function exchangedFor(words: readonly Word[], change: Change, surroundings: Surroundings): Change | null {
  const verb = words.findIndex(({ word }) => /^(?:replace|swap|exchange|switch|substitute)$/.test(word));
  const to = words.findIndex(({ word }, at) => at > verb && /^(?:with|for|by)$/.test(word));
  if (verb === -1 || to === -1) return null;
  const line = lineNamed(saidBetween(words, verb + 1, to), change.draft.items);
  const [said, more] = saidLines(words.slice(to + 1), surroundings);
  return line === null || !said?.thing || more ? null : replaced(said, change, line);
}

// "gowns, 5 pieces", "for the first one, use 22k": a line named alone is the subject of what follows.
function spokenOf(words: readonly Word[], change: Change): Change | null {
  const { items } = change.draft;
  if (items.length < 2 || words.length > 6) return null;
  const [pointed] = pointings(words, items.length);
  const told = pointed ? withoutSpans(words, [pointed]) : words;
  if (told.some((_, at) => amountAt(told, at) !== null)) return null;
  const [only, more] = pointed?.lines ?? [];
  const rest = afterVerb(words);
  const named =
    rest.length > 0 && rest.length < 4 ? lineNamed(saidBetween(rest, 0, rest.length), items) : null;
  const line = only !== undefined && more === undefined ? only : named;
  return line === null ? null : { ...change, line };
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
    return told ? change : (spokenOf(words, change) ?? change);
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

// "the price of mops to 2k" means mops at 2k.
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

// Without a name: the only line, the one mentioned last, or the one lacking this value; "each" means all.
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
  if (!aim.price && !aim.quantity && change.said.length === 0 && mayBeThousands(said, alone, item))
    return unclear(change, 'rate');
  const next = price
    ? updated(item, { ...said, quantity: null, price: alone })
    : { ...item, quantity: alone.value };
  if (price && alone.value <= 0) return unclear(withItem(change, line, { ...item, rate: null }), 'rate');
  return withItem(change, line, next, currency);
}

// "65" about one thing at 60k: sixty-five of them, or 65k?
function mayBeThousands(said: SaidLine, { kind, value }: Amount, { quantity, rate }: Item): boolean {
  if (kind !== 'plain' || said.thing !== null || said.counts || said.each || quantity !== 1 || !rate)
    return false;
  return value >= 20 && value * 1000 >= rate / 2 && value * 1000 <= rate * 2;
}

function replaced(said: SaidLine, change: Change, line = 0): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const next = { ...updated(item, said), description: itemOf(said).description ?? item.description };
  return withItem(change, line, next, said.price?.currency ? [said.price.currency] : []);
}
