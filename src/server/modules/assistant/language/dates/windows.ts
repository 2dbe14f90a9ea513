import type { Filters } from '#contract/assistant.ts';
import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import { matchesAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { MONTHS, NUMBER_WORDS } from '../vocabulary/lexicon.ts';
import { addDuration, addMonths, type DateRange, durationAt, monthEnd, unitRange } from './calendar.ts';
import { dayAt } from './days.ts';
import { periodsIn } from './periods.ts';

/** Filter of "due …": "due today" is the status, everything else a range of days. */
export function dueWindow(words: readonly Word[], today: CalendarDate): Filters {
  const due = words.findIndex(({ word }) => word === 'due');
  const window = due === -1 ? null : windowFrom(words, due + 1, today);
  if (window === 'today') return { status: 'due' };
  if (window) return { dueFrom: window.from, dueTo: window.to };
  const anywhere = words.findIndex(
    (_, at) => /^(this|next|last)$/.test(words[at]?.word ?? '') && calendarSpanAt(words, at, today) !== null,
  );
  const span = anywhere === -1 ? null : calendarSpanAt(words, anywhere, today);
  if (span) return { dueFrom: span.from, dueTo: span.to };
  return { status: 'due' };
}

/** The days of "what should come in this week": whole ones, as they lie ahead. */
export function comingWindow(words: readonly Word[], today: CalendarDate): Filters {
  const at = words.findIndex(({ word }) =>
    /^(?:today|tomorrow|on|by|before|within|this|next|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/.test(
      word,
    ),
  );
  const window = at === -1 ? null : windowFrom(words, at, today);
  if (!window) return {};
  return window === 'today' ? { dueFrom: today, dueTo: today } : { dueFrom: window.from, dueTo: window.to };
}

function windowFrom(words: readonly Word[], start: number, today: CalendarDate): DateRange | 'today' | null {
  let at = start;
  let limit: 'by' | 'in' | null = null;
  while (
    /^(on|by|before|in|within|for|the|date|is|are|till|until|during|falls|fall|to|be|between|from|over|latest|payment|wey)$/.test(
      words[at]?.word ?? '',
    )
  ) {
    const { word = '' } = words[at] ?? {};
    if (/^(by|before|till|until|latest)$/.test(word)) limit = 'by';
    if (/^(in|within|over|during)$/.test(word)) limit = 'in';
    at++;
  }
  if (matchesAt(words, at, 'today')) return 'today';
  if (matchesAt(words, at, 'soon')) return { from: today, to: addDays(today, 7) };
  const duration = durationAt(
    words,
    matchesAt(words, at, 'next') || matchesAt(words, at, 'coming') ? at + 1 : at,
  );
  if (duration) return { from: today, to: addDuration(today, duration) };
  const span = limit === 'by' ? null : calendarSpanAt(words, at, today);
  if (span) return span;
  const [range] = periodsIn(words.slice(start, start + 12), today);
  const day = dayAt(words, at, today);
  if (day?.date && limit === 'by') return { from: today, to: day.date };
  if (day?.date && !(range && range.to > range.from)) return { from: day.date, to: day.date };
  return range ? thisOrNextYear({ from: range.from, to: range.to }, today) : null;
}

// Due dates lie ahead, unless a year was stated.
function thisOrNextYear({ from, to }: DateRange, today: CalendarDate): DateRange {
  const [nextFrom, nextTo] = [addMonths(from, 12), addMonths(to, 12)];
  return to < today && daysBetween(to, today) > 180 ? { from: nextFrom, to: nextTo } : { from, to };
}

// The whole week or month, as due dates may lie ahead.
function calendarSpanAt(words: readonly Word[], at: number, today: CalendarDate): DateRange | null {
  const offset = matchesAt(words, at, 'this')
    ? 0
    : matchesAt(words, at, 'next') || matchesAt(words, at, 'coming')
      ? 1
      : matchesAt(words, at, 'last')
        ? -1
        : null;
  if (offset === null) return null;
  const unit = words[at + 1]?.word ?? '';
  return /^(?:week|weekend|month|year)$/.test(unit) ? unitRange(unit, offset, today) : null;
}

const MAX_MONTHS = 60;

/** How far a projection is to look: months, or a last day. */
export function horizonIn(words: readonly Word[], today: CalendarDate): Filters {
  for (let at = 0; at < words.length; at++) {
    const found = untilAt(words, at, today) ?? durationFrom(words, at) ?? namedHorizonAt(words, at, today);
    if (found) return found;
  }
  return {};
}

const months = (count: number): Filters => ({
  horizonMonths: Math.min(MAX_MONTHS, Math.max(1, Math.round(count))),
});

function durationFrom(words: readonly Word[], at: number): Filters | null {
  if (matchesAt(words, at - 1, 'last') || matchesAt(words, at - 1, 'past')) return null;
  if (/^(?:half-yearly|halfyearly|bi-annual|biannual|semi-annual)$/.test(words[at]?.word ?? ''))
    return months(6);
  if (matchesAt(words, at, 'half') || matchesAt(words, at, 'half-year'))
    return /^(a|year|half-year)$/.test(words[at + 1]?.word ?? 'year') ? months(6) : null;
  const joined = /^(\d{1,3}|\p{L}{3,7})-(month|year|quarter|week)(?:s|ly)?$/u.exec(words[at]?.word ?? '');
  const joinedCount = Number(joined?.[1]) || NUMBER_WORDS.get(joined?.[1] ?? '');
  const duration =
    joined && joinedCount
      ? { count: joinedCount, unit: joined[2], to: at + 1 }
      : (durationAt(words, at) ?? quartersAt(words, at));
  if (!duration || matchesAt(words, duration.to, 'ago')) return null;
  const half =
    matchesAt(words, duration.to, 'and', 'a', 'half') || matchesAt(words, duration.to, 'and', 'half')
      ? 0.5
      : 0;
  const count = duration.count + half;
  const monthsPerUnit =
    { day: 1 / 30, week: 12 / 52, month: 1, quarter: 3, year: 12 }[duration.unit ?? 'month'] ?? 1;
  return months(Math.ceil(count * monthsPerUnit - 0.01));
}

function quartersAt(words: readonly Word[], at: number): { count: number; unit: string; to: number } | null {
  if (!/^quarters?$/.test(words[at + 1]?.word ?? '')) return null;
  const year = durationAt([...words.slice(at, at + 1), { raw: 'years', word: 'years', start: 0, end: 0 }], 0);
  return year ? { count: year.count, unit: 'quarter', to: at + 2 } : null;
}

function namedHorizonAt(words: readonly Word[], at: number, today: CalendarDate): Filters | null {
  const coming = /^(next|coming|following|upcoming)$/.test(words[at]?.word ?? '');
  const [unit = ''] = [words[coming ? at + 1 : at]?.word];
  if (coming && unit === 'week') return months(1);
  if (coming && unit === 'month') return months(1);
  if (coming && unit === 'quarter') return months(3);
  if (coming && unit === 'year') return months(12);
  if (/^(yearly|annual|one-year|12-month)$/.test(unit)) return months(12);
  if (unit === 'quarterly') return months(3);
  const open = matchesAt(words, at, 'this') && words[at + 1]?.word;
  const range = open && /^(?:month|quarter|year)$/.test(open) ? unitRange(open, 0, today) : null;
  if (range) return { until: range.to };
  if (/^(for|in|by|till|until|to|of|through|before|reach|will|does|this|coming)$/.test(words[at]?.word ?? ''))
    return monthFrom(words, at + 1, today);
  return null;
}

function monthFrom(words: readonly Word[], at: number, today: CalendarDate): Filters | null {
  const month = MONTHS.get(words[at]?.word ?? '');
  const year = /^20\d\d$/.exec(words[month ? at + 1 : at]?.word ?? '')?.[0];
  if (!month) return year && Number(year) >= Number(today.slice(0, 4)) ? { until: `${year}-12-31` } : null;
  const next = Number(today.slice(0, 4)) + (month < Number(today.slice(5, 7)) ? 1 : 0);
  return { until: monthEnd(`${year ?? next}-${String(month).padStart(2, '0')}-01`) };
}

// "by end of December", "till year end", "for the rest of the year".
function untilAt(words: readonly Word[], at: number, today: CalendarDate): Filters | null {
  const { word = '' } = words[at] ?? {};
  if (/^(rest|remainder|remaining)$/.test(word)) {
    const unit = words.slice(at + 1, at + 5).find(({ word: next }) => /^(year|month)$/.test(next))?.word;
    if (unit) return { until: unit === 'year' ? `${today.slice(0, 4)}-12-31` : monthEnd(today) };
  }
  const hasLead = /^(by|till|until|before|to|at|for|through|upto)$/.test(word);
  const edge =
    /^(end|ending|month-end|year|eoy|eom|christmas|month)$/.test(words[hasLead ? at + 1 : at]?.word ?? '') ||
    matchesAt(words, at + 1, 'the', 'end');
  if (!hasLead && !/^(end|ending|eoy|eom|year-end|month-end)$/.test(word)) return null;
  if (!edge && MONTHS.has(words[at + 1]?.word ?? '')) return null;
  if (
    hasLead &&
    !edge &&
    !/^\d/.test(words[at + 1]?.word ?? '') &&
    word !== 'by' &&
    word !== 'till' &&
    word !== 'until'
  )
    return null;
  if (hasLead && (durationAt(words, at + 1) || matchesAt(words, at + 1, 'next'))) return null;
  const day = dayAt(words, hasLead ? at + 1 : at, today);
  return day?.date && day.date > today ? { until: day.date } : null;
}
