import { type Change, unclear, withItem, withItems } from './edit-change.ts';
import { afterVerb } from './edit-clauses.ts';
import { lineNamed, updated } from './edit-lines.ts';
import { byDefault, looseLines, pointings, saidLines } from './edit-targets.ts';
import { type Item, itemOf, onlyUnit, type SaidLine } from './lines.ts';
import type { Surroundings } from './understanding.ts';
import { saidBetween, type Word } from './words.ts';

export const MORE = /^(?:more|extra|additional|another|again)$/;

export function removed(words: readonly Word[], change: Change, surroundings: Surroundings): Change {
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

export function added(words: readonly Word[], change: Change, surroundings: Surroundings): Change {
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
  const open = change.line === null ? undefined : change.draft.items[change.line];
  if (open && change.line !== null && open.rate === null && said.thing === null && said.price)
    return withItem(
      change,
      change.line,
      updated(open, { ...said, quantity: null }),
      said.price.currency ? [said.price.currency] : [],
    );
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
