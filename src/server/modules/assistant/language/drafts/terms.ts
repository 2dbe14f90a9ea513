import type { Draft } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import { roundMajor } from '#core/money.ts';
import { standardVatBps } from '#core/tax-rates.ts';
import { amountAt, percentAt } from '../amounts/amounts.ts';
import { matchesAt } from '../amounts/number-words.ts';
import { isSeparator, skipBackward, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import { isGoods } from '../vocabulary/goods.ts';
import { set } from '../vocabulary/lexicon.ts';

/** VAT as percent, where it is mentioned; `isHeld` where the prices hold it already. */
export type Tax = Span & { rate: number; isHeld?: boolean };
/** A discount; null removes it. */
export type Discount = Span & { discount: Draft['discount'] };

const TAX = /^(?:vat|v\.a\.t\.?|tax|taxes|gst)$/;
const NO_TAX = set(
  `no without zero exempt exempted excluding exclude exclusive remove removed minus comot drop less waive skip cancel
  free not never non doesn't doesnt didn't won't wont isn't forget leave avoid refuse refused`,
);
const TAX_LEAD = set(
  `plus add adds adding and with including includes include incl put apply charge charges charging also on top of the
  a an at is to it am + & then make should usual standard inclusive abeg please inside join but set change take do
  dont don't want i me for there that in his her their wan hear need like see e she he they we about`,
);
const TAX_TAIL =
  /^(?:too|also|join|inside|on|top|included|include|inclusive|apply|applies|it|am|please|abeg|o|to|as|well|for|put|added|there|top-up|extra|this|one|time|invoice|all|items|everything)$/;

/** VAT in a message: "plus VAT", "7.5% VAT", "VAT at 5 percent", "no VAT", "exempt"; without a number the rate of `today`. */
export function taxIn(words: readonly Word[], today: CalendarDate): Tax | null {
  for (let at = 0; at < words.length; at++) {
    const tax = TAX.test(words[at]?.word ?? '') ? taxAt(words, at, today) : exemptAt(words, at);
    if (tax) return tax;
  }
  return null;
}

function exemptAt(words: readonly Word[], at: number): Tax | null {
  const exempt = /^(?:exempt|exempted|exempting|tax-free|vat-free|taxfree)$/.test(words[at]?.word ?? '');
  const from = matchesAt(words, at + 1, 'from') ? at + 2 : at + 1;
  if (exempt && TAX.test(words[from]?.word ?? '')) return { from: at, to: from + 1, rate: 0 };
  return exempt && endsPhrase(words, at + 1) ? { from: at, to: at + 1, rate: 0 } : null;
}

function taxAt(words: readonly Word[], at: number, today: CalendarDate): Tax | null {
  const rateBefore = percentBefore(words, at);
  const rateAfter = percentAfter(words, at + 1);
  const from = skipBackward(words, rateBefore?.from ?? at, TAX_LEAD_OR_NO, 6);
  const start = leadStart(words, from, rateBefore?.from ?? at);
  const end = rateAfter?.to ?? at + 1;
  if (!rateBefore && !rateAfter && !endsPhrase(words, end)) return null;
  if (isGoods(words[end]?.word ?? '') && !endsPhrase(words, end)) return null;
  const to = tailEnd(words, end);
  const phrase = words.slice(start, to).map(({ word }) => word);
  const [rate] = [rateAfter?.value ?? rateBefore?.value];
  const isNone = phrase.some((word) => NO_TAX.has(word) || /^(?:dont|don't|comot|off|out|away)$/.test(word));
  const isHeld = !isNone && phrase.some((word) => /^(?:inclusive|included|includes)$/.test(word));
  if (rate !== undefined) return { from: start, to, rate, isHeld };
  return { from: start, to, rate: isNone ? 0 : standardVatBps(today) / 100, isHeld };
}

const TAX_LEAD_OR_NO = new Set([...TAX_LEAD, ...NO_TAX]);

// A comma or "for" that only leads to these words stays with what stood before.
function leadStart(words: readonly Word[], from: number, to: number): number {
  let start = from;
  while (
    start < to &&
    /^(?:,|for|me|i|in|on|of|to|a|an|at|is|it|am|the|there|that|his|her|their|all)$/.test(
      words[start]?.word ?? '',
    )
  )
    start++;
  return start;
}

function percentBefore(words: readonly Word[], at: number): { value: number; from: number } | null {
  for (let from = at - 1; from >= Math.max(0, at - 5); from--) {
    const percent = percentAt(words, from);
    if (
      percent &&
      (percent.to === at || (percent.to === at - 1 && /^(?:of|for|as|in)$/.test(words[at - 1]?.word ?? '')))
    )
      return { value: percent.value, from };
  }
  return null;
}

function percentAfter(words: readonly Word[], at: number): { value: number; to: number } | null {
  const from = skipForward(words, at, /^(?:of|at|is|:|=|@|na|to|-|\(|rate|be|should)$/, 4);
  const percent = percentAt(words, from);
  if (percent)
    return { value: percent.value, to: words[percent.to]?.word === ')' ? percent.to + 1 : percent.to };
  const number = amountAt(words, from);
  const bare = number && number.kind === 'plain' && number.value <= 30 && endsPhrase(words, number.to);
  return bare ? { value: number.value, to: number.to } : null;
}

function tailEnd(words: readonly Word[], at: number): number {
  const to = skipForward(
    words,
    at,
    /^(?:comot|off|out|away|exempt|exempted|free|included|inclusive|inside|too|also|join|added|please|abeg|o)$/,
    3,
  );
  for (const tail of [
    ['not', 'applicable'],
    ['no', 'dey'],
    ['not', 'needed'],
    ['not', 'required'],
    ["doesn't", 'apply'],
    ['no', 'join'],
    ['not', 'included'],
    ['no', 'concern'],
  ])
    if (matchesAt(words, at, ...tail)) return at + 2;
  if (matchesAt(words, to, 'on', 'top')) return to + 2;
  return matchesAt(words, to, 'as', 'well') ? to + 2 : to;
}

function endsPhrase(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {};
  if (isSeparator(words[at]) || NO_TAX.has(word) || TAX_TAIL.test(word)) return true;
  if (
    /^(?:and|due|by|before|plus|with|less|then|payable|net|in|end|dey|she|he|they|send|email|but|abi|again|at|anymore|discount|instead|now|sef|sha|thanks|thank|customer|when)$/.test(
      word,
    )
  )
    return true;
  return amountAt(words, at) !== null || percentAt(words, at) !== null;
}

const OFF_LEAD = set(
  `less minus remove comot deduct subtract off discount dash rebate waive take knock shave give gives with apply add
  put make set change change-to minus: and , then reduce slash allow a an the her him them am me of : is at to - it
  na for but after get gets e she he should be also plus include including customer cut = by let do total from i
  will go want wan bill price amount everything all please abeg we agreed my special`,
);
const SIGNALS = /^(?:less|minus|deduct|subtract|off|discount|dash|rebate|knock|shave|discounted)$/;
const SUBTRACT_VERBS = /^(?:remove|comot|take|give|reduce|cut|slash|waive|drop|bring)$/;
const OFF_TAIL =
  /^(?:discount|off|rebate|from|for|her|him|them|am|it|the|total|price|bill|everything|all|on|of|whole|invoice|that|subtotal|sum|please|abeg|o|this|comot|discounted|amount|down|inside|there)$/;

/** A discount in a message: "less 10%", "5k discount", "remove 500 for her", "1k off", "no discount". */
export function discountIn(words: readonly Word[]): Discount | null {
  for (let at = 0; at < words.length; at++) {
    const none = noDiscountAt(words, at);
    if (none) return none;
    const half = matchesAt(words, at, 'half', 'off') || matchesAt(words, at, 'half', 'price') ? at + 2 : null;
    const percent = half ? { value: 50, to: half } : percentAt(words, at);
    const amount = percent ? null : amountAt(words, at);
    const found = percent
      ? discountAt(words, at, percent, true)
      : amount
        ? discountAt(words, at, amount, false)
        : null;
    if (found) return found;
    if (amount) at = amount.to - 1;
  }
  return null;
}

function noDiscountAt(words: readonly Word[], at: number): Discount | null {
  if (words[at]?.word !== 'discount') return null;
  const from = skipBackward(
    words,
    at,
    /^(?:no|without|remove|cancel|comot|delete|drop|the|that|any|zero|forget|scrap|take|clear|put|give)$/,
    4,
  );
  const phrase = words.slice(from, at).map(({ word }) => word);
  const isRemoved = phrase.some((word) =>
    /^(?:no|without|remove|cancel|comot|delete|drop|zero|forget|scrap|clear)$/.test(word),
  );
  const next = percentAt(words, at + 1) ?? amountAt(words, at + 1);
  const later = amountAt(words, at + 2) ?? percentAt(words, at + 2);
  if (!isRemoved || next || later || !endsPhrase(words, at + 1)) return null;
  return { from, to: matchesAt(words, at + 1, 'again') ? at + 2 : at + 1, discount: null };
}

type Figure = { value: number; to: number };

function discountAt(words: readonly Word[], at: number, figure: Figure, percent: boolean): Discount | null {
  const lead = skipBackward(words, at, OFF_LEAD, 7);
  const front = startOf(words, lead, at);
  const behind = words[figure.to]?.word ?? '';
  const signalled = words.slice(front, at).some(({ word }) => SIGNALS.test(word));
  const trailing =
    /^(?:off|discount|rebate|discounted)$/.test(behind) &&
    !isGoodsItem(words, figure.to) &&
    !(behind === 'discount' && hasOwnFigure(words, figure.to + 1));
  const isSubtracted =
    SUBTRACT_VERBS.test(words[front]?.word ?? '') && (percent || subtractsFrom(words, front, at, figure.to));
  const isTaxRate =
    percent && TAX.test(words[skipForward(words, figure.to, /^(?:of|for|as|in)$/, 1)]?.word ?? '');
  if (isTaxRate || (!signalled && !trailing && !isSubtracted) || figure.value <= 0) return null;
  if (isGoodsItem(words, at - 1)) return null;
  const to = skipForward(words, figure.to, OFF_TAIL, 6);
  const value = roundMajor(figure.value);
  return {
    from: front,
    to: trimTrailing(words, figure.to, to),
    // More than all of it is no discount.
    discount: percent && value > 100 ? null : { type: percent ? 'percent' : 'amount', value },
  };
}

// "rice at 5k discount 10%": the amount before the word is a price.
function hasOwnFigure(words: readonly Word[], at: number): boolean {
  const from = skipForward(words, at, /^(?:of|is|:|=|-|@|at)$/, 2);
  if (percentAt(words, from)) return true;
  const amount = amountAt(words, from);
  return amount !== null && (isSeparator(words[amount.to]) || from > at) && amount.value > 0;
}

// "discount cards 5k" is a thing; "discount 5k" is not.
function isGoodsItem(words: readonly Word[], at: number): boolean {
  if (words[at]?.word !== 'discount') return false;
  return isGoods(words[at + 1]?.word ?? '') && !percentAt(words, at + 1);
}

// The signal word nearest to the figure begins the phrase, with the verb and the small words before it.
function startOf(words: readonly Word[], lead: number, at: number): number {
  let start = at;
  for (let i = at - 1; i >= lead; i--) {
    const { word = '' } = words[i] ?? {};
    if (
      SIGNALS.test(word) ||
      SUBTRACT_VERBS.test(word) ||
      /^(?:add|apply|with|put|set|change|make|plus)$/.test(word)
    )
      start = i;
    else if (isSeparator(words[i]) && word !== ':' && word !== '-' && word !== '=') break;
    else if (/^(?:and|then|but|also)$/.test(word)) break;
  }
  return start;
}

// "remove 500" and "take 1k from the total", but not "remove 2 chairs" and "give Ada 3 bags".
function subtractsFrom(words: readonly Word[], front: number, at: number, to: number): boolean {
  if (/^(?:give|bring|cut)$/.test(words[front]?.word ?? '')) return false;
  if (words.slice(front, at).some(({ word }) => /^(?:to|price)$/.test(word))) return false;
  return (
    /^(?:for|from|off|inside|on|comot)$/.test(words[to]?.word ?? '') ||
    (isSeparator(words[to]) && !/^reduce|bring|drop$/.test(words[front]?.word ?? ''))
  );
}

// "…10% off for Ada": the name is not part of it.
function trimTrailing(words: readonly Word[], from: number, to: number): number {
  const end = to;
  const last = words[end - 1]?.word ?? '';
  const next = words[end];
  if (!/^(?:for|from|of|on|the|this|that)$/.test(last) || isSeparator(next)) return end;
  let back = end;
  while (back > from && /^(?:for|from|of|on|the|this|that)$/.test(words[back - 1]?.word ?? '')) back--;
  return back;
}
