import type { ReadWord } from '#server/kernel/ports/index.ts';
import { type Row, type Sheet, WIDTH } from '../layout/sheet.ts';
import { currencyOfSign } from './currency-signs.ts';
import { type Amount, type NumberStyle, type ParsedAmount, readAmount } from './parse-amount.ts';

/** English or European separators, by the document's own numbers. */
export function numberStyleOf(sheet: Sheet): NumberStyle {
  let comma = 0;
  for (const { text } of sheet.rows) {
    comma += 3 * matches(text, /\d\.\d{3},\d{2}(?!\d)/g) - 3 * matches(text, /\d,\d{3}\.\d{2}(?!\d)/g);
    comma += matches(text, /(?<![\d.,])\d+,(\d{2}|\d{4})(?![\d.,])/g);
    // Round thousands, or commas of a picture that were read as dots.
    comma += matches(text, /(?<![\d.,])\d{1,3}\.\d00(?![\d.,])/g);
    comma -= matches(text, /(?<![\d.,/-])\d+\.\d{2}(?![\d.,/-])/g);
    comma -= matches(text, /(?<![\d.,])\d{1,3}(,\d{3})+(?![\d,])/g);
  }
  const hashIsNaira = sheet.rows.some(({ text }) => /(?<!\S)#\s?\d{1,3}(?:,\d{3}|\.\d{2}\b)/.test(text));
  return {
    decimal: comma > 0 ? ',' : '.',
    koboAt: koboColumn(sheet),
    hashIsNaira,
    isSpaced: isSpaced(sheet),
  };
}

// Francs have no cents, so that nothing but their thousands tells how they are written; rand are "R28 500.00".
function isSpaced(sheet: Sheet): boolean {
  const texts = sheet.rows.flatMap(({ cells }) => cells.map(({ text }) => text));
  const count = (pattern: RegExp) => texts.reduce((sum, text) => sum + matches(text, pattern), 0);
  const spaced = count(/(?<![\d.,]|\d )[1-9]\d{0,2}(?: \d{3})+(?![\d.,]| \d)/g);
  if (count(/(?<!\p{L})R\d{1,3} \d{3}\.\d{2}(?!\d)/gu) > 1) return true;
  return spaced > 2 && count(/\bF?CFA\b|\bX[AO]F\b/g) > 0 && count(/\d[.,]\d{3}(?!\d)/g) === 0;
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
    // "- 40 loaves": a dash that begins a line of words is a bullet.
    if (count > 1 && at === 0 && isBullet(words)) continue;
    if (run.length < count || (count > 1 && !belongTogether(run, style))) continue;
    const parsed = readAmount(joinWords(run, style), style);
    if (parsed && isNumbering(words, at)) return null;
    if (parsed) return withContext(words, at, count, parsed);
  }
  return null;
}

const isBullet = ([dash, , next]: readonly ReadWord[]) =>
  /^[-–−]$/.test(dash?.text ?? '') && /^\p{L}{2}/u.test(next?.text ?? '');

const numbered =
  /^(?:invoice|inv|bill|receipt|order|po|ref|no|nr|number|trans\p{L}*|sale|item|desk|room|unit|suite|account|acct|cheque|job|ticket|customer|client|id)[.:]*#?$/iu;

// "Invoice #4512", "desk # 12": the number of something.
function isNumbering(words: readonly ReadWord[], at: number): boolean {
  const [before, sign] = [words[at - 1], words[at]];
  if (!before || !sign) return false;
  if (sign.text.startsWith('#')) return numbered.test(before.text) && gap(before, sign) < 20;
  const named = words[at - 2];
  return before.text === '#' && named !== undefined && numbered.test(named.text) && gap(named, before) < 20;
}

function withContext(words: readonly ReadWord[], at: number, count: number, parsed: ParsedAmount): Amount {
  const end = at + count - 1;
  const first = words[at];
  const last = words[end];
  const next = words[end + 1];
  const before = words[at - 1];
  const signs = [before && signOf(before.text), next && gap(last, next) < 20 ? signOf(next.text) : null];
  const currency = parsed.currency ?? signs.find((sign) => sign) ?? null;
  return {
    ...parsed,
    currency,
    looksLikeMoney: parsed.looksLikeMoney || currency !== null,
    mark:
      parsed.mark ??
      [before?.text, next && gap(last, next) < 20 ? next.text : ''].find((text) =>
        /^[HC]$/.test(text ?? ''),
      ) ??
      null,
    percent: parsed.percent || (next?.text.startsWith('%') ?? false),
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
    if (/^-?R?\d{1,3}$/.test(before.text) || (at > 0 && /^\d{3}$/.test(before.text)))
      return (
        (style.decimal === ',' || style.isSpaced === true) &&
        apart < (word.text.startsWith('0') ? 1.2 : 0.65) &&
        /^\d{3}([,.]\d{2})?$/.test(word.text)
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

function joinWords(run: readonly ReadWord[], style: NumberStyle): string {
  return run.reduce((text, word, at) => {
    const before = run[at - 1];
    if (!before) return word.text;
    if (isKobo(before, word, style))
      return `${text}:${/\d|o/i.test(word.text) ? word.text.replace(/o/gi, '0') : '00'}`;
    if (style.isSpaced && /^\d{3}(?:\.\d{2})?$/.test(word.text)) return `${text},${word.text}`;
    return isCents(before, word, run, style) ? `${text}.${word.text}` : text + word.text;
  }, '');
}
