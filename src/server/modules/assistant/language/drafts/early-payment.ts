import type { Draft } from '#contract/assistant.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { dayFromNowAt } from '../dates/due-date.ts';
import { blankSpans, rawText, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import type { Aside } from '../types.ts';
import { discountIn } from './terms.ts';

/** A discount that is offered for paying early; null where it is no percentage, or nobody says until when. */
export type EarlyPayment = Span & { earlyPayment: Draft['earlyPayment'] | null };

const PAYING = /^(?:pay|pays|paid|paying|payment|pay-up|settle|settles|settled|settling|cleared|clears)$/;
const CONDITION = /^(?:if|when|once|provided|wey)$/;
const FOR_PAYING = /^(?:the|an?|any|early|prompt|quick|advance)$/;
const TO_THE_DAY =
  /^(?:it|am|me|us|my|our|the|this|that|full|fully|all|up|invoice|bill|money|everything|early|in|within|by|before|b4|on|or|until|till|latest|not|no|later|than|next|inside|sharp|,)$/;
const BETWEEN =
  /^(?:,|;|-|\(|and|also|but|then|with|plus|discount|off|her|him|them|you|they|she|he|e|the|a|to|for|it|am|total|invoice|bill|customer|gets?|give|gives|go|will|can|is|there|of|on|all|whole)$/;
const MOST_BETWEEN = 6;
const WINDOW = 14;

/** "2% off if paid within 10 days", "if she pays by Friday give her 2% off", "2/10 net 30". */
export function earlyPaymentIn(words: readonly Word[], today: CalendarDate): EarlyPayment | null {
  for (let at = 0; at < words.length; at++) {
    const found = tradeTermsAt(words, at, today) ?? conditionAt(words, at, today);
    if (found) return found;
  }
  return null;
}

/** Remark about such a discount that cannot be offered as it was said. */
export const earlyAside = (early: EarlyPayment | null, words: readonly Word[]): Aside[] =>
  early && !early.earlyPayment ? [{ kind: 'early_payment', text: rawText(words, early.from, early.to) }] : [];

// "2/10 net 30": two percent within ten days, all of it within thirty. The due day is read by itself.
function tradeTermsAt(words: readonly Word[], at: number, today: CalendarDate): EarlyPayment | null {
  const [, percent = '', days = ''] =
    /^(\d{1,2}(?:\.\d{1,2})?)%?\/(\d{1,3})$/.exec(words[at]?.raw ?? '') ?? [];
  const next = skipForward(words, at + 1, /^,$/, 1);
  if (percent === '' || words[next]?.word !== 'net') return null;
  const until = addDays(today, Number(days));
  return { from: at, to: at + 1, earlyPayment: offerOf(Number(percent), until) };
}

function conditionAt(words: readonly Word[], at: number, today: CalendarDate): EarlyPayment | null {
  const condition = conditionSpan(words, at, today);
  if (!condition) return null;
  const off = discountBeside(words, condition);
  if (!off?.discount) return null;
  const { type, value } = off.discount;
  return {
    from: Math.min(off.from, condition.from),
    to: Math.max(off.to, condition.to),
    earlyPayment: type === 'percent' && condition.until ? offerOf(value, condition.until) : null,
  };
}

const offerOf = (percent: number, until: CalendarDate): EarlyPayment['earlyPayment'] =>
  percent > 0 && percent < 100 ? { percent, until } : null;

type Condition = Span & { until: CalendarDate | null };

/** "if paid by Friday"; a day that is missing or cannot be is null where the words can mean nothing else. */
function conditionSpan(words: readonly Word[], at: number, today: CalendarDate): Condition | null {
  const pays = payingAfter(words, at);
  if (pays === null) return null;
  const to = skipForward(words, pays + 1, TO_THE_DAY, MOST_BETWEEN);
  const day = dayFromNowAt(words, to, today);
  if (day) return { from: at, to: day.to, until: day.date };
  const isEarly = words.slice(at, to).some(({ word }) => /^(?:early|prompt|promptly|quick)$/.test(word));
  return isEarly ? { from: at, to, until: null } : null;
}

function payingAfter(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  const isFor = word === 'for';
  if (!isFor && !CONDITION.test(word)) return null;
  const from = isFor ? skipForward(words, at + 1, FOR_PAYING, 2) : at + 1;
  const last = isFor ? from : Math.min(from + 3, words.length - 1);
  for (let i = from; i <= last; i++) if (PAYING.test(words[i]?.word ?? '')) return i;
  return null;
}

// Next to the condition, with nothing between them but words that join the two.
function discountBeside(words: readonly Word[], { from, to }: Span): ReturnType<typeof discountIn> {
  const within = (span: Span) =>
    discountIn(
      blankSpans(words, [
        { from: 0, to: span.from },
        { from: span.to, to: words.length },
      ]),
    );
  const joins = (span: Span) => words.slice(span.from, span.to).every(({ word }) => BETWEEN.test(word));
  const before = nearestBefore(from, within);
  if (before && joins({ from: before.to, to: from })) return before;
  const after = within({ from: to, to: to + WINDOW });
  return after && joins({ from: to, to: after.from }) ? after : null;
}

// Of two discounts the one next to it, with the words that lead to that.
function nearestBefore(
  to: number,
  within: (span: Span) => ReturnType<typeof discountIn>,
): ReturnType<typeof discountIn> {
  let nearest: ReturnType<typeof discountIn> = null;
  for (let from = to - 1; from >= Math.max(0, to - WINDOW); from--) {
    const found = within({ from, to });
    if (nearest && found?.to !== nearest.to) break;
    nearest = found ?? nearest;
  }
  return nearest;
}
