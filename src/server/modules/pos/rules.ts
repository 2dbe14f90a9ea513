import {
  type Currency,
  formatMoney,
  hasAtMostTwoDecimals,
  majorToMinor,
  type Minor,
  minor,
} from '#core/money.ts';
import { CODE_ALPHABET } from '#core/verification-code.ts';

const CODE_LENGTH = 8;

/** The code of a point of sale as it is printed: `7KQ3-MX9T`. */
const codeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The code in an address, however it was written; null for an impossible one. */
export function parseCode(input: string): string | null {
  const code = input.toUpperCase().replace(/[\s-]/g, '');
  const isValid = Array.from(code).every((letter) => CODE_ALPHABET.includes(letter));
  return code.length === CODE_LENGTH && isValid ? code : null;
}

/** The public page of a point of sale. */
export const shopUrlOf = (publicUrl: string, code: string): string => `${publicUrl}/shop/${code}`;

/** The same for people to type. */
export const shopLink = (publicUrl: string, code: string): string =>
  `${publicUrl.replace(/^https?:\/\//, '')}/shop/${codeText(code)}`;

/** `C-0001`: a number series of its own, because not every opened sale is paid. */
export const saleNumber = (count: number): string => `C-${String(count).padStart(4, '0')}`;

const LEAST: Record<Currency, Minor> = { NGN: minor(100_00), USD: minor(1_00) };
const MOST: Record<Currency, Minor> = { NGN: minor(10_000_000_00), USD: minor(10_000_00) };

/** Why an amount (minor units) is refused at the point of sale; null when it is accepted. */
export function amountProblem(amount: Minor, currency: Currency): string | null {
  const problem = outOfRange(amount, currency);
  if (!problem) return null;
  return problem.code === 'amount_too_small'
    ? `The least that can be paid here is ${problem.limit}`
    : `The most that can be paid here at once is ${problem.limit}`;
}

type RangeProblem = { code: 'amount_too_small' | 'amount_too_large'; limit: string };

function outOfRange(amount: Minor, currency: Currency): RangeProblem | null {
  const sum = (of: Minor) => formatMoney(of, currency);
  if (amount < LEAST[currency]) return { code: 'amount_too_small', limit: sum(LEAST[currency]) };
  return amount > MOST[currency] ? { code: 'amount_too_large', limit: sum(MOST[currency]) } : null;
}

/** Fields of a customer's form, as submitted. */
export type Typed = { amount: string; name: string; words: string };
/** Why a field is refused; `limit` as people read it. */
export type FieldProblem =
  | { code: 'amount_missing' | 'amount_unreadable' | 'amount_fraction' | 'characters' }
  | RangeProblem
  | { code: 'too_long'; limit: string };
export type Wrong = Partial<Record<keyof Typed, FieldProblem>>;
/** `amount` in kobo. */
export type FormResult =
  | { ok: true; order: { amount: Minor; name: string; words: string } }
  | { ok: false; errors: Wrong };

const MAX_LENGTHS = { amount: 20, name: 80, words: 80 } as const;

/** Reads the form of a shop's page; amounts in naira, as people write them: `2500`, `₦2,500.50`. */
export function parseForm(input: Typed): FormResult {
  const amount = parseNaira(input.amount);
  const errors: Wrong = {
    ...(typeof amount === 'number' ? {} : { amount }),
    ...textProblem('name', input.name),
    ...textProblem('words', input.words),
  };
  if (typeof amount !== 'number' || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, order: { amount, name: input.name, words: input.words } };
}

function parseNaira(input: string): Minor | FieldProblem {
  const text = input.replace(/^(?:₦|NGN|N)\s*/i, '').replace(/[\s\u00a0]/g, '');
  if (text === '') return { code: 'amount_missing' };
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  if (!isGrouped && !/^\d+(?:\.\d+)?$/.test(text)) return { code: 'amount_unreadable' };
  // Above the maximum every number is refused alike, and the largest would leave the safe integers.
  const major = Math.min(Number(text.replaceAll(',', '')), 1e11);
  if (!hasAtMostTwoDecimals(major)) return { code: 'amount_fraction' };
  const amount = majorToMinor(major);
  return outOfRange(amount, 'NGN') ?? amount;
}

function textProblem(field: 'name' | 'words', value: string): Wrong {
  const most = MAX_LENGTHS[field];
  if (value.length > most) return { [field]: { code: 'too_long', limit: String(most) } };
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return { [field]: { code: 'characters' } };
  return {};
}
