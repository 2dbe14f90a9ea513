import { customerIn, type LineSlots, lineSlotsOf, toLine } from '../drafts/lines-from-slots.ts';
import { currenciesIn, isPriceCounted, type Item, toItem } from '../drafts/lines.ts';
import { amountAt } from '../amounts/amounts.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { textOf } from '../tokens/utterance.ts';
import type { Slot } from '../understanding/model.ts';
import { verbOf } from './clauses.ts';
import {
  type Change,
  defaultLines,
  lineByName,
  lineReferenceAt,
  similarity,
  unclear,
  updateItem,
  withItem,
  withItems,
} from './change.ts';

/** A draft as the slots of a message change its customer and lines; null where they say nothing that fits the draft. */
export function applySlots(words: readonly Word[], slots: readonly Slot[], initial: Change): Change | null {
  const named = withCustomer(words, slots, initial);
  const edits = lineSlotsOf(withNewNames(words, slots, initial.draft.items));
  if (
    (named === initial && edits.length === 0) ||
    edits.some((edit) => isPriceCounted(textOf(words), toLine(words, edit)))
  )
    return null;
  const isMore = verbOf(words) === 'add';
  if (isMore && edits.some(({ item, target }) => !item && !target)) return null;
  return edits.reduce<Change | null>(
    (change, edit) => change && applyOne(words, edit, change, isMore),
    named,
  );
}

// "Replace the shirts with 3 blouses": a second thing that is not there is what the first becomes.
function withNewNames(words: readonly Word[], slots: readonly Slot[], items: readonly Item[]): Slot[] {
  const first = slots.find(({ slot }) => slot === 'target');
  const isInPlace = ({ from }: Slot): boolean =>
    first !== undefined && words.slice(first.to, from).some(({ word }) => /^(?:with|by)$/.test(word));
  return slots.map((slot) =>
    ((slot.slot === 'target' && slot !== first) || (slot.slot === 'item' && isInPlace(slot))) &&
    linesNamed(words, slot, items).length === 0
      ? { ...slot, slot: 'new' }
      : slot,
  );
}

// "Remove everything except the chicks".
const keepsOnly = (words: readonly Word[]): boolean =>
  words.some(({ word }) => KEPT.test(word)) && words.some(({ word }) => ALL.test(word));
const KEPT = /^(?:except|only|but|apart|save)$/;
const ALL = /^(?:all|everything|every|rest|others?|remain|remaining)$/;

/** The draft with the customer that slots name: of two the one that is new, the other was only told to be wrong. */
export function withCustomer(words: readonly Word[], slots: readonly Slot[], initial: Change): Change {
  const names = slots.filter(({ slot }) => slot === 'customer').map((slot) => customerIn(words, [slot]));
  const own = initial.draft.customerName?.toLowerCase().split(' ') ?? [];
  const isNew = (name: string): boolean =>
    !name
      .toLowerCase()
      .split(' ')
      .every((word) => own.includes(word));
  const name = names.findLast((one) => one !== null && isNew(one));
  return name ? { ...initial, changed: true, draft: { ...initial.draft, customerName: name } } : initial;
}

function applyOne(words: readonly Word[], edit: LineSlots, change: Change, isMore: boolean): Change | null {
  const { items } = change.draft;
  const { target, item, new: name } = edit;
  const isOnlyNamed = Object.keys(edit).length === 1;
  if (target) {
    const lines = linesNamed(words, target, items);
    if (lines.length === 0) return null;
    if (isOnlyNamed)
      return withItems(
        change,
        items.filter((_, at) => lines.includes(at) === keepsOnly(words)),
        null,
      );
    return lines.reduce((next, line) => changeLine(words, edit, next, line), change);
  }
  if (item && !name) return applyItem(words, edit, change, isMore);
  const lines = linesMeant(words, edit, change);
  return lines === null
    ? unclear(change, 'items')
    : lines.reduce((next, line) => changeLine(words, edit, next, line), change);
}

// A thing that is there already gets other figures; any other is one more line.
function applyItem(words: readonly Word[], edit: LineSlots, change: Change, isMore: boolean): Change {
  const { items } = change.draft;
  const line = toLine(words, edit);
  const currencies = currenciesIn(line);
  const unnamed = isMore ? -1 : items.findIndex(({ description }) => description === null);
  const old = items[unnamed];
  if (old)
    return withItem(change, unnamed, { ...updateItem(old, line), description: line.goods }, currencies);
  const at = line.goods === null ? null : lineByName(line.goods, items);
  const same = at === null ? null : items[at];
  const isSame = same?.description && similarity(line.goods ?? '', same.description) >= SAME;
  if (at !== null && same && isSame && (line.price ?? line.quantity))
    return withItem(change, at, updateItem(same, line), currencies);
  return withItems(change, [...items, toItem(line)], items.length, currencies);
}
const SAME = 0.5;

function linesNamed(words: readonly Word[], { from, to }: Slot, items: readonly Item[]): number[] {
  const reference = lineReferenceAt(words, from, items.length);
  if (reference) return reference.lines;
  const line = lineByName(rawText(words, from, to), items);
  return line === null ? [] : [line];
}

// No line is named: the one that lacks the value, the only one, the one whose old value is told ("60 not 40"), or the last told of.
function linesMeant(words: readonly Word[], edit: LineSlots, change: Change): number[] | null {
  const { items } = change.draft;
  const unpriced = items.flatMap(({ rate }, at) => (rate === null ? [at] : []));
  if (edit.price && unpriced.length > 0) return unpriced;
  if (items.length === 1) return [0];
  const old = items.findIndex((one) => toldOld(words, edit, one));
  return old >= 0 ? [old] : defaultLines(change);
}

const toldOld = (words: readonly Word[], { quantity, price }: LineSlots, { quantity: count, rate }: Item) =>
  words.some((_, at) => {
    if ([quantity, price].some((slot) => slot && slot.from <= at && at < slot.to)) return false;
    const value = amountAt(words, at)?.value;
    return value !== undefined && (quantity ? value === count && count > 1 : value === rate);
  });

function changeLine(words: readonly Word[], edit: LineSlots, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const told = toLine(words, edit);
  const name = edit.new ?? edit.item;
  const description = name ? rawText(words, name.from, name.to) : item.description;
  return withItem(change, line, { ...updateItem(item, told), description }, currenciesIn(told));
}
