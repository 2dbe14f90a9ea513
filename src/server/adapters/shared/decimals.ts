import { type Minor, minor } from '#core/money.ts';

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,8}))?$/;

/**
 * Minor units of an amount in major units, as number or text (`2990.5`, `"2990.50"`), by decimal arithmetic.
 * Null for what is no amount, is negative, or has more than two significant decimals.
 */
export function minorFromDecimal(input: unknown): Minor | null {
  const found = DECIMAL.exec(
    typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '',
  );
  if (!found || found[1] === '-') return null;
  const decimals = (found[3] ?? '').replace(/(?<!0)0+$/, '');
  if (decimals.length > 2) return null;
  return minor(Number(found[2]) * 100 + Number(decimals.padEnd(2, '0')));
}

/** The inverse, as a number with at most two decimals, for JSON in major units. */
export const decimalFromMinor = (amount: Minor): number => amount / 100;

/** Minor units of an amount in minor units, as number or text; null for anything else. */
export function minorFromInteger(input: unknown): Minor | null {
  const value = typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : input;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? minor(value) : null;
}
