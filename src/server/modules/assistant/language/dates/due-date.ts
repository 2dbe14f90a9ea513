import type { CalendarDate } from '#core/dates.ts';
import { skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import type { ParseContext } from '../types.ts';
import { set } from '../vocabulary/lexicon.ts';
import { addDuration, durationAt, isTooLong } from './calendar.ts';
import { dayAt, type DayMatch, endOfNamedMonth } from './days.ts';

/**
 * Due date of an invoice. `date` is null where the day is past, not in the calendar or unknown (so that it
 * has to be requested). The phrase is `words[from]` to before `words[to]`.
 */
export type DueDate = {
  date: CalendarDate | null;
  past: boolean;
  impossible: boolean;
  from: number;
  to: number;
};

/** Words right before a day that make it the due date, the surest first. */
const LEADS = [
  set('due duedate due-date deadline payable terms'),
  set('pay pays paid paying payment settle settled clear balance remit complete latest expires net'),
  set('by before b4 until till'),
];
/** Between them and the day. */
const FILLERS = set(
  'on by before is at latest : = - to or be should the ever as date will from instead now for of me am it us up everything all in full',
);

/** The due date that words tell which lead to a day: "due Friday", "she go pay on Monday", "net 30"; the last one of the surest. */
export function dueDateIn(words: readonly Word[], today: CalendarDate): DueDate | null {
  for (const leads of LEADS)
    for (let from = words.length - 1; from >= 0; from--) {
      if (!leads.has(words[from]?.word ?? '')) continue;
      const day = dayBehind(words, from, today);
      if (day) return { ...day, from };
    }
  return null;
}

function dayBehind(words: readonly Word[], lead: number, today: CalendarDate): DayMatch | null {
  for (let at = words[lead]?.word === 'net' ? lead : lead + 1; at < words.length; at++) {
    const day = dayFromNowAt(words, at, today);
    if (day) return day;
    if (at > lead && !FILLERS.has(words[at]?.word ?? '')) return null;
  }
  return null;
}

/** Between a day and the one that takes its place: "Tuesday, sorry Wednesday", "change Friday to Saturday". */
const SECOND_THOUGHT = set(
  'to , . - no sorry oops wait correction rather actually i mean meant make it that',
);

/**
 * A day, or so long from now: "Friday", "30 days"; of a second thought the last. `date` is null for a day that cannot be.
 */
export function dayFromNowAt(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const day = oneDayAt(words, at, today);
  if (!day) return null;
  const next = skipForward(words, day.to, SECOND_THOUGHT, 5);
  return (next > day.to ? dayFromNowAt(words, next, today) : null) ?? day;
}

/** The first day after today that is said, "the 20th" or "after 3 months", with its words; null for none. */
export function dayToCome({
  utterance: { words },
  business: { today },
}: Pick<ParseContext, 'utterance' | 'business'>): Span | null {
  for (const from of words.keys()) {
    const day = dayFromNowAt(words, from, today);
    if ((day?.date ?? today) > today && day) return { from, to: day.to };
  }
  return null;
}

function oneDayAt(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const day = dayAt(words, at, today) ?? endOfNamedMonth(words, at, today);
  if (day) return day;
  const duration = durationAt(words, at);
  return duration && { date: addDuration(today, duration), past: false, impossible: false, to: duration.to };
}

/** A date moved later than the current one: "3 more days", "one week later", "extend by 2 weeks". */
export function laterDateIn(
  words: readonly Word[],
  current: CalendarDate | null,
  today: CalendarDate,
): { date: CalendarDate; from: number; to: number } | null {
  for (let at = 0; at < words.length; at++) {
    const duration = durationAt(words, at);
    if (!duration || isTooLong(duration)) continue;
    const inside = words
      .slice(at, duration.to)
      .some(({ word }) => /^(more|extra|another|additional)$/.test(word));
    const after = /^(later|more|extra|again)$/.test(words[duration.to]?.word ?? '');
    const before = words
      .slice(Math.max(0, at - 5), at)
      .some(({ word }) => /^(extend|push|shift|postpone|delay|add|move)$/.test(word));
    if (!inside && !after && !before) continue;
    return {
      date: addDuration(current ?? today, duration),
      from: at,
      to: after ? duration.to + 1 : duration.to,
    };
  }
  return null;
}
