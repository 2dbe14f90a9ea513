import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { matchesAt, ordinalAt, phraseAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { MONTHS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import {
  addDuration,
  dateFiguresIn,
  dateOf,
  type DateRange,
  durationAt,
  monthsOf,
  nextWeekday,
  unitRange,
} from './calendar.ts';

/** A period; `words[at]` to before `words[end]` state it. */
type Period = { from: CalendarDate; to: CalendarDate; at: number; end: number };

/** A range of days and the position after its words. */
type DateSpan = DateRange & { end: number };

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
function openRange(first: DateSpan, today: CalendarDate): DateRange {
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

/** Days by name, so many from today. */
const NEAR_DAYS: ReadonlyMap<string, number> = new Map([
  ['day before yesterday', -2],
  ['yesterday', -1],
  ['last night', -1],
  ...['today', 'daily', 'tonight', 'this morning', 'this afternoon', 'this evening'].map(
    (phrase): [string, number] => [phrase, 0],
  ),
]);

function nearDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const near = phraseAt(words, at, NEAR_DAYS);
  if (near) return oneDay(addDays(today, near.value), near.to);
  const ago = durationAt(words, at);
  return ago?.unit === 'day' && matchesAt(words, ago.to, 'ago')
    ? oneDay(addDays(today, -ago.count), ago.to + 1)
    : null;
}

const oneDay = (date: CalendarDate | null, end: number): DateSpan | null =>
  date ? { from: date, to: date, end } : null;

// One that has begun is told of until today.
const untilNow = ({ from, to }: DateRange, end: number, today: CalendarDate): DateSpan => ({
  from,
  to: from <= today && to > today ? today : to,
  end,
});

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
    return unitSpan('week', -2, at + 3, words, today);
  if (past || present || next) return unitSpan(unit, past ? -1 : next ? 1 : 0, at + 2, words, today);
  return commonPeriod(words, at, today);
}

function unitSpan(
  unit: string,
  offset: number,
  end: number,
  words: readonly Word[],
  today: CalendarDate,
): DateSpan | null {
  const name = unit.replace(/'s$/, '');
  const range = unitRange(name, offset, today);
  if (!range) return monthOrWeekday(words, end - 1, offset, today);
  const inWeek = name === 'week' ? WEEKDAYS.get(words[end]?.word ?? '') : undefined;
  if (inWeek !== undefined) return oneDay(addDays(range.from, inWeek), end + 1);
  return offset === 0 && name !== 'weekend' ? { from: range.from, to: today, end } : { ...range, end };
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
    const past = addDays(next, -7);
    const day = offset > 0 ? next : past === today && offset < 0 ? addDays(past, -7) : past;
    return oneDay(day, at + 1);
  }
  const month = MONTHS.get(words[at]?.word ?? '');
  if (!month) return null;
  const isLast = offset < 0 && month >= Number(today.slice(5, 7));
  return untilNow(monthsOf(Number(today.slice(0, 4)) - (isLast ? 1 : 0), month - 1, 1), at + 1, today);
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
  if (word === 'week' && matchesAt(words, at + 1, 'to', 'date'))
    return unitSpan('week', 0, at + 3, words, today);
  return null;
}

// "Q3", "the third quarter of 2025", "H1": the latest that has begun where no year is said.
function partOfYear(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const [, letter, figure] = /^([qh])([1-4])$/.exec(words[at]?.word ?? '') ?? [];
  const ordinal = letter ? { value: Number(figure), to: at } : ordinalAt(words, at);
  if (!ordinal) return null;
  const { value, to } = ordinal;
  const isQuarter = letter === 'q' || (!letter && matchesAt(words, to, 'quarter'));
  const isHalf = letter === 'h' || (!letter && matchesAt(words, to, 'half'));
  const months = isQuarter ? 3 : 6;
  if ((!isQuarter && !isHalf) || value * months > 12) return null;
  const said = yearAt(words, to + 1, today);
  const current = Number(today.slice(0, 4));
  const here = monthsOf(said?.year ?? current, (value - 1) * months, months);
  const range = said || here.from <= today ? here : monthsOf(current - 1, (value - 1) * months, months);
  return untilNow(range, said?.end ?? to + 1, today);
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
  const latest = number <= Number(today.slice(5, 7)) ? current : current - 1;
  return untilNow(monthsOf(year?.year ?? latest, number - 1, 1), year?.end ?? at + 1, today);
}

function plainYear(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const word = words[at]?.word ?? '';
  if (!YEAR.test(word) || !/^(in|for|of|year|since|from|to|and|with|vs)$/.test(words[at - 1]?.word ?? ''))
    return null;
  return untilNow(monthsOf(Number(word), 0, 12), at + 1, today);
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
  if (ago.unit === 'week') return unitSpan('week', -ago.count, ago.to + 1, words, today);
  const month = ago.unit === 'month' ? unitRange('month', -ago.count, today) : null;
  return month && { ...month, end: ago.to + 1 };
}

/** A year at a place: "2025", "last year". */
function yearAt(
  words: readonly Word[],
  at: number,
  today: CalendarDate,
): { year: number; end: number } | null {
  const start =
    matchesAt(words, at, 'of') || matchesAt(words, at, ',') || matchesAt(words, at, 'in') ? at + 1 : at;
  const word = words[start]?.word ?? '';
  if (YEAR.test(word)) return { year: Number(word), end: start + 1 };
  const currentYear = Number(today.slice(0, 4));
  if (matchesAt(words, start, 'last', 'year')) return { year: currentYear - 1, end: start + 2 };
  if (matchesAt(words, start, 'this', 'year')) return { year: currentYear, end: start + 2 };
  return null;
}

/** A single day in the past: "5th November", "12/11", "Monday". */
export function pastDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const { year, month, day } = dateFiguresIn(words[at]?.word ?? '') ?? {};
  if (month && day !== undefined) return latestOccurrence(month, day, year ?? null, at + 1, today);
  return dayWithMonth(words, at, today);
}

