import type { StatementLine } from './model.ts';

type Balanced = Pick<StatementLine, 'row' | 'amount' | 'balance'>;

/**
 * Rows whose balance does not follow from the one before: a row was cut out, put in or changed. Statements run forwards or
 * backwards; the direction with fewer such rows counts.
 */
export function findBreaks(lines: readonly Balanced[]): number[] {
  const forwards = breaksOf(lines);
  const backwards = breaksOf(lines.toReversed());
  return (backwards.length < forwards.length ? backwards : forwards).sort((a, b) => a - b);
}

function breaksOf(lines: readonly Balanced[]): number[] {
  const rows: number[] = [];
  let before: number | null = null;
  for (const { row, amount, balance } of lines) {
    const expected: number | null = before === null ? null : before + amount;
    if (balance !== null && expected !== null && balance !== expected) rows.push(row);
    before = balance ?? expected;
  }
  return rows;
}

/** Whether a statement begins with its last day. */
export function isNewestFirst(lines: readonly (Balanced & Pick<StatementLine, 'day'>)[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first && last && first.day !== last.day) return first.day > last.day;
  return breaksOf(lines.toReversed()).length < breaksOf(lines).length;
}
