import type { ReadWord } from '#server/ports.ts';
import { currencyOfSign, signPattern } from './currency-signs.ts';
import { type Row, type Sheet, WIDTH } from './layout.ts';

/** A number on the paper, in major units where it is money. */
export type Amount = {
  value: number;
  /** Digits after the decimal mark. */
  decimals: number;
  /** ISO 4217, where a sign or code stands beside it. */
  currency: string | null;
  /** Looks like money by itself: two decimals, groups of thousands, or a sign of money. */
  formed: boolean;
  /** Letters were taken for digits, or a mark was not clear. */
  mended: boolean;
  percent: boolean;
  /** A letter that a sign of money may have been read as: H for ₦, C for €. */
  mark: string | null;
  /** The words it was made of. */
  first: number;
  last: number;
  left: number;
  right: number;
};

/** How this paper writes numbers. `koboAt` is where the column of kobo is, when there is one. */
export type NumberStyle = { decimal: '.' | ','; koboAt: number | null };

const LARGEST = 1e12;

/** English or European marks, by what the paper itself shows. */
export function styleOf(sheet: Sheet): NumberStyle {
  let comma = 0;
  for (const { text } of sheet.rows) {
    comma += 3 * matches(text, /\d\.\d{3},\d{2}(?!\d)/g) - 3 * matches(text, /\d,\d{3}\.\d{2}(?!\d)/g);
    comma += matches(text, /(?<![\d.,])\d+,(\d{2}|\d{4})(?![\d.,])/g);
    comma -= matches(text, /(?<![\d.,/-])\d+\.\d{2}(?![\d.,/-])/g);
    comma -= matches(text, /(?<![\d.,])\d{1,3}(,\d{3})+(?![\d,])/g);
  }
  return { decimal: comma > 0 ? ',' : '.', koboAt: koboColumn(sheet) };
}

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function koboColumn(sheet: Sheet): number | null {
  for (const row of sheet.rows) {
    const naira = row.words.some((word) => /^\W*(₦|n|=n=|#|naira|amount)\W*$/i.test(word.text));
    const kobo = row.words.findLast((word) => /^\W*(k|kobo)\W*$/i.test(word.text));
    if (naira && kobo) return kobo.x + kobo.width / 2;
    const both = row.words.findLast((word) => /^(₦|n|#)[|:/](k|kobo)$/i.test(word.text));
    if (both) return both.x + both.width;
  }
  return null;
}

/** The numbers of a row, left to right. Dates, times, telephones and codes are none. */
export function amountsIn(row: Row, style: NumberStyle): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < row.words.length; ) {
    const amount = amountAt(row.words, at, style);
    if (amount) found.push(amount);
    at = amount ? amount.last + 1 : at + 1;
  }
  return found;
}

function amountAt(words: readonly ReadWord[], at: number, style: NumberStyle): Amount | null {
  for (const count of [4, 3, 2, 1]) {
    const run = words.slice(at, at + count);
    if (run.length < count || (count > 1 && !belongTogether(run, style))) continue;
    const read = readAmount(joined(run, style), style);
    if (read) return beside(words, at, count, read);
  }
  return null;
}

type Read = Omit<Amount, 'first' | 'last' | 'left' | 'right'>;

function beside(words: readonly ReadWord[], at: number, count: number, read: Read): Amount {
  const end = at + count - 1;
  const first = words[at];
  const last = words[end];
  const next = words[end + 1];
  const before = words[at - 1];
  const signs = [before && signOf(before.text), next && gap(last, next) < 20 ? signOf(next.text) : null];
  const currency = read.currency ?? signs.find((sign) => sign) ?? null;
  return {
    ...read,
    currency,
    formed: read.formed || currency !== null,
    mark:
      read.mark ??
      [before?.text, next && gap(last, next) < 20 ? next.text : ''].find((text) =>
        /^[HC]$/.test(text ?? ''),
      ) ??
      null,
    percent: read.percent || (next?.text.startsWith('%') ?? false),
    first: at,
    last: end,
    left: first?.x ?? 0,
    right: (last?.x ?? 0) + (last?.width ?? 0),
  };
}

const signOf = (text: string) => currencyOfSign(text.replace(/[.:()]+$|^[(:]+/g, ''));
const gap = (a: ReadWord | undefined, b: ReadWord | undefined) => (a && b ? b.x - (a.x + a.width) : WIDTH);

// "12 .50", "1 234,56", "=N= 45,000 00": pieces of one number, when they stand close or in the column of kobo.
function belongTogether(run: readonly ReadWord[], style: NumberStyle): boolean {
  return run.slice(1).every((word, at) => {
    const before = run[at];
    if (!before) return false;
    const apart = gap(before, word) / word.height;
    if (isKobo(before, word, style)) return true;
    if (isCents(before, word, run, style)) return apart < 0.9;
    if (/^[.,]\d/.test(word.text) || /\d[.,]$/.test(before.text))
      return apart < 0.8 && /\d/.test(before.text) && /^[.,]?\d{2,3}\b/.test(word.text);
    if (/^[-–−(]$/.test(before.text) || (at === 0 && signOf(before.text)))
      return apart < 1.2 && /^\d/.test(word.text);
    if (/^-?\d{1,3}$/.test(before.text) || (at > 0 && /^\d{3}$/.test(before.text)))
      return (
        style.decimal === ',' &&
        apart < (word.text.startsWith('0') ? 1.2 : 0.65) &&
        /^\d{3}(,\d{2})?$/.test(word.text)
      );
    return false;
  });
}

function isKobo(before: ReadWord, word: ReadWord, style: NumberStyle): boolean {
  if (style.koboAt === null || !/^([0-9oO]{2}|[-–=]{1,2})$/.test(word.text)) return false;
  const centre = word.x + word.width / 2;
  return Math.abs(centre - style.koboAt) < 30 && /^\W*[Nn#₦=]{0,3}\d{1,3}([,.]?\d{3})*$/.test(before.text);
}

// "6 00": the mark was not read.
const isCents = (before: ReadWord, word: ReadWord, run: readonly ReadWord[], style: NumberStyle) =>
  style.decimal === '.' &&
  run.length === 2 &&
  /^[1-9]\d{0,3}$/.test(before.text) &&
  /^\d{2}$/.test(word.text);

function joined(run: readonly ReadWord[], style: NumberStyle): string {
  return run.reduce((text, word, at) => {
    const before = run[at - 1];
    if (!before) return word.text;
    if (isKobo(before, word, style))
      return `${text}:${/\d|o/i.test(word.text) ? word.text.replace(/o/gi, '0') : '00'}`;
    return isCents(before, word, run, style) ? `${text}.${word.text}` : text + word.text;
  }, '');
}

const shape = new RegExp(
  `^([(\\[]?)([-–−+]?)(${signPattern}|[HWC])?([-–−+]?)([0-9OoQlI|][0-9OoQDlI|SB.,'’:=-]*?)(${signPattern})?(%|/[-=]|-|[kK]|CR|[A-NP-Z]{1,2}|\\*)?([)\\]]?)[.,;:*]*$`,
);

/** One printed number; null for what is none. */
export function readAmount(text: string, style: NumberStyle): Read | null {
  const parts = shape.exec(text);
  if (!parts) return null;
  const [, open = '', minus = '', sign = '', inner = '', digits = '', after = '', tail = ''] = parts;
  const mended = digits
    .replace(/[OoQD]/g, '0')
    .replace(/[lI|]/g, '1')
    .replace(/S/g, '5')
    .replace(/B/g, '8');
  const wrong = mended === digits ? 0 : digits.replace(/[^QDlI|SB]/g, '').length;
  if (mended !== digits && (wrong * 3 > digits.length || !/[.,]/.test(digits))) return null;
  if (sign && /^o/i.test(digits)) return null;
  const currency = currencyOfSign(sign) ?? currencyOfSign(after);
  const mark = /^[HWC]$/.test(sign) ? sign : tail === 'C' ? 'C' : null;
  const number = parse(mended, style, currency !== null);
  if (!number || number.value > LARGEST) return null;
  const thousands = /^k$/i.test(tail) && number.decimals < 2 && !number.grouped && number.value < 10_000;
  if (thousands)
    return {
      value: number.value * 1000,
      decimals: 0,
      currency,
      formed: true,
      mended: false,
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
    formed: currency !== null || number.decimals === 2 || number.grouped || tail === '/-' || tail === '/=',
    mended: mended !== digits || number.unclear,
    percent: tail === '%',
    mark,
  };
}

type Parsed = { value: number; decimals: number; grouped: boolean; unclear: boolean };

function parse(digits: string, style: NumberStyle, isMoney: boolean): Parsed | null {
  const kobo = /^(\d[\d.,]*)([:=-])(\d{2}|[=-])?[kK]?$/.exec(digits);
  if (kobo) return withKobo(kobo[1] ?? '', kobo[2] ?? '', kobo[3] ?? '00', isMoney);
  const plain = digits.replace(/['’]/g, '').replace(/[.,]+$/, '');
  if (!/^\d[\d.,]*$/.test(plain)) return null;
  const marks = plain.replace(/\d/g, '');
  if (marks === '') return whole(plain);
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

function withKobo(head: string, mark: string, tail: string, isMoney: boolean): Parsed | null {
  const isLoose = mark === '-' && !/[.,]/.test(head);
  if (!isMoney && (isLoose || !/\d{3}$/.test(head))) return null;
  if (!validGroups(head) && /[.,]/.test(head)) return null;
  const value = Number(`${head.replace(/[.,]/g, '')}.${/\d/.test(tail) ? tail : '00'}`);
  return { value, decimals: 2, grouped: true, unclear: false };
}

function whole(plain: string): Parsed | null {
  if (plain.length > 9 || (plain.length > 1 && plain.startsWith('0'))) return null;
  return { value: Number(plain), decimals: 0, grouped: false, unclear: false };
}

// Three digits after the last mark: thousands, unless it is this paper's decimal mark and no sum of money.
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

function grouping(plain: string, style: NumberStyle, mark: string): Parsed {
  const value = Number(plain.replace(/[.,]/g, ''));
  return { value, decimals: 0, grouped: true, unclear: mark === style.decimal };
}

const validGroups = (text: string) =>
  /^\d{1,3}(?:([.,])\d{2,3}(?:\1\d{3})*)?$|^\d+$/.test(text) && !/[.,]\d{2}$/.test(text);
