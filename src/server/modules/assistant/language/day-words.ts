import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import { addMonths, dateOf, mondayOf, monthEnd, nextWeekday } from './calendar.ts';
import { countAt, is, ordinalAt } from './counts.ts';
import { isEndless, later, lengthAt, lengthCountAt, unitOf } from './lengths.ts';
import { HOLIDAYS, MONTHS, UNKNOWN_DAYS, WEEKDAYS } from './lexicon.ts';
import { unitEnds } from './unit-ends.ts';
import type { Word } from './words.ts';

/** A parsed day. `date` is null where it is past, not in the calendar, or cannot be known. */
export type Day = { date: CalendarDate | null; past: boolean; impossible: boolean; to: number };

type Reader = (words: readonly Word[], at: number, today: CalendarDate) => Day | null;

const NEXT = new Set(['next', 'coming', 'nex', 'following', 'upcoming']);
const ENDS = new Set(['end', 'ending', 'ends', 'close', 'closing', 'last']);
const STARTS = new Set(['start', 'beginning', 'begin', 'first', '1st']);
const YEAR = /^20\d\d$/;
const NEARLY_A_YEAR = 183;

const good = (date: CalendarDate, to: number): Day => ({ date, past: false, impossible: false, to });
const gone = (to: number): Day => ({ date: null, past: true, impossible: false, to });
const none = (to: number): Day => ({ date: null, past: false, impossible: true, to });
const unknown = (to: number): Day => ({ date: null, past: false, impossible: false, to });

/** Reads a day at a place: "Friday", "next tomorrow", "30/11", "the 3rd", "end of next month", "in 2 weeks", "Christmas". */
export function dayAt(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const start =
    is(words, at, 'the') || is(words, at, 'this', 'coming') || is(words, at, 'ever') ? at + 1 : at;
  for (const read of READERS) {
    const day = read(words, start, today);
    if (day) return day;
  }
  return null;
}

function relative(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  if (is(words, at, 'next', 'tomorrow')) return good(addDays(today, 2), at + 2);
  if (is(words, at, 'day', 'after', 'tomorrow')) return good(addDays(today, 2), at + 3);
  if (is(words, at, 'tomorrow', 'next')) return good(addDays(today, 2), at + 2);
  if (is(words, at, 'tomorrow')) return good(addDays(today, 1), at + 1);
  if (is(words, at, 'day', 'before', 'yesterday')) return gone(at + 3);
  if (is(words, at, 'yesterday')) return gone(at + 1);
  if (is(words, at, 'today') || is(words, at, 'tonight'))
    return good(today, at + (is(words, at + 1, 'today') ? 2 : 1));
  if (is(words, at, 'receipt') || is(words, at, 'immediately') || is(words, at, 'now'))
    return good(today, at + 1);
  if (is(words, at, 'now-now') || is(words, at, 'asap') || is(words, at, 'sharp', 'sharp'))
    return good(today, at + 1);
  if (is(words, at, 'right', 'now') || is(words, at, 'right', 'away') || is(words, at, 'on', 'receipt'))
    return good(today, at + 2);
  return null;
}

// Weeks run from Monday to Sunday; "upper" is the one after the next.
function weekday(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const week = weekAt(words, at);
  if (week) {
    const inWeek = WEEKDAYS.get(words[is(words, week.to, 'on') ? week.to + 1 : week.to]?.word ?? '');
    if (inWeek === undefined) return null;
    return good(
      addDays(mondayOf(today, week.ahead), inWeek),
      is(words, week.to, 'on') ? week.to + 2 : week.to + 1,
    );
  }
  const upper = is(words, at, 'upper') || is(words, at, 'next', 'upper');
  const day = is(words, at, 'this') || NEXT.has(words[at]?.word ?? '') || upper ? at + 1 : at;
  const last = is(words, at, 'last') || is(words, at, 'past');
  const index = WEEKDAYS.get((words[last ? at + 1 : day]?.word ?? '').replace(/'s$/, ''));
  if (index === undefined) return null;
  if (last) return gone(at + 2);
  const after = weekAt(words, day + 1);
  if (after) return good(addDays(mondayOf(today, after.ahead), index), after.to);
  const next = nextWeekday(today, index);
  return withDate(words, upper ? addDays(next, 7) : next, day + 1, today);
}

// "Friday 4th December", "Friday, 4/12": the date says more than the weekday.
function withDate(words: readonly Word[], date: CalendarDate, to: number, today: CalendarDate): Day {
  const at = is(words, to, ',') ? to + 1 : to;
  const start = is(words, at, 'the') ? at + 1 : at;
  return (
    slashed(words, start, today) ??
    dayAndMonth(words, start, today) ??
    monthAndDay(words, start, today) ??
    ordinalDay(words, start, today) ??
    good(date, to)
  );
}

function weekAt(words: readonly Word[], at: number): { ahead: number; to: number } | null {
  const upper =
    is(words, at, 'upper', 'week') ||
    is(words, at, 'next', 'upper', 'week') ||
    is(words, at, 'next', 'two', 'weeks');
  if (is(words, at, 'upper', 'week')) return { ahead: 2, to: at + 2 };
  if (upper) return { ahead: 2, to: at + 3 };
  if (is(words, at, 'next', 'week')) return { ahead: 1, to: at + 2 };
  if (is(words, at, 'this', 'week')) return { ahead: 0, to: at + 2 };
  return null;
}

function slashed(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const said = words[at]?.word ?? '';
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(said);
  if (iso) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]), today, at + 1);
  const found = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(said);
  if (!found || (said.includes('.') && !found[3])) return null;
  const [, day = '', month = '', year] = found;
  if (!year) return coming(Number(month), Number(day), today, at + 1);
  return dated(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day), today, at + 1);
}

