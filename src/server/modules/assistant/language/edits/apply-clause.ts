import { amountsIn, hasFigure } from '../amounts/amounts.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import { type Change, lineByName, lineReferences, withoutSpans } from './change.ts';
import { afterVerb, type EditClause, isQuestion } from './clauses.ts';
import { adjustBy, multiply, removeLines, renameLine, setTotal } from './line-edits.ts';
import { applySlots } from './slot-edits.ts';

/** Applies the first of the parts of a message to the lines of a draft, with those behind it that are more of the same; takes them off. */
export function applyClause(
  message: readonly Word[],
  clauses: EditClause[],
  slots: readonly Slot[],
  change: Change,
): Change {
  const clause = clauses.shift();
  if (!clause || isQuestion(clause.words)) return change;
  const { words, verb } = clause;
  const next = clauses[0];
  // "Remove the rice and beans, the fish too".
  if (next?.verb === null && verb) clauses[0] = { ...next, verb };
  if (verb === 'remove') return removeLines(words, change);
  if (verb !== 'set' && /^(?:no|without)$/.test(words[0]?.word ?? '') && !hasFigure(words))
    return removeLines(words.slice(1), change);
  const counted =
    adjustBy(words, change) ??
    multiply(words, change) ??
    setTotal(words, change) ??
    renameLine(words, change);
  if (counted) return counted;
  const was = lineAsItWas(words, change);
  if (was !== null) return { ...change, line: was };
  const more = clauses.findIndex((one) => one.isNew || isQuestion(one.words));
  const last = clauses[(more === -1 ? clauses.length : more) - 1] ?? clause;
  const told = applySlots(
    message,
    { ...clause, to: last.to, words: message.slice(clause.from, last.to) },
    slots,
    change,
  );
  if (told) clauses.splice(0, clauses.indexOf(last) + 1);
  return told ?? selectLine(words, change) ?? change;
}

// "E no go reach 60, make am 45": a part that only denies what one line has leads to it.
function lineAsItWas(words: readonly Word[], { draft: { items } }: Change): number | null {
  const [old, more] = amountsIn(words);
  if (!old || more || !words.some(({ word }) => DENIES.test(word))) return null;
  const [line, other] = items.flatMap(({ quantity, rate }, at) =>
    [quantity, rate].includes(old.value) ? [at] : [],
  );
  return line !== undefined && other === undefined ? line : null;
}
const DENIES = /^(?:no|not|never|(?:did|was|is|are|were|won|wo|ca)n['’]?t|nor)$/;

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
