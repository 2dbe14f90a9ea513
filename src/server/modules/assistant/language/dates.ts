import type { CalendarDate } from '#core/dates.ts';
import { countAt, is } from './counts.ts';
import { dayAt } from './day-words.ts';
import { isEndless, later, lengthAt } from './lengths.ts';
import { unitEnds } from './unit-ends.ts';
import { separates, type Word } from './words.ts';

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

type Found = DueDate & { strength: number };

/** The due date in a message: "due Friday", "she go pay Monday", "net 30", "…, end of month". */
export function dueDateIn(words: readonly Word[], today: CalendarDate): DueDate | null {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at++) {
    const here = led(words, at, today) ?? followed(words, at, today) ?? bare(words, at, today);
    if (!here) continue;
    found.push(here);
    at = here.to - 1;
  }
  const [best] = found.toSorted((a, b) => b.strength - a.strength || b.from - a.from);
  if (!best) return null;
  const { strength: _, ...due } = best;
  return due;
}

/** A date moved later than the current one: "3 more days", "one week later", "extend by 2 weeks". */
export function laterDateIn(
  words: readonly Word[],
  standing: CalendarDate | null,
  today: CalendarDate,
): { date: CalendarDate; from: number; to: number } | null {
  for (let at = 0; at < words.length; at++) {
    const length = lengthAt(words, at);
    if (!length || isEndless(length)) continue;
    const inside = words
      .slice(at, length.to)
      .some(({ word }) => /^(more|extra|another|additional)$/.test(word));
    const after = /^(later|more|extra|again)$/.test(words[length.to]?.word ?? '');
    const before = words
      .slice(Math.max(0, at - 5), at)
      .some(({ word }) => /^(extend|push|shift|postpone|delay|add|move)$/.test(word));
    if (!inside && !after && !before) continue;
    return { date: later(standing ?? today, length), from: at, to: after ? length.to + 1 : length.to };
  }
  return null;
}

// Words before a day that make it the due date: "due on", "payable by", "she will pay before", "latest".
function led(words: readonly Word[], at: number, today: CalendarDate): Found | null {
  const lead = leadAt(words, at);
  if (!lead) return null;
  const day = dayAt(words, lead.to, today) ?? (lead.strength > 1 ? dayNumber(words, lead.to, today) : null);
  if (!day) return null;
  if (lead.strength === 1 && is(words, day.to, 'to', 'pay'))
    return { ...day, from: lead.from, to: day.to + 2, strength: 3 };
  if (lead.strength === 1 && !closes(words, day.to)) return null;
  return { ...withoutTail(words, day), from: lead.from, strength: lead.strength };
}

function leadAt(words: readonly Word[], at: number): { from: number; to: number; strength: number } | null {
  const pay = payingAt(words, at);
  const word = words[at]?.word ?? '';
  if (pay) return { from: at, to: prepositions(words, pay), strength: 3 };
  if (
    word === 'due' ||
    word === 'deadline' ||
    word === 'payable' ||
    word === 'duedate' ||
    word === 'due-date'
  ) {
    const to = is(words, at + 1, 'date') || is(words, at + 1, 'for') ? at + 2 : at + 1;
    return { from: is(words, at - 1, 'payment') ? at - 1 : at, to: prepositions(words, to), strength: 4 };
  }
  const given = graceAt(words, at);
  if (given !== null) return { from: at, to: given, strength: 1 };
  if (word === 'latest' || word === 'expires' || word === 'terms')
    return { from: is(words, at - 1, 'payment') ? at - 1 : at, to: prepositions(words, at + 1), strength: 3 };
  if (
    is(words, at, 'not', 'later', 'than') ||
    is(words, at, 'no', 'later', 'than') ||
    is(words, at, 'on', 'or', 'before')
  )
    return { from: at, to: at + 3, strength: 3 };
  if (word === 'by' || word === 'before' || word === 'b4' || word === 'until' || word === 'till')
    return { from: at, to: prepositions(words, at + 1), strength: 2 };
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
  const to = is(words, at + 2, 'for') || is(words, at + 2, 'like') ? at + 3 : at + 2;
  return (gives || has) && lengthAt(words, to) ? to : null;
}

