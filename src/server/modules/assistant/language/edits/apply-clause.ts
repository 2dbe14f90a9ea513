import { type Amount, amountAt, hasFigure } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import { currenciesIn, type DraftLine, isOnlyUnit, type Item, toItem } from '../drafts/lines.ts';
import { readLines } from '../drafts/contents.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import { addLines, adjustBy, MORE, multiply, removeLines, renameLine, setTotal } from './line-edits.ts';
import {
  type Change,
  defaultLines,
  lineByName,
  lineReferences,
  looksLikePrice,
  PRICE,
  QUANTITY,
  unclear,
  updateItem,
  withItem,
  withItems,
  withoutSpans,
} from './change.ts';
import { afterVerb, type EditClause, isQuestion } from './clauses.ts';

/** Applies one part of a message to the lines of a draft. */
export function applyClause(clause: EditClause, change: Change): Change {
  const { words, verb } = clause;
  if (isQuestion(words)) return change;
  if (verb === 'remove') return removeLines(words, change);
  const adjusted = adjustBy(words, change);
  if (adjusted) return adjusted;
  const renamedItem = renameLine(words, change);
  if (renamedItem) return renamedItem;
  if (words[0]?.word === 'not') return change;
  if (/^(?:no|without)$/.test(words[0]?.word ?? '') && !hasFigure(words))
    return removeLines(words.slice(1), change);
  const plain = withoutContrast(words);
  const multiplied = multiply(plain, change);
  if (multiplied) return multiplied;
  const summed = setTotal(plain, change);
  if (summed) return summed;
  const more = plain.some(
    ({ word }, at) => MORE.test(word) && word !== 'again' && amountAt(plain, at - 1) !== null,
  );
  return verb === 'add' || more ? addLines(plain, change) : setLines(plain, verb === 'set', change);
}

// "gowns, 5 pieces", "for the first one, use 22k": a line named alone is the subject of what follows.
function selectLine(words: readonly Word[], change: Change): Change | null {
  const { items } = change.draft;
  if (items.length < 2 || words.length > 6) return null;
  const [reference] = lineReferences(words, items.length);
  const unreferenced = reference ? withoutSpans(words, [reference]) : words;
  if (hasFigure(unreferenced)) return null;
  const [only, more] = reference?.lines ?? [];
  const rest = afterVerb(words);
  const named = rest.length > 0 && rest.length < 4 ? lineByName(rawText(rest, 0, rest.length), items) : null;
  const line = only !== undefined && more === undefined ? only : named;
  return line === null ? null : { ...change, line };
}

// "4 bags not 3", "5k instead of 6k", "from 5k to 6k".
function withoutContrast(words: readonly Word[]): readonly Word[] {
  const not = words.findIndex(
    ({ word }, at) => at > 0 && (word === 'not' || (word === 'instead' && matchesAt(words, at + 1, 'of'))),
  );
  const cut = not === -1 ? words : words.slice(0, not);
  const from = cut.findIndex(({ word }) => word === 'from');
  const old = from === -1 ? null : amountAt(cut, from + 1);
  return old && cut[old.to]?.word === 'to' ? [...cut.slice(0, from), ...cut.slice(old.to)] : cut;
}

function setLines(words: readonly Word[], isExplicit: boolean, change: Change): Change {
  const references = lineReferences(words, change.draft.items.length);
  const flags = {
    price: words.some(({ word }) => PRICE.test(word)),
    quantity: words.some(({ word }) => QUANTITY.test(word)),
  };
  const rest = figuresOnly(afterVerb(withoutSpans(words, references)));
  if (!rest.some(({ word }, at) => amountAt(rest, at) !== null || /^dozens?$|^x\d+$|^\d+x$/.test(word)))
    return isExplicit ? change : (selectLine(words, change) ?? change);
  const lines = references.length > 0 ? references.flatMap((one) => one.lines) : null;
  return readLines(rest).reduce(
    (next, newLine) => setLine(newLine, { lines, isExplicit, ...flags }, next),
    change,
  );
}

