import type { Draft } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import { amountAt, percentAt } from './amounts/amounts.ts';
import { dayFromNowAt } from './dates/due-date.ts';
import { isSeparator, rawText, skipBackward, skipForward, type Span, type Word } from './tokens/tokenize.ts';
import type { Aside } from './types.ts';
import type { Slot } from './understanding/model.ts';
import { set } from './vocabulary/lexicon.ts';

export type Deposit = NonNullable<Draft['deposit']>;

/** A deposit in words. */
export const depositText = ({ type, value }: Deposit): string =>
  `deposit of ${type === 'percent' ? `${value}%` : value.toLocaleString('en')}`;

/** A term in a message; with a remark where it was not accepted. */
export type Found = Span & { aside?: Aside };
/** `currency` as in `Amount`. */
export type FoundDeposit = Found & { deposit?: Deposit | null; currency?: string | null };

type Share = Span & Deposit & { currency?: string | null };

const NAME =
  /^(?:deposit|advance|upfront|up-front|mobili[sz]ation|commitment|downpayment|down-payment|part-payment)$/;
const TO_THE_SHARE = /^(?:payment|fee|of|is|:|=|-|at|be|should|to|the|will|must|na)$/;
const BEHIND_IT =
  /^(?:of|the|it|total|price|money|sum|all|as|in|is|to|be|paid|pay|payment|payable|an?|non-refundable|should|must|will|now|cash)$/;
const BEFORE_IT = set(
  `with and plus a an the of ask asking asks for collect i we want need go must pay pays paying they she he will
  should take require requires required make it am is put add set change at to say them her him let e customer`,
);
const REMOVES = /^(?:no|without|remove|drop|cancel|comot|forget|skip)$/;
// Money that came already is a payment.
const CAME = /^(?:paid|already|sent|received|dropped|alert)$/;

/** "60% deposit", "deposit of 200k", "half before I start", "no deposit"; null where a message says nothing of one. */
export function depositIn(words: readonly Word[], slots: readonly Slot[]): FoundDeposit | null {
  if (words.some(({ word }, at) => CAME.test(word) && words[at - 1]?.word !== 'be')) return null;
  for (const [at] of words.entries()) {
    const removed = removedAt(words, at);
    if (removed) return { ...removed, deposit: null };
    const share = leadingAt(words, at) ?? trailingAt(words, at, slots);
    if (share) return accepted(words, share);
  }
  return vagueIn(words);
}

function accepted(words: readonly Word[], { type, value, currency = null, from, to }: Share): FoundDeposit {
  const span = { from: skipBackward(words, from, BEFORE_IT, 6), to: restEnd(words, to) };
  const isPossible = value > 0 && (type === 'amount' || value < 100);
  return isPossible
    ? { ...span, currency, deposit: { type, value: Math.round(value * 100) / 100 } }
    : { ...span, aside: { kind: 'deposit', text: rawText(words, from, to) } };
}

function removedAt(words: readonly Word[], at: number): Span | null {
  if (!REMOVES.test(words[at]?.word ?? '')) return null;
  const name = nameAt(words, skipForward(words, at + 1, /^(?:the|any|that|need|for|an?)$/, 3));
  return name === null ? null : { from: at, to: name };
}

/** The end of the word for a deposit that starts at a place. */
function nameAt(words: readonly Word[], at: number): number | null {
  const [one = '', two = ''] = [words[at]?.word, words[at + 1]?.word];
  if (NAME.test(one)) return /^(?:payment|fee)$/.test(two) ? at + 2 : at + 1;
  return (one === 'down' && two === 'payment') || (one === 'up' && two === 'front') ? at + 2 : null;
}

// "deposit of 200k", "deposit: 60%".
function leadingAt(words: readonly Word[], at: number): Share | null {
  const name = nameAt(words, at);
  const share = name === null ? null : shareAt(words, skipForward(words, name, TO_THE_SHARE, 4));
  return share && { ...share, from: at };
}

// "60% deposit", "50% of it upfront", "half before I start"; an amount that another share of the deposit follows is a price.
function trailingAt(words: readonly Word[], at: number, slots: readonly Slot[]): Share | null {
  const share = shareAt(words, at);
  if (!share) return null;
  const next = skipForward(words, share.to, BEHIND_IT, 6);
  const name = nameAt(words, share.to) ?? nameAt(words, next);
  const isPercent = share.type === 'percent';
  if (name !== null && (isPercent || !(leadingAt(words, name - 1) || words[name]?.word === 'for')))
    return { ...share, to: startsEnd(words, name, isPercent) };
  const end = startsEnd(words, next, isPercent);
  if (end > next && !isTaxOrOff(words, at)) return { ...share, to: end };
  const isRead = slots.some(({ slot, from, to }) => slot === 'deposit' && from <= at && at < to);
  return isRead && isPercent ? share : null;
}

