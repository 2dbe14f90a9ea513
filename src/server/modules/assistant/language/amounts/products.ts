import { isInside, isSeparator, type Span, type Word } from '../tokens/tokenize.ts';
import { amountAt } from './amounts.ts';

/** Marks and words before a line's sum. */
const LEADS = /^(?:=|\(|\||-|–|—|:|totals?|totalling|mak(?:es|ing)|that['’]?s)$/;
/** Words looked back at from a sum for the price, and from there for the count. */
const MOST_TO_PRICE = 4;
const MOST_TO_COUNT = 8;
/** Below, figures are each other's product by chance. */
const LEAST = 1000;

/**
 * The words of an invoice without the sums that its own figures come to: "10 bags of cement @ 9,500 = 95,000" and "Rice 2 62,000 124,000"
 * tell a line twice, and the second time would be the price of another. A sum that is not the product stays.
 */
export function withoutProducts(words: readonly Word[]): readonly Word[] {
  const sums = productsIn(words);
  return sums.length === 0 ? words : words.filter((_, at) => !isInside(sums, at));
}

function productsIn(words: readonly Word[]): Span[] {
  const found: Span[] = [];
  for (let at = 2; at < words.length; at++) {
    const sum = amountAt(words, at);
    if (!sum) continue;
    const from = LEADS.test(words[at - 1]?.word ?? '') ? at - 1 : at;
    const isClosed = words[from]?.raw !== '(' || words[sum.to]?.raw === ')';
    if (sum.value >= LEAST && isClosed && isProduct(words, from, sum.value, from < at))
      found.push({ from, to: words[from]?.raw === '(' ? sum.to + 1 : sum.to });
    at = sum.to - 1;
  }
  return found;
}

// Between price and lead stand at most words: "9,500 each =", "12k naira per bag =".
function isProduct(words: readonly Word[], end: number, sum: number, isLed: boolean): boolean {
  const least = isLed ? end - MOST_TO_PRICE : end - 1;
  for (let at = end - 1; at >= Math.max(1, least); at--) {
    const price = amountAt(words, at);
    if (price && price.to <= end) return countOf(words, at) * Math.round(price.value * 100) === sum * 100;
    if (!/^[\p{L}₦$]+$/u.test(words[at]?.raw ?? '')) return false;
  }
  return false;
}

/** The count before a price: "3", "x3", "10pcs"; 0 for none. */
function countOf(words: readonly Word[], price: number): number {
  for (let at = price - 1; at >= Math.max(0, price - MOST_TO_COUNT); at--) {
    const { raw = '' } = words[at] ?? {};
    const figures = /^x?(\d{1,6}(?:\.\d{1,3})?)\p{L}{0,12}$/u.exec(raw)?.[1];
    if (figures) return Number(figures);
    if (isSeparator(words[at]) && !/^[*|–-]$/.test(raw)) return 0;
  }
  return 0;
}
