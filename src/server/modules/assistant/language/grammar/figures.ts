import { type Amount, amountAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/counts.ts';
import { isTitle } from '../parties/contact-details.ts';
import { skipForward } from '../tokens/spans.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import { isGoods, isUnit } from '../vocabulary/goods.ts';
import { NAMES } from '../vocabulary/names.ts';
import type { Chunk } from './chunk.ts';
import { isCapitalized } from './name-chunks.ts';

export const LIST_MARK = '#.';

// "with 3 items for Paul: …", "two lines: …" only announce the lines.
export function countOfLines(words: readonly Word[], at: number): number | null {
  const count = amountAt(words, at);
  if (count?.kind !== 'plain' || count.value > 100) return null;
  const noun = skipForward(words, count.to, /^(?:more|other|extra|different|new)$/, 2);
  if (!/^(?:items?|lines?|things?|products?|services?)$/.test(words[noun]?.word ?? '')) return null;
  const next = words[noun + 1];
  const announces = !next || /^(?::|,|-|\n|for|to|namely|which|as)$/.test(next.raw.toLowerCase());
  return announces &&
    !amountAt(words, noun + 2) &&
    words.slice(noun + 1).some((_, i) => amountAt(words, noun + 1 + i))
    ? noun + 1
    : null;
}

// "2x", "x2", "dozen", "two dozen", "half dozen", "a couple of".
export function multiplierAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const { raw = '', word = '' } = words[at] ?? {};
  const times = /^(?:x(\d{1,7}(?:\.\d{1,3})?)|(\d{1,7}(?:\.\d{1,3})?)x)$/i.exec(raw);
  if (times) return { value: Number(times[1] ?? times[2]), to: at + 1 };
  if (word === 'dozen') return { value: 12, to: skipOf(words, at + 1) };
  if (matchesAt(words, at, 'a', 'couple') || matchesAt(words, at, 'couple', 'of'))
    return { value: 2, to: skipOf(words, word === 'a' ? at + 2 : at + 1) };
  const number = amountAt(words, at);
  const dozen = number ?? (/^an?$/.test(word) ? { value: 1, to: at + 1, kind: 'plain' } : null);
  if (dozen && dozen.kind === 'plain' && /^dozens?$/.test(words[dozen.to]?.word ?? ''))
    return { value: dozen.value * 12, to: skipOf(words, dozen.to + 1) };
  const x = number && number.kind === 'plain' && /^[x×]$/i.test(words[number.to]?.word ?? '');
  if (x && !amountAt(words, number.to + 1)) return { value: number.value, to: number.to + 1 };
  if (/^[x×]$/i.test(word)) {
    const countAt = isUnit(words[at - 1]?.word ?? '') ? at - 2 : at - 1;
    const counted = amountAt(words, countAt) ? null : amountAt(words, at + 1);
    const price = counted && !/^\p{L}/u.test(words[counted.to]?.word ?? '');
    if (counted?.kind === 'plain' && counted.value < 1000 && price)
      return { value: counted.value, to: counted.to };
  }
  return null;
}

const skipOf = (words: readonly Word[], at: number): number => (matchesAt(words, at, 'of') ? at + 1 : at);

const GLUED = /^(\d{1,7}(?:\.\d{1,2})?)(\p{L}{2,30})$/u;

const PART_OF_THING =
  /^(?:kg|g|mg|ml|cl|l|v|w|kva|kw|gb|tb|mb|mp|mm|cm|ft|inch|inches|hp|ah|st|nd|rd|th|watts?|volts?|amps?|a|d|in)$/;

// "3bags of rice" counts bags; "50kg rice" and "12V battery" are things.
export function attachedUnit(words: readonly Word[], at: number): Pick<Chunk, 'amount' | 'unit'> | null {
  const found = GLUED.exec(words[at]?.raw ?? '');
  if (!found) return null;
  const [, digits = '', unit = ''] = found;
  if (!isUnit(unit.toLowerCase())) return null;
  if (PART_OF_THING.test(unit.toLowerCase()) && !countsMeasure(words, at, unit.toLowerCase())) return null;
  return { amount: { value: Number(digits), currency: null, kind: 'plain', each: false, to: at + 1 }, unit };
}

const countsMeasure = (words: readonly Word[], at: number, unit: string): boolean =>
  words
    .slice(at + 1, at + 10)
    .some(
      ({ word }, i, rest) => (word === 'per' || word === '/' || word === 'a') && rest[i + 1]?.word === unit,
    );

// "1. 3 mops 2. 2 buckets": the places of a list.
export function listMarkAt(words: readonly Word[], at: number, previous: readonly Chunk[]): number | null {
  const [mark, dot, next] = [words[at], words[at + 1], words[at + 2]];
  if (!mark || !dot || !next || !/^[1-9]\d?$/.test(mark.raw) || !/^[.)]$/.test(dot.raw)) return null;
  if (dot.start !== mark.end || next.start === dot.end) return null;
  const place = 1 + previous.filter(({ raw }) => raw === LIST_MARK).length;
  return Number(mark.raw) === place ? at + 2 : null;
}

export function figureAt(words: readonly Word[], at: number): Amount | null {
  const { word = '' } = words[at] ?? {};
  if (/^(?:n|m|k|b)$/.test(word)) return null;
  if (word === 'one' && isCapitalized(words[at + 1]) && !isCapitalized(words[at])) return null;
  if (
    word === 'one' &&
    !(
      /^\p{L}/u.test(words[at + 1]?.word ?? '') &&
      !/^(?:for|of|please|abeg|to|and)$/.test(words[at + 1]?.word ?? '')
    ) &&
    !isSeparator(words[at - 1])
  )
    return null;
  if (
    word === 'one' &&
    /^(?:this|that|quick|the|which|another|any|last|first|new|small|next)$/.test(words[at - 1]?.word ?? '')
  )
    return null;
  if (isFourMeaningFor(words, at)) return null;
  const amount = amountAt(words, at);
  return amount && isNegative(words, at) ? { ...amount, value: -amount.value } : amount;
}

// "inv 4 Hakeem" is for him.
export function isFourMeaningFor(words: readonly Word[], at: number): boolean {
  if (words[at]?.raw !== '4') return false;
  const next = words[at + 1];
  const word = next?.word ?? '';
  if (isGoods(words[at - 1]?.word ?? '') && (isTitle(word) || (NAMES.has(word) && isCapitalized(next))))
    return !isUnit(word);
  if (!/^(?:invoice|bill|receipt)$/.test(words[at - 1]?.word ?? '')) return false;
  if (NAMES.has(word) || (isTitle(word) && !isUnit(word))) return true;
  return isCapitalized(next) && !isUnit(word) && !isGoods(word);
}

// "at -5k": a dash that clings to the figure after a word that leads to a price.
function isNegative(words: readonly Word[], at: number): boolean {
  const [lead, sign, figure] = [words[at - 2], words[at - 1], words[at]];
  const clings =
    sign?.raw === '-' && sign.end === figure?.start && lead !== undefined && lead.end < sign.start;
  if (words[at - 1]?.word === 'minus') return /^(?:at|@|for|of|is)$/.test(words[at - 2]?.word ?? '');
  return clings && /^(?:at|@|for|of|is|to|na|price)$/.test(lead?.word ?? '');
}
