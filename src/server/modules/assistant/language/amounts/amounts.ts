import { MAX_MINOR, roundMajor } from '#core/money.ts';
import type { Word } from '../tokens/tokenize.ts';
import { SCALES } from '../vocabulary/lexicon.ts';
import { numberInWords, type NumberMatch, scaledBy, withHalf } from './number-words.ts';

/**
 * An amount as written, in major units. `currency` is null where none was named, and the raw word where it is
 * neither naira nor dollars. Certainty that it is money: `money` names its currency, `short` is in k,
 * thousand or million, `grouped` has commas, `plain` may as well be a quantity. `each` where it was repeated
 * ("five five thousand").
 */
export type Amount = {
  value: number;
  currency: string | null;
  kind: 'money' | 'short' | 'grouped' | 'plain';
  each: boolean;
  /** The word after it. */
  to: number;
};

const MAX_MAJOR = MAX_MINOR / 100;
const FOREIGN =
  'gbp eur ghs zar xof xaf cny rmb jpy inr aed kes cad aud chf cfa euro euros pound pounds quid sterling cedi cedis rand rands yuan yen rupee rupees dirham dirhams shilling shillings franc francs';
const CURRENCIES = new Map<string, string>([
  ...'₦ n ngn naira nairas =n= n= #'.split(' ').map((word) => [word, 'NGN'] as const),
  ...'$ usd us$ dollar dollars usdt'.split(' ').map((word) => [word, 'USD'] as const),
  ...FOREIGN.split(' ').map((word) => [word, word] as const),
  ['£', 'pounds'],
  ['€', 'euros'],
  ['¥', 'yen'],
  ['₵', 'cedis'],
]);

/** The currency of a word: `NGN`, `USD`, or another as written; null where it names none. */
export const currencyOf = (word: string): string | null => CURRENCIES.get(word) ?? null;

const DIGITS = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,3}(?:\.\d{3})+(?!\d)|\d+(?:\.\d+)?|\.\d+`;
const BEFORE = String.raw`=?n=|₦|n|ngn=?|#|us\$|\$|usd=?|£|€|gbp|eur|¥|₵|ghs|kes|zar`;
const AFTER = String.raw`naira|ngn|usd|dollars?|bucks|pounds|euros|\$|₦|£|€|¥`;
const TOKEN = new RegExp(
  `^(${BEFORE})? ?(${DIGITS})(k|m|mil|million|thousand|bn|b)?(${AFTER})?(?:/?=|/-|=n=|\\+)?$`,
);

function valueOf(digits: string): number {
  const dots = /^\d{1,3}(?:\.\d{3})+$/.test(digits);
  // "5.555" is neither five thousand nor five naira; "15.000" is thousands. An unclear price is requested
  // again.
  if (/^\d{1,3}\.\d{2}[1-9]$/.test(digits)) return 0;
  if (/^0\.\d{3}$/.test(digits)) return Number(digits);
  return Number(dots ? digits.replaceAll('.', '') : digits.replaceAll(',', ''));
}

type Token = { number: NumberMatch; currency: string | null; grouped: boolean };

function tokenAt(words: readonly Word[], i: number): Token | null {
  const found = TOKEN.exec(words[i]?.raw.toLowerCase() ?? '');
  if (!found) return null;
  const [, before = '', digits = '', scale = '', after = ''] = found;
  // Telephones and account numbers.
  if (/^0\d{5}/.test(digits)) return null;
  const factor = SCALES.get(scale) ?? 1;
  const number: NumberMatch = { value: valueOf(digits) * factor, to: i + 1, scaled: factor > 1, each: false };
  const currency = currencyOf(before) ?? currencyOf(after) ?? (after === 'bucks' ? 'USD' : null);
  return { number, currency, grouped: /[.,]\d{3}(?!\d)/.test(digits) };
}

/** Standing alone, `N` is naira only in capitals ("n" is and), `#` only before a figure. */
function currencyBefore(words: readonly Word[], i: number): string | null {
  const { raw = '', word = '' } = words[i] ?? {};
  if (raw === 'n' || word === '') return null;
  return currencyOf(raw.toLowerCase());
}

const NATIONS =
  /^(?:us|american|nigerian|naija|ghana|ghanaian|british|english|uk|canadian|canada|australian|african|kenyan|chinese|indian|japanese|cameroon|benin|togo|swiss|singapore)$/;

