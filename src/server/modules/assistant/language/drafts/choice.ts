import type { Draft } from '#contract/assistant.ts';
import { amountAt } from '../amounts/amounts.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';
import { isInside, type Span, type Word, wordsIn } from '../tokens/tokenize.ts';
import { choiceWeights, type ChoiceWeights, type UsualPrices } from '../understanding/model.ts';
import { isGoods, UNNAMED_PERSON } from '../vocabulary/goods.ts';
import { MONTHS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import { NAMES, TITLES } from '../vocabulary/names.ts';
import { type DraftLine, sumOf } from './lines.ts';
import { doubtsOf, toldOf } from './plausible.ts';
import { evidenceOfPrices } from './price-evidence.ts';

/** Lines of a message, and the discount that is left for the whole. */
export type Lines = { lines: DraftLine[]; items: Draft['items']; discount: Draft['discount'] };

/** Customer and lines of an invoice. */
export type Contents = Lines & { customerName: string | null };

/**
 * A part of a message's contents. `gap`: by how many points its reading is less likely than the likeliest; `isMended`: only found by a
 * mended reading.
 */
export type Found<T> = { value: T; gap: number; isMended: boolean };

/** Everything that a message may name: each customer and each set of lines once. */
export type Candidates = { customers: Found<string | null>[]; lines: Found<Lines>[] };

/** Reasons for or against a choice by name, each from 0 to about 1. */
type Evidence = Record<string, number>;

/** A customer and lines that go together. */
export type Choice = { customer: Found<string | null>; lines: Found<Lines>; evidence: Evidence };

/** Points of a reading's score in one unit of evidence. */
const GAP = 100;
const MOST_GAPS = 3;
/** As much as a customer at all: the examples have customers of no business. */
const OF_A_KNOWN_CUSTOMER = 5;
const OF_ONE_HARDLY_MEANT = 2;

/**
 * Readings this close are both offered where their sums differ, or their customers. Of messages read by taggers that were not trained on
 * them the better one was wrong in every second; just below the limits in every fourth, for a sum, and every second, for a name. Whether
 * a price is of one or of all is asked more readily, as a wrong sum costs more than a tap: of two new writers' invoices 15 and 11 % had
 * one that nobody was asked about at 1.5, and 6 and 4 % at 3.5.
 */
const CLOSE = { sum: 1, priceOfAll: 3.5, customer: 0.5 } as const;

/** The best choice, and the best other one that comes close to it; null where none does. */
export type Chosen = { best: Contents; close: Contents | null };

/**
 * The customer and lines for which there are most reasons. Each word is read by its neighbours alone; that an invoice has one
 * customer, and a line goods and a price, only shows in the whole. How much each thing counts is learned.
 */
export function choose(
  words: readonly Word[],
  spans: readonly Span[],
  candidates: Candidates,
  knownNames: readonly string[] = [],
): Chosen {
  const [weights, known] = [choiceWeights(), new Set(knownNames.map((name) => name.toLowerCase()))];
  const told = toldOf(words.map(({ word }) => word).join(' '));
  const money = CORRECTS.test(told.text) ? [] : moneyIn(words, spans);
  const ranked = choicesOf(words, spans, candidates)
    .map((choice) => {
      const isKnown = known.has(choice.customer.value?.toLowerCase() ?? '');
      const isLost = money.some((value) => !tells(choice.lines.value, value));
      const doubts = doubtsOf(choice.customer.value, choice.lines.value.lines, told) + Number(isLost);
      const own = (isKnown ? OF_A_KNOWN_CUSTOMER : 0) - doubts * OF_ONE_HARDLY_MEANT;
      return { choice, isMeant: doubts === 0, worth: worthOf(choice, weights) + own };
    })
    .toSorted((one, other) => other.worth - one.worth);
  const [likeliest] = ranked;
  if (!likeliest) return { best: { customerName: null, lines: [], items: [], discount: null }, close: null };
  const isNear = (limit: number, { worth, choice, isMeant }: (typeof ranked)[number], to = likeliest) =>
    to.worth - worth < limit && isWhole(choice) && isMeant;
  // One that leaves nothing to be asked is meant where it is nearly as likely.
  const best = isWhole(likeliest.choice)
    ? likeliest
    : (ranked.find((one) => isNear(CLOSE.sum, one)) ?? likeliest);
  const closeBy = (
    differs: (one: Choice) => unknown,
    limit: number,
    isOf: (one: Choice) => boolean = () => true,
  ) =>
    ranked.find(
      (one) =>
        isNear(limit, one, best) &&
        differs(one.choice) !== differs(best.choice) &&
        isOf(one.choice) &&
        !leavesOut(one.choice, best.choice),
    );
  const isOfSame = ({ lines }: Choice): boolean => countsOf(lines) === countsOf(best.choice.lines);
  const close = isWhole(best.choice)
    ? (closeBy(kobo, CLOSE.sum) ??
      closeBy(kobo, CLOSE.priceOfAll, isOfSame) ??
      closeBy(customerOf, CLOSE.customer))
    : undefined;
  return { best: contentsOf(best.choice), close: close ? contentsOf(close.choice) : null };
}

// "And her parlour for 70k": what is surely money is told by a line, unless it is what somebody pays.
function moneyIn(words: readonly Word[], spans: readonly Span[]): number[] {
  const money: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const amount = amountAt(words, at);
    const near = words.slice(Math.max(0, at - 3), (amount?.to ?? at) + 2);
    const isLine = !isInside(spans, at) && !near.some(({ word }) => PAYS.test(word));
    if (amount && amount.kind !== 'plain' && isLine) money.push(amount.value);
    at = (amount?.to ?? at + 1) - 1;
  }
  return money;
}
const CORRECTS =
  /\b(?:sorry|mean|meant|actually|correction|instead|rather|scratch|wait|oops|no|not|was|were|from|used to)\b/;
