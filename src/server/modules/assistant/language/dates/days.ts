import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import { countAt, matchesAt, ordinalAt, phraseAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { HOLIDAYS, MONTHS, UNKNOWN_DAYS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import {
  addDuration,
  addMonths,
  dateFiguresIn,
  dateOf,
  type DateRange,
  durationAt,
  durationCountAt,
  isTooLong,
  mondayOf,
  monthEnd,
  monthsOf,
  nextWeekday,
  unitEndAt,
  unitOf,
  unitRange,
} from './calendar.ts';

/** A parsed day. `date` is null where it is past, not in the calendar, or cannot be known. */
export type DayMatch = { date: CalendarDate | null; past: boolean; impossible: boolean; to: number };

type DayParser = (words: readonly Word[], at: number, today: CalendarDate) => DayMatch | null;

const NEXT = new Set(['next', 'coming', 'nex', 'following', 'upcoming']);
const ENDS = new Set(['end', 'ending', 'ends', 'close', 'closing', 'last']);
const STARTS = new Set(['start', 'beginning', 'begin', 'first', '1st']);
const YEAR = /^20\d\d$/;
const NEARLY_A_YEAR = 183;

const validDay = (date: CalendarDate, to: number): DayMatch => ({ date, past: false, impossible: false, to });
const pastDay = (to: number): DayMatch => ({ date: null, past: true, impossible: false, to });
const noSuchDay = (to: number): DayMatch => ({ date: null, past: false, impossible: true, to });
const unknownDay = (to: number): DayMatch => ({ date: null, past: false, impossible: false, to });

/** Reads a day at a place: "Friday", "next tomorrow", "30/11", "the 3rd", "end of next month", "in 2 weeks", "Christmas". */
export function dayAt(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const start =
    matchesAt(words, at, 'the') || matchesAt(words, at, 'this', 'coming') || matchesAt(words, at, 'ever')
      ? at + 1
      : at;
  for (const parse of PARSERS) {
    const day = parse(words, start, today);
    if (day) return day;
  }
  return null;
}

/** Days by name, so many from today. */
const NEAR_DAYS: ReadonlyMap<string, number> = new Map([
  ['day before yesterday', -2],
  ['yesterday', -1],
  ...['today', 'today today', 'tonight', 'now', 'now-now', 'right now', 'right away', 'sharp sharp'].map(
    (phrase): [string, number] => [phrase, 0],
  ),
  ...['asap', 'immediately', 'receipt', 'on receipt'].map((phrase): [string, number] => [phrase, 0]),
  ['tomorrow', 1],
  ['next tomorrow', 2],
  ['tomorrow next', 2],
  ['day after tomorrow', 2],
]);

function namedDay(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const near = phraseAt(words, at, NEAR_DAYS);
  if (near) return near.value < 0 ? pastDay(near.to) : validDay(addDays(today, near.value), near.to);
  const holiday = phraseAt(words, at, HOLIDAYS);
  if (!holiday) return UNKNOWN_DAYS.has(words[at]?.word ?? '') ? unknownDay(at + 1) : null;
  const [month = 1, day = 1] = holiday.value.split('-').map(Number);
  const found = nextOccurrence(month, day, today, holiday.to);
  return found.past ? onDate(Number(today.slice(0, 4)) + 1, month, day, today, holiday.to) : found;
}

// Weeks run from Monday to Sunday; "upper" is the one after the next.
function weekday(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const week = weekAt(words, at);
  if (week) {
    const inWeek = WEEKDAYS.get(words[matchesAt(words, week.to, 'on') ? week.to + 1 : week.to]?.word ?? '');
    if (inWeek === undefined) return null;
    return validDay(
      addDays(mondayOf(today, week.ahead), inWeek),
      matchesAt(words, week.to, 'on') ? week.to + 2 : week.to + 1,
    );
  }
  const upper = matchesAt(words, at, 'upper') || matchesAt(words, at, 'next', 'upper');
  const day = matchesAt(words, at, 'this') || NEXT.has(words[at]?.word ?? '') || upper ? at + 1 : at;
  const last = matchesAt(words, at, 'last') || matchesAt(words, at, 'past');
  const index = WEEKDAYS.get((words[last ? at + 1 : day]?.word ?? '').replace(/'s$/, ''));
  if (index === undefined) return null;
  if (last) return pastDay(at + 2);
  const after = weekAt(words, day + 1);
  if (after) return validDay(addDays(mondayOf(today, after.ahead), index), after.to);
  const next = nextWeekday(today, index);
  return withDate(words, upper ? addDays(next, 7) : next, day + 1, today);
}

// "Friday 4th December", "Friday, 4/12": the date says more than the weekday.
function withDate(words: readonly Word[], date: CalendarDate, to: number, today: CalendarDate): DayMatch {
  const at = matchesAt(words, to, ',') ? to + 1 : to;
  const start = matchesAt(words, at, 'the') ? at + 1 : at;
  return (
    numericDate(words, start, today) ??
    dayAndMonth(words, start, today) ??
    monthAndDay(words, start, today) ??
    ordinalDay(words, start, today) ??
    validDay(date, to)
  );
}

const WEEKS: ReadonlyMap<string, number> = new Map([
  ['this week', 0],
  ['next week', 1],
  ['upper week', 2],
  ['next upper week', 2],
  ['next two weeks', 2],
]);

function weekAt(words: readonly Word[], at: number): { ahead: number; to: number } | null {
  const week = phraseAt(words, at, WEEKS);
  return week && { ahead: week.value, to: week.to };
}

function numericDate(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const { year, month, day } = dateFiguresIn(words[at]?.word ?? '') ?? {};
  if (!month || day === undefined) return null;
  return year ? onDate(year, month, day, today, at + 1) : nextOccurrence(month, day, today, at + 1);
}

function dayAndMonth(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const day = dayNumberAt(words, at);
  if (!day) return null;
  const skip = matchesAt(words, day.to, 'of') || matchesAt(words, day.to, 'in') ? day.to + 1 : day.to;
  const start = matchesAt(words, skip, 'the') ? skip + 1 : skip;
  if (matchesAt(words, start, 'next', 'month') || matchesAt(words, start, 'coming', 'month'))
    return dayOfMonth(day.value, monthStart(today, 1), today, start + 2);
  if (matchesAt(words, start, 'this', 'month'))
    return dayOfMonth(day.value, monthStart(today), today, start + 2);
  const month = MONTHS.get(words[start]?.word ?? '');
  return month ? withYear(words, month, day.value, start + 1, today) : null;
}

function monthAndDay(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const month = MONTHS.get(words[at]?.word ?? '');
  if (!month) return null;
  const day = dayNumberAt(words, matchesAt(words, at + 1, 'the') ? at + 2 : at + 1);
  return day ? withYear(words, month, day.value, day.to, today) : null;
}

function ordinalDay(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const found = ordinalAt(words, at);
  if (!found || !/\d/.test(words[at]?.word ?? '')) return null;
  if (found.value < 1 || found.value > 31) return noSuchDay(found.to);
  for (const months of [0, 1, 2]) {
    const date = dateOf(
      Number(monthStart(today, months).slice(0, 4)),
      Number(monthStart(today, months).slice(5, 7)),
      found.value,
    );
    if (date && date >= today) return validDay(date, found.to);
  }
  return null;
}

function dayNumberAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const ordinal = ordinalAt(words, at);
  if (ordinal) return ordinal;
  const word = words[at]?.word ?? '';
  if (/^\d{1,2}$/.test(word)) return { value: Number(word), to: at + 1 };
  const count = word === 'a' || word === 'an' || word === 'couple' ? null : countAt(words, at);
  return count && count.value > 0 && count.value <= 31 ? count : null;
}

function withYear(
  words: readonly Word[],
  month: number,
  day: number,
  to: number,
  today: CalendarDate,
): DayMatch {
  const at = matchesAt(words, to, ',') ? to + 1 : to;
  const year = words[at]?.word ?? '';
  if (YEAR.test(year)) return onDate(Number(year), month, day, today, at + 1);
  if (matchesAt(words, to, 'next', 'year'))
    return onDate(Number(today.slice(0, 4)) + 1, month, day, today, to + 2);
  return nextOccurrence(month, day, today, to);
}

function onDate(year: number, month: number, day: number, today: CalendarDate, to: number): DayMatch {
  const date = dateOf(year, month, day);
  if (!date) return noSuchDay(to);
  return date < today ? pastDay(to) : validDay(date, to);
}

function dayOfMonth(day: number, month: CalendarDate, today: CalendarDate, to: number): DayMatch {
  return onDate(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day, today, to);
}

// A day that has just gone was not meant a year ahead; one long gone was.
function nextOccurrence(month: number, day: number, today: CalendarDate, to: number): DayMatch {
  const year = Number(today.slice(0, 4));
  const leap = dateOf(2028, month, day);
  if (!leap) return noSuchDay(to);
  const date = dateOf(year, month, day);
  if (date && date >= today) return validDay(date, to);
  if (date && daysBetween(date, today) < NEARLY_A_YEAR) return pastDay(to);
  const later = [1, 2, 3, 4].map((more) => dateOf(year + more, month, day)).find((next) => next !== null);
  return later ? validDay(later, to) : noSuchDay(to);
}

/** Ends of weeks, months and years by name, so many from now. */
const ENDS_BY_NAME: ReadonlyMap<string, readonly [string, number]> = new Map([
  ...['eom', 'month-end', 'month end', 'month ending'].map((phrase): [string, [string, number]] => [
    phrase,
    ['month', 0],
  ]),
  ['next month end', ['month', 1]],
  ['eow', ['week', 0]],
  ['eoy', ['year', 0]],
  ['year end', ['year', 0]],
]);

function boundary(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const end = phraseAt(words, at, ENDS_BY_NAME);
  const range = end && unitRange(...end.value, today);
  if (end && range) return validDay(range.to, end.to);
  const weekend = phraseAt(words, at, WEEKENDS);
  if (weekend?.value === 0) return validDay(nextWeekday(today, 5), weekend.to);
  if (weekend) return validDay(addDays(mondayOf(today, 1), 5), weekend.to);
  return unitEnd(words, at, today) ?? startOrEnd(words, at, today);
}

/** "January ending": the end of a month by its name. Apart from the days, which the trained reading knows each word by. */
export function endOfNamedMonth(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const span = MONTHS.has(words[at]?.word ?? '') ? spanOf(words[at]?.word ?? '', false, today) : null;
  return span && /^(?:end|ending)$/.test(words[at + 1]?.word ?? '') ? validDay(span.to, at + 2) : null;
}
const WEEKENDS: ReadonlyMap<string, number> = new Map([
  ['weekend', 0],
  ['this weekend', 0],
  ['next weekend', 1],
]);

function unitEnd(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const to = unitEndAt(words, at);
  const unit = words.slice(at, at + 2).find(({ word }) => /^(?:month|week|year)$/.test(word))?.word;
  const span = to === null || !unit ? null : spanOf(unit, false, today);
  return to !== null && span ? validDay(span.to, to) : null;
}

function startOrEnd(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const word = words[at]?.word ?? '';
  const [ends, starts, middle] = [ENDS.has(word), STARTS.has(word), word === 'middle' || word === 'mid'];
  if (!ends && !starts && !middle) return null;
  let to = matchesAt(words, at + 1, 'day') ? at + 2 : at + 1;
  if (matchesAt(words, to, 'of')) to++;
  else if (word === 'last' || word === 'first' || word === '1st') return null;
  while (matchesAt(words, to, 'the') || matchesAt(words, to, 'this') || matchesAt(words, to, 'current')) to++;
  const next = NEXT.has(words[to]?.word ?? '');
  const unit = words[next ? to + 1 : to]?.word ?? '';
  to += next ? 2 : 1;
  const span = spanOf(unit, next, today);
  if (!span) return null;
  const date = ends ? span.to : starts ? span.from : addDays(span.from, 14);
  return date < today
    ? (starts || middle) && unit === 'month'
      ? validDay(addMonths(date, 1), to)
      : pastDay(to)
    : validDay(date, to);
}

function spanOf(unit: string, next: boolean, today: CalendarDate): DateRange | null {
  if (unit === 'today' || unit === 'day') return { from: today, to: today };
  const month = MONTHS.get(unit);
  if (!month) return /^(?:week|month|year)$/.test(unit) ? unitRange(unit, next ? 1 : 0, today) : null;
  const later = month < Number(today.slice(5, 7)) ? 1 : 0;
  return monthsOf(Number(today.slice(0, 4)) + later, month - 1, 1);
}

// "in 2 weeks", "12 days' time", "a month from now", "net 30", "2 weeks".
function dayFromNow(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const net = matchesAt(words, at, 'net') ? 1 : 0;
  const lead =
    /^(in|within|after|inside|for|like|about|next)$/.test(words[at + net]?.word ?? '') && !net ? 1 : 0;
  const duration = durationAt(words, at + net + lead);
  if (!duration) {
    const days = net ? durationCountAt(words, at + 1) : null;
    if (!days) return null;
    return isTooLong({ count: days.value, unit: 'day' })
      ? noSuchDay(days.to)
      : validDay(addDays(today, days.value), days.to);
  }
  if (matchesAt(words, duration.to, 'ago')) return pastDay(duration.to + 1);
  let { to } = duration;
  for (const tail of [['time'], ['from', 'now'], ['from', 'today'], ['hence'], ['after'], ['terms']])
    if (matchesAt(words, to, ...tail)) to += tail.length;
  return isTooLong(duration) ? noSuchDay(to) : validDay(addDuration(today, duration), to);
}

function weekOrMonth(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const week = weekAt(words, at);
  if (week)
    return validDay(week.ahead === 0 ? addDays(mondayOf(today), 6) : addDays(today, 7 * week.ahead), week.to);
  if (matchesAt(words, at, 'next', 'month') || matchesAt(words, at, 'upper', 'month'))
    return validDay(addMonths(today, matchesAt(words, at, 'upper') ? 2 : 1), at + 2);
  if (matchesAt(words, at, 'this', 'month')) return validDay(monthEnd(today), at + 2);
  if (matchesAt(words, at, 'last') && unitOf(words[at + 1]?.word ?? '')) return pastDay(at + 2);
  return null;
}

const PARSERS: readonly DayParser[] = [
  namedDay,
  weekday,
  numericDate,
  dayAndMonth,
  monthAndDay,
  boundary,
  ordinalDay,
  dayFromNow,
  weekOrMonth,
];