function currencyAfter(
  words: readonly Word[],
  i: number,
  value: number,
): { code: string; to: number } | null {
  const word = words[i]?.word ?? '';
  if (NATIONS.test(word)) {
    const code = currencyOf(words[i + 1]?.word ?? '');
    const own = /^(?:us|american|nigerian|naija)$/.test(word);
    return code ? { code: own ? code : `${word} ${words[i + 1]?.word}`, to: i + 2 } : null;
  }
  if (words[i]?.raw.toLowerCase() === 'bucks') return { code: value < 1000 ? 'USD' : 'NGN', to: i + 1 };
  if (/^(pounds?)$/.test(word) && words[i + 1]?.word === 'of') return null;
  const raw = words[i]?.raw ?? '';
  if (/^[nN#₦]$/.test(raw)) return null;
  const code = currencyOf(word);
  const leads = /^(?:ngn|usd|\$|£|€|gbp|eur|us\$)$/.test(word) && /^[\d.]/.test(words[i + 1]?.raw ?? '');
  if (!code || leads) return null;
  return { code, to: words[i + 1]?.word === 'sterling' ? i + 2 : i + 1 };
}

/** `five naira fifty kobo`: the part after the point. */
function withKobo(words: readonly Word[], amount: Amount): Amount {
  const from = words[amount.to]?.word === 'and' ? amount.to + 1 : amount.to;
  const token = tokenAt(words, from)?.number ?? numberInWords(words, from);
  if (!token || !/^(kobo|cents?)$/.test(words[token.to]?.word ?? '') || token.value >= 100) return amount;
  return { ...amount, value: amount.value + token.value / 100, to: token.to + 1 };
}

/** `5k 5k each`, `500 500`: a repeated amount is the price of one. */
function repeatedPrice(words: readonly Word[], i: number, amount: Amount): Amount {
  if (amount.to !== i + 1 || amount.value < 50) return amount;
  const isRepeated = words[amount.to]?.raw.toLowerCase() === words[i]?.raw.toLowerCase();
  const next = words[amount.to + 1]?.word ?? '';
  const counts = /^\p{L}/u.test(next) && !/^(?:each|for|naira|per|and|only|apiece|a|due|plus)$/.test(next);
  return isRepeated && !counts ? { ...amount, each: true, to: amount.to + 1 } : amount;
}

/** The amount or plain number that starts at the word `i`, or null. Never more than a document may carry. */
export function amountAt(words: readonly Word[], i: number): Amount | null {
  const before = currencyBefore(words, i);
  const from = before ? i + 1 : i;
  const token = tokenAt(words, from);
  const digits = token && { ...withHalf(words, token.number) };
  const number = digits ? (digits.scaled ? digits : scaledBy(words, digits)) : numberInWords(words, from);
  if (!number || !Number.isFinite(number.value) || number.value > MAX_MAJOR) return null;
  const after = currencyAfter(words, number.to, number.value);
  const currency = before ?? token?.currency ?? after?.code ?? null;
  const kind = currency ? 'money' : number.scaled ? 'short' : token?.grouped ? 'grouped' : 'plain';
  const amount: Amount = {
    value: roundMajor(number.value),
    currency,
    kind,
    each: number.each,
    to: after?.to ?? number.to,
  };
  const full = currency ? withKobo(words, amount) : amount;
  return repeatedPrice(words, i, full);
}

/** Whether an amount or a plain number stands anywhere in the words. */
export const hasFigure = (words: readonly Word[]): boolean =>
  words.some((_, at) => amountAt(words, at) !== null);

/** A percentage that starts at `i`: `10%`, `7.5 percent`, `ten per cent`. */
export function percentAt(words: readonly Word[], i: number): { value: number; to: number } | null {
  const match = /^(\d{1,3}(?:\.\d{1,4})?)%$/.exec(words[i]?.raw ?? '');
  if (match) return { value: Number(match[1]), to: i + 1 };
  const number = tokenAt(words, i)?.number ?? numberInWords(words, i);
  if (!number) return null;
  const next = words[number.to]?.word ?? '';
  const length = /^(%|percent|percents|pct|percentage)$/.test(next)
    ? 1
    : next === 'per' && words[number.to + 1]?.word === 'cent'
      ? 2
      : 0;
  return length > 0 ? { value: number.value, to: number.to + length } : null;
}

/** Every amount of a message, where it stands. */
export const amountsIn = (words: readonly Word[]): { from: number; to: number; value: number }[] =>
  words.flatMap((_, from) => {
    const amount = amountAt(words, from);
    return amount ? [{ from, to: amount.to, value: amount.value }] : [];
  });
