import type { StatementLine } from './model.ts';
import { isNewestFirst } from './balance.ts';

/** Letters and digits only, so that spaces and signs a bank adds at a second export make no new line. */
const plainNarration = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Identity of each line: day, amount, words, and the balance after it, or which of equal lines of that day it is.
 * In the order of the lines. A statement that overlaps with another gives the same texts for what both hold.
 */
export function fingerprintsOf(lines: readonly StatementLine[]): string[] {
  const newestFirst = isNewestFirst(lines);
  const inTime = newestFirst ? lines.toReversed() : lines;
  const seen = new Map<string, number>();
  const texts = inTime.map((line) => {
    const words = plainNarration(`${line.narration}${line.payer}`);
    const base = `${line.day}|${line.amount}|${words}`;
    const key = line.balance === null ? `${base}|#` : `${base}|${line.balance}|`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${key}${count}`;
  });
  return newestFirst ? texts.toReversed() : texts;
}
