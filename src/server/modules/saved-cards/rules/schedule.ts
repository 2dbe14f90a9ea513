import { addDays, type CalendarDate, dateIn, daysBetween, plusMs } from '#core/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { instantAt } from '#core/time-zones.ts';
import type { CardCharge, Failure } from '../table.ts';

/** Days between the notice of a charge and the charge. */
export const NOTICE_DAYS = 3;
/** So many days after the first attempt there is no other. */
const LAST_DAY = 14;
/** Days from each failure to the next attempt, and the hours of the business's day in which each is made. */
const RETRY_DAYS = [1, 3, 7];
const HOURS = [9, 13, 17, 11];
const WINDOW_HOURS = 2;
/** A reference the provider does not know a day after it was sent never arrived. */
const LOST_AFTER_MS = 24 * HOUR_MS;

const hourOf = (attempt: number): number => HOURS[attempt - 1] ?? HOURS[0] ?? 0;

/** The instant of an attempt on a day: charges are spread over the window by their references, the same one always alike. */
export function tryAt(day: CalendarDate, attempt: number, zone: string, reference: string): Date {
  const sum = [...reference].reduce((total, sign) => (total * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7);
  const spread = (sum % (WINDOW_HOURS * 60 - 10)) * MINUTE_MS;
  return plusMs(instantAt(day, hourOf(attempt), zone), spread);
}

/** Whether the hours of an attempt have passed on the day it was for. */
export function isTooLate({ next_try_at: at, attempt }: Due, zone: string, now: Date): boolean {
  const end = instantAt(dateIn(at, zone), hourOf(attempt) + WINDOW_HOURS, zone);
  return now >= end;
}

type Due = Pick<CardCharge, 'next_try_at' | 'attempt'>;

/** The consequence of a failed attempt: another on a day, or the end of them; `isDead` where the card is never charged again. */
export type Next = { day: CalendarDate | null; isDead: boolean };

/** The consequence of an attempt that failed today; `before` are the failures of earlier ones, `first` the day of the first. */
export function afterFailure(
  { failure, attempt }: { failure: Failure; attempt: number },
  { before, first, today }: { before: readonly (Failure | null)[]; first: CalendarDate; today: CalendarDate },
): Next {
  const isDead = failure === 'card' || (failure === 'declined' && before.includes('declined'));
  // The holder's bank asks for them, which a page can do; a charge that got lost is left to them too.
  if (isDead || failure === 'holder' || failure === 'lost') return { day: null, isDead };
  const wait = RETRY_DAYS[attempt - 1];
  const day = wait === undefined ? null : addDays(today, wait);
  const isInTime = day !== null && daysBetween(first, day) <= LAST_DAY;
  return { day: isInTime ? day : null, isDead: false };
}

/** Whether a charge its provider does not know was never received. */
export const wasLost = (sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() >= LOST_AFTER_MS;

/** Whether a card or its token has ended by a day. */
export const hasExpired = (expires: string | null, day: CalendarDate): boolean =>
  expires !== null && expires < day.slice(0, 7);
