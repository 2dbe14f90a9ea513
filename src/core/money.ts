import { assert } from './assert.ts';
import { formatCount } from './english.ts';

declare const minorBrand: unique symbol;

/** An amount in minor units (kobo, cents): a safe integer, never a fraction. Made only by `minor`. */
export type Minor = number & { readonly [minorBrand]: true };

export const currencies = ['NGN', 'USD'] as const;

/** ISO 4217 codes of the supported currencies. */
export type Currency = (typeof currencies)[number];

/** Whether a currency is one of ours: others have no accounts here. */
export const isCurrency = (code: string): code is Currency => currencies.some((one) => one === code);

/** The one of the two that a view leaves out. */
export const otherCurrency = (currency: Currency): Currency => (currency === 'NGN' ? 'USD' : 'NGN');

export const currencySymbols: Record<Currency, string> = { NGN: '₦', USD: '$' };

/** The largest amount a single document or movement may carry: ten trillion in minor units. */
export const MAX_MINOR = 1_000_000_000_000_000;

/** The largest sum of many documents that is ever reported; larger sums are capped to it. */
export const MAX_SUM = 9_000_000_000_000_000;

const QUANTITY_SCALE = 1_000_000n;
const BASIS_POINTS = 10_000n;

/** Brands an integer count of minor units; throws when it is not a safe integer. */
export function minor(value: number): Minor {
  assert(Number.isSafeInteger(value), `minor units must be a safe integer, got ${value}`);
  return value as Minor;
}

export const ZERO = minor(0);

/** Sum of amounts in minor units of one currency. */
export function add(...amounts: Minor[]): Minor {
  return minor(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** `from` less `amount`, in minor units; may be negative. */
export function subtract(from: Minor, amount: Minor): Minor {
  return minor(from - amount);
}

/** The smaller of two amounts. */
export function least(a: Minor, b: Minor): Minor {
  return a < b ? a : b;
}

/** A quantity in millionths of a unit (1.5 hours is 1_500_000). Throws past six decimals. */
export function quantityToMicro(quantity: number): number {
  const micro = Math.round(quantity * 1_000_000);
  assert(Number.isSafeInteger(micro), `quantity out of range: ${quantity}`);
  return micro;
}

/** rate × quantity, where quantity is in millionths; rounded half up to a whole minor unit. */
export function timesMicro(rate: Minor, quantityMicro: number): Minor {
  return minor(Number(divideHalfUp(BigInt(rate) * BigInt(quantityMicro), QUANTITY_SCALE)));
}

/** `basisPoints` hundredths of a percent of an amount (7.5 % is 750), rounded half up once. */
export function percentOf(amount: Minor, basisPoints: number): Minor {
  return minor(Number(divideHalfUp(BigInt(amount) * BigInt(basisPoints), BASIS_POINTS)));
}

/** `amount` × `part` / `whole`, rounded half up; nothing of a whole of nothing. */
export function portionOf(amount: Minor, part: number, whole: number): Minor {
  return whole === 0 ? ZERO : minor(Number(divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole))));
}

/** Major units with at most two decimals (1500.5) as minor units (150050). Throws on a third decimal. */
export function majorToMinor(major: number): Minor {
  const value = Math.round(major * 100);
  assert(hasAtMostTwoDecimals(major), `more than two decimals: ${major}`);
  return minor(value);
}

/** An amount in major units as it was said or read, in minor ones; at most the largest sum there is. */
export const toMinor = (major: number): Minor => minor(Math.min(MAX_SUM, Math.round(major * 100)));

/** An amount in major units, still in major units, to whole minor ones: `12.345` is `12.35`. For what was read or computed, not for sums. */
export const roundMajor = (major: number): number => Math.round(major * 100) / 100;

/** Whether a number in major units names a whole count of minor units. */
export function hasAtMostTwoDecimals(major: number): boolean {
  const value = Math.round(major * 100);
  return Number.isSafeInteger(value) && Math.abs(value / 100 - major) < 1e-9 * Math.max(1, Math.abs(major));
}

/** Minor units as a number of major units, for the wire only. */
export function minorToMajor(amount: Minor): number {
  return amount / 100;
}

/** `₦1,250,000.50`: en-NG grouping, always two decimals, sign before the symbol. */
export function formatMoney(amount: Minor, currency: Currency): string {
  const { sign, whole, fraction } = moneyParts(amount);
  return `${sign}${currencySymbols[currency]}${whole}.${fraction}`;
}

/** An amount in a currency that need not be one of ours, in minor units of a hundred: `GBP 1,250.50`. */
export const formatAnyMoney = (amount: Minor, currency: string): string =>
  isCurrency(currency)
    ? formatMoney(amount, currency)
    : `${currency} ${formatMoney(amount, 'USD').replace('$', '')}`;

/** The printed pieces of an amount, so that kobo can be set smaller: `{sign:'-', whole:'1,250', fraction:'50'}`. */
export function moneyParts(amount: Minor): { sign: string; whole: string; fraction: string } {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  const whole = formatCount(Number(digits.slice(0, -2)));
  return { sign: amount < 0 ? '-' : '', whole, fraction: digits.slice(-2) };
}

function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const magnitude = numerator * sign;
  return (sign * (magnitude * 2n + denominator)) / (denominator * 2n);
}
