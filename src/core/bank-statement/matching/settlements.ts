import { type CalendarDate, daysBetween } from '../../dates.ts';
import type { Minor } from '../../money.ts';
import { wordsOf } from './words.ts';

/** Money a payment provider sent to the owner's account for payments that are counted already, less its fees, in minor units. */
export type Settlement = { provider: string; day: CalendarDate; amount: Minor };

// Banks book it a few days later, over a weekend and holidays.
const LATEST_DAYS = 7;

/** Tells whether a line is such money: it names the provider and is the amount of a settlement of that day or the week before. */
export function settlementFinder(settlements: readonly Settlement[]) {
  const byAmount = Map.groupBy(settlements, ({ amount }) => amount);
  return (line: { day: CalendarDate; amount: Minor; narration: string; payer: string }): boolean => {
    const candidates = byAmount.get(line.amount);
    if (!candidates) return false;
    const words = wordsOf(`${line.narration} ${line.payer}`);
    return candidates.some(({ provider, day }) => {
      const late = daysBetween(day, line.day);
      const [name = ''] = wordsOf(provider);
      return late >= 0 && late <= LATEST_DAYS && name !== '' && words.some((word) => word.startsWith(name));
    });
  };
}
