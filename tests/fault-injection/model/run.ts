import { type ChildProcess, fork } from 'node:child_process';
import { type Result, timed } from '../result.ts';
import { type Batch, type Outcome, playBatch } from './batch.ts';
import { noCounts } from './system.ts';

/** Every promise is checked after every command, which takes longer as a database grows: each so many begin with an empty one. */
const PER_DATABASE = 500;
const SEEDS_PER_DATABASE = 1_000;

type Options = {
  commands: number;
  seed?: number;
  /** Batches are played side by side in so many processes; in this one alone where it is 1. */
  processes?: number;
  /** Told of each batch. */
  onBatch?: (outcome: Outcome) => void;
};

/** H1. Random commands against the service over HTTP, and after each its records are those of the oracle. */
export const modelRun = (options: Options): Promise<Result> =>
  timed(`model (${process.env.TEST_DATABASE_URL ? 'server' : 'embedded'})`, () => play(options));

async function play({ commands, seed = Date.now() % 1e9, processes = 1, onBatch }: Options) {
  const waiting = batchesOf(commands, seed);
  const databases = waiting.length;
  const outcomes: Outcome[] = [];
  const work = async (playOne: (batch: Batch) => Promise<Outcome>): Promise<void> => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const outcome = await playOne(batch);
      outcomes.push(outcome);
      onBatch?.(outcome);
      if (outcome.problems.length > 0) waiting.length = 0;
    }
  };
  const used = Math.min(processes, databases);
  if (used < 2) await work(playBatch);
  else await Promise.all(Array.from({ length: used }, () => inOwnProcess(work)));
  const done = outcomes.reduce((total, outcome) => total + outcome.commands, 0);
  return {
    rounds: done,
    acknowledged: done,
    problems: outcomes.flatMap(({ problems }) => problems),
    note: `seed ${seed}: ${databases} databases in ${used} processes, ${described(outcomes)}`,
  };
}

const batchesOf = (commands: number, seed: number): Batch[] =>
  Array.from({ length: Math.ceil(commands / PER_DATABASE) }, (_, at) => ({
    commands: Math.min(PER_DATABASE, commands - at * PER_DATABASE),
    seed: seed + at * SEEDS_PER_DATABASE,
  }));

async function inOwnProcess(work: (playOne: (batch: Batch) => Promise<Outcome>) => Promise<void>) {
  const child = fork(new URL('./worker.ts', import.meta.url), { stdio: 'inherit' });
  try {
    await work((batch) => answerOf(child, batch));
  } finally {
    child.kill();
  }
}

type Answer = { outcome: Outcome } | { broke: string };

function answerOf(child: ChildProcess, batch: Batch): Promise<Outcome> {
  return new Promise((done, fail) => {
    const ended = () => fail(new Error(`the process of seed ${batch.seed} ended`));
    child.once('exit', ended);
    child.once('message', (answer: Answer) => {
      child.off('exit', ended);
      if ('outcome' in answer) done(answer.outcome);
      else fail(new Error(`seed ${batch.seed}: ${answer.broke}`));
    });
    child.send(batch);
  });
}

function described(outcomes: readonly Outcome[]): string {
  const all = noCounts();
  for (const { counts } of outcomes) {
    for (const [kind, times] of Object.entries(counts.kinds))
      all.kinds[kind] = (all.kinds[kind] ?? 0) + times;
    for (const name of ['refused', 'repeated', 'records', 'promises', 'whole'] as const)
      all[name] += counts[name];
  }
  const times = Object.entries(all.kinds).toSorted(([, a], [, b]) => a - b);
  const [rarest] = times;
  const sequences = outcomes.reduce((total, outcome) => total + outcome.sequences, 0);
  return (
    `${sequences} sequences, ${times.length} kinds of command, each at least ${rarest?.[1] ?? 0} times (${rarest?.[0]}), ` +
    `${all.refused} calls refused as they must be, ${all.repeated} repeated; after commands ${all.records} records and ` +
    `${all.promises} promises compared, everything ${all.whole} times`
  );
}
