import { type Amount, amountAt } from '../amounts/amounts.ts';
import { dayAt } from '../dates/days.ts';
import { isSeparator, skipForward, type Word } from '../tokens/tokenize.ts';
import { NAMES } from '../vocabulary/names.ts';

const MARKS = /^(?:,|\.|-|–|—|!|;|…)$/;
const CORRECTION_WORDS = /^(?:sorry|oops|correction|rather|actually|scratch|wait)$/;
const TAIL =
  /^(?:sorry|oops|correction|rather|actually|wait|no|i|mean|meant|it's|its|is|that|that's|make|scratch|abeg|please|na|say|should|be|was|to|,|\.|:|-|o|it)$/;

/**
 * Applies corrections within a message: "3, sorry 4 bags" gives 4, "25k for a wig … sorry I mean 27k" gives
 * 27k, "due Tuesday, sorry Wednesday" Wednesday, "Ada, I mean Adaobi" Adaobi.
 */
export function applyCorrections(message: readonly Word[], today: string): readonly Word[] {
  const words = withoutRepeats(message);
  for (let at = 1; at < words.length; at++) {
    const correctedLater = CORRECTION_WORDS.test(words[at]?.word ?? '')
      ? correctEarlierAmount(words, at)
      : null;
    if (correctedLater) return correctedLater;
    const to = correctionAt(words, at);
    if (to === null) continue;
    const corrected =
      correctAmount(words, at, to) ?? correctDay(words, at, to, today) ?? correctName(words, at, to);
    if (corrected) return corrected;
  }
  return words;
}

// "four (4) buckets", "N28,000 (twenty-eight thousand naira only)".
function withoutRepeats(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word, i) => word.raw === '(' && repeatAt(words, i) !== null);
  const to = at === -1 ? null : repeatAt(words, at);
  return to === null ? words : [...words.slice(0, at), ...withoutRepeats(words.slice(to))];
}

function repeatAt(words: readonly Word[], at: number): number | null {
  const repeated = amountAt(words, at + 1);
  const end = repeated ? skipForward(words, repeated.to, /^(?:naira|dollars|only|pcs|pieces)$/, 2) : 0;
  if (!repeated || words[end]?.raw !== ')') return null;
  for (let from = Math.max(0, at - 6); from < at; from++) {
    const first = amountAt(words, from);
    if (first && first.value === repeated.value && first.to >= at - 1 && first.to <= at) return end + 1;
  }
  return null;
}

// "sorry", "no wait", "I mean"; a plain "no" only right between two figures.
function correctionAt(words: readonly Word[], at: number): number | null {
  const [word = '', next = ''] = [words[at]?.word, words[at + 1]?.word];
  const isCorrection =
    CORRECTION_WORDS.test(word) ||
    (word === 'i' && /^(?:mean|meant)$/.test(next)) ||
    (word === 'no' && /^(?:wait|sorry)$/.test(next));
  const hasMark = MARKS.test(words[at - 1]?.word ?? '') || words[at - 1]?.word === 'no';
  const isPlainNo =
    (word === 'no' && hasMark) ||
    (word === 'make' && /^(?:that|it)$/.test(next) && hasMark && amountAt(words, at - 2) !== null);
  const between = isPlainNo && amountAt(words, skipForward(words, at + 1, /^(?:,|that|it)$/, 2)) !== null;
  return isCorrection || between ? skipForward(words, at, TAIL, 6) : null;
}

const isMoney = ({ kind, value }: Amount): boolean => kind !== 'plain' || value >= 1000;

type Place = { from: number; amount: Amount };

function correctAmount(words: readonly Word[], at: number, to: number): Word[] | null {
  const replacement = amountAt(words, to);
  if (!replacement) return null;
  const places: Place[] = [];
  for (let i = 0; i < at; i++) {
    const amount = amountAt(words, i);
    if (!amount || amount.to > at) continue;
    places.push({ from: i, amount });
    i = amount.to - 1;
  }
  const old = places.findLast(({ amount }) => isMoney(amount) === isMoney(replacement));
  if (!old) return null;
  return [
    ...words.slice(0, old.from),
    ...words.slice(to, replacement.to),
    ...words.slice(old.amount.to, startOfMarks(words, at)),
    ...words.slice(replacement.to),
  ];
}

// "15k... 15.5k actually, for shoes", "3 bags, 4 bags sorry, of garri".
function correctEarlierAmount(words: readonly Word[], at: number): Word[] | null {
  const close = startOfMarks(words, at);
  for (let from = close - 1; from >= Math.max(1, close - 5); from--) {
    const replacement = amountAt(words, from);
    const end = startOfMarks(words, from);
    if (!replacement || replacement.to > close || close - replacement.to > 1 || end === from) continue;
    const unit = close > replacement.to ? words[replacement.to]?.word : null;
    const old = oldBefore(words, end, replacement, unit ?? null);
    if (old === null) continue;
    return [
      ...words.slice(0, old),
      ...words.slice(from, close),
      ...words.slice(skipForward(words, at, TAIL, 4)),
    ];
  }
  return null;
}

function oldBefore(
  words: readonly Word[],
  end: number,
  replacement: Amount,
  unit: string | null,
): number | null {
  for (let old = end - 1; old >= Math.max(0, end - 5); old--) {
    const before = amountAt(words, old);
    if (!before || isMoney(before) !== isMoney(replacement)) continue;
    if (before.to === end || (unit !== null && before.to === end - 1 && words[before.to]?.word === unit))
      return old;
  }
  return null;
}

// The comma or dots before "sorry" go with it.
function startOfMarks(words: readonly Word[], at: number): number {
  let from = at;
  while (from > 0 && MARKS.test(words[from - 1]?.raw ?? '')) from--;
  return from;
}

function correctDay(words: readonly Word[], at: number, to: number, today: string): Word[] | null {
  const replacement = dayAt(words, to, today);
  const end = startOfMarks(words, at);
  if (!replacement) return null;
  for (let from = Math.max(0, end - 5); from < end; from++)
    if (dayAt(words, from, today)?.to === end) return [...words.slice(0, from), ...words.slice(to)];
  return null;
}

function correctName(words: readonly Word[], at: number, to: number): Word[] | null {
  const end = startOfMarks(words, at);
  let from = end;
  while (from > 0 && isName(words[from - 1]) && end - from < 4) from--;
  return isName(words[to]) && from < end && from > 0 ? [...words.slice(0, from), ...words.slice(to)] : null;
}

const isName = (word: Word | undefined): boolean =>
  word !== undefined &&
  !isSeparator(word) &&
  (NAMES.has(word.word) || /^\p{Lu}\p{Ll}/u.test(word.raw)) &&
  word.raw !== 'I';