const PAYS =
  /^(?:pay|pays|paid|drop|dropped|gave|give|sent|send|brought|bring|deposit|advance|balance|total|sum|altogether|remain|remaining|left|owe|owes)$/;

const tells = ({ items, discount }: Lines, value: number): boolean =>
  discount?.value === value ||
  sumOf(items) === value ||
  items.some(
    ({ rate, quantity }) => rate === value || rate === Math.round((100 * value) / (quantity || 1)) / 100,
  );

const contentsOf = ({ customer, lines }: Choice): Contents => ({
  customerName: customer.value,
  ...lines.value,
});

/** Whether nothing is left to be asked of it. */
const isWhole = ({ customer, lines }: Choice): boolean =>
  customer.value !== null &&
  lines.value.items.length > 0 &&
  lines.value.items.every(({ description, rate }) => description !== null && rate !== null);

const customerOf = ({ customer }: Choice): string => wordsIn(customer.value).join(' ');

// "50 plates at 3k each, drinks 25k altogether": without its drinks it is not another reading.
const leavesOut = ({ lines }: Choice, { lines: of }: Choice): boolean => {
  const [fewer, all] = [lines, of].map(({ value }) => value.items.map((item) => JSON.stringify(item)));
  return (
    lines.value.items.length < of.value.items.length && (fewer ?? []).every((item) => all?.includes(item))
  );
};

/** The same goods so many times, whatever they cost. */
const countsOf = ({ value }: Found<Lines>): string =>
  JSON.stringify(value.items.map(({ description, quantity }) => [description, quantity]));

const kobo = ({ lines }: Choice): number => Math.round(100 * sumOf(lines.value.items));

/** The reasons for a choice, weighed. */
export const worthOf = ({ evidence }: Pick<Choice, 'evidence'>, weights: ChoiceWeights): number =>
  Object.entries(evidence).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0);

/** Each customer with each set of lines. */
export function choicesOf(
  words: readonly Word[],
  spans: readonly Span[],
  { customers, lines }: Candidates,
  prices?: UsualPrices,
): Choice[] {
  const named = customers.map((customer) => ({ customer, own: evidenceOfCustomer(customer) }));
  const listed = lines.map((found) => ({
    found,
    own: { ...evidenceOfLines(found), ...evidenceOfPrices(found.value.lines, prices) },
  }));
  const rest = contentWords(words, spans);
  const figures = figuresIn(words, spans);
  return named.flatMap(({ customer, own }) =>
    listed.map(({ found, own: other }) => ({
      customer,
      lines: found,
      evidence: {
        ...own,
        ...other,
        ...evidenceOfBoth(rest, figures, customer.value, found.value),
      },
    })),
  );
}

const share = (count: number, most: number): number => Math.min(count, most) / most;
const isDay = (word: string): boolean => WEEKDAYS.has(word) || MONTHS.has(word);

function evidenceOfSource(kind: string, { gap, isMended }: Found<unknown>): Evidence {
  return {
    [`${kind} mended`]: Number(isMended),
    [`${kind} likeliest`]: Number(gap === 0),
    [`${kind} gap`]: Math.min(gap / GAP, MOST_GAPS),
  };
}

