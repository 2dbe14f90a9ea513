import { isCarried, labelOf } from '../totals/roles.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import type { RowWithAmounts } from '../totals/figures.ts';
import { factorPair } from './factors.ts';

/** Fewer lines than this make another number by chance. */
const LEAST_LINES = 3;
/** Sums of one column end this near to each other. */
const SLACK = 25;

/**
 * The row that sums up the lines above it whatever it is called ("Goods", "Your share"): its last number is what theirs
 * come to, which stand in one column. -1 where there is none.
 */
export function sumRowOf(rows: readonly RowWithAmounts[]): number {
  const last = rows.map(({ amounts }) => amounts.findLast((one) => !one.percent && one.looksLikeMoney));
  return rows.findIndex(({ row, amounts }, at) => {
    const own = last[at];
    if (
      !own ||
      own.value <= 0 ||
      isCarried(row.text) ||
      factorPair(
        amounts.filter((one) => one !== own),
        own.value,
      )
    )
      return false;
    let [sum, count] = [0, 0];
    const edge = nearestEdge(last, at, own.right);
    for (let above = at - 1; above >= 0 && at - above <= MAX_ROWS; above--) {
      const line = last[above];
      if (!line) continue;
      if (closes(rows[above]?.row.text ?? '')) return false;
      // A count and price in a row of their own stand elsewhere.
      if (Math.abs(line.right - edge) > SLACK) continue;
      sum += Math.round(line.value * 100);
      count++;
      if (sum >= Math.round(own.value * 100)) break;
    }
    const isMade = count >= LEAST_LINES && sum === Math.round(own.value * 100);
    // A line that happens to cost as much as those before it is summed up with them.
    return (
      isMade && !last.slice(at + 1).some((below) => below && Math.abs(below.value - 2 * own.value) < 0.01)
    );
  });
}
const MAX_ROWS = 60;

// Where the lines above end: as the sum does, or else as the last of them.
function nearestEdge(last: readonly (Amount | undefined)[], at: number, own: number): number {
  const above = last.slice(Math.max(0, at - 2), at).flatMap((line) => line?.right ?? []);
  return above.some((right) => Math.abs(right - own) <= SLACK) ? own : (above.at(-1) ?? own);
}

function closes(text: string): boolean {
  const label = labelOf(text.replace(/[\d.,%]+/g, ' '));
  return label !== null && label.role !== 'none' && label.role !== 'charge' && label.strength > 0.4;
}
