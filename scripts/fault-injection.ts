// npm run fault-injection: tries to lose money or create some, at length. One table at the end; exits with 1 when anything was
// found.
//   --only kill,backends,races,forgeries,model,deliveries,payouts,card-charges,card-kills,agent,reminders   some of it
//   --rounds 50 --model 100000 --invoices 10000 --seed 7            how much, and from which seed
//   --processes 2                                                   side by side, for the model
//   --bugs                                                          seeds bugs and expects each to be caught
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { agentTurns } from '../tests/fault-injection/agent/run.ts';
import { backendKills } from '../tests/fault-injection/backend-kills.ts';
import { chargeKills } from '../tests/fault-injection/card-charges/kills.ts';
import { faultyCharges } from '../tests/fault-injection/card-charges/run.ts';
import {
  afterRaces,
  doubleRefunds,
  doubleSpends,
  sameKeys,
  startPair,
} from '../tests/fault-injection/double-spend.ts';
import { forgedWebhooks } from '../tests/fault-injection/forgery-run.ts';
import { killLoop } from '../tests/fault-injection/kill-loop.ts';
import { modelRun } from '../tests/fault-injection/model/run.ts';
import { faultyPayouts } from '../tests/fault-injection/payouts.ts';
import { remindersUnderFire } from '../tests/fault-injection/reminders/run.ts';
import { type Result, tableOf } from '../tests/fault-injection/result.ts';
import { catchBugs } from '../tests/fault-injection/seeded-bugs.ts';
import { deliverySchedules } from '../tests/fault-injection/webhook-deliveries.ts';
import { findPostgres, startPostgres } from '../tests/postgres.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    model: { type: 'string', default: '100000' },
    invoices: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    processes: { type: 'string', default: String(availableParallelism() + 1) },
    embedded: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
});

const rounds = (usual: number) => (values.rounds ? Number(values.rounds) : usual);
const seed = values.seed ? { seed: Number(values.seed) } : {};

/** Each on the databases it is for; those of the server need PostgreSQL. `either`: on the server where there is one, for it is quicker. */
type Harness = { server: boolean; embedded: boolean; either?: true; run: () => Promise<Result[]> };
const harnesses: Record<string, Harness> = {
  kill: { server: true, embedded: true, run: async () => [await killLoop({ rounds: rounds(100), ...seed })] },
  backends: {
    server: true,
    embedded: false,
    run: async () => [await backendKills({ kills: rounds(50), ...seed })],
  },
  races: { server: true, embedded: false, run: races },
  forgeries: { server: false, embedded: true, run: async () => [await forgedWebhooks()] },
  model: {
    server: true,
    embedded: true,
    either: true,
    run: async () => [await model()],
  },
  deliveries: {
    server: false,
    embedded: true,
    run: async () => [await deliverySchedules({ schedules: rounds(10_000), ...seed })],
  },
  payouts: {
    server: false,
    embedded: true,
    run: async () => [await faultyPayouts({ payouts: rounds(5_000), ...seed })],
  },
  'card-charges': {
    server: true,
    embedded: true,
    either: true,
    run: async () => [await faultyCharges({ charges: rounds(5_000), ...seed })],
  },
  'card-kills': {
    server: true,
    embedded: true,
    run: async () => [await chargeKills({ stride: Math.ceil(70 / rounds(70)) })],
  },
  agent: {
    server: false,
    embedded: true,
    run: async () => [await agentTurns({ turns: rounds(20_000), ...seed })],
  },
  reminders: {
    server: true,
    embedded: false,
    run: async () => [
      await remindersUnderFire({ invoices: Number(values.invoices), kills: rounds(60), ...seed }),
    ],
  },
};

function model(): Promise<Result> {
  let done = 0;
  const from = performance.now();
  return modelRun({
    commands: Number(values.model),
    processes: Number(values.processes),
    ...seed,
    onBatch: ({ commands, problems }) => {
      done += commands;
      const seconds = Math.round((performance.now() - from) / 1_000);
      console.log(`model: ${done} commands in ${seconds} s, ${problems.length} problems`);
    },
  });
}

async function races(): Promise<Result[]> {
  const pair = await startPair();
  try {
    return [
      await doubleSpends(pair, { trials: rounds(200) }),
      await doubleRefunds(pair, { trials: rounds(50) }),
      await sameKeys(pair, { keys: rounds(100), times: 100 }),
      await afterRaces(pair),
    ];
  } finally {
    await pair.stop();
  }
}

async function all(): Promise<Result[]> {
  const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(harnesses);
  const results: Result[] = [];
  for (const name of names) {
    const harness = harnesses[name];
    if (!harness) throw new Error(`There is no ${name}; there are ${Object.keys(harnesses).join(', ')}`);
    if (harness.embedded && !(harness.either && server)) results.push(...(await runOn(null, harness.run)));
    if (harness.server && server) results.push(...(await runOn(server, harness.run)));
  }
  return results;
}

async function runOn(address: string | null, run: () => Promise<Result[]>): Promise<Result[]> {
  if (address) process.env.TEST_DATABASE_URL = address;
  else delete process.env.TEST_DATABASE_URL;
  const results = await run();
  console.log(tableOf(results));
  return results;
}

const testDatabaseUrl = process.env.TEST_DATABASE_URL;
const programs = testDatabaseUrl || values.embedded ? null : findPostgres();
const privatePostgres = programs ? await startPostgres(programs) : null;
const server = testDatabaseUrl ?? privatePostgres?.url ?? null;
if (!server && !values.embedded) console.log('No PostgreSQL was found: only the embedded database is tried.');
try {
  const results = values.bugs ? await catchBugs(server) : await all();
  console.log(`\n${tableOf(results)}`);
  process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0;
} finally {
  await privatePostgres?.stop();
}
process.exit();
