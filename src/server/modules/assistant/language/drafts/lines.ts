import type { Draft } from '#contract/assistant.ts';
import { roundMajor } from '#core/money.ts';
import type { Amount } from '../amounts/amounts.ts';
import { singular } from '../vocabulary/goods.ts';

export type Item = Draft['items'][number];

/** A stated line; `each` and `priceOfAll` tell what the price refers to. */
export type DraftLine = {
  quantity: number | null;
  goods: string | null;
  price: Amount | null;
  each: boolean;
  priceOfAll: boolean;
  /** The figure before the goods is a quantity. */
  counts: boolean;
  /** The word behind it. */
  end: number;
};

/** The currency of a line's price, where it was told with one. */
export const currenciesIn = ({ price }: Pick<DraftLine, 'price'>): string[] =>
  price?.currency ? [price.currency] : [];

/** "Dustpan 900 and rag 500": a figure between goods and the next is no count of them. */
export const isPriceCounted = (
  told: string,
  { goods, quantity }: Pick<DraftLine, 'goods' | 'quantity'>,
): boolean => (quantity ?? 0) >= 100 && told.includes(`${goods?.toLowerCase()} ${quantity} and `);

/** "…, so 72k in all": without the sum of the lines stated again. */
export function withoutRepeatedTotal(lines: readonly DraftLine[]): DraftLine[] {
  const [last, rest] = [lines.at(-1), lines.slice(0, -1)];
  const isBare = last?.price && last.goods === null && last.quantity === null;
  const told = isBare && rest.length > 0 ? comingTo(rest, last.price?.value ?? 0) : null;
  return told ?? [...lines];
}

/** Lines that come to a sum as they are, or with their prices taken for those of all; null where they do not. */
export const comingTo = (lines: readonly DraftLine[], value: number): DraftLine[] | null =>
  [[...lines], lines.map((line) => ({ ...line, priceOfAll: !line.each }))].find((one) =>
    comeTo(one.map(toItem), value),
  ) ?? null;

/** Whether priced items come to a sum, in major units; never where one has no price. */
export const comeTo = (items: readonly Item[], value: number): boolean =>
  Math.abs(sumOf(items) - value) < 0.01;

/** Sum of priced items, in major units; not a number where one has no price. */
export const sumOf = (items: readonly Item[]): number =>
  items.reduce((all, { quantity, rate }) => all + (quantity ?? 1) * (rate ?? Number.NaN), 0);

// "40 bags of cement. 8,900 per bag": a price by itself belongs to the goods named just before.
export function attachBarePrices(lines: readonly DraftLine[]): DraftLine[] {
  const [sum, goods, more] = lines;
  const before =
    sum?.price && sum.goods === null && sum.quantity === null && goods?.goods && !goods.price && !more;
  // "a 10k invoice for Ada (hair)".
  if (before)
    return [{ ...goods, price: sum.price, each: sum.each, priceOfAll: sum.priceOfAll || !sum.each }];
  const all: DraftLine[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    const alone = line.price && (line.goods === null || /^unit$/i.test(line.goods)) && line.quantity === null;
    if (alone && last?.goods && !last.price)
      all[all.length - 1] = {
        ...last,
        price: line.price,
        each: line.each,
        priceOfAll: line.priceOfAll,
        end: line.end,
      };
    else all.push(line);
  }
  return all;
}

/** "2 bags and 1 shoe, bags are 15k each, shoe is 20k": a price that comes after its thing. */
export function attachLaterPrices(lines: readonly DraftLine[]): DraftLine[] {
  const open = lines.filter(({ price, goods }) => !price && goods);
  const laterPrice = (line: DraftLine): DraftLine | undefined =>
    lines.find((other) => other.price && other.quantity === null && isSameGoods(other.goods, line.goods));
  const usedLines = new Set(open.map(laterPrice));
  return lines
    .filter((line) => !usedLines.has(line))
    .map((line) => {
      const price = open.includes(line) ? laterPrice(line) : undefined;
      return price ? { ...line, price: price.price, each: price.each, priceOfAll: price.priceOfAll } : line;
    });
}

const goodsKey = (goods: string): string =>
  goods
    .toLowerCase()
    .split(' ')
    .map(singular)
    .filter((word) => word !== 'of')
    .join(' ');
const isSameGoods = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && goodsKey(a) === goodsKey(b);

/** One price for several lines: "3 mops and 2 buckets at 2,500 each", "braids and wash, 15k each". */
export function shareJoinedPrices(lines: readonly DraftLine[]): DraftLine[] {
  const all = lines.flatMap(splitNames);
  for (let at = all.length - 1; at > 0; at--) {
    const [line, before] = [all[at], all[at - 1]];
    if (line?.price && line.each && before && !before.price && before.goods)
      all[at - 1] = { ...before, price: line.price, each: true };
  }
  return all;
}

function splitNames(line: DraftLine): DraftLine[] {
  const names = line.goods?.split(/ (?:and|&|plus|n) | ?, ?/) ?? [];
  if (!line.each || line.quantity !== null || names.length < 2 || names.some((name) => !name)) return [line];
  return names.map((goods) => ({ ...line, goods }));
}

/** Quantity, unit price and description of a line, in major units. An impossible price is none. */
export function toItem(line: DraftLine): Item {
  const quantity = line.quantity ?? 1;
  const value = line.price && line.price.value > 0 ? line.price.value : null;
  const rate = value !== null && line.priceOfAll ? roundMajor(value / (quantity || 1)) : value;
  return {
    description: line.goods && isDescription(line.goods) ? line.goods.slice(0, 200) : null,
    quantity,
    rate: rate && rate > 0 ? rate : null,
  };
}

const isDescription = (goods: string): boolean =>
  /[\p{L}\d]/u.test(goods) && !/^(?:pieces?|pcs|units?|items?|things?|it|them|am)$/i.test(goods);
