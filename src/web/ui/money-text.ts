import { type Minor, minor, moneyParts } from '#core/money.ts';

const MAX_WHOLE_DIGITS = 13;

/**
 * Sanitizes typed or pasted text to digits and one point with two decimals ("₦1,250,000" gives "1250000").
 */
export function keepAmount(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, MAX_WHOLE_DIGITS);
  return rest.length === 0 ? digits : `${digits || '0'}.${rest.join('').slice(0, 2)}`;
}

/** Typed digits as minor units, counted without floating point; null when empty. */
export function readAmount(text: string): Minor | null {
  const kept = keepAmount(text);
  if (kept === '') return null;
  const [whole = '0', fraction = ''] = kept.split('.');
  return minor(Number(whole) * 100 + Number(fraction.padEnd(2, '0')));
}

/** Minor units as they read in the box: "1,250,000.50". */
export function writeAmount(amount: Minor | null): string {
  if (amount === null) return '';
  const { sign, whole, fraction } = moneyParts(amount);
  return `${sign}${whole}.${fraction}`;
}
