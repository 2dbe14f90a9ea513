import { addDays, type CalendarDate } from '../../dates.ts';
import type { Minor } from '../../money.ts';

type Movement = { id: string; day: CalendarDate; amount: Minor; narration: string; payer: string };

/** A bank's words for money it takes back out, such as `RVSL`. */
const TAKEN_BACK = /\b(?:rvsl|rev|reversal|reversed|returned|rtn)\b/i;
const WITHIN_DAYS = 7;

/** Days on which money that came went out again, by the id of the line it came with: the sum is the same, and the bank says so. */
export function returnedLines(
  came: readonly Movement[],
  went: readonly Movement[],
): Map<string, CalendarDate> {
  const found = new Map<string, CalendarDate>();
  for (const back of went.filter(({ narration }) => TAKEN_BACK.test(narration))) {
    const [best] = came
      .filter(
        ({ id, amount, day }) =>
          !found.has(id) &&
          amount === -back.amount &&
          day <= back.day &&
          back.day <= addDays(day, WITHIN_DAYS),
      )
      .toSorted((a, b) => sharedWords(b, back) - sharedWords(a, back) || (a.day < b.day ? 1 : -1));
    if (best) found.set(best.id, back.day);
  }
  return found;
}

const wordsOf = ({ narration, payer }: Movement): string[] =>
  `${narration} ${payer}`
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(({ length }) => length > 2);

function sharedWords(a: Movement, b: Movement): number {
  const other = new Set(wordsOf(b));
  return new Set(wordsOf(a).filter((word) => other.has(word))).size;
}
