import { z } from 'zod';
import { addDays, type CalendarDate, parseInstant } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';
import { minorFromDecimal } from '#server/adapters/shared/decimals.ts';

/** Their ids are numbers, which some lists write as text. */
export const id = z
  .union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,17}$/)])
  .transform((value) => String(value));

/** An amount in major units that must be exact. */
export const money = z.union([z.number(), z.string()]).transform((value, context): Minor => {
  const amount = minorFromDecimal(value);
  if (amount !== null) return amount;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});

/** A fee in major units. They carry three decimals (26.875), so they are rounded half up to a whole minor unit. */
export const fee = z.union([z.number(), z.string()]).transform((value, context): Minor => {
  const amount = roundedMinor(String(value), 'half up');
  if (amount !== null && amount >= 0) return amount;
  context.addIssue({ code: 'custom', message: 'not a fee' });
  return z.NEVER;
});

export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
export const shortString = z.string().trim().min(1).max(60);
export const reference = z.string().min(1).max(200);

/** Times come as ISO 8601 or as `2021-02-15 16:27:22`, which by comparison with their own references is UTC. */
export const instant = z.string().transform((value, context): Date => {
  const at = readInstant(value);
  if (at) return at;
  context.addIssue({ code: 'custom', message: 'not a time' });
  return z.NEVER;
});

/** The same where it only helps; null for what is none. */
export const anyInstant = z
  .string()
  .nullish()
  .transform((value) => (value ? readInstant(value) : null))
  .catch(null);

export function readInstant(value: string): Date | null {
  const bare = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(value.trim());
  return parseInstant(bare ? `${bare[1]}T${bare[2]}Z` : value);
}

/** Minor units of a decimal with any number of decimals, which may be negative; null for what is none. */
export function roundedMinor(value: string, how: 'half up' | 'down'): Minor | null {
  const found = /^(-?)(\d{1,13})(?:\.(\d{1,12}))?$/.exec(value.trim());
  if (!found) return null;
  const decimals = (found[3] ?? '').padEnd(3, '0');
  const cut = Number(found[2]) * 100 + Number(decimals.slice(0, 2));
  const up = how === 'half up' && Number(decimals[2]) >= 5 ? 1 : 0;
  const size = cut + up;
  return minor(found[1] === '-' && size > 0 ? -size : size);
}

const pageInfo = z.object({
  page_info: z.object({
    current_page: z.coerce.number().int().positive(),
    total_pages: z.coerce.number().int().nonnegative(),
  }),
});

/** The page after this one, null after the last, `unsaid` where the response does not contain it. */
export function nextPage(meta: unknown): number | null | 'unsaid' {
  const parsed = pageInfo.safeParse(meta);
  if (!parsed.success) return 'unsaid';
  const { current_page: current, total_pages: total } = parsed.data.page_info;
  return current < total ? current + 1 : null;
}

/** How many pages there are in all; zero where the response does not contain it. */
export const pagesIn = (meta: unknown): number => pageInfo.safeParse(meta).data?.page_info.total_pages ?? 0;

/** The page a cursor names; null for a cursor that is not ours. */
export const pageOf = (cursor: string | null): number | null =>
  cursor === null ? 1 : /^[1-9]\d{0,6}$/.test(cursor) ? Number(cursor) : null;

const utcDay = (at: Date): CalendarDate => at.toISOString().slice(0, 10);

/**
 * Date range to query a list for. Lists filter by days of an undocumented time zone, so the range is a day
 * wider on either side, and what is not wanted is dropped here.
 */
export const daysAround = (from: Date, until: Date) => ({
  from: addDays(utcDay(from), -1),
  to: addDays(utcDay(until), 1),
});
