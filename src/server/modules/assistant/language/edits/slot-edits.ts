import { roundMajor } from '#core/money.ts';
import { customerIn, type LineSlots, lineSlotsOf, toLine } from '../drafts/lines-from-slots.ts';
import { currenciesIn, type DraftLine, isPriceCounted, type Item, toItem } from '../drafts/lines.ts';
import { amountAt, hasFigure } from '../amounts/amounts.ts';
import { isInside, rawText, type Word, wordsIn } from '../tokens/tokenize.ts';
import { textOf } from '../tokens/utterance.ts';
import { readSlots, type Slot } from '../understanding/model.ts';
import { isGoods } from '../vocabulary/goods.ts';
import { type EditClause, saysGone } from './clauses.ts';
import { asPrice, mayBeThousands } from './doubtful-figures.ts';
import {
  type Change,
  defaultLines,
  lineByName,
  lineReferences,
  linesTold,
  PRICE,
  QUANTITY,
  similarity,
  unclear,
  updateItem,
  withItem,
  withItems,
} from './change.ts';
import { linesByName } from './line-edits.ts';

/** The draft with what the slots of a part of a message tell of its lines; null where it says nothing that fits the draft. */
export function applySlots(
  message: readonly Word[],
  clause: EditClause,
  slots: readonly Slot[],
  initial: Change,
): Change | null {
  const places = lineReferences(clause.words, initial.draft.items.length);
  const isPlace = ({ from }: Slot): boolean =>
    places.some((place) => clause.words[place.to - 1] === message[from]);
  const own = slots.filter(
    (slot) =>
      clause.from <= slot.from &&
      slot.to <= clause.to &&
      !(slot.slot === 'quantity' && isPlace(slot)) &&
      !(FIGURES.has(slot.slot) && isDenied(message, slot.from)),
  );
  const read = applyRead(message, clause, own, initial);
  const isDone =
    read !== null && (read.unclear === 'rate' || (read.draft !== initial.draft && !read.unclear));
  const saysHowItWas = /^(?:no|not)$/.test(clause.words[0]?.word ?? '');
  if (isDone || saysHowItWas || (!hasFigure(clause.words) && clause.verb === null)) return read;
  // Of what the reading of changes leaves open, that of invoices may tell more: "delivery too 2k".
  const other = applyRead(message, clause, asLines(message, clause), initial);
  return other && other.draft !== initial.draft && !other.unclear ? other : (read ?? other);
}

// "No be 3,500 again", "not 40".
const isDenied = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.word === 'not' || (words[at - 1]?.word === 'be' && words[at - 2]?.word === 'no');
const FIGURES: ReadonlySet<string> = new Set(['rate', 'total', 'quantity']);

function asLines(message: readonly Word[], { from, to }: EditClause): Slot[] {
  const words = message.slice(from, to);
  // "85,000 including labour": what a price holds is no line.
  const slots = readSlots(words, 'create_invoice').filter(
    ({ slot, from: at }) =>
      slot !== 'customer' && !/^(?:including|inclusive|includes)$/.test(words[at - 1]?.word ?? ''),
  );
  return (lineSlotsOf(slots).length > 0 ? slots : priceAlone(words)).map((slot) => ({
    ...slot,
    from: slot.from + from,
    to: slot.to + from,
  }));
}

// "It was 65k".
function priceAlone(words: readonly Word[]): Slot[] {
  const from = words.findIndex((_, at) => (amountAt(words, at)?.kind ?? 'plain') !== 'plain');
  return from === -1 ? [] : [{ slot: 'rate', from, to: amountAt(words, from)?.to ?? from + 1 }];
}

function applyRead(
  message: readonly Word[],
  clause: EditClause,
  slots: readonly Slot[],
  initial: Change,
): Change | null {
  const read = lineSlotsOf(withNames(message, clause, slots, initial));
  const edits = read.map((edit, at) => asCalled(message, ofBoth(message, edit, read[at + 1]), initial));
  if (edits.length === 0 || edits.some((edit) => isPriceCounted(textOf(message), toLine(message, edit))))
    return null;
  const told = {
    message,
    clause,
    more: clause.words.some(({ word }) => MORE.test(word)),
  };
  return edits.reduce<Change | null>((change, edit) => change && applyOne(told, edit, change), initial);
}