// "she will pay", "e go settle", "make e pay me", "to be paid", "he's paying".
function payingAt(words: readonly Word[], at: number): number | null {
  const start = at;
  let to = at;
  if (is(words, to, 'make')) to++;
  if (
    /^(she|he|they|e|dem|them|him|hin|client|customer|to|madam|oga|am|payment|we|it)('ll)?$/.test(
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
  if (to === start && !/^(paying|pays|payable)$/.test(words[to]?.word ?? '') && !separates(words[at - 1]))
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
    !is(words, to, 'this', 'week') &&
    !is(words, to, 'this', 'month') &&
    !dayStart(words, to)
  )
    to++;
  return to;
}

// "in 2 weeks" and "the 3rd" are days themselves.
function dayStart(words: readonly Word[], at: number): boolean {
  return (
    (is(words, at, 'in') && lengthAt(words, at + 1) !== null) ||
    (is(words, at, 'this') && !is(words, at + 1, 'one'))
  );
}

function prepositions(words: readonly Word[], at: number): number {
  let to = at;
  while (
    /^(on|by|before|is|at|latest|:|=|-|to|or|be|should|the|ever|as|date|will|from|instead|now|for|of)$/.test(
      words[to]?.word ?? '',
    ) &&
    !keeps(words, to)
  )
    to++;
  return to;
}

function keeps(words: readonly Word[], at: number): boolean {
  return is(words, at, 'on', 'receipt') || (is(words, at, 'now') && separates(words[at + 1]));
}

function dayNumber(words: readonly Word[], at: number, today: CalendarDate): ReturnType<typeof dayAt> {
  const word = words[at]?.word ?? '';
  if (!/^\d{1,2}$/.test(word) || !is(words, at - 1, 'the') || !closes(words, at + 1)) return null;
  const asOrdinal = words.map((one, index) => (index === at ? { ...one, word: `${word}th` } : one));
  return dayAt(asOrdinal, at, today);
}

// "19th December is the deadline", "Friday is the last day".
function followed(words: readonly Word[], at: number, today: CalendarDate): Found | null {
  const day = dayAt(words, at, today);
  if (!day || !/^(is|na|be|as|being|will)$/.test(words[day.to]?.word ?? '')) return null;
  let to = day.to + 1;
  while (/^(the|his|her|their|my|our|be|final|payment|last|latest)$/.test(words[to]?.word ?? '')) to++;
  if (!/^(deadline|due|day|date|duedate)$/.test(words[to]?.word ?? '')) return null;
  if (is(words, to, 'due', 'date')) to++;
  return { ...day, from: at, to: to + 1, strength: 4 };
}

// Without a lead only unambiguous phrases, or those alone between commas or after the price.
function bare(words: readonly Word[], at: number, today: CalendarDate): Found | null {
  const day = dayAt(words, at, today);
  if (!day) return null;
  if (plain(words, at)) return { ...withoutTail(words, day), from: at, strength: 2 };
  if (/^(now|receipt|immediately)$/.test(words[at]?.word ?? '')) return null;
  if (!opens(words, at) || !closes(words, day.to)) return null;
  if (day.to - at === 1 && countAt(words, at)) return null;
  return { ...withoutTail(words, day), from: at, strength: 1 };
}

function plain(words: readonly Word[], at: number): boolean {
  const start = is(words, at, 'the') || is(words, at, 'on') ? at + 1 : at;
  const [word = '', next = ''] = [words[start]?.word, words[start + 1]?.word];
  if (/^(net|eom|month-end|eoy)$/.test(word)) return true;
  if (word === 'month' && /^(end|ending)$/.test(next)) return true;
  if (/^(end|ending)$/.test(word) && /^(of|this|month|next)$/.test(next)) return true;
  if (unitEnds(words, start) !== null) return true;
  if (/^(in|within)$/.test(word) && lengthAt(words, start + 1)) return true;
  const length = lengthAt(words, start);
  return (
    length !== null &&
    (is(words, length.to, 'time') ||
      is(words, length.to, 'from', 'now') ||
      is(words, length.to, 'from', 'today'))
  );
}

function opens(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (separates(before)) return true;
  return /\d|^(each|apiece|naira|dollars|vat|off|discount|tax|thousand|million|k|grand|altogether|total|mean|meant|and|to|make|it)$/.test(
    before?.word ?? '',
  );
}

function closes(words: readonly Word[], at: number): boolean {
  return (
    separates(words[at]) ||
    /^(please|abeg|o|sha|thanks|and|latest|ma|sir|then|with|plus|instead|abi|no|not|less)$/.test(
      words[at]?.word ?? '',
    )
  );
}

function withoutTail<D extends { to: number }>(words: readonly Word[], day: D): D {
  return is(words, day.to, 'latest') || is(words, day.to, 'instead') ? { ...day, to: day.to + 1 } : day;
}
