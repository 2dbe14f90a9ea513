import { amountAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import { rawText, skipForward, type Word } from '../tokens/tokenize.ts';
import { isGoods } from '../vocabulary/goods.ts';
import { type Change, withItem } from './change.ts';
import { lineByName, lineReferenceAt } from './line-matching.ts';

const CHANGES = /^(?:change|replace|rename|swap|switch|edit|correct|update)$/;
const FIELD = /^(?:description|item|name|product|service|it|am|that|thing|work|job)$/;
const LEAD =
  /^(?:no|sorry|actually|it|it's|its|is|na|should|be|i|mean|meant|please|abeg|the|a|an|yes|but|to|say|make|was|for|call|am|oh|correct|correction|:|change|not)$/;

/** Renames a line: "it's braids not brands", "replace cement with sand", "the description should be rent". */
export function renameLine(words: readonly Word[], change: Change): Change | null {
  return (
    contrast(words, change) ??
    replacement(words, change) ??
    becomes(words, change) ??
    describedAs(words, change)
  );
}

const hasFigure = (words: readonly Word[]): boolean => words.some((_, at) => amountAt(words, at) !== null);
const textOf = (words: readonly Word[]): string =>
  rawText(words, 0, words.length)
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .trim();

function setDescription(change: Change, line: number, words: readonly Word[]): Change | null {
  const item = change.draft.items[line];
  const text = textOf(words);
  if (!item || !/\p{L}{2}/u.test(text) || hasFigure(words)) return null;
  return withItem(change, line, { ...item, description: text.slice(0, 200) });
}

// "braids not brands", "sand instead of cement", "not brands but braids".
function contrast(words: readonly Word[], change: Change): Change | null {
  const not = words.findIndex(
    ({ word }, at) => word === 'not' || (word === 'instead' && matchesAt(words, at + 1, 'of')),
  );
  if (not === -1) return null;
  const oldFrom = words[not]?.word === 'not' ? not + 1 : not + 2;
  const but = words.findIndex(({ word }, at) => at > oldFrom && /^(?:but|,)$/.test(word));
  const old = words.slice(oldFrom, but === -1 ? words.length : but);
  const line = lineByName(textOf(old), change.draft.items);
  if (line === null || hasFigure(old)) return null;
  const newWords =
    but === -1
      ? words.slice(skipForward(words, 0, LEAD), not)
      : words.slice(skipForward(words, but + 1, LEAD));
  return setDescription(change, line, newWords);
}

function replacement(words: readonly Word[], change: Change): Change | null {
  const verb = words.findIndex(({ word }) => CHANGES.test(word));
  const to = words.findIndex(({ word }, at) => at > verb + 1 && /^(?:to|with|by|into|for|as)$/.test(word));
  if (verb === -1 || to === -1) return null;
  const line = oldLine(words.slice(verb + 1, to), change);
  return line === null
    ? null
    : setDescription(change, line, words.slice(skipForward(words, to + 1, /^(?:be|a|an|the|:)$/)));
}

// "shirts should be blouses", "the shirts are actually blouses".
function becomes(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(({ word }, i) => i > 0 && /^(?:should|are|is|na|must)$/.test(word));
  const newWords = words.slice(
    skipForward(words, at + 1, /^(?:be|actually|now|really|been|have|the|a|an|it|in|fact|rather)$/),
  );
  const line = at === -1 ? null : lineByName(textOf(words.slice(0, at)), change.draft.items);
  if (
    line === null ||
    newWords.length === 0 ||
    newWords.length > 5 ||
    !newWords.some(({ word }) => isGoods(word))
  )
    return null;
  return lineByName(textOf(newWords), change.draft.items) === null
    ? setDescription(change, line, newWords)
    : null;
}

function oldLine(old: readonly Word[], change: Change): number | null {
  const { items } = change.draft;
  for (let at = 0; at < old.length; at++) {
    const [line, more] = lineReferenceAt(old, at, items.length)?.lines ?? [];
    if (line !== undefined && more === undefined) return line;
  }
  if (
    old.some(({ word }) =>
      /^(?:price|quantity|rate|date|customer|client|discount|vat|amount|cost)$/.test(word),
    )
  )
    return null;
  const found = lineByName(textOf(old), items);
  if (found !== null) return found;
  return items.length === 1 && old.some(({ word }) => FIELD.test(word)) ? 0 : null;
}

// "call it wig revamp", "description is rent".
function describedAs(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(
    ({ word }, i) =>
      word === 'description' || (word === 'call' && /^(?:it|am|that)$/.test(words[i + 1]?.word ?? '')),
  );
  if (change.draft.items.length !== 1) return null;
  if (at === -1) return restated(words, change);
  return setDescription(
    change,
    0,
    words.slice(skipForward(words, at + 1, /^(?:it|am|that|is|should|be|to|:|as|na|the)$/)),
  );
}

// "it's gate painting", "I meant gate painting".
function restated(words: readonly Word[], change: Change): Change | null {
  const from = skipForward(words, 0, LEAD);
  const newWords = words.slice(from);
  const leads = words
    .slice(0, from)
    .some(({ word }) => /^(?:it|it's|its|na|mean|meant|sorry|actually)$/.test(word));
  return leads && newWords.length < 6 && newWords.some(({ word }) => isGoods(word))
    ? setDescription(change, 0, newWords)
    : null;
}
