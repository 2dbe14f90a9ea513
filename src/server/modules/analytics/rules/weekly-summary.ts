import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';

/** The week a summary is about, whole days of the business's zone: the seven before a Monday. */
export type Week = { from: CalendarDate; to: CalendarDate };

export const weekBefore = (monday: CalendarDate): Week => ({
  from: addDays(monday, -7),
  to: addDays(monday, -1),
});

/** Idempotency key of a week's summary message. */
export const summaryKey = (businessId: string, monday: CalendarDate): string =>
  `weekly:${businessId}:${monday}`;

/** An invoice that is open; `balance` in minor units of its currency. */
export type Owed = {
  customerName: string;
  number: string;
  balance: Minor;
  currency: Currency;
  due: CalendarDate;
};

const MAX_CHASED = 3;
/** So many days ahead an invoice counts as due this week. */
export const SOON_DAYS = 6;

/**
 * Invoices to chase this week: overdue ones by amount, then those due within the week by date. The main
 * currency comes before others, since amounts of different currencies cannot be compared.
 */
export function chaseList(owed: readonly Owed[], main: Currency, today: CalendarDate) {
  const rank = (one: Owed) => [one.due < today ? 0 : 1, one.currency === main ? 0 : 1];
  const order = (a: Owed, b: Owed) => {
    const [[late = 0, other = 0], [lateB = 0, otherB = 0]] = [rank(a), rank(b)];
    const soonest = late === 0 ? 0 : a.due.localeCompare(b.due);
    return (
      late - lateB || other - otherB || soonest || b.balance - a.balance || a.number.localeCompare(b.number)
    );
  };
  return owed
    .filter(({ due }) => due <= addDays(today, SOON_DAYS))
    .toSorted(order)
    .slice(0, MAX_CHASED)
    .map(({ due, ...one }) => ({ ...one, daysLate: daysBetween(due, today) }));
}
