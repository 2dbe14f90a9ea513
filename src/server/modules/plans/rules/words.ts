import { addDays, type CalendarDate, formatDate, monthName } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { invoiceTextNames, lineTexts, paragraphTexts } from '#core/invoice/texts.ts';
import type { Language } from '#core/languages.ts';
import { recordOf } from '#core/records.ts';
import type { PlanContents } from '../table.ts';
import { dayAt, type Days } from './dates.ts';

const LONGEST_DESCRIPTION = 300;
/** At least as long as any of them in any language. */
const longest: Words = { month: 'm'.repeat(20), period: 'p'.repeat(45), year: 'year' };

type Words = Record<'month' | 'period' | 'year', string>;

/** The words of a day of a plan: its month, the days until the one after it, and its year. */
export function wordsOf(plan: Days, number: number, language: Language): Words {
  const at = (one: number): CalendarDate => dayAt(plan.starts, plan.rhythm, one - plan.first_number);
  const [day, last] = [at(number), addDays(at(number + 1), -1)];
  return {
    month: monthName(day, language),
    period: `${formatDate(day, language)} – ${formatDate(last, language)}`,
    year: day.slice(0, 4),
  };
}

/** A text with `{month}`, `{period}` and `{year}` filled in; other words in braces stay as they are. */
export const withWords = (text: string, words: Words): string =>
  text.replace(/\{(month|period|year)\}/g, (_, word: keyof Words) => words[word]);

/** Contents with the same filled in. */
export function filled(contents: PlanContents, words: Words): PlanContents {
  const fillIn = (text: string): string => withWords(text, words);
  return {
    ...contents,
    ...recordOf(invoiceTextNames, (name) => fillIn(contents[name] ?? '')),
    items: contents.items.map((item) => ({ ...item, description: fillIn(item.description) })),
  };
}

/** Throws 422 on a text that could be too long for an invoice once its words are filled in. */
export function refuseTooLong(contents: PlanContents): void {
  const text = filled(contents, longest);
  const fault = (path: string, max: number) =>
    fieldError(path, `Keep this to ${max} characters with the words in braces filled in`);
  for (const name of invoiceTextNames) {
    const max = { ...lineTexts, ...paragraphTexts }[name];
    if ((text[name] ?? '').length > max) throw fault(name, max);
  }
  for (const [at, { description }] of text.items.entries())
    if (description.length > LONGEST_DESCRIPTION) throw fault(`items.${at}.description`, LONGEST_DESCRIPTION);
}
