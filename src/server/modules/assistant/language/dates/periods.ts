import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { matchesAt, ordinalAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { MONTHS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import {
  addDuration,
  addMonths,
  dateOf,
  durationAt,
  mondayOf,
  monthEnd,
  nextWeekday,
  quarterOf,
} from './calendar.ts';
import { type DateSpan, pastDay, shortDay, yearAt } from './past-days.ts';

/** A period, both ends included; `words[at]` to before `words[end]` state it. */
export type Period = { from: CalendarDate; to: CalendarDate; at: number; end: number };

type PeriodParser = (words: readonly Word[], at: number, today: CalendarDate) => DateSpan | null;

const PAST = new Set(['last', 'past', 'previous', 'prev', 'preceding', 'just-ended']);
const YEAR = /^20\d\d$/;

/** The periods of a message in their order. */
export function periodsIn(words: readonly Word[], today: CalendarDate): Period[] {
  const periods: Period[] = [];
  for (let at = 0; at < words.length; at++) {
    if (matchesAt(words, at, 'as', 'of') || matchesAt(words, at, 'as', 'at')) at += 3;
    const span = rangeAt(words, at, today) ?? spanAt(words, at, today);
    if (!span) continue;
    periods.push({ from: span.from, to: span.to, at, end: span.end });
    at = span.end - 1;
  }
  return periods;
}

// "since March", "from 1st to 15th October", "between January and March", "Jan to Mar".
function rangeAt(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const since =
    matchesAt(words, at, 'since') || matchesAt(words, at, 'starting') || matchesAt(words, at, 'beginning');
  const from = matchesAt(words, at, 'from') || matchesAt(words, at, 'between');
  const skip = since || from ? 1 : 0;
  const start = matchesAt(words, at + skip, 'from') ? at + skip + 1 : at + skip;
  const first = spanAt(words, start, today) ?? (from ? shortDay(words, start, today) : null);
  if (!first) return null;
  if (since) return { from: first.from, to: today, end: first.end };
  const joined = /^(to|till|until|and|-|–|through|upto)$/.test(words[first.end]?.word ?? '');
  const upTo = matchesAt(words, first.end, 'up', 'to') ? 2 : joined ? 1 : 0;
  const last =
    upTo > 0 && (from || !matchesAt(words, first.end, 'and')) ? spanAt(words, first.end + upTo, today) : null;
  if (last && last.to >= first.from) return { from: first.from, to: last.to, end: last.end };
  return from && matchesAt(words, at, 'from') ? { ...openRange(first, today), end: first.end } : null;
}

// "from Monday" reaches to today, "from last month" names the month.
function openRange(first: DateSpan, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return first.from === first.to ? { from: first.from, to: today } : { from: first.from, to: first.to };
}

function spanAt(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const start = matchesAt(words, at, 'the') || matchesAt(words, at, 'whole') ? at + 1 : at;
  for (const parse of PARSERS) {
    const span = parse(words, start, today);
    if (span) return span;
  }
  return null;
}

function nearDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const day = (date: CalendarDate, end: number): DateSpan => ({ from: date, to: date, end });
  if (matchesAt(words, at, 'today') || matchesAt(words, at, 'daily') || matchesAt(words, at, 'tonight'))
    return day(today, at + 1);
  if (
    matchesAt(words, at, 'this', 'morning') ||
    matchesAt(words, at, 'this', 'evening') ||
    matchesAt(words, at, 'this', 'afternoon')
  )
    return day(today, at + 2);
  if (matchesAt(words, at, 'day', 'before', 'yesterday')) return day(addDays(today, -2), at + 3);
  if (matchesAt(words, at, 'yesterday')) return day(addDays(today, -1), at + 1);
  if (matchesAt(words, at, 'last', 'night')) return day(addDays(today, -1), at + 2);
  const ago = durationAt(words, at);
  if (ago && matchesAt(words, ago.to, 'ago') && ago.unit === 'day')
    return day(addDays(today, -ago.count), ago.to + 1);
  return null;
}

function recentPeriod(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const isPast =
    PAST.has(words[at]?.word ?? '') || matchesAt(words, at, 'within') || matchesAt(words, at, 'these');
  if (!isPast) return null;
  const start = matchesAt(words, at + 1, 'the') ? at + 2 : at + 1;
  const inner = PAST.has(words[start]?.word ?? '') ? start + 1 : start;
  const duration = durationAt(words, inner);
  if (duration && duration.count > 0)
    return { from: startOfRecent(today, duration), to: today, end: duration.to };
  const bare = durationAt([{ raw: '1', word: '1', start: 0, end: 1 }, ...words.slice(inner, inner + 1)], 0);
  if (matchesAt(words, at, 'past') && bare)
    return { from: startOfRecent(today, bare), to: today, end: inner + 1 };
  return null;
}

function startOfRecent(
  today: CalendarDate,
  duration: { count: number; unit: 'day' | 'week' | 'month' | 'year' },
): CalendarDate {
  const count = Math.min(duration.count, 3650);
  return addDays(addDuration(today, { count: -count, unit: duration.unit }), 1);
}

function namedPeriod(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const past = PAST.has(words[at]?.word ?? '');
  const present = /^(this|current|dis)$/.test(words[at]?.word ?? '');
  const next = /^(next|coming)$/.test(words[at]?.word ?? '');
  const unit = words[at + 1]?.word ?? '';
  if (matchesAt(words, at, 'last', 'upper', 'week') || matchesAt(words, at, 'upper', 'last', 'week'))
    return weeks(today, -2, at + 3);
  if (past || present || next) return unitSpan(unit, past ? -1 : next ? 1 : 0, at + 2, words, today);
  return commonPeriod(words, at, today);
}

function weeks(today: CalendarDate, offset: number, end: number): DateSpan {
  const from = mondayOf(today, offset);
  return { from, to: offset === 0 ? today : addDays(from, 6), end };
}

function unitSpan(
  unit: string,
  offset: number,
  end: number,
  words: readonly Word[],
  today: CalendarDate,
): DateSpan | null {
  const year = Number(today.slice(0, 4)) + offset;
  const capped = (to: CalendarDate): CalendarDate => (offset === 0 ? today : to);
  if (unit === 'week' || unit === "week's") {
    const weekday = WEEKDAYS.get(words[end]?.word ?? '');
    if (weekday === undefined) return weeks(today, offset, end);
    const day = addDays(mondayOf(today, offset), weekday);
    return { from: day, to: day, end: end + 1 };
  }
  if (unit === 'month' || unit === "month's")
    return { from: monthStart(today, offset), to: capped(monthEnd(today, offset)), end };
  if (unit === 'year' || unit === "year's")
    return { from: `${year}-01-01`, to: capped(`${year}-12-31`), end };
  if (unit === 'quarter') {
    const { from, to } = quarterOf(
      Number(today.slice(0, 4)),
      Math.floor((Number(today.slice(5, 7)) - 1) / 3) + offset,
    );
    return { from, to: capped(to), end };
  }
  if (unit === 'weekend') {
    const saturday = addDays(mondayOf(today, offset), 5);
    return { from: saturday, to: addDays(saturday, 1), end };
  }
  return monthOrWeekday(words, end - 1, offset, today);
}

function monthOrWeekday(
  words: readonly Word[],
  at: number,
  offset: number,
  today: CalendarDate,
): DateSpan | null {
  const weekday = WEEKDAYS.get(words[at]?.word ?? '');
  if (weekday !== undefined) {
    const next = nextWeekday(today, weekday);
    const past = next > addDays(today, 6) ? addDays(next, -7) : addDays(next, -7);
    const day = offset > 0 ? next : past === today && offset < 0 ? addDays(past, -7) : past;
    return { from: day, to: day, end: at + 1 };
  }
  const month = MONTHS.get(words[at]?.word ?? '');
  if (!month) return null;
  const now = Number(today.slice(5, 7));
  const year = Number(today.slice(0, 4)) + (offset < 0 ? (month >= now ? -1 : 0) : 0);
  return wholeMonth(year, month, at + 1, today);
}

function wholeMonth(year: number, month: number, end: number, today: CalendarDate): DateSpan {
  const from = dateOf(year, month, 1) ?? today;
  const to = monthEnd(from);
  return { from, to: from <= today && to > today ? today : to, end };
}

// "weekly report", "month to date", "YTD".
function commonPeriod(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const word = words[at]?.word ?? '';
  if (word === 'weekly') return { from: addDays(today, -6), to: today, end: at + 1 };
  if (word === 'monthly') return { from: addDays(today, -29), to: today, end: at + 1 };
  if (word === 'quarterly') return unitSpan('quarter', 0, at + 1, words, today);
  if (/^(yearly|annual|ytd)$/.test(word) || matchesAt(words, at, 'year', 'to', 'date'))
    return { from: `${today.slice(0, 4)}-01-01`, to: today, end: word === 'year' ? at + 3 : at + 1 };
  const bare =
    matchesAt(words, at - 1, 'the') &&
    /^(for|in)$/.test(words[at - 2]?.word ?? '') &&
    !matchesAt(words, at + 1, 'of');
  if (bare && /^(week|month|quarter|year)$/.test(word)) return unitSpan(word, 0, at + 1, words, today);
  if (word === 'mtd' || matchesAt(words, at, 'month', 'to', 'date'))
    return { from: monthStart(today), to: today, end: word === 'mtd' ? at + 1 : at + 3 };
  if (word === 'week' && matchesAt(words, at + 1, 'to', 'date')) return weeks(today, 0, at + 3);
  return null;
}

function quarter(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const short = /^q([1-4])$/.exec(words[at]?.word ?? '')?.[1];
  const ordinal = ordinalAt(words, at);
  const number = short
    ? Number(short)
    : ordinal && matchesAt(words, ordinal.to, 'quarter') && ordinal.value <= 4
      ? ordinal.value
      : null;
  if (number === null) return null;
  const end = short ? at + 1 : (ordinal?.to ?? at) + 1;
  const yearMatch = yearAt(words, end, today);
  const current = Number(today.slice(0, 4));
  const hasStarted = `${current}-${String(number * 3 - 2).padStart(2, '0')}-01` <= today;
  const { from, to } = quarterOf(yearMatch?.year ?? (hasStarted ? current : current - 1), number - 1);
  return { from, to: from <= today && to > today ? today : to, end: yearMatch?.end ?? end };
}

function halfYear(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const ordinal = ordinalAt(words, at);
  const short = /^h([12])$/.exec(words[at]?.word ?? '')?.[1];
  const number = short
    ? Number(short)
    : ordinal && matchesAt(words, ordinal.to, 'half')
      ? ordinal.value
      : null;
  if (number !== 1 && number !== 2) return null;
  const end = short ? at + 1 : (ordinal?.to ?? at) + 1;
  const year = yearAt(words, matchesAt(words, end, 'of') ? end + 1 : end, today);
  const first = quarterOf(year?.year ?? Number(today.slice(0, 4)), number * 2 - 2);
  const to = monthEnd(first.from, 5);
  return { from: first.from, to: first.from <= today && to > today ? today : to, end: year?.end ?? end };
}

// A month without a year is the latest that has begun; "may" and "mar" are words of their own.
function monthPeriod(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const number = MONTHS.get(words[at]?.word ?? '');
  if (!number) return null;
  const year = yearAt(words, at + 1, today);
  const may = /^(may|mar|march)$/.test(words[at]?.word ?? '');
  const led = /^(in|of|for|since|from|to|and|between|till|until|last|this|-|vs|versus|with)$/.test(
    words[at - 1]?.word ?? '',
  );
  if (may && !year && !led && !words[at]?.raw.startsWith('M')) return null;
  const current = Number(today.slice(0, 4));
  const hasStarted = number <= Number(today.slice(5, 7));
  return wholeMonth(year?.year ?? (hasStarted ? current : current - 1), number, year?.end ?? at + 1, today);
}

function plainYear(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const word = words[at]?.word ?? '';
  if (!YEAR.test(word) || !/^(in|for|of|year|since|from|to|and|with|vs)$/.test(words[at - 1]?.word ?? ''))
    return null;
  const to = `${word}-12-31`;
  return { from: `${word}-01-01`, to: to > today && `${word}-01-01` <= today ? today : to, end: at + 1 };
}

function weekday(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const index = WEEKDAYS.get(words[at]?.word ?? '');
  if (index === undefined) return null;
  const led = /^(on|since|from|last|this|between|to|and|till)$/.test(words[at - 1]?.word ?? '');
  return led ? monthOrWeekday(words, at, 0, today) : null;
}

function startOfPeriod(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  if (!/^(beginning|start)$/.test(words[at]?.word ?? '') || !matchesAt(words, at + 1, 'of')) return null;
  const inner = spanAt(words, at + 2, today) ?? unitSpan(words[at + 2]?.word ?? '', 0, at + 3, words, today);
  return inner ? { from: inner.from, to: inner.from, end: inner.end } : null;
}

function monthsBack(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const ago = durationAt(words, at);
  if (!ago || !matchesAt(words, ago.to, 'ago')) return null;
  if (ago.unit === 'week') return weeks(today, -ago.count, ago.to + 1);
  const start = monthStart(addMonths(today, -ago.count * (ago.unit === 'year' ? 12 : 1)));
  return ago.unit === 'month' ? { from: start, to: monthEnd(start), end: ago.to + 1 } : null;
}

const PARSERS: readonly PeriodParser[] = [
  nearDay,
  recentPeriod,
  startOfPeriod,
  namedPeriod,
  quarter,
  halfYear,
  pastDay,
  monthPeriod,
  plainYear,
  weekday,
  monthsBack,
];
