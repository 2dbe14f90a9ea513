import { daysBetween, DEFAULT_ZONE } from '#core/dates.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';

const MICRO_DIGITS = 6;
const HOUR_MS = 3_600_000;
/** So long after the due date a link is no longer paid from: plans change, and old links go astray. */
const LINK_DAYS = 120;

/** The display name of a payment method. */
export const methodNames: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  qr_code: 'QR code',
  ussd: 'USSD',
  wallet: 'Wallet',
};

/** How near the due date is, with the colour that says so. */
export function dueText({ due, today }: Pick<PayView, 'due' | 'today'>): {
  text: string;
  tone: 'info' | 'warn' | 'bad';
} {
  const days = daysBetween(today, due);
  if (days < 0) return { text: days === -1 ? 'Overdue by 1 day' : `Overdue by ${-days} days`, tone: 'bad' };
  if (days === 0) return { text: 'Due today', tone: 'warn' };
  if (days === 1) return { text: 'Due tomorrow', tone: 'warn' };
  return { text: `Due in ${days} days`, tone: days <= 7 ? 'warn' : 'info' };
}

/** Whether an unpaid invoice's link is too old to be paid from. */
export const linkExpired = ({ state, due, today }: Pick<PayView, 'state' | 'due' | 'today'>): boolean =>
  state === 'open' && daysBetween(due, today) > LINK_DAYS;

/** Millionths as people write a quantity: 1_500_000 is `1.5`. */
export function formatQuantity(micro: number): string {
  const digits = Math.abs(micro)
    .toString()
    .padStart(MICRO_DIGITS + 1, '0');
  const whole = digits.slice(0, -MICRO_DIGITS).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-MICRO_DIGITS).replace(/(?<!0)0+$/, '');
  return `${micro < 0 ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Basis points as a percentage: 750 is `7.5`. */
export function formatPercent(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2).replace(/\.?0+$/, '');
}

/** `0123 456 789`: an account number in pieces that can be read out. Anything else is left alone. */
export function formatAccountNumber(number: string): string {
  return /^\d{10}$/.test(number) ? `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}` : number;
}

/** `Dec 8, 2026, 2:05 PM`, in Lagos where no other zone is given. */
export function formatMoment(instant: Date, timeZone: string = DEFAULT_ZONE): string {
  return format(instant, { dateStyle: 'medium', timeStyle: 'short' }, timeZone);
}

/** The hour until which something counts; with its day when that is not today. */
export function formatUntil(instant: Date, now: Date): string {
  return instant.getTime() - now.getTime() < 12 * HOUR_MS
    ? format(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    : formatMoment(instant);
}

/** Text a person typed over several lines, without blank ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

// Cached for each zone and kind: creating one takes longer than formatting all the rest of a page.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(instant: Date, options: Intl.DateTimeFormatOptions, timeZone: string = DEFAULT_ZONE): string {
  const key = JSON.stringify([options, timeZone]);
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formats.set(key, formatter);
  return formatter.format(instant);
}
