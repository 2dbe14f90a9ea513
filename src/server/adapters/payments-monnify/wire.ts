import { z } from 'zod';
import type { Minor } from '#core/money.ts';
import { minorFromDecimal } from '#server/adapters/shared/decimals.ts';
import type { ListPage, Outcome } from '#server/kernel/ports/index.ts';
import type { Answer } from './client.ts';
import { readInstant } from './dates.ts';

/** An amount in naira, as number or text, read into kobo. */
export const naira = z.unknown().transform((value, issues): Minor => {
  const amount = minorFromDecimal(value);
  if (amount !== null) return amount;
  issues.addIssue('not an amount of naira');
  return z.NEVER;
});

export const instant = z.unknown().transform((value, issues): Date => {
  const parsed = readInstant(value);
  if (parsed) return parsed;
  issues.addIssue('not a time');
  return z.NEVER;
});

/** A reference or another short text of Monnify's. */
export const shortString = z.string().min(1).max(200);

/** Reason where a response lacks a field that money depends on. */
export const UNREADABLE = 'Monnify gave an answer we cannot read';

type Failure = { ok: false; reason: string; retry: boolean };
export const tryLater = (reason: string): Failure => ({ ok: false, reason, retry: true });
export const refuse = (reason: string): Failure => ({ ok: false, reason, retry: false });

/** Whether Monnify reports that it knows no such resource, rather than that something else went wrong. */
export function isNotFound(answer: Answer): boolean {
  if (answer.kind !== 'refused') return false;
  return answer.status === 404 || ([400, 422].includes(answer.status) && NOT_FOUND.test(answer.message));
}
const RESOURCE = '(transaction|transfer|invoice|refund|disbursement|reference)';
const NOT_FOUND = new RegExp(`${RESOURCE}.*(not found|does not exist)|could not find.*${RESOURCE}`, 'i');

const page = z.object({
  content: z.array(z.unknown()),
  last: z.boolean().nullish(),
  totalPages: z.number().int().nullish(),
});

/** `pages` is how many there are in all; null where the response does not contain it. */
type RawPage = { items: unknown[]; isLast: boolean; pages: number | null };

/** One page of any of its lists, counted from zero. */
export function readPage(answer: Answer, number: number, size: number): Outcome<RawPage> {
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'refused') return tryLater(answer.message);
  const data = page.safeParse(answer.body).data;
  if (!data) return tryLater(UNREADABLE);
  const { content: items, last, totalPages } = data;
  const isLast =
    last ??
    (totalPages === null || totalPages === undefined ? items.length < size : number + 1 >= totalPages);
  return { ok: true, items, isLast: isLast || items.length === 0, pages: totalPages ?? null };
}

/** The number of the page a cursor asks for; null for a cursor that is none of ours. */
export function pageOf(cursor: string | null): number | null {
  if (cursor === null) return 0;
  return /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) : null;
}

export const listPage = <T>(items: T[], isLast: boolean, number: number): { ok: true } & ListPage<T> => ({
  ok: true,
  items,
  next: isLast ? null : String(number + 1),
});
