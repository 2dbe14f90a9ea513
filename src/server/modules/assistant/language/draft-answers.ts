import { amountAt, currencyOf } from './amounts.ts';
import { dayAt } from './day-words.ts';
import { knownFrom } from './draft.ts';
import { type Change, withItem, withItems } from './edit-change.ts';
import { verbOf } from './edit-clauses.ts';
import { customerEdit } from './edit-customer.ts';
import { lineNamed } from './edit-lines.ts';
import { saidLines } from './edit-targets.ts';
import { BEGIN_NAME } from './grammar-states.ts';
import { later, lengthAt } from './lengths.ts';
import { customerIn, itemOf, linesIn, onlyUnit, type SaidLine } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { readingOf } from './reading.ts';
import { after } from './spans.ts';
import type { Asked, Surroundings } from './understanding.ts';
import { saidBetween, separates, type Word } from './words.ts';

const LEAD =
  /^(?:it|it's|its|is|na|for|the|a|an|be|should|we|she|he|they|i|please|abeg|o|ok|okay|sorry|just|about|like|say|was|did|do|make|use|put|my|that|this|,|:|-|actually|mean|meant|call|am|oh|hmm|yes|no)$/;

/** A change, and where the words begin that were not consumed by it. */
export type Answer = { change: Change; rest: number };

/** Applies a message as the answer to the open question; null where it is none. */
export function answerTo(
  words: readonly Word[],
  asked: Asked | null,
  begun: Change,
  surroundings: Surroundings,
): Answer | null {
  if (verbOf(words) === 'remove' || verbOf(words) === 'set') return null;
  if (asked === 'customerName') return named(words, begun, surroundings);
  const change = fieldOf(words, asked, begun, surroundings);
  return change && { change, rest: words.length };
}

function fieldOf(
  words: readonly Word[],
  asked: Asked | null,
  change: Change,
  surroundings: Surroundings,
): Change | null {
  if (asked === 'items') return itemized(words, change, surroundings);
  if (asked === 'rate') return priced(words, change, surroundings);
  if (asked === 'description') return described(words, change, surroundings);
  if (asked === 'currency') return inCurrency(words, change);
  return asked === 'dueDate' ? dated(words, change, surroundings) : null;
}

function named(words: readonly Word[], change: Change, surroundings: Surroundings): Answer | null {
  const from = after(words, 0, LEAD);
  const rest = words.slice(from);
  if (!rest.some(({ said }) => /\p{L}/u.test(said)))
    return change.changed ? { change, rest: words.length } : null;
  const told = customerEdit(words, change.draft, surroundings);
  if (told?.from === 0)
    return {
      change: { ...change, changed: true, draft: { ...change.draft, customerName: told.name } },
      rest: told.to,
    };
  const reading = readingOf(piecesOf(rest, []), knownFrom(rest, surroundings), BEGIN_NAME);
  const name = customerIn(reading, rest);
  if (!name) return null;
  const next: Change = { ...change, changed: true, draft: { ...change.draft, customerName: name } };
  if (next.draft.items.length === 0)
    return { change: withLines(next, linesIn(reading, rest)), rest: words.length };
  const last = reading.findLast(({ role }) => role === 'C')?.piece.to ?? rest.length;
  return { change: next, rest: from + last };
}

function withLines(change: Change, lines: readonly SaidLine[]): Change {
  if (lines.length === 0) return change;
  return withItems(change, [...change.draft.items, ...lines.map(itemOf)], null, currenciesOf(lines));
}

const currenciesOf = (lines: readonly SaidLine[]): string[] =>
  lines.flatMap(({ price }) => (price?.currency ? [price.currency] : []));

function itemized(words: readonly Word[], change: Change, surroundings: Surroundings): Change | null {
  if (change.draft.items.length > 0) return null;
  const lines = saidLines(words.slice(after(words, 0, LEAD)), surroundings);
  return lines.length > 0 ? withLines(change, lines) : null;
}

function priced(words: readonly Word[], change: Change, surroundings: Surroundings): Change | null {
  const { items } = change.draft;
  const open = items.flatMap(({ rate }, line) => (rate === null ? [line] : []));
  const lines = saidLines(words, surroundings).filter(({ price, quantity }) => price ?? quantity);
  if (open.length === 0 || lines.length === 0) return null;
  if (lines.some(({ thing }) => thing && isStrange(thing, change))) return null;
  const byName = lines.every(({ thing }) => thing && lineNamed(thing, items) !== null);
  if (!byName && lines.length > open.length) return null;
  return lines.reduce<Change>((next, line, at) => {
    const own = line.thing ? lineNamed(line.thing, items) : null;
    const place = own !== null ? [own] : lines.length === 1 ? open : [open[at] ?? 0];
    return place.reduce((now, one) => priceOf(line, now, one), next);
  }, change);
}

const isStrange = (thing: string, change: Change): boolean =>
  !onlyUnit(thing) && lineNamed(thing, change.draft.items) === null;

function priceOf(said: SaidLine, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const quantity = said.price && said.quantity !== null && said.counts ? said.quantity : item.quantity;
  const value = said.price?.value ?? said.quantity ?? 0;
  if (value <= 0) return change;
  const rate = said.whole && quantity ? Math.round((value / quantity) * 100) / 100 : value;
  return withItem(change, line, { ...item, quantity, rate }, currenciesOf([said]));
}

function described(words: readonly Word[], change: Change, surroundings: Surroundings): Change | null {
  const { items } = change.draft;
  const line = items.findIndex(({ description }) => description === null);
  const item = items[line];
  const lines = saidLines(words.slice(after(words, 0, LEAD)), surroundings);
  const [said, more] = lines;
  if (!item || !said?.thing) return null;
  if (more)
    return withItems(change, [...items.slice(0, line), ...lines.map(itemOf), ...items.slice(line + 1)], line);
  const { description, rate } = itemOf(said);
  // The amount was the price of all that is now counted.
  const share =
    said.quantity !== null && item.rate !== null && !said.each
      ? Math.round((item.rate / said.quantity) * 100) / 100
      : item.rate;
  const quantity = said.quantity ?? item.quantity;
  return withItem(change, line, { description, quantity, rate: rate ?? share }, currenciesOf([said]));
}

function inCurrency(words: readonly Word[], change: Change): Change | null {
  const code = words
    .map(({ word, said }, at) => (said === 'n' || amountAt(words, at) ? null : currencyOf(word)))
    .find((found) => found === 'NGN' || found === 'USD');
  return code ? { ...change, changed: true, said: [code] } : null;
}

function dated(words: readonly Word[], change: Change, { today }: Surroundings): Change | null {
  for (let at = 0; at < words.length; at++) {
    const day = dayAt(words, at, today);
    const length = day ? null : lengthAt(words, at);
    const date = day?.date ?? (length ? later(today, length) : null);
    if (date && date >= today) return { ...change, changed: true, draft: { ...change.draft, dueDate: date } };
  }
  return saysNone(words) ? { ...change, changed: true } : null;
}

// "no due date", "skip", "any time".
function saysNone(words: readonly Word[]): boolean {
  const none = words.some(
    ({ word }) =>
      /^(?:none|skip|without|any|anytime|leave)$/.test(word) || (word === 'no' && words.length > 1),
  );
  return none && words.length < 6 && !separates(words[0]) && !/\d/.test(saidBetween(words, 0, words.length));
}
