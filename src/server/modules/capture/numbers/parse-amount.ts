import { currencyOfSign, signPattern } from './currency-signs.ts';

/** A number on the document, in major units where it is money. */
export type Amount = {
  value: number;
  /** Digits after the decimal mark. */
  decimals: number;
  /** ISO 4217, where a sign or code stands beside it. */
  currency: string | null;
  /** Looks like money by itself: two decimals, thousands separators, or a currency sign. */
  looksLikeMoney: boolean;
  /** Letters were read as digits, or a separator was unclear. */
  corrected: boolean;
  percent: boolean;
  /** A letter that may be a misread currency sign: H for ₦, C for €, E and f for € or £. */
  mark: string | null;
  /** The words it was made of. */
  first: number;
  last: number;
  left: number;
  right: number;
};

/** Whether a last digit may be lost: "763,518.7" is one of ten sums. */
export const isCut = ({ decimals }: Pick<Amount, 'decimals'>): boolean => decimals === 1;

/**
 * The document's number format. `koboAt` is the position of the kobo column, if any; `hashIsNaira` where # stands before
 * what can only be money; `isSpaced` where white parts the thousands.
 */
export type NumberStyle = {
  decimal: '.' | ',';
  koboAt: number | null;
  hashIsNaira?: boolean;
  isSpaced?: boolean;
};

const MAX_VALUE = 1e12;

/** A number without its place. */
export type ParsedAmount = Omit<Amount, 'first' | 'last' | 'left' | 'right'>;

const shape = new RegExp(
  `^([(\\[]?)([-–−+]?)(${signPattern}|[HWCEf])?([-–−+]?)([0-9OoQlI|][0-9OoQDlI|SB$.,'’:=-]*?)(${signPattern})?(%|/[-=]|-|[kK]|CR|[A-NP-Z]{1,2}|\\*)?([)\\]]?)[.,;:*]*$`,
);

// "6,500/bird".
const PER_UNIT = /(\d,\d{3}|\.\d{2}|^[₦N$£€]\d{1,6})\/\p{L}{1,8}\.?$/u;

// "11,s00", by hand.
const SMALL_S = /(?<=\d,\d{0,2})s(?=\d{0,2}$)/;

// "R4,500.00" and no room.
const RAND = /^R(?=\d[\d,]*\.\d{2}$)/;

// The line of a column behind what is whole: "258,500|".
const RULED = /((?:,\d{3}|\.\d{2}))[|\]]$/;

/** One printed number; null for what is none. */
export function readAmount(text: string, style: NumberStyle): ParsedAmount | null {
  const parts = shape.exec(
    text.replace(PER_UNIT, '$1').replace(RULED, '$1').replace(RAND, 'ZAR').replace(SMALL_S, '5'),
  );
  if (!parts) return null;
  const [, open = '', minus = '', sign = '', inner = '', digits = '', after = '', tail = ''] = parts;
  const correctedDigits = digits
    .replace(/[OoQD]/g, '0')
    .replace(/[lI|]/g, '1')
    .replace(/[S$]/g, '5')
    .replace(/B/g, '8');
  const wrong = correctedDigits === digits ? 0 : digits.replace(/[^QDlI|SB$]/g, '').length;
  if (correctedDigits !== digits && (wrong * 3 > digits.length || !/[.,]/.test(digits))) return null;
  if (sign && /^o/i.test(digits)) return null;
  const currency = currencyOfSign(sign) ?? currencyOfSign(after);
  const mark = /^[HWCEf]$/.test(sign) ? sign : tail === 'C' ? 'C' : null;
  const number = parse(correctedDigits, style, currency !== null);
  if (!number || number.value > MAX_VALUE) return null;
  // "#56" is a number of something, as is the ticket of a queue.
  if (sign === '#' && number.decimals !== 2 && !number.grouped && !style.hashIsNaira) return null;
  const thousands = /^k$/i.test(tail) && number.decimals < 2 && !number.grouped && number.value < 10_000;
  if (thousands)
    return {
      value: number.value * 1000,
      decimals: 0,
      currency,
      looksLikeMoney: true,
      corrected: false,
      percent: false,
      mark,
    };
  const lettered = /^[A-Z]/.test(tail);
  if (lettered && number.decimals !== 2) return null;
  if (sign !== '' && mark === sign && number.decimals !== 2 && !number.grouped) return null;
  const negative = /[-–−]/.test(minus + inner) || open === '(' || tail === '-' || tail === 'CR';
  return {
    value: negative && number.value !== 0 ? -number.value : number.value,
    decimals: number.decimals,
    currency,
    looksLikeMoney:
      currency !== null || number.decimals === 2 || number.grouped || tail === '/-' || tail === '/=',
    corrected: correctedDigits !== digits || number.unclear,
    percent: tail === '%',
    mark,
  };
}

