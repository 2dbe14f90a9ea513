import assert from 'node:assert/strict';
import fc from 'fast-check';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { brokenLedgerInvariants, compareLedgers } from '../ledger-comparison.ts';
import { type Problem, type Result, timed } from '../result.ts';
import { anyCommand } from './commands.ts';
import { reconcileAll } from './money.ts';
import {
  advanceClock,
  deliver,
  differences,
  type ModelRun,
  newWorld,
  settle,
  startSystem,
  type System,
} from './system.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Checks take longer as the ledger grows: a new database starts after so many sequences. */
const SEQUENCES_PER_DATABASE = 30;
const LENGTH = 160;

/** H1. Random commands against the service over HTTP, and after each the balances are those of the oracle. */
export const modelRun = ({
  commands,
  seed = Date.now() % 1e9,
}: {
  commands: number;
  seed?: number;
}): Promise<Result> =>
  timed('model', async () => {
    const names = new Map<string, number>();
    const problems: Problem[] = [];
    let [done, sequences, batch] = [0, 0, 0];
    while (done < commands && problems.length === 0) {
      const system = await startSystem();
      try {
        const outcome = await sequencesOn(system, { most: commands - done, seed: seed + batch, names });
        done += outcome.done;
        sequences += outcome.sequences;
        problems.push(...outcome.problems);
      } finally {
        await system.close();
      }
      batch += 1;
    }
    const each = [...names.values()].toSorted((a, b) => a - b);
    const note = `seed ${seed}: ${sequences} sequences, ${names.size} kinds of command, each at least ${each[0]} times`;
    return { rounds: done, acknowledged: done, problems, note };
  });

type Batch = { most: number; seed: number; names: Map<string, number> };

async function sequencesOn(system: System, { most, seed, names }: Batch) {
  let [done, sequences] = [0, 0];
  const count = (name: string) => void names.set(name, (names.get(name) ?? 0) + 1);
  const property = fc.asyncProperty(
    fc.commands(anyCommand(count), { maxCommands: LENGTH, size: 'max' }),
    async (sequence) => {
      if (done >= most) return;
      const world = await newWorld(system);
      sequences += 1;
      await fc.asyncModelRun(() => ({ model: world, real: world }), sequence);
      done += world.commands;
      await finish(world);
    },
  );
  const found = await fc.check(property, { seed, numRuns: SEQUENCES_PER_DATABASE, endOnFailure: true });
  const problems: Problem[] = found.failed
    ? [
        {
          kind: 'imbalance',
          // The command log is long: only its beginning is shown.
          text: `--seed ${seed}: ${reasonOf(found.errorInstance)}\n${fc.defaultReportMessage(found)}`,
        },
      ]
    : [];
  return { done, sequences, problems };
}

/** All webhooks are delivered and all scheduled polls run; then everything must agree. */
async function finish(world: ModelRun): Promise<void> {
  await deliver(world, world.webhooks.splice(0));
  for (let day = 0; day < 9; day++) await advanceClock(world, DAY_MS);
  for (const party of world.parties) assert.deepEqual(await differences(party, { whole: true }), []);
  const { db } = world.app.system;
  assert.deepEqual(await brokenLedgerInvariants(db), []);
  await endRefunds(world);
  // An unknown payment whose webhook was lost is found by reconciliation, and so recorded.
  await reconcileAll(world, YEAR_MS);
  const problems = [...(await brokenLedgerInvariants(db)), ...(await compareLedgers(db, world.simulator))];
  const frozen = await currentFreeze(db);
  if (frozen) problems.push({ kind: 'wrong', text: `payouts were stopped: ${frozen.reason}` });
  assert.deepEqual(problems, []);
}

// One of ours under way hides as much that the provider gave back by itself, until it has ended.
async function endRefunds(world: ModelRun): Promise<void> {
  const open = world.parties.flatMap(({ wallet }) =>
    wallet.refunds.filter(({ actual: truth }) => truth === 'processing'),
  );
  for (const refund of open) {
    world.simulator.decideRefunds(refund.payment.transactionId, 'completed');
    refund.actual = 'completed';
  }
  await settle(world);
  await deliver(world, world.webhooks.splice(0));
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
