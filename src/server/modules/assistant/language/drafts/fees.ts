import { roundMajor } from '#core/money.ts';
import { percentAt } from '../amounts/amounts.ts';
import { skipBackward, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import { textOf } from '../tokens/utterance.ts';
import { type Item, sumOf } from './lines.ts';

/** A share of what the lines come to, itself a line; `name` is what for. */
export type Fee = Span & { name: string; percent: number };

const FEES = 'service|management|agency|agreement|legal|commission|handling|logistics|processing';
const NAMED = `(?:${FEES})(?: (?:charges?|fees?))?`;
const BEHIND = new RegExp(`^ (?:of |for |as )?(?:the |our )?(${NAMED})(?= )`);
const BEFORE = new RegExp(`(?<= )(${NAMED}) (?:(?:is|of|at|na|:|-|=|@) ){0,2}$`);
const OF_FEE = new RegExp(`^(?:of|for|as|the|our|${FEES}|charges?|fees?)$`);
const LEADS = new RegExp(
  `^(?:add|put|plus|include|our|my|the|with|and|also|a|is|at|na|:|-|=|@|of|${FEES}|charges?|fees?)$`,
);

/** "Add our 10% service charge", "agency 10%, legal 10%". */
export function feesIn(words: readonly Word[]): Fee[] {
  const fees: Fee[] = [];
  for (let at = 0; at < words.length; at++) {
    const percent = percentAt(words, at);
    const behind = percent && BEHIND.exec(textOf(words, percent.to))?.[1];
    const name = behind ?? (percent && BEFORE.exec(textOf(words, 0, at))?.[1]);
    if (!percent || !name) continue;
    const to = behind ? skipForward(words, percent.to, OF_FEE, 3) : percent.to;
    fees.push({ from: skipBackward(words, at, LEADS, behind ? 4 : 6), to, name, percent: percent.value });
    at = to - 1;
  }
  return fees;
}

/** The lines with the fees behind them; without prices there is nothing to take a share of. */
export function withFees(items: readonly Item[], fees: readonly Fee[]): Item[] {
  const sum = sumOf(items);
  if (!(sum > 0)) return [...items];
  const shares = fees.map(({ name, percent }) => ({
    description: `${name} (${percent}%)`,
    quantity: 1,
    rate: roundMajor((sum * percent) / 100),
  }));
  return [...items, ...shares];
}