function evidenceOfCustomer(found: Found<string | null>): Evidence {
  const { value: name } = found;
  const source = evidenceOfSource('customer', found);
  if (name === null) return { ...source, 'customer none': 1 };
  const own = wordsIn(name);
  return {
    ...source,
    'customer of many words': Number(own.length > 3),
    'customer of one word': Number(own.length === 1),
    'customer with a figure': Number(/\d/.test(name)),
    'customer ends in a figure': Number(/\d$/.test(name)),
    'customer has an amount': Number(/[₦$]\d|\d[km]\b|\d,\d{3}/i.test(name)),
    'customer a name and a figure': Number(/\d$/.test(name) && own.some((word) => NAMES.has(word))),
    'customer is nobody': Number(own.length === 1 && UNNAMED_PERSON.has(own[0] ?? '')),
    'customer has small words': share(own.filter(isStopWord).length, 2),
    'customer ends small': Number(own.length > 1 && isStopWord(own.at(-1) ?? '')),
    'customer is goods': share(own.filter(isGoods).length, 2),
    'customer has a title': Number(TITLES.has(own[0] ?? '')),
    'customer is a given name': Number(own.some((word) => NAMES.has(word))),
    'customer has a day': Number(own.some(isDay)),
  };
}

const MANY_LINES = 3;

function evidenceOfLines(found: Found<Lines>): Evidence {
  const { lines, items } = found.value;
  const goods = lines.map((line) => wordsIn(line.goods));
  const many = <T>(all: readonly T[], test: (one: T) => boolean): number =>
    share(all.filter(test).length, MANY_LINES);
  const some = (test: (word: string) => boolean): number => many(goods, (own) => own.some(test));
  return {
    ...evidenceOfSource('lines', found),
    'lines none': Number(items.length === 0),
    'lines many': Math.log2(Math.max(1, items.length)),
    'goods none': many(items, ({ description }) => description === null),
    'price none': many(items, ({ rate }) => rate === null),
    'all have prices': Number(items.length > 0 && items.every(({ rate }) => rate !== null)),
    'goods of many words': many(goods, (own) => own.length > 5),
    'goods begin small': many(goods, ([first]) => isStopWord(first ?? '')),
    'goods end small': many(goods, (own) => isStopWord(own.at(-1) ?? '')),
    'goods have small words': share(goods.flat().filter(isStopWord).length, 4),
    'goods are known': some(isGoods),
    'goods are a name': some((word) => NAMES.has(word) || TITLES.has(word)),
    'goods have a day': some(isDay),
    'goods two things': many(items, ({ description }) => / (?:and|&|plus) /.test(description ?? '')),
    'goods twice': Number(new Set(goods.map((own) => own.join(' '))).size < goods.length),
    'quantity stated': many(lines, ({ quantity }) => quantity !== null),
    'quantity without goods': many(lines, (line) => line.quantity !== null && line.goods === null),
    'quantity like a price': many(lines, ({ quantity }) => (quantity ?? 0) >= 1000),
    'price small': many(lines, ({ price }) => price !== null && price.value < 100 && !price.currency),
    'price of all': many(lines, ({ priceOfAll }) => priceOfAll),
    'price each': many(lines, ({ each }) => each),
  };
}

const contentWords = (words: readonly Word[], spans: readonly Span[]): string[] =>
  words.flatMap(({ raw, word }, at) =>
    isInside(spans, at) || !/^\p{L}{3}/u.test(raw) || isStopWord(word) ? [] : wordsIn(raw),
  );

const figuresIn = (words: readonly Word[], spans: readonly Span[]): number[] =>
  words.flatMap(({ raw }, at) =>
    isInside(spans, at) || !/\d/.test(raw) ? [] : [amountAt(words, at)?.value ?? Number.parseFloat(raw)],
  );

function evidenceOfBoth(
  rest: readonly string[],
  figures: readonly number[],
  name: string | null,
  { lines, items }: Lines,
): Evidence {
  const own = new Set(wordsIn(name));
  const goods = new Set(lines.flatMap((line) => wordsIn(line.goods)));
  const told = new Set(lines.flatMap(({ price, quantity }) => [price?.value, quantity]));
  const unread = rest.filter((word) => !own.has(word) && !goods.has(word)).length;
  const unreadFigures = figures.filter((value) => !told.has(value)).length;
  const sum = sumOf(items);
  const isSumTold =
    lines.some(({ quantity }) => (quantity ?? 1) > 1) && !told.has(sum) && figures.includes(sum);
  const nameless = lines.filter((line) => line.goods === null).length;
  const unpriced = lines.filter((line) => line.price === null).length;
  return {
    'sum is told': Number(isSumTold),
    'words unread': share(unread, 8),
    'figures unread': share(unreadFigures, 4),
    'name in goods': Number([...own].some((word) => goods.has(word))),
    'no name though words are unread': Number(name === null && unread > 0),
    'no goods though words are unread': Number((nameless > 0 || lines.length === 0) && unread > 0),
    'no price though figures are unread': Number(unpriced > 0 && unreadFigures > 0),
  };
}