const isTaxOrOff = (words: readonly Word[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some(({ word }) => /^(?:vat|tax|discount|off)$/.test(word));

const WORK = String.raw`(?:i|we|work|job|anything|you|starting|delivery|commencement|production|the (?:work|job))\b`;
const TO_START = String.raw`to (?:start|begin|book|commence|confirm|secure|mobili[sz]e)\b`;
const ON_ORDER = String.raw`(?:up)?on (?:acceptance|order|signing|booking)\b|when (?:they|she|he|you) (?:accept|agree|order|sign)`;
const STARTS = new RegExp(`^(?:first|down|before ${WORK}|b4 \\S|${TO_START}|${ON_ORDER})`);
/** Behind an amount, which may as well be a price. */
const SURELY_STARTS = new RegExp(`^(?:first before |before ${WORK}|(?:up)?on acceptance)`);

// "before I start", "first before I buy wood": to the end of the clause.
function startsEnd(words: readonly Word[], at: number, isPercent: boolean): number {
  const to = clauseEnd(words, at);
  return (isPercent ? STARTS : SURELY_STARTS).test(textOf(words, at, to)) ? to : at;
}

const textOf = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');

function clauseEnd(words: readonly Word[], at: number): number {
  const length = words
    .slice(at)
    .findIndex((word) => isSeparator(word) || /^(?:and|then|but|also)$/.test(word.word));
  return length < 0 ? words.length : at + length;
}

const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['half', 50],
  ['third', 33.33],
  ['quarter', 25],
]);

/** A share or an amount at a place: "60%", "half", "200k". */
export function shareAt(words: readonly Word[], at: number): Share | null {
  const percent = percentAt(words, at);
  if (percent) return { type: 'percent', value: percent.value, from: at, to: percent.to };
  const head = /^(?:an?|one)$/.test(words[at]?.word ?? '') ? at + 1 : at;
  const fraction = FRACTIONS.get(words[head]?.word ?? '');
  const amount = amountAt(words, at);
  if (fraction !== undefined && (amount?.to ?? 0) <= head + 1)
    return { type: 'percent', value: fraction, from: at, to: head + 1 };
  return (
    amount && { type: 'amount', value: amount.value, currency: amount.currency, from: at, to: amount.to }
  );
}

const BETWEEN = /^(?:and|then|while|the|[,;.\n])$/;
const REST = /^(?:rest|balance|remaining|remainder|outstanding)$/;

// "60% deposit, balance on delivery": the rest goes with it.
function restEnd(words: readonly Word[], at: number): number {
  const from = skipForward(words, at, BETWEEN, 3);
  return REST.test(words[from]?.word ?? '') ? clauseEnd(words, from) : at;
}

// "With a deposit": how much is not said.
function vagueIn(words: readonly Word[]): Found | null {
  const at = words.findIndex(
    ({ word }, i) =>
      NAME.test(word) &&
      /^(?:with|a|an|some|plus|for|require|collect)$/.test(words[i - 1]?.word ?? '') &&
      isSeparator(words[i + 1]),
  );
  if (at < 0) return null;
  const from = skipBackward(words, at, BEFORE_IT, 4);
  return { from, to: at + 1, aside: { kind: 'deposit', text: rawText(words, from, at + 1) } };
}

const WHEN =
  /^(?:today|tomorrow|next|this|on|upon|when|once|before|after|by|now|first|deposit|upfront|advance|at|in|to|month|month-end|mid|end|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

/**
 * A payment in parts: "40% on acceptance, 30% when the frame is up, the rest at handover", "400k now, 300k on 15 December, balance
 * 15 January".
 */
export function partsIn(words: readonly Word[], today: CalendarDate): Found | null {
  const shares: Share[] = [];
  for (let at = 0; at < words.length; at++) {
    const share = partAt(words, at);
    if (!share) continue;
    shares.push(share);
    at = share.to - 1;
  }
  const [first, last] = [shares[0], shares.at(-1)];
  if (!first || !last) return null;
  const end = clauseEnd(words, last.to);
  const to = restEnd(words, end);
  const hasRest = to > end;
  const isDated = words.slice(end, to).some((_, i) => dayFromNowAt(words, end + i, today)?.date);
  const isAll = shares.length > 1 && (hasRest || shares.every(({ type }) => type === 'percent'));
  if (!isAll && !isDated) return null;
  const from = skipBackward(words, first.from, BEFORE_IT, 4);
  return { from, to, aside: { kind: 'parts', text: rawText(words, first.from, to).replace(/\s+/g, ' ') } };
}

function partAt(words: readonly Word[], at: number): Share | null {
  const share = shareAt(words, at);
  if (!share || isTaxOrOff(words, at)) return null;
  const word = words[share.to]?.word ?? '';
  const isAmount = share.type === 'amount';
  if (isAmount && (/^(?:at|to|in)$/.test(word) || amountAt(words, at)?.kind === 'plain')) return null;
  return WHEN.test(word) ? share : null;
}
