import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { addMonths, dateOf, mondayOf, monthEnd, nextWeekday, quarterOf } from './calendar.ts';
import { is, ordinalAt } from './counts.ts';
import { later, lengthAt } from './lengths.ts';
import { MONTHS, WEEKDAYS } from './lexicon.ts';
import { pastDay, shortDay, type Span, yearAt } from './past-days.ts';
import type { Word } from './words.ts';

/** A period, both ends included; `words[at]` to before `words[end]` state it. */
export type Period = { from: CalendarDate; to: CalendarDate; at: number; end: number };

type Reader = (words: readonly Word[], at: number, today: CalendarDate) => Span | null;

const PAST = new Set(['last', 'past', 'previous', 'prev', 'preceding', 'just-ended']);
const YEAR = /^20\d\d$/;

/** The periods of a message in their order. */
export function periodsIn(words: readonly Word[], today: CalendarDate): Period[] {
  const found: Period[] = [];
  for (let at = 0; at < words.length; at++) {
    if (is(words, at, 'as', 'of') || is(words, at, 'as', 'at')) at += 3;
    const span = rangeAt(words, at, today) ?? spanAt(words, at, today);
    if (!span) continue;
    found.push({ from: span.from, to: span.to, at, end: span.end });
    at = span.end - 1;
  }
  return found;
}

// "since March", "from 1st to 15th October", "between January and March", "Jan to Mar".
function rangeAt(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const since = is(words, at, 'since') || is(words, at, 'starting') || is(words, at, 'beginning');
  const from = is(words, at, 'from') || is(words, at, 'between');
  const skip = since || from ? 1 : 0;
  const start = is(words, at + skip, 'from') ? at + skip + 1 : at + skip;
  const first = spanAt(words, start, today) ?? (from ? shortDay(words, start, today) : null);
  if (!first) return null;
  if (since) return { from: first.from, to: today, end: first.end };
  const joined = /^(to|till|until|and|-|–|through|upto)$/.test(words[first.end]?.word ?? '');
  const upTo = is(words, first.end, 'up', 'to') ? 2 : joined ? 1 : 0;
  const last =
    upTo > 0 && (from || !is(words, first.end, 'and')) ? spanAt(words, first.end + upTo, today) : null;
  if (last && last.to >= first.from) return { from: first.from, to: last.to, end: last.end };
  return from && is(words, at, 'from') ? { ...open(first, today), end: first.end } : null;
}

// "from Monday" reaches to today, "from last month" names the month.
function open(first: Span, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return first.from === first.to ? { from: first.from, to: today } : { from: first.from, to: first.to };
}

function spanAt(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const start = is(words, at, 'the') || is(words, at, 'whole') ? at + 1 : at;
  for (const read of READERS) {
    const span = read(words, start, today);
    if (span) return span;
  }
  return null;
}

function dayNear(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const day = (date: CalendarDate, end: number): Span => ({ from: date, to: date, end });
  if (is(words, at, 'today') || is(words, at, 'daily') || is(words, at, 'tonight')) return day(today, at + 1);
  if (
    is(words, at, 'this', 'morning') ||
    is(words, at, 'this', 'evening') ||
    is(words, at, 'this', 'afternoon')
  )
    return day(today, at + 2);
  if (is(words, at, 'day', 'before', 'yesterday')) return day(addDays(today, -2), at + 3);
  if (is(words, at, 'yesterday')) return day(addDays(today, -1), at + 1);
  if (is(words, at, 'last', 'night')) return day(addDays(today, -1), at + 2);
  const ago = lengthAt(words, at);
  if (ago && is(words, ago.to, 'ago') && ago.unit === 'day')
    return day(addDays(today, -ago.count), ago.to + 1);
  return null;
}

function lengthBack(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const said = PAST.has(words[at]?.word ?? '') || is(words, at, 'within') || is(words, at, 'these');
  if (!said) return null;
  const start = is(words, at + 1, 'the') ? at + 2 : at + 1;
  const inner = PAST.has(words[start]?.word ?? '') ? start + 1 : start;
  const length = lengthAt(words, inner);
  if (length && length.count > 0) return { from: back(today, length), to: today, end: length.to };
  const bare = lengthAt([{ said: '1', word: '1', start: 0, end: 1 }, ...words.slice(inner, inner + 1)], 0);
  if (is(words, at, 'past') && bare) return { from: back(today, bare), to: today, end: inner + 1 };
  return null;
}

