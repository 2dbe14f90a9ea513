import type * as z from 'zod/mini';
import type { rhythm as rhythmSchema } from '#contract/plans.ts';
import { fill } from '#core/fill.ts';
import type { Language } from '#core/languages.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { locales } from '../locales/locales.ts';

type Rhythm = z.output<typeof rhythmSchema>;

/** Terms a customer agrees to. */
export type Terms = { business: string; title: string; currency: Currency; cap: Minor; rhythm: Rhythm };

/** A rhythm as a sentence says it. */
export function rhythmText(rhythm: Rhythm, language: Language): string {
  const { week, weeks, month, months, days } = locales[language].savedCard.rhythm;
  if (rhythm.weeks !== undefined) return counted(rhythm.weeks, week, weeks);
  if (rhythm.days !== undefined)
    return fill(days, { days: rhythm.days.toSorted((one, other) => one - other).join(', ') });
  return counted(rhythm.months ?? 1, month, months);
}

const counted = (count: number, one: string, other: string): string =>
  count === 1 ? one : fill(other, { count: String(count) });

/** Marks and spaces before a word that was left out. */
const JOINS = /[\s,:–-]/;

/** A word that each invoice fills in, with the "for" before it. */
const FILLED_IN = /(?:\s(?:for|of|in|na|don|fun|maka|nke))?\s?\{(?:month|period|year)\}/gi;

/** The name of a repeating invoice in a sentence: without the words that each invoice fills in. */
export function planName(title: string, language: Language): string {
  const plain = title
    .replaceAll(FILLED_IN, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,:–-]+/, '');
  let end = plain.length;
  while (JOINS.test(plain.charAt(end - 1))) end--;
  return plain.slice(0, end) || locales[language].savedCard.invoices;
}

/** The words a customer agrees to, exactly as they are kept. */
export const consentText = ({ business, title, currency, cap, rhythm }: Terms, language: Language): string =>
  fill(locales[language].savedCard.consent, {
    business,
    cap: formatMoney(cap, currency),
    plan: planName(title, language),
    rhythm: rhythmText(rhythm, language),
  });
