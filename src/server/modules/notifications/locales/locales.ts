import { fill } from '#core/fill.ts';
import type { Language } from '#core/languages.ts';
import { en } from './en.ts';
import { ha } from './ha.ts';
import { ig } from './ig.ts';
import type { DayTime, Locale } from './locale.ts';
import { pcm } from './pcm.ts';
import { yo } from './yo.ts';

/** Customer texts by language. */
export const locales: Record<Language, Locale> = { en, pcm, ha, yo, ig };

/** `3 days`, however many there are. */
export const daysIn = ({ days }: Pick<Locale, 'days'>, count: number): string =>
  (count === 1 ? days.one : days.other).replace('{count}', String(count));

/** `5 days ago`: a due date as seen from today; `daysLate` is negative before it. */
export function whenIn(locale: Pick<Locale, 'days' | 'when'>, daysLate: number): string {
  const { when } = locale;
  if (daysLate === 0) return when.today;
  if (Math.abs(daysLate) === 1) return daysLate < 0 ? when.tomorrow : when.yesterday;
  return fill(daysLate < 0 ? when.ahead : when.ago, { days: daysIn(locale, Math.abs(daysLate)) });
}

/** The greeting for an hour (0-23) of the sender's day. */
export const dayTimeOf = (hour: number): DayTime =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 17 ? 'afternoon' : 'evening';

/** A way to pay as a locale says it; one it does not know as it is. */
export function methodName({ methods }: Locale, method: string): string {
  const names: Record<string, string> = methods;
  return names[method] ?? method;
}