type ParsedDigits = { value: number; decimals: number; grouped: boolean; unclear: boolean };

function parse(digits: string, style: NumberStyle, isMoney: boolean): ParsedDigits | null {
  const kobo = /^(\d[\d.,]*)([:=-])(\d{2}|[=-])?[kK]?$/.exec(digits);
  if (kobo) return withKobo(kobo[1] ?? '', kobo[2] ?? '', kobo[3] ?? '00', isMoney);
  const plain = digits.replace(/['’]/g, '').replace(/[.,]+$/, '');
  if (!/^\d[\d.,]*$/.test(plain)) return null;
  const marks = plain.replace(/\d/g, '');
  if (marks === '') return wholeNumber(plain);
  const lastMark = marks.at(-1) ?? '.';
  const at = plain.lastIndexOf(lastMark);
  const [head, tail] = [plain.slice(0, at), plain.slice(at + 1)];
  if (isGroups(plain, marks, tail, lastMark, style, isMoney)) return grouping(plain, style, lastMark);
  if (/^0\d/.test(head)) return null;
  const single = marks.length === 1;
  if (!single && !validGroups(head)) return null;
  if (
    style.decimal === ',' &&
    single &&
    lastMark === '.' &&
    tail.length === 2 &&
    !isMoney &&
    isDayMonth(head, tail)
  )
    return null;
  if (tail.length > 6 || (!single && tail.length > 2 && new Set(marks).size === 1)) return null;
  return {
    value: Number(`${head.replace(/[.,]/g, '')}.${tail}`),
    decimals: tail.length,
    grouped: !single,
    unclear: tail.length === 2 ? !single && new Set(marks).size === 1 : tail.length === 3,
  };
}

const isDayMonth = (head: string, tail: string) =>
  Number(head) <= 31 && Number(tail) >= 1 && Number(tail) <= 12;

function withKobo(head: string, mark: string, tail: string, isMoney: boolean): ParsedDigits | null {
  const isLoose = mark === '-' && !/[.,]/.test(head);
  if (!isMoney && (isLoose || !/\d{3}$/.test(head))) return null;
  if (!validGroups(head) && /[.,]/.test(head)) return null;
  const value = Number(`${head.replace(/[.,]/g, '')}.${/\d/.test(tail) ? tail : '00'}`);
  return { value, decimals: 2, grouped: true, unclear: false };
}

function wholeNumber(plain: string): ParsedDigits | null {
  if (plain.length > 9 || (plain.length > 1 && plain.startsWith('0'))) return null;
  return { value: Number(plain), decimals: 0, grouped: false, unclear: false };
}

// Three digits after the last separator: thousands, unless it is the decimal separator and no money.
function isGroups(
  plain: string,
  marks: string,
  tail: string,
  lastMark: string,
  style: NumberStyle,
  isMoney: boolean,
): boolean {
  if (tail.length !== 3 || !validGroups(plain) || plain.startsWith('0')) return false;
  if (new Set(marks).size > 1) return false;
  return marks.length > 1 || lastMark !== style.decimal || isMoney;
}

function grouping(plain: string, style: NumberStyle, mark: string): ParsedDigits {
  const value = Number(plain.replace(/[.,]/g, ''));
  return { value, decimals: 0, grouped: true, unclear: mark === style.decimal };
}

// A comma of several may be read as a dot.
const validGroups = (text: string) =>
  /^\d{1,3}(?:([.,])\d{2,3}(?:\1\d{3})*)?$|^\d+$|^\d{1,3}(?:[.,]\d{3}){2,}$/.test(text) &&
  !/[.,]\d{2}$/.test(text);