// "Both brooms and mops 1k each": what is told of the second is of the first, too.
function ofBoth(words: readonly Word[], edit: LineSlots, next: LineSlots | undefined): LineSlots {
  const { target } = edit;
  if (!target || Object.keys(edit).length > 1 || !next?.target || !(next.price ?? next.quantity)) return edit;
  const between = words.slice(target.to, next.target.from);
  return between.some(({ word }) => /^(?:and|&)$/.test(word)) && between.length < 3
    ? { ...next, target }
    : edit;
}

// "Quantity should be 350", "the price is 40"; beside another currency a figure is a price.
function asCalled(words: readonly Word[], edit: LineSlots, { currencies }: Change): LineSlots {
  const { price, quantity, ...rest } = edit;
  const figure = price ?? quantity;
  if (!figure || (price && quantity)) return edit;
  const near = words.slice(Math.max(0, figure.from - 8), figure.to + 2);
  const [isPrice, isCount] = [PRICE, QUANTITY].map((names) => near.some(({ word }) => names.test(word)));
  if (isCount && !isPrice) return { ...rest, quantity: figure };
  const isMoney = isPrice || (currencies.length > 0 && !edit.unit && !edit.target && !edit.item);
  return isMoney && !isCount ? { ...rest, price: figure } : edit;
}

type Told = { message: readonly Word[]; clause: EditClause; more: boolean };
const MORE = /^(?:more|extra|additional|another|return|returns|returned|less|fewer|comot)$/;
const LESS = /^(?:return|returns|returned|less|fewer|comot)$/;
// "2 bags more", "she return 2 bags".
const countAfter = ({ words }: EditClause, { quantity }: Item, by: number | null): number =>
  (quantity ?? 1) + (by ?? 1) * (words.some(({ word }) => LESS.test(word)) ? -1 : 1);
const IT = /^(?:it|that|am)$/;
const IN_PLACE = /^(?:with|by|to|into|for|as)$/;

// "Replace the shirts with 3 blouses", "swap garri with semo", "sand instead of cement": what is there is the line meant, what is not
// its new name.
function withNames(
  words: readonly Word[],
  { to: end, verb }: EditClause,
  slots: readonly Slot[],
  { draft: { items } }: Change,
): Slot[] {
  const isThere = (slot: Slot): boolean => linesNamed(words, slot, items).length > 0;
  const split = slots.flatMap((slot) => (slot.slot === 'item' ? splitAt(words, slot, items) : [slot]));
  const target = split.find(({ slot }) => slot === 'target');
  const old = split.find((slot) => slot.slot === 'item' && isOld(words, slot) && isThere(slot));
  const behind =
    target && words.findIndex(({ word }, at) => at >= target.to && at < end && IN_PLACE.test(word));
  const named = split.map((slot) => {
    if (slot === old) return { ...slot, slot: 'target' };
    const isNew =
      (slot.slot === 'target' && slot !== target) ||
      (slot.slot === 'item' &&
        (old !== undefined || (behind !== undefined && behind >= 0 && behind < slot.from)));
    return isNew && !isThere(slot) ? { ...slot, slot: 'new' } : slot;
  });
  // "Make it rice".
  const [one] = named;
  if (
    verb === 'set' &&
    one &&
    named.length === 1 &&
    one === target &&
    !isThere(one) &&
    IT.test(words[one.from - 1]?.word ?? '')
  )
    return [{ ...one, slot: 'new' }];
  // "Change the second one to basins".
  const only = verb === 'set' && named.length === 1 && target && behind !== undefined && behind > 0;
  return only && behind + 1 < end ? [...named, { slot: 'new', from: behind + 1, to: end }] : named;
}

const isOld = (words: readonly Word[], { from }: Slot): boolean =>
  words[from - 1]?.word === 'not' || (words[from - 1]?.word === 'of' && words[from - 2]?.word === 'instead');

function splitAt(words: readonly Word[], slot: Slot, items: readonly Item[]): Slot[] {
  const at = words.findIndex(
    ({ word }, i) => i > slot.from && i < slot.to - 1 && /^(?:with|by|to)$/.test(word),
  );
  const old = { slot: 'target', from: slot.from, to: at };
  return at === -1 || linesNamed(words, old, items).length === 0
    ? [slot]
    : [old, { slot: 'new', from: at + 1, to: slot.to }];
}

// "Remove everything except the chicks".
const keepsOnly = (words: readonly Word[]): boolean =>
  words.some(({ word }) => KEPT.test(word)) && words.some(({ word }) => ALL.test(word));
