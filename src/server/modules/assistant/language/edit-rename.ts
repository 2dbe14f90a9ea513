import { amountAt } from './amounts.ts';
import { is } from './counts.ts';
import { type Change, withItem } from './edit-change.ts';
import { lineNamed, pointedAt } from './edit-lines.ts';
import { after } from './spans.ts';
import { isGoods } from './trade-words.ts';
import { saidBetween, type Word } from './words.ts';

const CHANGES = /^(?:change|replace|rename|swap|switch|edit|correct|update)$/;
const FIELD = /^(?:description|item|name|product|service|it|am|that|thing|work|job)$/;
const LEAD =
  /^(?:no|sorry|actually|it|it's|its|is|na|should|be|i|mean|meant|please|abeg|the|a|an|yes|but|to|say|make|was|for|call|am|oh|correct|correction|:|change|not)$/;

/** Renames a line: "it's braids not brands", "replace cement with sand", "the description should be rent". */
export function renamed(words: readonly Word[], change: Change): Change | null {
  return (
    contrast(words, change) ?? replacement(words, change) ?? become(words, change) ?? named(words, change)
  );
}

const hasFigure = (words: readonly Word[]): boolean => words.some((_, at) => amountAt(words, at) !== null);
const textOf = (words: readonly Word[]): string =>
  saidBetween(words, 0, words.length)
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .trim();

function call(change: Change, line: number, words: readonly Word[]): Change | null {
  const item = change.draft.items[line];
  const text = textOf(words);
  if (!item || !/\p{L}{2}/u.test(text) || hasFigure(words)) return null;
  return withItem(change, line, { ...item, description: text.slice(0, 200) });
}

// "braids not brands", "sand instead of cement", "not brands but braids".
function contrast(words: readonly Word[], change: Change): Change | null {
  const not = words.findIndex(
    ({ word }, at) => word === 'not' || (word === 'instead' && is(words, at + 1, 'of')),
  );
  if (not === -1) return null;
  const oldFrom = words[not]?.word === 'not' ? not + 1 : not + 2;
  const but = words.findIndex(({ word }, at) => at > oldFrom && /^(?:but|,)$/.test(word));
  const old = words.slice(oldFrom, but === -1 ? words.length : but);
  const line = lineNamed(textOf(old), change.draft.items);
  if (line === null || hasFigure(old)) return null;
  const fresh =
    but === -1 ? words.slice(after(words, 0, LEAD), not) : words.slice(after(words, but + 1, LEAD));
  return call(change, line, fresh);
}

function replacement(words: readonly Word[], change: Change): Change | null {
  const verb = words.findIndex(({ word }) => CHANGES.test(word));
  const to = words.findIndex(({ word }, at) => at > verb + 1 && /^(?:to|with|by|into|for|as)$/.test(word));
  if (verb === -1 || to === -1) return null;
  const line = oldLine(words.slice(verb + 1, to), change);
  return line === null ? null : call(change, line, words.slice(after(words, to + 1, /^(?:be|a|an|the|:)$/)));
}

// "shirts should be blouses", "the shirts are actually blouses".
function become(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(({ word }, i) => i > 0 && /^(?:should|are|is|na|must)$/.test(word));
  const fresh = words.slice(
    after(words, at + 1, /^(?:be|actually|now|really|been|have|the|a|an|it|in|fact|rather)$/),
  );
  const line = at === -1 ? null : lineNamed(textOf(words.slice(0, at)), change.draft.items);
  if (line === null || fresh.length === 0 || fresh.length > 5 || !fresh.some(({ word }) => isGoods(word)))
    return null;
  return lineNamed(textOf(fresh), change.draft.items) === null ? call(change, line, fresh) : null;
}

function oldLine(old: readonly Word[], change: Change): number | null {
  const { items } = change.draft;
  for (let at = 0; at < old.length; at++) {
    const [line, more] = pointedAt(old, at, items.length)?.lines ?? [];
    if (line !== undefined && more === undefined) return line;
  }
  if (
    old.some(({ word }) =>
      /^(?:price|quantity|rate|date|customer|client|discount|vat|amount|cost)$/.test(word),
    )
  )
    return null;
  const found = lineNamed(textOf(old), items);
  if (found !== null) return found;
  return items.length === 1 && old.some(({ word }) => FIELD.test(word)) ? 0 : null;
}

// "call it wig revamp", "description is rent".
function named(words: readonly Word[], change: Change): Change | null {
  const at = words.findIndex(
    ({ word }, i) =>
      word === 'description' || (word === 'call' && /^(?:it|am|that)$/.test(words[i + 1]?.word ?? '')),
  );
  if (change.draft.items.length !== 1) return null;
  if (at === -1) return saidAnew(words, change);
  return call(change, 0, words.slice(after(words, at + 1, /^(?:it|am|that|is|should|be|to|:|as|na|the)$/)));
}

// "it's gate painting", "I meant gate painting".
function saidAnew(words: readonly Word[], change: Change): Change | null {
  const from = after(words, 0, LEAD);
  const said = words.slice(from);
  const leads = words
    .slice(0, from)
    .some(({ word }) => /^(?:it|it's|its|na|mean|meant|sorry|actually)$/.test(word));
  return leads && said.length < 6 && said.some(({ word }) => isGoods(word)) ? call(change, 0, said) : null;
}
