import { currenciesIn, type DraftLine, isOnlyUnit, type Item, toItem } from '../drafts/lines.ts';
import { readLines } from '../drafts/contents.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { type Change, unclear, withItem, withItems } from './change.ts';
import { afterVerb } from './clauses.ts';
import { lineByName, updateItem } from './line-matching.ts';
import { defaultLines, findLines, lineReferences } from './targets.ts';

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
