import {
  type CalendarDate,
  dateIn,
  formatDate,
  formatLongDate,
  systemClock,
  timeIn,
  UNDATED,
} from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { type Currency, currencySymbols, formatMoney, type Minor } from '#core/money.ts';

export { formatDate, formatLongDate, formatMoney };

/** `Nov 3, 14:43`, with its year where that is another, `Today, 14:43` on the day itself. */
export function formatInstant(instant: Date, now: Date = systemClock()): string {
  const [day, today] = [dateIn(instant), dateIn(now)];
  return `${day === today ? TODAY : formatDate(day, 'en', yearOf(day) !== yearOf(today))}, ${timeIn(instant)}`;
}

const TODAY = 'Today';
const yearOf = (day: CalendarDate) => day.slice(0, 4);

/** `Dec 12, 2026`: the day of an instant. */
export function formatDay(instant: Date): string {
  return formatDate(dateIn(instant));
}

/** `Due Dec 12, 2026`, also where the day is not known yet. */
export const formatDue = (day: CalendarDate): string =>
  day === UNDATED ? 'No due date' : `Due ${formatDate(day)}`;

/** 'Just now' for an hour, then 'Nh ago', then 'Nd ago': Recent Activity only, where the specification has it so. */
export function formatAgo(instant: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - instant.getTime()) / HOUR_MS);
  if (hours < 1) return 'Just now';
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}

/** `₦250k`, `₦1.2m`, `₦3bn`: amounts on an axis. */
export function formatShortMoney(amount: Minor, currency: Currency): string {
  const major = amount / 100;
  const short = (value: number, unit: string) =>
    `${currencySymbols[currency]}${Number(value.toFixed(1))}${unit}`;
  // A thousand thousands is a million, also where rounding makes it one.
  if (Math.abs(major) >= 999_950_000) return short(major / 1_000_000_000, 'bn');
  if (Math.abs(major) >= 999_950) return short(major / 1_000_000, 'm');
  if (Math.abs(major) >= 1000) return short(major / 1000, 'k');
  return `${currencySymbols[currency]}${Number.isInteger(major) ? major : major.toFixed(2)}`;
}

/** `7.5%` from basis points. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** Good Morning 5-11, Good Afternoon 12-16, Good Evening 17-21, else Nighty Night. */
export function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good Morning';
  if (hour >= 12 && hour < 17) return 'Good Afternoon';
  return hour >= 17 && hour < 22 ? 'Good Evening' : 'Nighty Night';
}
