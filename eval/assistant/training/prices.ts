import { createRng } from '#server/demo/rng.ts';
import { priceWords, unitPrice } from '#server/modules/assistant/language/drafts/price-evidence.ts';
import type { UsualPrices } from '#server/modules/assistant/language/understanding/model.ts';
import { shuffle } from '../../training/softmax.ts';
import { toldContents } from './told-contents.ts';
import type { Wording } from './wordings.ts';

type Sold = { words: string[]; power: number };

const LEAST_OFTEN = 3;
const EPOCHS = 40;
const STEP = 0.02;
const DECAY = 0.01;
const WITH_GOODS = new Set(['create_invoice', 'create_quote', 'create_plan']);

/** Words of goods by their price, as things cost in the examples: ridge regression of the power of ten over their words. */
export function fitPrices(wordings: readonly Wording[]): UsualPrices {
  const sold = wordings.flatMap(soldIn);
  const often = new Map<string, number>();
  for (const word of sold.flatMap(({ words }) => words)) often.set(word, (often.get(word) ?? 0) + 1);
  const usual = sold.reduce((sum, { power }) => sum + power, 0) / Math.max(1, sold.length);
  const weights = new Map<string, number>();
  const all = sold.map(({ words, power }) => ({
    words: words.filter((word) => (often.get(word) ?? 0) >= LEAST_OFTEN),
    rest: power - usual,
  }));
  const { roll } = createRng(13);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(all, roll);
    for (const { words, rest } of all) {
      const error = rest - words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
      for (const word of words) {
        const weight = weights.get(word) ?? 0;
        weights.set(word, weight + STEP * (error - DECAY * weight));
      }
    }
  }
  const tenths = (power: number): number => Math.round(power * 10);
  return {
    '': tenths(usual),
    ...Object.fromEntries([...weights].toSorted().map(([word, power]) => [word, tenths(power)])),
  };
}

function soldIn(wording: Wording): Sold[] {
  if (!WITH_GOODS.has(wording.intent) || wording.open !== '-') return [];
  return toldContents(wording).contents.lines.flatMap((line) => {
    const unit = unitPrice(line);
    const own = [...new Set(priceWords(line.goods))];
    return unit === null || own.length === 0 ? [] : [{ words: own, power: Math.log10(unit) }];
  });
}