function back(
  today: CalendarDate,
  length: { count: number; unit: 'day' | 'week' | 'month' | 'year' },
): CalendarDate {
  const count = Math.min(length.count, 3650);
  return addDays(later(today, { count: -count, unit: length.unit }), 1);
}

function named(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const past = PAST.has(words[at]?.word ?? '');
  const present = /^(this|current|dis)$/.test(words[at]?.word ?? '');
  const next = /^(next|coming)$/.test(words[at]?.word ?? '');
  const unit = words[at + 1]?.word ?? '';
  if (is(words, at, 'last', 'upper', 'week') || is(words, at, 'upper', 'last', 'week'))
    return weeks(today, -2, at + 3);
  if (past || present || next) return unitSpan(unit, past ? -1 : next ? 1 : 0, at + 2, words, today);
  return usual(words, at, today);
}

function weeks(today: CalendarDate, moved: number, end: number): Span {
  const from = mondayOf(today, moved);
  return { from, to: moved === 0 ? today : addDays(from, 6), end };
}

function unitSpan(
  unit: string,
  moved: number,
  end: number,
  words: readonly Word[],
  today: CalendarDate,
): Span | null {
  const year = Number(today.slice(0, 4)) + moved;
  const capped = (to: CalendarDate): CalendarDate => (moved === 0 ? today : to);
  if (unit === 'week' || unit === "week's") {
    const weekday = WEEKDAYS.get(words[end]?.word ?? '');
    if (weekday === undefined) return weeks(today, moved, end);
    const day = addDays(mondayOf(today, moved), weekday);
    return { from: day, to: day, end: end + 1 };
  }
  if (unit === 'month' || unit === "month's")
    return { from: monthStart(today, moved), to: capped(monthEnd(today, moved)), end };
  if (unit === 'year' || unit === "year's")
    return { from: `${year}-01-01`, to: capped(`${year}-12-31`), end };
  if (unit === 'quarter') {
    const { from, to } = quarterOf(
      Number(today.slice(0, 4)),
      Math.floor((Number(today.slice(5, 7)) - 1) / 3) + moved,
    );
    return { from, to: capped(to), end };
  }
  if (unit === 'weekend') {
    const saturday = addDays(mondayOf(today, moved), 5);
    return { from: saturday, to: addDays(saturday, 1), end };
  }
  return monthOrWeekday(words, end - 1, moved, today);
}

function monthOrWeekday(words: readonly Word[], at: number, moved: number, today: CalendarDate): Span | null {
  const weekday = WEEKDAYS.get(words[at]?.word ?? '');
  if (weekday !== undefined) {
    const next = nextWeekday(today, weekday);
    const past = next > addDays(today, 6) ? addDays(next, -7) : addDays(next, -7);
    const day = moved > 0 ? next : past === today && moved < 0 ? addDays(past, -7) : past;
    return { from: day, to: day, end: at + 1 };
  }
  const month = MONTHS.get(words[at]?.word ?? '');
  if (!month) return null;
  const now = Number(today.slice(5, 7));
  const year = Number(today.slice(0, 4)) + (moved < 0 ? (month >= now ? -1 : 0) : 0);
  return wholeMonth(year, month, at + 1, today);
}

function wholeMonth(year: number, month: number, end: number, today: CalendarDate): Span {
  const from = dateOf(year, month, 1) ?? today;
  const to = monthEnd(from);
  return { from, to: from <= today && to > today ? today : to, end };
}

// "weekly report", "month to date", "YTD".
function usual(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const word = words[at]?.word ?? '';
  if (word === 'weekly') return { from: addDays(today, -6), to: today, end: at + 1 };
  if (word === 'monthly') return { from: addDays(today, -29), to: today, end: at + 1 };
  if (word === 'quarterly') return unitSpan('quarter', 0, at + 1, words, today);
  if (/^(yearly|annual|ytd)$/.test(word) || is(words, at, 'year', 'to', 'date'))
    return { from: `${today.slice(0, 4)}-01-01`, to: today, end: word === 'year' ? at + 3 : at + 1 };
  const bare =
    is(words, at - 1, 'the') && /^(for|in)$/.test(words[at - 2]?.word ?? '') && !is(words, at + 1, 'of');
  if (bare && /^(week|month|quarter|year)$/.test(word)) return unitSpan(word, 0, at + 1, words, today);
  if (word === 'mtd' || is(words, at, 'month', 'to', 'date'))
    return { from: monthStart(today), to: today, end: word === 'mtd' ? at + 1 : at + 3 };
  if (word === 'week' && is(words, at + 1, 'to', 'date')) return weeks(today, 0, at + 3);
  return null;
}