// "the price of mops to 2k" means mops at 2k.
function figuresOnly(words: readonly Word[]): Word[] {
  const remaining = words.filter(
    ({ word }, at) =>
      !PRICE.test(word) &&
      !/^(?:quantity|qty|number|count)$/.test(word) &&
      !(at === 0 && /^(?:of|for|the)$/.test(word)),
  );
  const first = amountAt(remaining, 0);
  const replacesFigure =
    first?.kind === 'plain' &&
    remaining.some(({ word }, at) => /^(?:to|should|be)$/.test(word) && amountAt(remaining, at + 1));
  if (replacesFigure) remaining.splice(0, first.to);
  const from = remaining.findIndex(
    ({ word }) => !/^(?:of|for|the|is|to|be|should|now|it|am|na|:|=)$/.test(word),
  );
  return remaining.slice(Math.max(0, from)).map((word, at, all) => {
    const leads =
      /^(?:to|should|be|become|becomes|now|is|instead)$/.test(word.word) && at > 0 && !amountAt(all, at);
    return leads ? { ...word, word: 'at', raw: 'at' } : word;
  });
}

type EditTarget = { lines: number[] | null; isExplicit: boolean; price: boolean; quantity: boolean };

function setLine(newLine: DraftLine, target: EditTarget, change: Change): Change {
  const { items } = change.draft;
  const unit =
    newLine.goods === null || isOnlyUnit(newLine.goods) || /^(?:pieces?|pcs|it|am)$/i.test(newLine.goods);
  const named = newLine.goods === null ? null : lineByName(newLine.goods, items);
  const other = !unit && named === null && target.lines?.length === 1 ? target.lines[0] : undefined;
  if (other !== undefined) return replaceLine(newLine, change, other);
  // "All the rice is 40k" is of the rice alone, and of all of it.
  if (named !== null && (target.lines?.length ?? 0) > 1)
    return setOneLine({ ...newLine, priceOfAll: !newLine.each }, target, change, named);
  const lines = target.lines ?? (named !== null ? [named] : unit ? lineByContext(newLine, change) : null);
  if (lines) return lines.reduce((next, line) => setOneLine(newLine, target, next, line), change);
  if (unit) return unclear(change, 'items');
  if (target.isExplicit && items.length === 1) return replaceLine(newLine, change);
  const currency = currenciesIn(newLine);
  return withItems(change, [...items, toItem(newLine)], items.length, currency);
}

// Without a name: the only line, the one mentioned last, or the one lacking this value; "each" means all.
function lineByContext(newLine: DraftLine, change: Change): number[] | null {
  const { items } = change.draft;
  const unpriced = items.flatMap(({ rate }, line) => (rate === null ? [line] : []));
  if (newLine.price && unpriced.length > 0 && (unpriced.length === 1 || newLine.each)) return unpriced;
  const found = defaultLines(change);
  if (found) return found;
  return newLine.each && !newLine.quantity ? items.map((_, line) => line) : null;
}

function setOneLine(newLine: DraftLine, target: EditTarget, change: Change, line: number): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const currency = currenciesIn(newLine);
  if (newLine.quantity !== null && newLine.price)
    return withItem(change, line, updateItem(item, newLine), currency);
  const figure =
    newLine.price ??
    (newLine.quantity === null
      ? null
      : { value: newLine.quantity, currency: null, kind: 'plain' as const, each: false, to: 0 });
  if (!figure) return change;
  const price =
    target.price ||
    (change.currencies.length > 0 && !newLine.counts && newLine.goods === null) ||
    (!target.quantity &&
      !newLine.counts &&
      (newLine.each || newLine.priceOfAll || looksLikePrice(figure, item)));
  if (
    !target.price &&
    !target.quantity &&
    change.currencies.length === 0 &&
    mayBeThousands(newLine, figure, item)
  )
    return unclear(change, 'rate');
  const next = price
    ? updateItem(item, { ...newLine, quantity: null, price: figure })
    : { ...item, quantity: figure.value };
  if (price && figure.value <= 0) return unclear(withItem(change, line, { ...item, rate: null }), 'rate');
  return withItem(change, line, next, currency);
}

// "65" about one thing at 60k: sixty-five of them, or 65k?
function mayBeThousands(newLine: DraftLine, { kind, value }: Amount, { quantity, rate }: Item): boolean {
  if (kind !== 'plain' || newLine.goods !== null || newLine.counts || newLine.each || quantity !== 1 || !rate)
    return false;
  return value >= 20 && value * 1000 >= rate / 2 && value * 1000 <= rate * 2;
}

function replaceLine(newLine: DraftLine, change: Change, line = 0): Change {
  const item = change.draft.items[line];
  if (!item) return change;
  const next = { ...updateItem(item, newLine), description: toItem(newLine).description ?? item.description };
  return withItem(change, line, next, currenciesIn(newLine));
}