function dayAndMonth(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const day = dayNumberAt(words, at);
  if (!day) return null;
  const skip = is(words, day.to, 'of') || is(words, day.to, 'in') ? day.to + 1 : day.to;
  const start = is(words, skip, 'the') ? skip + 1 : skip;
  if (is(words, start, 'next', 'month') || is(words, start, 'coming', 'month'))
    return dayOfMonth(day.value, monthStart(today, 1), today, start + 2);
  if (is(words, start, 'this', 'month')) return dayOfMonth(day.value, monthStart(today), today, start + 2);
  const month = MONTHS.get(words[start]?.word ?? '');
  return month ? withYear(words, month, day.value, start + 1, today) : null;
}

function monthAndDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const month = MONTHS.get(words[at]?.word ?? '');
  if (!month) return null;
  const day = dayNumberAt(words, is(words, at + 1, 'the') ? at + 2 : at + 1);
  return day ? withYear(words, month, day.value, day.to, today) : null;
}

function ordinalDay(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const found = ordinalAt(words, at);
  if (!found || !/\d/.test(words[at]?.word ?? '')) return null;
  if (found.value < 1 || found.value > 31) return none(found.to);
  for (const months of [0, 1, 2]) {
    const date = dateOf(
      Number(monthStart(today, months).slice(0, 4)),
      Number(monthStart(today, months).slice(5, 7)),
      found.value,
    );
    if (date && date >= today) return good(date, found.to);
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

function withYear(words: readonly Word[], month: number, day: number, to: number, today: CalendarDate): Day {
  const at = is(words, to, ',') ? to + 1 : to;
  const year = words[at]?.word ?? '';
  if (YEAR.test(year)) return dated(Number(year), month, day, today, at + 1);
  if (is(words, to, 'next', 'year')) return dated(Number(today.slice(0, 4)) + 1, month, day, today, to + 2);
  return coming(month, day, today, to);
}

function dated(year: number, month: number, day: number, today: CalendarDate, to: number): Day {
  const date = dateOf(year, month, day);
  if (!date) return none(to);
  return date < today ? gone(to) : good(date, to);
}

function dayOfMonth(day: number, month: CalendarDate, today: CalendarDate, to: number): Day {
  return dated(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day, today, to);
}

// A day that has just gone was not meant a year ahead; one long gone was.
function coming(month: number, day: number, today: CalendarDate, to: number): Day {
  const year = Number(today.slice(0, 4));
  const leap = dateOf(2028, month, day);
  if (!leap) return none(to);
  const date = dateOf(year, month, day);
  if (date && date >= today) return good(date, to);
  if (date && daysBetween(date, today) < NEARLY_A_YEAR) return gone(to);
  const later = [1, 2, 3, 4].map((more) => dateOf(year + more, month, day)).find((next) => next !== null);
  return later ? good(later, to) : none(to);
}

function bounds(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const word = words[at]?.word ?? '';
  if (word === 'eom' || word === 'month-end') return good(monthEnd(today), at + 1);
  if (word === 'eoy') return good(`${today.slice(0, 4)}-12-31`, at + 1);
  if (word === 'eow') return good(mondayEnd(today), at + 1);
  if (is(words, at, 'month', 'end') || is(words, at, 'month', 'ending')) return good(monthEnd(today), at + 2);
  if (is(words, at, 'year', 'end')) return good(`${today.slice(0, 4)}-12-31`, at + 2);
  if (is(words, at, 'next', 'month', 'end')) return good(monthEnd(today, 1), at + 3);
  if (is(words, at, 'weekend') || is(words, at, 'this', 'weekend'))
    return good(nextWeekday(today, 5), at + (word === 'this' ? 2 : 1));
  if (is(words, at, 'next', 'weekend')) return good(addDays(mondayOf(today, 1), 5), at + 2);
  return closing(words, at, today) ?? edge(words, at, today);
}

function closing(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const to = unitEnds(words, at);
  const unit = words.slice(at, at + 2).find(({ word }) => /^(?:month|week|year)$/.test(word))?.word;
  const whole = to === null || !unit ? null : spanOf(unit, false, today);
  return to !== null && whole ? good(whole.to, to) : null;
}

function edge(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const word = words[at]?.word ?? '';
  const [ends, starts, middle] = [ENDS.has(word), STARTS.has(word), word === 'middle' || word === 'mid'];
  if (!ends && !starts && !middle) return null;
  let to = is(words, at + 1, 'day') ? at + 2 : at + 1;
  if (is(words, to, 'of')) to++;
  else if (word === 'last' || word === 'first' || word === '1st') return null;
  while (is(words, to, 'the') || is(words, to, 'this') || is(words, to, 'current')) to++;
  const next = NEXT.has(words[to]?.word ?? '');
  const unit = words[next ? to + 1 : to]?.word ?? '';
  to += next ? 2 : 1;
  const whole = spanOf(unit, next, today);
  if (!whole) return null;
  const date = ends ? whole.to : starts ? whole.from : addDays(whole.from, 14);
  return date < today
    ? (starts || middle) && unit === 'month'
      ? good(ahead(date), to)
      : gone(to)
    : good(date, to);
}

const ahead = (date: CalendarDate): CalendarDate => addMonths(date, 1);

function spanOf(
  unit: string,
  next: boolean,
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } | null {
  const year = Number(today.slice(0, 4)) + (next ? 1 : 0);
  if (unit === 'month') return { from: monthStart(today, next ? 1 : 0), to: monthEnd(today, next ? 1 : 0) };
  if (unit === 'week')
    return { from: mondayOf(today, next ? 1 : 0), to: addDays(mondayOf(today, next ? 1 : 0), 6) };
  if (unit === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (unit === 'today' || unit === 'day') return { from: today, to: today };
  const month = MONTHS.get(unit);
  if (!month) return null;
  const later = month < Number(today.slice(5, 7)) ? 1 : 0;
  const from = dateOf(Number(today.slice(0, 4)) + later, month, 1) ?? today;
  return { from, to: monthEnd(from) };
}

function mondayEnd(today: CalendarDate): CalendarDate {
  return addDays(mondayOf(today), 6);
}

// "in 2 weeks", "12 days' time", "a month from now", "net 30", "2 weeks".
function distance(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const net = is(words, at, 'net') ? 1 : 0;
  const lead =
    /^(in|within|after|inside|for|like|about|next)$/.test(words[at + net]?.word ?? '') && !net ? 1 : 0;
  const length = lengthAt(words, at + net + lead);
  if (!length) {
    const days = net ? lengthCountAt(words, at + 1) : null;
    if (!days) return null;
    return isEndless({ count: days.value, unit: 'day' })
      ? none(days.to)
      : good(addDays(today, days.value), days.to);
  }
  if (is(words, length.to, 'ago')) return gone(length.to + 1);
  let { to } = length;
  for (const tail of [['time'], ['from', 'now'], ['from', 'today'], ['hence'], ['after'], ['terms']])
    if (is(words, to, ...tail)) to += tail.length;
  return isEndless(length) ? none(to) : good(later(today, length), to);
}

function holiday(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  for (const length of [3, 2, 1]) {
    const named = HOLIDAYS.get(
      words
        .slice(at, at + length)
        .map(({ word }) => word)
        .join(' '),
    );
    if (!named) continue;
    const [month = 1, day = 1] = named.split('-').map(Number);
    const found = coming(month, day, today, at + length);
    return found.past ? good(dateOf(Number(today.slice(0, 4)) + 1, month, day) ?? today, at + length) : found;
  }
  return UNKNOWN_DAYS.has(words[at]?.word ?? '') ? unknown(at + 1) : null;
}

function wide(words: readonly Word[], at: number, today: CalendarDate): Day | null {
  const week = weekAt(words, at);
  if (week) return good(week.ahead === 0 ? mondayEnd(today) : addDays(today, 7 * week.ahead), week.to);
  if (is(words, at, 'next', 'month') || is(words, at, 'upper', 'month'))
    return good(addMonths(today, is(words, at, 'upper') ? 2 : 1), at + 2);
  if (is(words, at, 'this', 'month')) return good(monthEnd(today), at + 2);
  if (is(words, at, 'last') && unitOf(words[at + 1]?.word ?? '')) return gone(at + 2);
  return null;
}

const READERS: readonly Reader[] = [
  relative,
  weekday,
  slashed,
  dayAndMonth,
  monthAndDay,
  bounds,
  ordinalDay,
  distance,
  holiday,
  wide,
];
