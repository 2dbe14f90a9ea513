import { type Amount, amountAt } from './amounts.ts';
import { dayAt } from './day-words.ts';
import { NAMES } from './name-words.ts';
import { after } from './spans.ts';
import { separates, type Word } from './words.ts';

const MARKS = /^(?:,|\.|-|–|—|!|;|…)$/;
const SORRY = /^(?:sorry|oops|correction|rather|actually|scratch|wait)$/;
const TAIL =
  /^(?:sorry|oops|correction|rather|actually|wait|no|i|mean|meant|it's|its|is|that|that's|make|scratch|abeg|please|na|say|should|be|was|to|,|\.|:|-|o|it)$/;

/**
 * Applies corrections within a message: "3, sorry 4 bags" gives 4, "25k for a wig … sorry I mean 27k" gives
 * 27k, "due Tuesday, sorry Wednesday" Wednesday, "Ada, I mean Adaobi" Adaobi.
 */
export function repaired(message: readonly Word[], today: string): readonly Word[] {
  const words = withoutEcho(message);
  for (let at = 1; at < words.length; at++) {
    const late = SORRY.test(words[at]?.word ?? '') ? withLaterAmount(words, at) : null;
    if (late) return late;
    const to = correctionAt(words, at);
    if (to === null) continue;
    const better = withAmount(words, at, to) ?? withDay(words, at, to, today) ?? withName(words, at, to);
    if (better) return better;
  }
  return words;
}

// "four (4) buckets", "N28,000 (twenty-eight thousand naira only)".
function withoutEcho(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word, i) => word.said === '(' && echoAt(words, i) !== null);
  const to = at === -1 ? null : echoAt(words, at);
  return to === null ? words : [...words.slice(0, at), ...withoutEcho(words.slice(to))];
}

function echoAt(words: readonly Word[], at: number): number | null {
  const again = amountAt(words, at + 1);
  const end = again ? after(words, again.to, /^(?:naira|dollars|only|pcs|pieces)$/, 2) : 0;
  if (!again || words[end]?.said !== ')') return null;
  for (let from = Math.max(0, at - 6); from < at; from++) {
    const first = amountAt(words, from);
    if (first && first.value === again.value && first.to >= at - 1 && first.to <= at) return end + 1;
  }
  return null;
}

// "sorry", "no wait", "I mean"; a plain "no" only right between two figures.
function correctionAt(words: readonly Word[], at: number): number | null {
  const [word = '', next = ''] = [words[at]?.word, words[at + 1]?.word];
  const marks =
    SORRY.test(word) ||
    (word === 'i' && /^(?:mean|meant)$/.test(next)) ||
    (word === 'no' && /^(?:wait|sorry)$/.test(next));
  const marked = MARKS.test(words[at - 1]?.word ?? '') || words[at - 1]?.word === 'no';
  const better =
    (word === 'no' && marked) ||
    (word === 'make' && /^(?:that|it)$/.test(next) && marked && amountAt(words, at - 2) !== null);
  const between = better && amountAt(words, after(words, at + 1, /^(?:,|that|it)$/, 2)) !== null;
  return marks || between ? after(words, at, TAIL, 6) : null;
}

const isMoney = ({ kind, value }: Amount): boolean => kind !== 'plain' || value >= 1000;

type Place = { from: number; amount: Amount };

function withAmount(words: readonly Word[], at: number, to: number): Word[] | null {
  const fresh = amountAt(words, to);
  if (!fresh) return null;
  const places: Place[] = [];
  for (let i = 0; i < at; i++) {
    const amount = amountAt(words, i);
    if (!amount || amount.to > at) continue;
    places.push({ from: i, amount });
    i = amount.to - 1;
  }
  const old = places.findLast(({ amount }) => isMoney(amount) === isMoney(fresh));
  if (!old) return null;
  return [
    ...words.slice(0, old.from),
    ...words.slice(to, fresh.to),
    ...words.slice(old.amount.to, marked(words, at)),
    ...words.slice(fresh.to),
  ];
}

// "15k... 15.5k actually, for shoes", "3 bags, 4 bags sorry, of garri".
function withLaterAmount(words: readonly Word[], at: number): Word[] | null {
  const close = marked(words, at);
  for (let from = close - 1; from >= Math.max(1, close - 5); from--) {
    const fresh = amountAt(words, from);
    const end = marked(words, from);
    if (!fresh || fresh.to > close || close - fresh.to > 1 || end === from) continue;
    const unit = close > fresh.to ? words[fresh.to]?.word : null;
    const old = oldBefore(words, end, fresh, unit ?? null);
    if (old === null) continue;
    return [...words.slice(0, old), ...words.slice(from, close), ...words.slice(after(words, at, TAIL, 4))];
  }
  return null;
}

function oldBefore(words: readonly Word[], end: number, fresh: Amount, unit: string | null): number | null {
  for (let old = end - 1; old >= Math.max(0, end - 5); old--) {
    const before = amountAt(words, old);
    if (!before || isMoney(before) !== isMoney(fresh)) continue;
    if (before.to === end || (unit !== null && before.to === end - 1 && words[before.to]?.word === unit))
      return old;
  }
  return null;
}

// The comma or dots before "sorry" go with it.
function marked(words: readonly Word[], at: number): number {
  let from = at;
  while (from > 0 && MARKS.test(words[from - 1]?.said ?? '')) from--;
  return from;
}

function withDay(words: readonly Word[], at: number, to: number, today: string): Word[] | null {
  const fresh = dayAt(words, to, today);
  const end = marked(words, at);
  if (!fresh) return null;
  for (let from = Math.max(0, end - 5); from < end; from++)
    if (dayAt(words, from, today)?.to === end) return [...words.slice(0, from), ...words.slice(to)];
  return null;
}

function withName(words: readonly Word[], at: number, to: number): Word[] | null {
  const end = marked(words, at);
  let from = end;
  while (from > 0 && isName(words[from - 1]) && end - from < 4) from--;
  return isName(words[to]) && from < end && from > 0 ? [...words.slice(0, from), ...words.slice(to)] : null;
}

const isName = (word: Word | undefined): boolean =>
  word !== undefined &&
  !separates(word) &&
  (NAMES.has(word.word) || /^\p{Lu}\p{Ll}/u.test(word.said)) &&
  word.said !== 'I';
