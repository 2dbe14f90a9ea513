import type { Filters } from '#contract/assistant.ts';
import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import { matchesAt } from '../amounts/counts.ts';
import type { Word } from '../tokens/tokenize.ts';
import { addMonths, mondayOf, monthEnd } from './calendar.ts';
import { dayAt } from './days.ts';
import { addDuration, durationAt } from './durations.ts';
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

type Window = { from: CalendarDate; to: CalendarDate };

function windowFrom(words: readonly Word[], start: number, today: CalendarDate): Window | 'today' | null {
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
function thisOrNextYear({ from, to }: Window, today: CalendarDate): Window {
  const [nextFrom, nextTo] = [addMonths(from, 12), addMonths(to, 12)];
  return to < today && daysBetween(to, today) > 180 ? { from: nextFrom, to: nextTo } : { from, to };
}

// The whole week or month, as due dates may lie ahead.
function calendarSpanAt(words: readonly Word[], at: number, today: CalendarDate): Window | null {
  const offset = matchesAt(words, at, 'this')
    ? 0
    : matchesAt(words, at, 'next') || matchesAt(words, at, 'coming')
      ? 1
      : matchesAt(words, at, 'last')
        ? -1
        : null;
  if (offset === null) return null;
  const unit = words[at + 1]?.word ?? '';
  if (unit === 'week') return { from: mondayOf(today, offset), to: addDays(mondayOf(today, offset), 6) };
  if (unit === 'month') return { from: monthStart(today, offset), to: monthEnd(today, offset) };
  if (unit === 'weekend')
    return { from: addDays(mondayOf(today, offset), 5), to: addDays(mondayOf(today, offset), 6) };
  if (unit === 'year')
    return {
      from: `${Number(today.slice(0, 4)) + offset}-01-01`,
      to: `${Number(today.slice(0, 4)) + offset}-12-31`,
    };
  return null;
}
