import type { Draft } from '#contract/assistant.ts';
import { amountAt, amountsIn, percentAt } from '../amounts/amounts.ts';
import { depositIn, depositText, partsIn } from '../deposits.ts';
import { rawText, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import type { Aside, BusinessContext, Pending } from '../types.ts';
import type { Slot } from '../understanding/model.ts';
import { set } from '../vocabulary/lexicon.ts';

/** The part of a message that no line holds: "take 70% deposit", "half now, half in January": set on the page of the invoice once it is made. */
export function toldBeside(
  words: readonly Word[],
  slots: readonly Slot[],
  { today }: BusinessContext,
): (Span & { aside: Aside }) | null {
  const parts = partsIn(words, today);
  if (parts?.aside) return { ...parts, aside: parts.aside };
  const share = shareBilled(words);
  if (share) return share;
  const found = depositIn(words, slots);
  const span = slots.find(({ slot }) => slot === 'deposit') ?? found ?? willPay(words, slots);
  if (!span) return null;
  const aside: Aside = found?.deposit
    ? { kind: 'deposit_on_invoice', text: depositText(found.deposit) }
    : (found?.aside ?? { kind: 'parts', text: rawText(words, span.from, span.to) });
  return { from: span.from, to: span.to, aside };
}

// "Just invoice the first 40% for now": a part of it, and no discount.
function shareBilled(words: readonly Word[]): (Span & { aside: Aside }) | null {
  const from = words.findIndex(({ word }) => /^(?:invoice|bill|charge)$/.test(word));
  const at = from < 0 ? -1 : skipForward(words, from + 1, /^(?:only|just|the|first|him|her|them|am|for)$/, 4);
  const percent = at < 0 ? null : percentAt(words, at);
  const isOff = percent && /^(?:off|discount|less|vat|tax)$/.test(words[percent.to]?.word ?? '');
  if (!percent || isOff) return null;
  const aside: Aside = {
    kind: 'deposit_on_invoice',
    text: depositText({ type: 'percent', value: percent.value }),
  };
  return { from, to: percent.to, aside };
}

// "He go pay 20k now", "they wan pay 100k now, 100k next week", "pay 3 times": what no line costs, and none counts.
function willPay(words: readonly Word[], slots: readonly Slot[]): Span | null {
  const pays = words.some(({ word }) => /^(?:pay|drop|give|bring|settle)$/.test(word));
  const isToCome = pays && words.some(({ word }) => /^(?:go|will|wan|wants?|going)$/.test(word));
  const isOfLine = slots.some(({ slot }) => OF_A_LINE.has(slot));
  const money = slots.filter(
    ({ slot }) => (pays && OF_PAYING.has(slot)) || (isToCome && !isOfLine && FIGURES.has(slot)),
  );
  const [first, last] = [money[0], money.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}
const OF_PAYING = set('amount times');
const OF_A_LINE = set('item target new');
const FIGURES = set('rate total quantity');

/** Figures that say again what others say: "two stools 9k 9k", "700 each so 35k" of fifty. */
export function saidTwice(words: readonly Word[], asks: Pending['asks'], items: Draft['items']): Span[] {
  const again = words.flatMap((_, at) => (isAgain(words, at) ? [{ from: at, to: at + 1 }] : []));
  const sum = sumSaidToo(words, asks, items);
  return sum ? [...again, sum] : again;
}

const isAgain = (words: readonly Word[], at: number): boolean =>
  /\d/.test(words[at]?.word ?? '') &&
  words[at]?.word === words[at - 1]?.word &&
  amountAt(words, at)?.to === at + 1;

// "700 each so 35k" of fifty: what the price comes to is no other price.
function sumSaidToo(words: readonly Word[], asks: Pending['asks'], items: Draft['items']): Span | null {
  const [first, second, more] = amountsIn(words);
  if (!first || !second || more) return null;
  const sum = first.value > second.value ? first : second;
  const price = sum === first ? second : first;
  const isSum = items.some(
    ({ quantity }) => (quantity ?? 1) > 1 && (quantity ?? 1) * price.value === sum.value,
  );
  const isLed = asks === 'rate' || COMES_TO.test(words[sum.from - 1]?.word ?? '');
  return isSum && isLed ? { from: sum.from, to: sum.to } : null;
}
const COMES_TO = /^(?:so|=|that's|thats|total|making|makes|is|na|to|be)$/;