const KEPT = /^(?:except|only|but|apart|save)$/;
const ALL = /^(?:all|everything|every|rest|others?|remain|remaining)$/;

/** The draft with the customer that slots name: of two the one that is new, the other was only told to be wrong. */
export function withCustomer(words: readonly Word[], slots: readonly Slot[], initial: Change): Change {
  // "Tolu missed two classes" is told of somebody.
  const isTold = ({ to }: Slot): boolean => /^\p{L}{3,}ed$/u.test(words[to]?.word ?? '');
  const names = slots
    .filter((slot) => slot.slot === 'customer' && !isTold(slot))
    .map((slot) => customerIn(words, [slot]));
  const own = initial.draft.customerName?.toLowerCase().split(' ') ?? [];
  const isNew = (name: string): boolean =>
    !name
      .toLowerCase()
      .split(' ')
      .every((word) => own.includes(word));
  const name = names.findLast((one) => one !== null && isNew(one));
  return name ? { ...initial, changed: true, draft: { ...initial.draft, customerName: name } } : initial;
}

function applyOne(told: Told, edit: LineSlots, change: Change): Change | null {
  const { items } = change.draft;
  const { target, item, new: name } = edit;
  if (!target) return item && !name ? applyItem(told, item, edit, change) : applyFigures(told, edit, change);
  const lines = linesNamed(told.message, target, items);
  if (lines.length === 0) return null;
  if (Object.keys(edit).length > 1 || told.more)
    return lines.reduce((next, line) => changeLine(told, edit, next, line), change);
  // "Gowns, 5 pieces", "the gowns are very nice": a name takes nothing away, and is what the next words are of.
  if (!saysGone(told.clause.words))
    return told.clause.verb === 'set' ? null : { ...change, line: lines[0] ?? null };
  return withItems(
    change,
    items.filter((_, at) => lines.includes(at) === keepsOnly(told.message)),
    null,
  );
}

// A thing that is there already gets other figures; any other is one more line, or what the only line becomes.
function applyItem(told: Told, item: Slot, edit: LineSlots, change: Change): Change {
  const { items } = change.draft;
  const several = linesByName(told.message.slice(item.from, item.to), items);
  if (several.length > 1) {
    const { item: _, ...figures } = edit;
    return several.reduce((next, line) => changeLine(told, figures, next, line), change);
  }
  const line = toLine(told.message, edit);
  const currencies = currenciesIn(line);
  const adds = told.clause.verb === 'add' || told.more;
  const unnamed = adds ? -1 : items.findIndex(({ description }) => description === null);
  const old = items[unnamed];
  if (old)
    return withItem(change, unnamed, { ...updateItem(old, line), description: line.goods }, currencies);
  const at = line.goods === null ? null : lineByName(line.goods, items);
  const same = at === null ? null : items[at];
  const isSame = same?.description && similarity(line.goods ?? '', same.description) >= SAME;
  if (at !== null && same && isSame) {
    const isMoreOfIt = adds && same.rate !== null && (!line.price || line.price.value === same.rate);
    if (isMoreOfIt)
      return withItem(change, at, { ...same, quantity: countAfter(told.clause, same, line.quantity) });
    if ((!adds || same.rate === null) && (line.price ?? line.quantity))
      return withItem(change, at, updateItem(same, line), currencies);
  }
  const [only, other] = items;
  if (only && !other && !adds && (told.clause.verb === 'set' || isRestated(told.clause, line)))
    return withItem(change, 0, { ...updateItem(only, line), description: line.goods }, currencies);
  return withItems(change, [...items, toItem(line)], items.length, currencies);
}
const SAME = 0.5;

// "It's gate painting", "I meant gate painting".
const isRestated = ({ words }: EditClause, { price, quantity }: DraftLine): boolean =>
  !price &&
  quantity === null &&
  /^(?:it|it's|its|na|mean|meant|sorry|actually|call|description)$/.test(
    words.find(({ word }) => !/^(?:no|i|oh|the)$/.test(word))?.word ?? '',
  );

function linesNamed(words: readonly Word[], { from, to }: Slot, items: readonly Item[]): number[] {
  const line = lineByName(rawText(words, from, to), items);
  if (line !== null) return [line];
  return lineReferences(words.slice(Math.max(0, from - 1), to), items.length).flatMap(({ lines }) => lines);
}

/** "And I go deliver am 15k join". */
const WORK: ReadonlyMap<string, string> = new Map([
  ['deliver', 'delivery'],
  ['install', 'installation'],
  ['transport', 'transport'],
]);

