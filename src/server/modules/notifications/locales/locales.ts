import type { Language } from '#core/languages.ts';
import { en } from './en.ts';
import { ha } from './ha.ts';
import { ig } from './ig.ts';
import type { Locale } from './locale.ts';
import { pcm } from './pcm.ts';
import { yo } from './yo.ts';

/** Customer texts by language. */
export const locales: Record<Language, Locale> = { en, pcm, ha, yo, ig };

/** `3 days`, however many there are. */
export const daysIn = ({ days }: Pick<Locale, 'days'>, count: number): string =>
  (count === 1 ? days.one : days.other).replace('{count}', String(count));
