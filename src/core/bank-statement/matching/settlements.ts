import { type CalendarDate, daysBetween } from '../../dates.ts';
import type { Minor } from '../../money.ts';
import { wordsOf } from './words.ts';

/** Money that went to the owner's account for payments that are counted already, less fees, in minor units. */
export type Settlement = {
  /** Names of its sender, the payment provider's first. */
  senders: readonly string[];
  /** Words and reference it was sent with, which a bank may write beside it. */
  marks: readonly string[];
  day: CalendarDate;
  amount: Minor;
};

type Line = { day: CalendarDate; amount: Minor; narration: string; payer: string; reference: string };

/** A line of a provider, by its title: `isCounted` where it is such money, else it only names one. */
type Found = { provider: string; isCounted: boolean };

// Banks book it a few days later, over a weekend and holidays.
const LATEST_DAYS = 7;
/** Letters of a mark that no bank holds by chance, even where it leaves out the spaces. */
const TELLING = 8;

/**
 * Finds the provider of a line. It is counted where it names the sender or holds a mark of a settlement of its amount, of that day or
 * the week before.
 */
export function settlementFinder(settlements: readonly Settlement[]): (line: Line) => Found | null {
  const byAmount = Map.groupBy(settlements, ({ amount }) => amount);
  const titles = new Map(
    settlements.flatMap(({ senders }) =>
      senders.map((name): [string, string] => [firstWord(name), senders[0] ?? name]),
    ),
  );
  titles.delete('');
  return (line) => {
    const words = wordsOf(`${line.narration} ${line.payer} ${line.reference}`);
    const isNamed = (name: string) => name !== '' && words.some((word) => word.startsWith(name));
    const counted = (byAmount.get(line.amount) ?? []).find(({ senders, marks, day }) => {
      const late = daysBetween(day, line.day);
      const isKnown = senders.some((name) => isNamed(firstWord(name))) || marks.some(isIn(words));
      return late >= 0 && late <= LATEST_DAYS && isKnown;
    });
    if (counted) return { provider: counted.senders[0] ?? '', isCounted: true };
    const named = [...titles].find(([name]) => isNamed(name));
    return named ? { provider: named[1], isCounted: false } : null;
  };
}

const firstWord = (name: string): string => wordsOf(name)[0] ?? '';

const isIn = (words: readonly string[]) => (mark: string) => {
  const parts = wordsOf(mark);
  const joined = parts.join('');
  return (
    joined !== '' &&
    (parts.every((part) => words.includes(part)) ||
      (joined.length >= TELLING && words.join('').includes(joined)))
  );
};