function dayWithMonth(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const day = ordinalAt(words, at) ?? plainDay(words, at);
  if (day) {
    const start = matchesAt(words, day.to, 'of') ? day.to + 1 : day.to;
    const month = MONTHS.get(words[start]?.word ?? '');
    if (month) return withYear(words, month, day.value, start + 1, today);
    if (matchesAt(words, start, 'this', 'month'))
      return oneDay(dateIn(monthStart(today), day.value), start + 2);
    if (matchesAt(words, start, 'last', 'month'))
      return oneDay(dateIn(monthStart(today, -1), day.value), start + 2);
    // "1st to 15th November": the month comes with the second day.
    const other = /^(to|-|–|and|till)$/.test(words[day.to]?.word ?? '')
      ? dayWithMonth(words, day.to + 1, today)
      : null;
    return other ? oneDay(dateIn(other.from, day.value), day.to) : null;
  }
  const month = MONTHS.get(words[at]?.word ?? '');
  const after = month ? (ordinalAt(words, at + 1) ?? plainDay(words, at + 1)) : null;
  return month && after ? withYear(words, month, after.value, after.to, today) : null;
}

/** A day of this month, or of the last where it has not come yet: "the 3rd". */
function shortDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const day = ordinalAt(words, at);
  if (!day) return null;
  const here = dateIn(monthStart(today), day.value);
  return oneDay(here && here > today ? dateIn(monthStart(today, -1), day.value) : here, day.to);
}

function plainDay(words: readonly Word[], at: number): { value: number; to: number } | null {
  const word = words[at]?.word ?? '';
  return /^([1-9]|[12]\d|3[01])$/.test(word) ? { value: Number(word), to: at + 1 } : null;
}

const dateIn = (month: CalendarDate, day: number): CalendarDate | null =>
  dateOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day);

function withYear(
  words: readonly Word[],
  month: number,
  day: number,
  end: number,
  today: CalendarDate,
): DateSpan | null {
  const year = yearAt(words, end, today);
  return latestOccurrence(month, day, year?.year ?? null, year?.end ?? end, today);
}

function latestOccurrence(
  month: number,
  day: number,
  year: number | null,
  end: number,
  today: CalendarDate,
): DateSpan | null {
  if (year) return oneDay(dateOf(year, month, day), end);
  const here = dateOf(Number(today.slice(0, 4)), month, day);
  return oneDay(here && here > today ? dateOf(Number(today.slice(0, 4)) - 1, month, day) : here, end);
}

const PARSERS: readonly PeriodParser[] = [
  nearDay,
  recentPeriod,
  startOfPeriod,
  namedPeriod,
  partOfYear,
  pastDay,
  monthPeriod,
  plainYear,
  weekday,
  monthsBack,
];