function quarter(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const short = /^q([1-4])$/.exec(words[at]?.word ?? '')?.[1];
  const ordinal = ordinalAt(words, at);
  const number = short
    ? Number(short)
    : ordinal && is(words, ordinal.to, 'quarter') && ordinal.value <= 4
      ? ordinal.value
      : null;
  if (number === null) return null;
  const end = short ? at + 1 : (ordinal?.to ?? at) + 1;
  const said = yearAt(words, end, today);
  const current = Number(today.slice(0, 4));
  const begun = `${current}-${String(number * 3 - 2).padStart(2, '0')}-01` <= today;
  const { from, to } = quarterOf(said?.year ?? (begun ? current : current - 1), number - 1);
  return { from, to: from <= today && to > today ? today : to, end: said?.end ?? end };
}

function half(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const ordinal = ordinalAt(words, at);
  const short = /^h([12])$/.exec(words[at]?.word ?? '')?.[1];
  const number = short ? Number(short) : ordinal && is(words, ordinal.to, 'half') ? ordinal.value : null;
  if (number !== 1 && number !== 2) return null;
  const end = short ? at + 1 : (ordinal?.to ?? at) + 1;
  const year = yearAt(words, is(words, end, 'of') ? end + 1 : end, today);
  const first = quarterOf(year?.year ?? Number(today.slice(0, 4)), number * 2 - 2);
  const to = monthEnd(first.from, 5);
  return { from: first.from, to: first.from <= today && to > today ? today : to, end: year?.end ?? end };
}

// A month without a year is the latest that has begun; "may" and "mar" are words of their own.
function month(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const number = MONTHS.get(words[at]?.word ?? '');
  if (!number) return null;
  const year = yearAt(words, at + 1, today);
  const may = /^(may|mar|march)$/.test(words[at]?.word ?? '');
  const led = /^(in|of|for|since|from|to|and|between|till|until|last|this|-|vs|versus|with)$/.test(
    words[at - 1]?.word ?? '',
  );
  if (may && !year && !led && !words[at]?.said.startsWith('M')) return null;
  const current = Number(today.slice(0, 4));
  const begun = number <= Number(today.slice(5, 7));
  return wholeMonth(year?.year ?? (begun ? current : current - 1), number, year?.end ?? at + 1, today);
}

function plainYear(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const word = words[at]?.word ?? '';
  if (!YEAR.test(word) || !/^(in|for|of|year|since|from|to|and|with|vs)$/.test(words[at - 1]?.word ?? ''))
    return null;
  const to = `${word}-12-31`;
  return { from: `${word}-01-01`, to: to > today && `${word}-01-01` <= today ? today : to, end: at + 1 };
}

function weekday(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const index = WEEKDAYS.get(words[at]?.word ?? '');
  if (index === undefined) return null;
  const led = /^(on|since|from|last|this|between|to|and|till)$/.test(words[at - 1]?.word ?? '');
  return led ? monthOrWeekday(words, at, 0, today) : null;
}

function beginnings(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  if (!/^(beginning|start)$/.test(words[at]?.word ?? '') || !is(words, at + 1, 'of')) return null;
  const inner = spanAt(words, at + 2, today) ?? unitSpan(words[at + 2]?.word ?? '', 0, at + 3, words, today);
  return inner ? { from: inner.from, to: inner.from, end: inner.end } : null;
}

function monthsBack(words: readonly Word[], at: number, today: CalendarDate): Span | null {
  const ago = lengthAt(words, at);
  if (!ago || !is(words, ago.to, 'ago')) return null;
  if (ago.unit === 'week') return weeks(today, -ago.count, ago.to + 1);
  const start = monthStart(addMonths(today, -ago.count * (ago.unit === 'year' ? 12 : 1)));
  return ago.unit === 'month' ? { from: start, to: monthEnd(start), end: ago.to + 1 } : null;
}

const READERS: readonly Reader[] = [
  dayNear,
  lengthBack,
  beginnings,
  named,
  quarter,
  half,
  pastDay,
  month,
  plainYear,
  weekday,
  monthsBack,
];
