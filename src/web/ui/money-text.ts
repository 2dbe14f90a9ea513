import { type Minor, minor, moneyParts, percentOf } from '#core/money.ts';

const MAX_INTEGER_DIGITS = 13;

// "45k", "1.5m" and "1,5m", as prices are said: without its letter it would be a thousandth.
const SHORT = /^\D*(\d[\d,]{0,15}(?:\.\d*)?) ?([km])\W*$/i;

const PERCENT = /^\D*(\d{1,3}(?:\.\d{1,2})?) ?%\W*$/;

const spelledOut = (text: string): string =>
  text.replace(SHORT, (_, number: string, unit: string) =>
    (Number(number.replace(/,(?=\d{1,2}$)/, '.').replaceAll(',', '')) * (/k/i.test(unit) ? 1e3 : 1e6))
      .toFixed(2)
      .replace(/\.00$/, ''),
  );

/**
 * Sanitizes typed or pasted text to digits and one point with two decimals ("₦1,250,000" gives "1250000", "45k" "45000").
 */
export function sanitizeAmount(text: string): string {
  const [integer = '', ...rest] = spelledOut(text)
    .replace(/[^\d.]/g, '')
    .split('.');
  const digits = integer.replace(/^0+(?=\d)/, '').slice(0, MAX_INTEGER_DIGITS);
  return rest.length === 0 ? digits : `${digits || '0'}.${rest.join('').slice(0, 2)}`;
}

/** The same where `10%` may be typed for that part of a whole in minor units. */
export const sanitizePart =
  (whole: Minor) =>
  (text: string): string => {
    const percent = PERCENT.exec(text)?.[1];
    return percent === undefined
      ? sanitizeAmount(text)
      : plainAmount(percentOf(whole, Math.round(Number(percent) * 100)));
  };

/** Typed digits as minor units, counted without floating point; null when empty. */
export function parseAmount(text: string): Minor | null {
  const sanitized = sanitizeAmount(text);
  if (sanitized === '') return null;
  const [integer = '0', fraction = ''] = sanitized.split('.');
  return minor(Number(integer) * 100 + Number(fraction.padEnd(2, '0')));
}

/** Minor units as they are typed: "1250000.5", "200". */
export const plainAmount = (amount: Minor | null): string =>
  formatAmount(amount).replaceAll(',', '').replace(/\.00$/, '');

/** Minor units as they read in the box: "1,250,000.50". */
export function formatAmount(amount: Minor | null): string {
  if (amount === null) return '';
  const { sign, whole: integer, fraction } = moneyParts(amount);
  return `${sign}${integer}.${fraction}`;
}
