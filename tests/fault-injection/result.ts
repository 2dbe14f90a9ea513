/** One thing that must not be. `differs`: an answer given again was not the first one. `stuck`: something did not end. */
export type Problem = {
  kind: 'lost' | 'doubled' | 'imbalance' | 'differs' | 'stuck' | 'wrong';
  text: string;
  /** Of the request it is about. */
  key?: string;
};

/** Work and findings of one harness. Any problem is a failure. */
export type Result = {
  harness: string;
  rounds: number;
  /** Promises of the service: requests answered with success, or webhooks accepted. */
  acknowledged: number;
  problems: Problem[];
  seconds: number;
  /** Further facts, such as the seed that replays it. */
  note: string;
};

type Found = Pick<Result, 'rounds' | 'acknowledged' | 'problems' | 'note'>;

/** Runs a harness against the clock on the wall. One that breaks has found something. */
export async function timed(harness: string, run: () => Promise<Found>): Promise<Result> {
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 100) / 10;
  try {
    return { harness, ...(await run()), seconds: seconds() };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      harness,
      rounds: 0,
      acknowledged: 0,
      problems: [{ kind: 'wrong', text }],
      seconds: seconds(),
      note: 'broke off',
    };
  }
}

/** Result of a part of a harness's rounds, which have a ledger of their own; `counted` goes into the note. */
export type Batch = { acknowledged: number; problems: Problem[]; counted: number };

/** Runs many rounds in parts, for checks take longer the more there is. Stops at the first part that found something. */
export async function inBatches(
  { rounds, seed, batch }: { rounds: number; seed: number; batch: number },
  run: (rounds: number, seed: number) => Promise<Batch>,
  describe: (counted: number) => string,
): Promise<Found> {
  const found: Found = { rounds: 0, acknowledged: 0, problems: [], note: '' };
  let counted = 0;
  while (found.rounds < rounds && found.problems.length === 0) {
    const part = Math.min(batch, rounds - found.rounds);
    const partResult = await run(part, seed + found.rounds);
    found.rounds += part;
    found.acknowledged += partResult.acknowledged;
    found.problems.push(...partResult.problems);
    counted += partResult.counted;
  }
  return { ...found, note: `seed ${seed}: ${describe(counted)}` };
}

const count = ({ problems }: Result, ...kinds: Problem['kind'][]): number =>
  problems.filter(({ kind }) => kinds.includes(kind)).length;

const LONGEST = 1_500;
const columns: [title: string, width: number, cell: (result: Result) => string | number][] = [
  ['harness', 34, ({ harness }) => harness],
  ['rounds', 8, ({ rounds }) => rounds],
  ['acknowledged', 13, ({ acknowledged }) => acknowledged],
  ['lost', 6, (result) => count(result, 'lost')],
  ['doubled', 8, (result) => count(result, 'doubled')],
  ['imbalance', 10, (result) => count(result, 'imbalance')],
  ['other', 6, (result) => count(result, 'differs', 'stuck', 'wrong')],
  ['seconds', 8, ({ seconds }) => seconds.toFixed(1)],
];

/** All results as one table, then what was found, in words. */
export function tableOf(results: readonly Result[]): string {
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, at) => {
        const width = columns[at]?.[1] ?? 0;
        return at === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join('');
  const rows = results.map((result) =>
    `${line(columns.map(([, , cell]) => cell(result)))}  ${result.note}`.trimEnd(),
  );
  const found = results.flatMap(({ harness, problems }) =>
    problems.slice(0, 20).map(({ kind, text }) => `${harness}: ${kind}: ${text.slice(0, LONGEST)}`),
  );
  return [line(columns.map(([title]) => title)), ...rows, ...found].join('\n');
}
