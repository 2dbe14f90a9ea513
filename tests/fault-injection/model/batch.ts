import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY_MS } from '#core/durations.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { dropDatabase } from '../../databases.ts';
import { brokenLedgerInvariants, compareLedgers } from '../ledger-comparison.ts';
import type { Problem } from '../result.ts';
import { checkEverything } from './checks.ts';
import { anyCommand } from './commands.ts';
import { reconcileAll } from './money.ts';
import {
  advanceClock,
  type Counts,
  deliver,
  type ModelRun,
  newWorld,
  noCounts,
  settle,
  startSystem,
} from './system.ts';

const YEAR_MS = 365 * DAY_MS;
const LENGTH = 300;

/** So many commands on a database of their own. The seed alone decides what they are. */
export type Batch = { commands: number; seed: number };
export type Outcome = { commands: number; sequences: number; counts: Counts; problems: Problem[] };

/** Plays sequences of commands, each with the next seed, until there were enough or something was found. */
export async function playBatch({ commands: most, seed }: Batch): Promise<Outcome> {
  const system = await startSystem();
  const outcome: Outcome = { commands: 0, sequences: 0, counts: noCounts(), problems: [] };
  try {
    while (outcome.commands < most && outcome.problems.length === 0) {
      const world = await newWorld(system, { counts: outcome.counts, most: most - outcome.commands });
      outcome.problems.push(...(await playSequence(world, seed + outcome.sequences)));
      outcome.commands += world.commands;
      outcome.sequences += 1;
    }
  } finally {
    await system.close();
    await dropDatabase(system.app.store);
  }
  return outcome;
}

async function playSequence(world: ModelRun, seed: number): Promise<Problem[]> {
  const property = fc.asyncProperty(
    fc.commands(anyCommand(), { maxCommands: LENGTH, size: 'max' }),
    async (sequence) => {
      await fc.asyncModelRun(() => ({ model: world, real: world }), sequence);
      await finish(world);
    },
  );
  const found = await fc.check(property, { seed, numRuns: 1, endOnFailure: true });
  if (!found.failed) return [];
  // The command log is long: only its beginning is shown.
  const text = `--seed ${seed}: ${reasonOf(found.errorInstance)}\n${fc.defaultReportMessage(found)}`;
  return [{ kind: 'imbalance', text }];
}

/** All webhooks are delivered and all scheduled polls run; then everything must agree. */
async function finish(world: ModelRun): Promise<void> {
  await deliver(world, world.webhooks.splice(0));
  for (let day = 0; day < 9; day++) await advanceClock(world, DAY_MS);
  await checkEverything(world);
  const { db } = world.app.system;
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
