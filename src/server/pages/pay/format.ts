import {
  type CalendarDate,
  daysBetween,
  DEFAULT_ZONE,
  formatLongDate,
  formatMoment,
  timeIn,
  UNDATED,
} from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { fill } from '#core/fill.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { daysIn } from '#server/modules/notifications/locales/locales.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import type { PageLocale } from '../locales/locales.ts';

/** So long after the due date or the last reminder a link is no longer paid from: plans change, and old links go astray. */
const LINK_DAYS = 120;

/** How near the due date is, with the colour that says so; nothing is due while nobody asked for the part. */
export function dueText(
  { due, today }: Pick<PayView, 'due' | 'today'>,
  locale: PageLocale,
): { text: string; tone: 'info' | 'warn' | 'bad' } {
  const { states, parts } = locale;
  if (due === UNDATED) return { text: parts.notDue, tone: 'info' };
  const days = daysBetween(today, due);
  const counted = (text: string) => fill(text, { days: daysIn(locale, Math.abs(days)) });
  if (days < 0) return { text: counted(states.overdue), tone: 'bad' };
  if (days === 0) return { text: states.dueToday, tone: 'warn' };
  if (days === 1) return { text: states.dueTomorrow, tone: 'warn' };
  return { text: counted(states.dueIn), tone: days <= 7 ? 'warn' : 'info' };
}

/** Whether an unpaid invoice's link is too old to be paid from. */
export const linkExpired = ({
  state,
  due,
  remindedOn,
  today,
}: Pick<PayView, 'state' | 'due' | 'remindedOn' | 'today'>): boolean =>
  state === 'open' && [due, remindedOn ?? due].every((day) => daysBetween(day, today) > LINK_DAYS);

/** The hour until which something counts; with its day when that is not today. */
export function formatUntil(instant: Date, now: Date, { language }: PageLocale): string {
  return instant.getTime() - now.getTime() < 12 * HOUR_MS
    ? timeIn(instant)
    : formatMoment(instant, DEFAULT_ZONE, language);
}

/** Text a person typed over several lines, without blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

type Early = { percent: number; until: CalendarDate; amount: Minor; full: Minor; currency: Currency };

/** The discount for paying early beside the lower sum: until when it is off, and the sum that is asked for after. */
export const earlyText = (
  { percent, until, amount, full, currency }: Early,
  { pay, language }: PageLocale,
): string =>
  fill(pay.early, {
    amount: formatMoney(amount, currency),
    percent: String(percent / 100),
    date: formatLongDate(until, language),
    full: formatMoney(full, currency),
  });
