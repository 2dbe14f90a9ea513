import { wordsIn } from '../tokens/tokenize.ts';
import { type UsualPrices, usualPrices } from '../understanding/model.ts';
import { singular } from '../vocabulary/goods.ts';
import type { DraftLine } from './lines.ts';

/** Words of goods, by which prices are known. */
export const priceWords = (goods: string | null): string[] => wordsIn(goods).map(singular);

/** The power of ten of what one of the goods usually costs, in naira; null where no word tells. */
function usualPrice(goods: string | null, usual: UsualPrices): number | null {
  const known = priceWords(goods).flatMap((word) => usual[word] ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, usual[''] ?? 0) / 10;
}

const FAR = 1.5;
const LARGE_SUM = 5;
const NARROW = 50;

/** The price of one of a line, in naira; null where it is not told, or in other money. */
export const unitPrice = ({ price, quantity, priceOfAll }: DraftLine): number | null =>
  !price || price.value <= 0 || (price.currency ?? 'NGN') !== 'NGN'
    ? null
    : price.value / (priceOfAll ? quantity || 1 : 1);

/**
 * Reasons for or against what a price is taken for: of one or of all, and how far it is from what such things cost. "30 loaves 36k"
 * does not say which; that 36,000 shares out among thirty, and that no loaf costs so much, does.
 */
export function evidenceOfPrices(
  lines: readonly DraftLine[],
  usual: UsualPrices = usualPrices(),
): Record<string, number> {
  const told = lines.flatMap((line) => {
    const unit = unitPrice(line);
    return unit === null ? [] : [{ ...line, unit, usual: usualPrice(line.goods, usual) }];
  });
  const counted = told.filter(({ quantity, each }) => (quantity ?? 1) > 1 && !each);
  const share = (count: number): number => Math.min(count, 3) / 3;
  const far = told.map((line) =>
    line.usual === null ? 0 : Math.min(FAR, Math.abs(Math.log10(line.unit) - line.usual)) / FAR,
  );
  const [ofAll, ofOne] = [
    counted.filter(({ priceOfAll }) => priceOfAll),
    counted.filter(({ priceOfAll }) => !priceOfAll),
  ];
  const sum = told.reduce((all, { unit, quantity }) => all + unit * (quantity ?? 1), 0);
  const largeness = Math.min(3, Math.max(0, Math.log10(Math.max(1, sum)) - LARGE_SUM)) / 3;
  return {
    'price far from usual': share(far.reduce((all, one) => all + one, 0)),
    'price farthest from usual': Math.max(0, ...far),
    'price of all shares unevenly': share(ofAll.filter(({ unit }) => unit % NARROW !== 0).length),
    'price of one would share': share(ofOne.filter(isShareable).length),
    'price of one would not share': share(ofOne.filter((line) => !isShareable(line)).length),
    'sum large': largeness,
    'sum large of counted': ofOne.length === 0 ? 0 : largeness,
  };
}

// By ten or two of them everything can be shared.
const isShareable = ({ unit, quantity }: { unit: number; quantity: number | null }): boolean =>
  hasOddPart(quantity ?? 1) && (unit / (quantity ?? 1)) % NARROW === 0;

function hasOddPart(quantity: number): boolean {
  let rest = quantity;
  for (const part of [2, 5]) while (rest % part === 0 && rest > 0) rest /= part;
  return rest > 1;
}
