import type { Draft } from '#contract/assistant.ts';
import { amountsIn } from './amounts/amounts.ts';
import {
  blankSpans,
  isSeparator,
  rawText,
  skipBackward,
  skipForward,
  type Span,
  type Word,
} from './tokens/tokenize.ts';

/** Texts of a paper that a message tells, and where: no line, customer or day is read of these words. */
export type PaperTexts = { spans: Span[]; texts: Pick<Draft, 'poNumber' | 'notes'> };

/** The texts after a message: a note is put to the one before, unless that is taken off. */
export const withTexts = <T extends PaperTexts['texts']>(before: T, { texts }: PaperTexts): T => ({
  ...before,
  ...texts,
  ...(texts.notes && before.notes && { notes: `${before.notes.replace(/[.]$/, '')}. ${texts.notes}` }),
});

/**
 * The customer's order number, "LPO number DPK/4471", and a note, "note: deliver at the gate"; of a draft that is changed also what
 * can be nothing else, "reason: broken chairs".
 */
export function paperTextsIn(words: readonly Word[], isChange: boolean): PaperTexts {
  const order = orderIn(words);
  const note = noteIn(blankSpans(words, [order]), isChange);
  return {
    spans: [order, note].filter((span) => span !== null),
    texts: { ...(order && { poNumber: order.text }), ...(note && { notes: note.text }) },
  };
}

type Found = Span & { text: string };

const TO_THE_NUMBER = /^(?:no|no\.|number|num|ref|#|is|na|be|:)$/;
const BEFORE_ORDER = /^(?:put|add|write|use|our|the|their|my|with|and|,)$/;

function orderIn(words: readonly Word[]): Found | null {
  for (const [at, { word }] of words.entries()) {
    const isOrder = word === 'purchase' && words[at + 1]?.word === 'order';
    if (!isOrder && !/^(?:lpo|po)$/.test(word)) continue;
    const from = skipForward(words, at + (isOrder ? 2 : 1), TO_THE_NUMBER, 4);
    let to = from + 1;
    while (to < words.length && words[to]?.start === words[to - 1]?.end) to++;
    while (to > from && isSeparator(words[to - 1])) to--;
    const text = rawText(words, from, to);
    if (/\d/.test(text)) return { from: skipBackward(words, at, BEFORE_ORDER, 4), to, text };
  }
  return null;
}

const NOTE = /^notes?$/;
const TO_THE_NOTE = /^(?:say|saying|that|dey|it|is|na|as|:|-)$/;
const BEFORE_TEXT = /^(?:put|add|write|include|please|abeg|am|it|,)$/;

function noteIn(words: readonly Word[], isChange: boolean): Found | null {
  const named = words.findIndex(({ word }) => NOTE.test(word) || (isChange && word === 'reason'));
  if (named < 0) return isChange ? attention(words) : null;
  const start = words.findLastIndex((word, at) => at < named && isSeparator(word)) + 1;
  const from = skipForward(words, named + 1, TO_THE_NOTE, 3);
  const verb = skipBackward(words, named, /^(?:the|that|any)$/, 1) - 1;
  if (isChange && /^(?:no|remove|delete|comot|without)$/.test(words[verb]?.word ?? ''))
    return { from: verb, to: named + 1, text: '' };
  if (from > named + 1) return found(words, { from: start, to: words.length }, from);
  // "Put deliver at the gate as the note".
  const lead = skipBackward(words, named, /^(?:the|an?)$/, 1) - 1;
  return isChange && /^(?:for|in|as|to)$/.test(words[lead]?.word ?? '')
    ? found(words, { from: start, to: named + 1 }, skipForward(words, start, BEFORE_TEXT, 4), lead)
    : null;
}

// "Attn Mrs Daniel", "warranty 3 months, write am join": neither names goods, nor what they cost.
function attention(words: readonly Word[]): Found | null {
  const from = words.findIndex(({ word }) => /^(?:attn|attention|warranty|guarantee)$/.test(word));
  if (from < 0 || amountsIn(words).some(({ value }) => value >= 500)) return null;
  const asked = words.findIndex(({ word }, at) => at > from && /^(?:write|put|add)$/.test(word));
  const to = asked < 0 ? words.length : asked;
  return found(words, { from, to: words.length }, from, to);
}

function found(words: readonly Word[], { from, to }: Span, first: number, end = to): Found | null {
  const text = rawText(words, first, end).replace(/[\s,]+$/, '');
  return /\p{L}/u.test(text) ? { from, to, text } : null;
}