function applyFigures(told: Told, edit: LineSlots, change: Change): Change {
  const { items } = change.draft;
  const line = toLine(told.message, edit);
  // "Add 5k"; "20 blocks 450" beside bags of cement: what counts is what is sold.
  const thing = line.goods && wordsIn(line.goods).every(isGoods) ? line.goods : null;
  const isNew = thing !== null && line.price !== null && lineByName(thing, items) === null;
  const isWhole = items.every(({ rate }) => rate !== null);
  const adds = told.clause.verb === 'add' && !told.more && line.price && isWhole;
  if (adds || isNew) {
    const goods = told.clause.words.flatMap(({ word }) => WORK.get(word) ?? [])[0] ?? thing;
    return withItems(change, [...items, toItem({ ...line, goods })], items.length);
  }
  const lines = linesMeant(told, edit, change);
  if (lines) return lines.reduce((next, at) => changeLine(told, edit, next, at), change);
  // "The paint is separate, 8 buckets at 22,500".
  return edit.quantity && edit.unit && edit.price
    ? withItems(change, [...items, toItem(line)], items.length)
    : unclear(change, 'items');
}

// No line is marked: those that the words name all the same, the one that lacks the value, the only one, the one whose old value is
// told ("60 not 40"), the last told of, or with "each" all.
function linesMeant({ message, clause }: Told, edit: LineSlots, change: Change): number[] | null {
  const { items } = change.draft;
  // A unit may be what a line is called by: "days" of "days of hire".
  const figures = Object.entries(edit).flatMap(([slot, span]) => (slot === 'unit' ? [] : span));
  const named = linesTold(
    message.filter((_, at) => clause.from <= at && at < clause.to && !isInside(figures, at)),
    items,
  );
  if (named.length > 0) return named;
  const unpriced = items.flatMap(({ rate }, at) => (rate === null ? [at] : []));
  if (edit.price && unpriced.length > 0) return unpriced;
  if (items.length === 1) return [0];
  const old = items.findIndex((one) => toldOld(message, edit, one));
  if (old >= 0) return [old];
  const [alike, more] = items.flatMap((one, at) => (isAlike(toLine(message, edit), one) ? [at] : []));
  if (alike !== undefined && more === undefined) return [alike];
  const all = edit.price && !edit.quantity && toLine(message, edit).each ? items.map((_, at) => at) : null;
  return defaultLines(change) ?? all;
}

// "She wants 800 instead" is of what is counted, and "the price go up to 180" of what costs about as much.
const isAlike = ({ quantity: count, price }: DraftLine, { quantity, rate }: Item): boolean =>
  price
    ? count === null && rate !== null && price.value <= rate * 2 && price.value >= rate / 2
    : count !== null && (quantity ?? 1) > 1;

const toldOld = (words: readonly Word[], { quantity, price }: LineSlots, { quantity: count, rate }: Item) =>
  words.some((_, at) => {
    if ([quantity, price].some((slot) => slot && slot.from <= at && at < slot.to)) return false;
    const value = amountAt(words, at)?.value;
    return value !== undefined && (quantity ? value === count && count > 1 : value === rate);
  });

function changeLine({ message, clause, more }: Told, edit: LineSlots, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const told = asPrice(clause, edit, toLine(message, edit), item);
  const name = edit.new ?? edit.item;
  const description = name ? rawText(message, name.from, name.to) : item.description;
  const quantity = more && !told.price ? countAfter(clause, item, told.quantity) : told.quantity;
  // "All the rice is 60k".
  const isAll =
    clause.words.some(({ word }) => word === 'all') && linesByName(clause.words, [item]).length > 0;
  const priceOfAll = told.priceOfAll || (!told.each && isAll);
  const next = { ...updateItem(item, { ...told, quantity, priceOfAll }), description };
  if (mayBeThousands(clause, edit, told, item)) {
    const value = (told.price?.value ?? told.quantity ?? 0) * 1000;
    // "The tank na 2, 240 each".
    const count = (told.price ? quantity : null) ?? item.quantity;
    const rate = told.priceOfAll ? roundMajor(value / (count ?? 1)) : value;
    return withItem(change, line, { ...item, quantity: count, rate });
  }
  return told.price && told.price.value <= 0
    ? unclear(withItem(change, line, { ...item, rate: null }), 'rate')
    : withItem(change, line, next, currenciesIn(told));
}
