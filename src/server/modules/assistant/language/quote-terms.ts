import type { Draft } from '#contract/assistant.ts';
import { MOST_DAYS } from '#contract/quotes.ts';
import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import { countAt, matchesAt } from './amounts/number-words.ts';
import { dayFromNowAt } from './dates/due-date.ts';
import { type Deposit, depositIn, type Found, type FoundDeposit, partsIn } from './deposits.ts';
import { blankSpans, rawText, skipBackward, skipForward, type Span, type Word } from './tokens/tokenize.ts';
import type { Aside } from './types.ts';
import type { Slot } from './understanding/model.ts';

/** Terms of a quote in a message, and the rest of the message: its contents. Each is undefined where it is not said. */
export type QuoteTerms = {
  /** Null where there is to be none. */
  deposit?: Deposit | null | undefined;
  /** Of the deposit, where it was named. */
  currency?: string | null | undefined;
  validDays?: number | undefined;
  asides: readonly Aside[];
  isTold: boolean;
  rest: string;
};

/** Reads the terms of a message about a quote: "60% deposit, valid for 14 days". `slots` are those of a new one. */
export function quoteTermsIn(
  message: string,
  words: readonly Word[],
  today: CalendarDate,
  slots: readonly Slot[] = [],
): QuoteTerms {
  const parts = partsIn(words, today);
  const valid = validIn(blankSpans(words, [parts]), today, slots);
  const deposit: FoundDeposit | null = parts ?? depositIn(blankSpans(words, [valid]), slots);
  const spans = [valid, deposit].filter((span) => span !== null);
  return {
    ...(deposit?.deposit !== undefined && { deposit: deposit.deposit, currency: deposit.currency }),
    ...(valid?.days !== undefined && { validDays: valid.days }),
    asides: spans.flatMap(({ aside }) => aside ?? []),
    isTold: spans.length > 0,
    rest: without(message, words, spans),
  };
}

function without(message: string, words: readonly Word[], spans: readonly Span[]): string {
  const backwards = spans.toSorted((one, other) => other.from - one.from);
  return backwards.reduce((text, { from, to }) => {
    const [start, end] = [words[from]?.start ?? 0, words[to - 1]?.end ?? 0];
    return `${text.slice(0, start)} ${text.slice(end)}`;
  }, message);
}

/** A draft with the terms that were told; the others stay. */
export function withTerms(draft: Draft, { deposit, validDays }: QuoteTerms): Draft {
  const { deposit: before, ...others } = draft;
  const next = deposit === undefined ? before : deposit;
  return { ...others, ...(next && { deposit: next }), ...(validDays && { validDays }) };
}

type Valid = Found & { days?: number };

const UNTIL = /^(?:until|till|til)$/;
const VALID = /^(?:valid|validity|expires?|expiring|expiry|lapses?|lapsing|stands?|lasts?)$/;
const STAYS = /^(?:good|open|hold|holds|held|ends?|ending|stay|stays)$/;
const TO_THE_DAY =
  /^(?:for|until|till|til|up|through|to|on|by|in|within|is|be|of|only|reach|date|period|should|after|at|:|-|=)$/;
const MOST_BETWEEN = 4;
const BEFORE_VALID =
  /^(?:and|but|is|be|it|am|should|to|will|must|make|let|the|offer|this|that|keep|only|say|state|shall|remain|remains|stay|stays|price|prices|e|na)$/;
const PAYS = /^(?:pay|pays|paid|paying|payment|balance|rest|due|settle|work|deliver|delivery|delivered)$/;

/** "valid for 14 days", "good for two weeks", "expires Friday", "till month end", "14 days validity". */
function validIn(words: readonly Word[], today: CalendarDate, slots: readonly Slot[]): Valid | null {
  for (const [at] of words.entries()) {
    const found = ledAt(words, at, today) ?? namedBehind(words, at, today);
    if (found) return valid(words, found, today);
  }
  return ofSlots(words, today, slots);
}

type Day = Span & { date: CalendarDate | null; past: boolean; impossible: boolean };

function ledAt(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1]?.word ?? '';
  const isBare = UNTIL.test(word) && !words.slice(Math.max(0, at - 3), at).some((one) => PAYS.test(one.word));
  const stays = STAYS.test(word) && (UNTIL.test(next) || /^(?:for|through|up|by|on)$/.test(next));
  if (!isBare && !stays && !VALID.test(word)) return null;
  const day = firstDay(words, at + 1, today);
  // "Good for Friday" is no end of anything.
  if (!day || (stays && next === 'for' && !/\d|days?|weeks?|months?|fortnight/.test(textIn(words, day))))
    return null;
  return { ...day, from: at };
}

// Words lead to it, and may be part of it: "for a week", "on the 20th", "to month end".
function firstDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  for (let from = at; from <= at + MOST_BETWEEN; from++) {
    const day = dayOrHoursAt(words, from, today);
    if (day) return day;
    if (!TO_THE_DAY.test(words[from]?.word ?? '')) return null;
  }
  return null;
}

function namedBehind(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const day = dayOrHoursAt(words, at, today);
  return day && matchesAt(words, day.to, 'validity') ? { ...day, to: day.to + 1 } : null;
}

function ofSlots(words: readonly Word[], today: CalendarDate, slots: readonly Slot[]): Valid | null {
  for (const { slot, from, to } of slots) {
    // "60k on Monday" says when the work is done, "2% off if paid by Friday" when it is paid.
    const isPaid = words.slice(Math.max(0, from - 3), from).some((one) => PAYS.test(one.word));
    if (slot !== 'valid' || isPaid || matchesAt(words, from, 'on') || matchesAt(words, from - 1, 'on'))
      continue;
    for (let at = from; at < to; at++) {
      const day = dayOrHoursAt(words, at, today);
      if (day)
        return valid(words, { ...day, from: Math.min(from, day.from), to: Math.max(to, day.to) }, today);
    }
  }
  return null;
}

const HOURS = /^(?:h|hrs?|hours?)$/;

/** A day, or so long from now; hours are whole days. */
function dayOrHoursAt(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const [, joined] = /^(\d{1,3})(?:hrs?|hours?)$/.exec(words[at]?.word ?? '') ?? [];
  const count = joined ? { value: Number(joined), to: at } : countAt(words, at);
  if (count && (joined || HOURS.test(words[count.to]?.word ?? '')))
    return {
      date: addDays(today, Math.ceil(count.value / 24)),
      past: false,
      impossible: false,
      from: at,
      to: count.to + 1,
    };
  const day = dayFromNowAt(words, at, today);
  return day && { ...day, from: at };
}

const textIn = (words: readonly Word[], { from, to }: Span): string =>
  words
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');

function valid(
  words: readonly Word[],
  { date, past, impossible, from, to }: Day,
  today: CalendarDate,
): Valid {
  const start = skipBackward(words, from, BEFORE_VALID, 5);
  const end = skipForward(words, to, /^(?:only|please|abeg)$/, 1);
  const text = rawText(words, from, to);
  const span = { from: start, to: end };
  if (past) return { ...span, aside: { kind: 'past_date', text } };
  if (impossible) return { ...span, aside: { kind: 'no_such_date', text } };
  const days = date ? daysBetween(today, date) : 0;
  return days < 1 || days > MOST_DAYS ? { ...span, aside: { kind: 'valid', text } } : { ...span, days };
}
