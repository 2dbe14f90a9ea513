import { addDays, type CalendarDate } from '#core/dates.ts';
import { countAt, matchesAt } from '../amounts/counts.ts';
import type { Word } from '../tokens/tokenize.ts';
import { addMonths } from './calendar.ts';

/** So many days, weeks, months or years. */
export type Duration = { count: number; unit: 'day' | 'week' | 'month' | 'year' };

/** A length of time: "3 days", "two more weeks", "a fortnight", "1 month". */
export function durationAt(words: readonly Word[], at: number): (Duration & { to: number }) | null {
  const joined = /^(\d{1,3})-?(day|days|week|weeks|wks|wk|month|months|year|years)$/.exec(
    words[at]?.word ?? '',
  );
  if (joined) return { count: Number(joined[1]), unit: unitOf(joined[2] ?? '') ?? 'day', to: at + 1 };
  const count =
    matchesAt(words, at, 'another') || matchesAt(words, at, 'extra')
      ? { value: 1, to: at + 1 }
      : durationCountAt(words, at);
  let to = count?.to ?? at;
  if (count && matchesAt(words, at, 'another')) {
    const more = countAt(words, at + 1);
    if (more) return durationAt(words, at + 1);
  }
  while (/^(more|extra|additional|working|business|good|full|calendar|clear)$/.test(words[to]?.word ?? ''))
    to++;
  const word = words[to]?.word ?? '';
  if (word === 'fortnight') return { count: (count?.value ?? 1) * 2, unit: 'week', to: to + 1 };
  const unit = unitOf(word);
  return unit && count ? { count: count.value, unit, to: to + 1 } : null;
}

/** The unit of time that a word names. */
export function unitOf(word: string): 'day' | 'week' | 'month' | 'year' | null {
  const bare = word.replace(/(?:s|'s|s')$/, '');
  return bare === 'day' || bare === 'week' || bare === 'month' || bare === 'year' ? bare : null;
}

/** A date moved by a length of time. */
export function addDuration(date: CalendarDate, { count, unit }: Duration): CalendarDate {
  if (unit === 'month' || unit === 'year')
    return addMonths(date, Math.min(count, 1200) * (unit === 'year' ? 12 : 1));
  return addDays(date, count * (unit === 'week' ? 7 : 1));
}

/** The count of a unit of time; more than four digits are capped. */
export function durationCountAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  return /^\d{5,}$/.test(words[at]?.word ?? '') ? { value: 9999, to: at + 1 } : countAt(words, at);
}

/** Whether a duration exceeds ten years, too long for a due date. */
export const isTooLong = ({ count, unit }: Duration): boolean =>
  count * { day: 1, week: 7, month: 30, year: 365 }[unit] > 3660;
