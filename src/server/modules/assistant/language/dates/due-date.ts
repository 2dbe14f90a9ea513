import type { CalendarDate } from '#core/dates.ts';
import { countAt, matchesAt } from '../amounts/number-words.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import { dayAt, type DayMatch } from './days.ts';
import { addDuration, durationAt, isTooLong, unitEndAt } from './calendar.ts';

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

type Candidate = DueDate & { strength: number };

/** The due date in a message: "due Friday", "she go pay Monday", "net 30", "…, end of month". */
export function dueDateIn(words: readonly Word[], today: CalendarDate): DueDate | null {
  const candidates: Candidate[] = [];
  for (let at = 0; at < words.length; at++) {
    const candidate =
      afterLead(words, at, today) ?? beforeNoun(words, at, today) ?? unmarked(words, at, today);
    if (!candidate) continue;
    candidates.push(candidate);
    at = candidate.to - 1;
  }
  const [best] = candidates.toSorted((a, b) => b.strength - a.strength || b.from - a.from);
  if (!best) return null;
  const { strength: _, ...due } = best;
  return due;
}

/** A day, or so long from now: "Friday", "30 days"; `date` is null for a day that cannot be. */
export function dayFromNowAt(words: readonly Word[], at: number, today: CalendarDate): DayMatch | null {
  const day = dayAt(words, at, today);
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

// Words before a day that make it the due date: "due on", "payable by", "she will pay before", "latest".
function afterLead(words: readonly Word[], at: number, today: CalendarDate): Candidate | null {
  const lead = leadAt(words, at);
  if (!lead) return null;
  const day = dayAt(words, lead.to, today) ?? (lead.strength > 1 ? dayNumber(words, lead.to, today) : null);
  if (!day) return null;
  if (lead.strength === 1 && matchesAt(words, day.to, 'to', 'pay'))
    return { ...day, from: lead.from, to: day.to + 2, strength: 3 };
  if (lead.strength === 1 && !endsPhrase(words, day.to)) return null;
  return { ...withoutTail(words, day), from: lead.from, strength: lead.strength };
}

function leadAt(words: readonly Word[], at: number): { from: number; to: number; strength: number } | null {
  const pay = payingAt(words, at);
  const word = words[at]?.word ?? '';
  if (pay) return { from: at, to: skipPrepositions(words, pay), strength: 3 };
  if (
    word === 'due' ||
    word === 'deadline' ||
    word === 'payable' ||
    word === 'duedate' ||
    word === 'due-date'
  ) {
    const to = matchesAt(words, at + 1, 'date') || matchesAt(words, at + 1, 'for') ? at + 2 : at + 1;
    return {
      from: matchesAt(words, at - 1, 'payment') ? at - 1 : at,
      to: skipPrepositions(words, to),
      strength: 4,
    };
  }
  const grace = graceAt(words, at);
  if (grace !== null) return { from: at, to: grace, strength: 1 };
  if (word === 'latest' || word === 'expires' || word === 'terms')
    return {
      from: matchesAt(words, at - 1, 'payment') ? at - 1 : at,
      to: skipPrepositions(words, at + 1),
      strength: 3,
    };
  if (
    matchesAt(words, at, 'not', 'later', 'than') ||
    matchesAt(words, at, 'no', 'later', 'than') ||
    matchesAt(words, at, 'on', 'or', 'before')
  )
    return { from: at, to: at + 3, strength: 3 };
  if (word === 'by' || word === 'before' || word === 'b4' || word === 'until' || word === 'till')
    return { from: at, to: skipPrepositions(words, at + 1), strength: 2 };
  if (word === 'on') return { from: at, to: at + 1, strength: 1 };
  return null;
}

// "give her one week", "she has two weeks to pay".
function graceAt(words: readonly Word[], at: number): number | null {
  const gives =
    /^(give|allow|grant|dash)$/.test(words[at]?.word ?? '') &&
    /^(her|him|them|am|dem|me|customer|client)$/.test(words[at + 1]?.word ?? '');
  const has =
    /^(she|he|they|e|dem|client|customer)$/.test(words[at]?.word ?? '') &&
    /^(has|have|gets|get|needs|need|wants|want|wan|asked|take)$/.test(words[at + 1]?.word ?? '');
  const to = matchesAt(words, at + 2, 'for') || matchesAt(words, at + 2, 'like') ? at + 3 : at + 2;
  return (gives || has) && durationAt(words, to) ? to : null;
}

// "she will pay", "e go settle", "make e pay me", "to be paid", "he's paying".
function payingAt(words: readonly Word[], at: number): number | null {
  const start = at;
  let to = at;
  if (matchesAt(words, to, 'make')) to++;
  if (
    /^(she|he|they|e|o|dem|them|him|hin|client|customer|to|madam|oga|am|payment|we|it)('ll)?$/.test(
      words[to]?.word ?? '',
    )
  )
    to++;
  while (
    /^(go|will|to|should|must|can|fit|wan|gonna|is|are|has|have|going|be|said|say|says|would|promised|promise|agreed|'ll)$/.test(
      words[to]?.word ?? '',
    )
  )
    to++;
  if (/^(he|she|e|they|dem)$/.test(words[to]?.word ?? '')) to++;
  while (/^(go|will|would|to|be)$/.test(words[to]?.word ?? '')) to++;
  if (to === start && !/^(paying|pays|payable)$/.test(words[to]?.word ?? '') && !isSeparator(words[at - 1]))
    return null;
  if (
    !/^(pay|settle|paid|paying|pays|clear|balance|payment|remit|complete|settled)$/.test(
      words[to]?.word ?? '',
    )
  )
    return null;
  to++;
  while (
    /^(me|am|it|us|up|everything|all|is|in|the|money|balance|full|full-payment|this|one)$/.test(
      words[to]?.word ?? '',
    ) &&
    !matchesAt(words, to, 'this', 'week') &&
    !matchesAt(words, to, 'this', 'month') &&
    !dayStart(words, to)
  )
    to++;
  return to;
}

// "in 2 weeks" and "the 3rd" are days themselves.
function dayStart(words: readonly Word[], at: number): boolean {
  return (
    (matchesAt(words, at, 'in') && durationAt(words, at + 1) !== null) ||
    (matchesAt(words, at, 'this') && !matchesAt(words, at + 1, 'one'))
  );
}

function skipPrepositions(words: readonly Word[], at: number): number {
  let to = at;
  while (
    /^(on|by|before|is|at|latest|:|=|-|to|or|be|should|the|ever|as|date|will|from|instead|now|for|of)$/.test(
      words[to]?.word ?? '',
    ) &&
    !isPartOfDate(words, to)
  )
    to++;
  return to;
}

function isPartOfDate(words: readonly Word[], at: number): boolean {
  return matchesAt(words, at, 'on', 'receipt') || (matchesAt(words, at, 'now') && isSeparator(words[at + 1]));
}

function dayNumber(words: readonly Word[], at: number, today: CalendarDate): ReturnType<typeof dayAt> {
  const word = words[at]?.word ?? '';
  if (!/^\d{1,2}$/.test(word) || !matchesAt(words, at - 1, 'the') || !endsPhrase(words, at + 1)) return null;
  const asOrdinal = words.map((one, index) => (index === at ? { ...one, word: `${word}th` } : one));
  return dayAt(asOrdinal, at, today);
}

// "19th December is the deadline", "Friday is the last day".
function beforeNoun(words: readonly Word[], at: number, today: CalendarDate): Candidate | null {
  const day = dayAt(words, at, today);
  if (!day || !/^(is|na|be|as|being|will)$/.test(words[day.to]?.word ?? '')) return null;
  let to = day.to + 1;
  while (/^(the|his|her|their|my|our|be|final|payment|last|latest)$/.test(words[to]?.word ?? '')) to++;
  if (!/^(deadline|due|day|date|duedate)$/.test(words[to]?.word ?? '')) return null;
  if (matchesAt(words, to, 'due', 'date')) to++;
  return { ...day, from: at, to: to + 1, strength: 4 };
}

// Without a lead only unambiguous phrases, or those alone between commas or after the price.
function unmarked(words: readonly Word[], at: number, today: CalendarDate): Candidate | null {
  const day = dayAt(words, at, today);
  if (!day) return null;
  if (isUnambiguous(words, at)) return { ...withoutTail(words, day), from: at, strength: 2 };
  if (/^(now|receipt|immediately)$/.test(words[at]?.word ?? '')) return null;
  if (!startsPhrase(words, at) || !endsPhrase(words, day.to)) return null;
  if (day.to - at === 1 && countAt(words, at)) return null;
  return { ...withoutTail(words, day), from: at, strength: 1 };
}

function isUnambiguous(words: readonly Word[], at: number): boolean {
  const start = matchesAt(words, at, 'the') || matchesAt(words, at, 'on') ? at + 1 : at;
  const [word = '', next = ''] = [words[start]?.word, words[start + 1]?.word];
  if (/^(net|eom|month-end|eoy)$/.test(word)) return true;
  if (word === 'month' && /^(end|ending)$/.test(next)) return true;
  if (/^(end|ending)$/.test(word) && /^(of|this|month|next)$/.test(next)) return true;
  if (unitEndAt(words, start) !== null) return true;
  if (/^(in|within)$/.test(word) && durationAt(words, start + 1)) return true;
  const duration = durationAt(words, start);
  return (
    duration !== null &&
    (matchesAt(words, duration.to, 'time') ||
      matchesAt(words, duration.to, 'from', 'now') ||
      matchesAt(words, duration.to, 'from', 'today'))
  );
}

function startsPhrase(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (isSeparator(before)) return true;
  return /\d|^(each|apiece|naira|dollars|vat|off|discount|tax|thousand|million|k|grand|altogether|total|mean|meant|and|to|make|it)$/.test(
    before?.word ?? '',
  );
}

function endsPhrase(words: readonly Word[], at: number): boolean {
  return (
    isSeparator(words[at]) ||
    /^(please|abeg|o|sha|thanks|and|latest|ma|sir|then|with|plus|instead|abi|no|not|less)$/.test(
      words[at]?.word ?? '',
    )
  );
}

function withoutTail<D extends { to: number }>(words: readonly Word[], day: D): D {
  return matchesAt(words, day.to, 'latest') || matchesAt(words, day.to, 'instead')
    ? { ...day, to: day.to + 1 }
    : day;
}
