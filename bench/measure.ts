/** One measured thing: `value` against what it should stay under, in the words of the table. */
export type Row = {
  what: string;
  median: string;
  floor: string;
  ratio: string;
  aim: string;
  verdict: '' | 'met' | 'missed';
};

/** The middle of some numbers (the mean of the two in the middle when they are even). */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  if (low === undefined || high === undefined) throw new Error('a median needs numbers');
  return (low + high) / 2;
}

/** How long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Figures of a single run of some work: its milliseconds, or several of them. Whoever measures may run it many times for that. */
export type Candidates<K extends string, T = number> = Record<K, () => Promise<T>>;

export type RoundCounts = { warmUp: number; rounds: number };

/**
 * Lets the contestants take turns, so that whatever else the machine does hits all alike, the order turned round every
 * time. Gives each contestant's milliseconds by round. The rounds that warm up first are thrown away: a service works for
 * days, and is compiled to machine code within its first thousand calls.
 */
export async function interleave<K extends string, T = number>(
  what: string,
  { warmUp, rounds }: RoundCounts,
  contestants: Candidates<K, T>,
): Promise<Record<K, T>[]> {
  const names = Object.keys(contestants) as K[];
  console.error(`  ${what} …`);
  const results: Record<K, T>[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const result = {} as Record<K, T>;
    for (const name of round % 2 === 0 ? names : names.toReversed()) result[name] = await contestants[name]();
    if (round >= 0) results.push(result);
  }
  return results;
}

/** The median of one figure over rounds. */
export const over = <R>(rounds: R[], figure: (round: R) => number): number => median(rounds.map(figure));

/** `0.87 ms`, `12.3 ms`, `1450 ms`: three figures are all a noisy machine can tell. */
export const ms = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;

export const seconds = (value: number): string => `${value.toFixed(1)} s`;

export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** Below or at its aim, or not. */
export const verdictOf = (value: number, aim: number): Row['verdict'] => (value <= aim ? 'met' : 'missed');

/** A row without a floor. */
export const rowOf = (what: string, shown: string): Row => ({
  what,
  median: shown,
  floor: '',
  ratio: '',
  aim: '',
  verdict: '',
});

/** A row judged by what it may be at most; `show` writes both. */
export const rowWithin = (
  what: string,
  value: number,
  most: number,
  show: (value: number) => string,
): Row => ({
  ...rowOf(what, show(value)),
  aim: `≤ ${show(most)}`,
  verdict: verdictOf(value, most),
});

/** Rounds of something judged by how often it takes what its floor takes. */
export function rowOfRatio<R>(
  what: string,
  rounds: R[],
  { value, floor, most }: { value: (round: R) => number; floor: (round: R) => number; most: number },
): Row {
  const ratio = over(rounds, (round) => value(round) / floor(round));
  return {
    what,
    median: ms(over(rounds, value)),
    floor: ms(over(rounds, floor)),
    ratio: times(ratio),
    aim: `≤ ${most} ×`,
    verdict: verdictOf(ratio, most),
  };
}

/** The rows as a table of Markdown that is also easy to read on a terminal. */
export function tableOf(rows: Row[]): string {
  const head = {
    what: 'measured',
    median: 'median',
    floor: 'floor',
    ratio: 'ratio',
    aim: 'aim',
    verdict: '',
  };
  const cells = [head, ...rows].map(({ what, median: middle, floor, ratio, aim, verdict }) => [
    what,
    middle,
    floor,
    ratio,
    aim,
    verdict,
  ]);
  const widths = [0, 1, 2, 3, 4, 5].map((at) => Math.max(3, ...cells.map((line) => line[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((text, at) => pad(text, widths[at] ?? 0, at)).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  const [first = [], ...rest] = cells;
  return [line(first), rule, ...rest.map(line)].join('\n');
}

const isNumber = (column: number) => column > 0 && column < 5;
const pad = (text: string, width: number, column: number) =>
  isNumber(column) ? text.padStart(width) : text.padEnd(width);
