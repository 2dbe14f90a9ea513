import pg from 'pg';
import { openServer } from '#server/kernel/db.ts';
import { openBusinesses, settleAndVerify } from '../../../tests/fault-injection/kill-loop.ts';
import { createLoad } from '../../../tests/fault-injection/load.ts';
import { startLoadBalancer } from '../../../tests/fault-injection/load-balancer.ts';
import type { Problem } from '../../../tests/fault-injection/result.ts';
import { type Child, sharedSettings, startChild } from '../../../tests/fault-injection/service-process.ts';
import { startWebhookCourier } from '../../../tests/fault-injection/webhook-courier.ts';
import { startPaystackSimulator } from '../../../tests/simulators/paystack/index.ts';
import { commands } from '../setup.ts';
import { faults, primaryDies } from './faults.ts';
import { type Deployment, missingPrograms, startDeployment } from './machines.ts';
import { newlyLost, playRound, type Round, type Scene } from './round.ts';
import { openStream } from './streams.ts';

const OWNERS = 3;
const CLIENTS = 9;
const PACE_MS = 20;
const MOST_SECONDS = 20;

/** Outcome of the drill: a row for each round, and what must not be. */
export type Outcome = { rounds: Round[]; problems: Problem[]; counts: string };

/** So many deaths of the primary, then each other fault; of them all those with `only` in their names. */
type Options = { rounds: number; seed: number; only?: string | undefined };

/** Plays it, prints the table of docs/reports/reliability.md, and gives the code to end with. */
export async function failoverDrill(options: Options): Promise<number> {
  const from = performance.now();
  const missing = missingPrograms();
  if (missing.length > 0) throw new Error(`Install ${missing.join(', ')}`);
  const { rounds, problems, counts } = await playFailover(options, console.log);
  const waits = rounds.filter(({ fault }) => fault === primaryDies.name).map(({ seconds }) => seconds);
  const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  if (median !== undefined)
    console.log(
      `\nWrites again after the primary died: median ${median.toFixed(1)} s, at most ${Math.max(...waits).toFixed(1)} s`,
    );
  console.log(`${counts}; ${Math.round((performance.now() - from) / 1000)} s in all`);
  for (const { kind, text } of problems.slice(0, 20)) console.log(`${kind}: ${text.slice(0, 500)}`);
  console.log(problems.length === 0 ? 'All is as it should be.' : `FAIL: ${problems.length} findings`);
  return problems.length === 0 ? 0 : 1;
}

/** Starts everything, plays the faults, and checks the books. */
export async function playFailover(options: Options, report: (line: string) => void): Promise<Outcome> {
  const deployment = await startDeployment();
  let removed: Promise<void> | undefined;
  const remove = () => void (removed ??= deployment.remove().finally(() => process.exit(1)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, remove);
  try {
    await deployment.untilHealthy();
    await prepareDatabase(deployment);
    return await playOn(deployment, options, report);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, remove);
    await deployment.remove();
  }
}

// As docs/operations.md says.
async function prepareDatabase({ primaries, addressOf }: Deployment): Promise<void> {
  const [primary] = await primaries();
  if (!primary) throw new Error('There is no primary');
  const client = new pg.Client({ connectionString: addressOf(primary, 'postgres') });
  await client.connect();
  await client.query(`create role duewell login password 'change-me'`);
  await client.query('create role duewell_tenant nologin; grant duewell_tenant to duewell');
  await client.query('create database duewell owner duewell');
  await client.end();
}

async function playOn(
  deployment: Deployment,
  { seed, ...which }: Options,
  report: (line: string) => void,
): Promise<Outcome> {
  const simulator = await startPaystackSimulator(() => new Date());
  const settings = sharedSettings({ ...simulator.settings, LOG_LEVEL: 'silent' });
  const databases = {
    DATABASE_URL: deployment.directUrl,
    DATABASE_POOLER_URL: deployment.poolerUrl,
    DATABASE_REPLICA_URL: deployment.replicaUrl,
  };
  const onThem = { ...settings, ...databases };
  const services: Child[] = [await startChild(onThem), await startChild(onThem)];
  const balancer = await startLoadBalancer(() => services.map(({ port }) => port));
  const owners = await openBusinesses(balancer.url, OWNERS);
  const load = createLoad(owners, { clients: CLIENTS, seed, paceMs: PACE_MS });
  const courier = startWebhookCourier(simulator, () => `${balancer.url}/api/webhooks/paystack`, seed);
  const streams = services.flatMap(({ url }) => owners.map((owner) => openStream(url, owner)));
  const store = openServer(deployment.directUrl, 2);
  const scene: Scene = {
    deployment,
    services,
    load,
    url: balancer.url,
    streams,
    store,
    owners,
    found: new Set(),
  };
  const played = await playAll(scene, which, report);
  const problems = played.flatMap((round) => round.problems);
  await load.finish(balancer.url);
  await courier.drain();
  await load.replaySome(0.1);
  await courier.drain();
  await courier.stop();
  for (const stream of streams) stream.close();
  const ended = services.filter((one) => !one.alive());
  problems.push(
    ...ended.map((one) => ({ kind: 'wrong' as const, text: `A process ended: ${one.output()}` })),
  );
  for (const service of services) await service.kill('SIGTERM');
  await balancer.close();
  await commands(onThem, 'npm run verify-ledger').catch((error: unknown) =>
    problems.push({ kind: 'imbalance', text: `verify-ledger: ${error}` }),
  );
  load.close();
  for (const remark of (await newlyLost(scene)).remarks) report(remark);
  problems.push(...load.problems, ...(await settleAndVerify(store, settings, simulator, load.asked)));
  await simulator.close();
  const { acknowledged, replayed, paid } = load.counts;
  const counts = `seed ${seed}: ${acknowledged} answers and ${courier.counts.taken} notices acknowledged, ${paid} payments, ${replayed} asked again and the same`;
  return { rounds: played, problems, counts };
}

async function playAll(
  scene: Scene,
  { rounds, only = '' }: Omit<Options, 'seed'>,
  report: (line: string) => void,
): Promise<Round[]> {
  report(`| round | fault | seconds until writes | acknowledged | lost | doubled | streams kept | besides |
|---|---|---|---|---|---|---|---|`);
  const played: Round[] = [];
  const deaths = Array.from({ length: rounds }, () => primaryDies);
  for (const fault of [...deaths, ...faults].filter(({ name }) => name.includes(only))) {
    const round = await playRound(scene, fault);
    played.push(round);
    if (round.seconds > MOST_SECONDS)
      round.problems.push({
        kind: 'stuck',
        text: `${fault.name}: writes again only after ${round.seconds} s`,
      });
    report(rowOf(played.length, round));
  }
  return played;
}

const rowOf = (at: number, { fault, seconds, acknowledged, lost, doubled, kept, streams, besides }: Round) =>
  `| ${at} | ${fault} | ${seconds.toFixed(1)} | ${acknowledged} | ${lost} | ${doubled} | ${kept} of ${streams} | ${besides} |`;
