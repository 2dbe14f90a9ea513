// npm run soak [-- --quick --hostile] [-- --minutes 120 --rate 30 --seed 1 --invoices 5000 --businesses 500 --out soak.jsonl]: two
// processes at a steady rate while things go wrong around them. Says whether memory, handles and the queue stay where they
// are, and exits with 1 when they do not. Every minute is a line of the file, so that a run broken off tells as well.
import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '#core/seeded-random.ts';
import { startWebhookCourier } from '../../tests/fault-injection/webhook-courier.ts';
import { type SmtpTestServer, startSmtpServer } from '../../tests/mail/smtp-server.ts';
import { freePort } from '../../tests/free-port.ts';
import { startPaystackSimulator } from '../../tests/simulators/paystack/index.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import { postgres } from '../databases.ts';
import type { BenchDatabase } from '../environment.ts';
import { onServer, type RawDatabase } from '../raw-database.ts';
import type { Dataset } from './dataset.ts';
import { type Attack, doorsOf, startAttack, usualLimits } from './doors.ts';
import { createClient, emptyTally } from './http-client.ts';
import { type Service, startService, stopAll } from './service-processes.ts';
import type { SoakOrder } from './soak-clients.ts';
import { checkCriteria, soakTable } from './soak-criteria.ts';
import { createSoakDataset } from './soak-dataset.ts';
import { NO_FAULT, startFaults } from './soak-faults.ts';
import { ledgerProblems } from './soak-ledger-checks.ts';
import { type Hostile, monitor, requestReading, settled, totalOf } from './soak-monitor.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    hostile: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    invoices: { type: 'string' },
    businesses: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), `duewell-soak-${process.pid}.jsonl`) },
  },
});
const number = (option: string | undefined, usual: number, quick: number) =>
  Number(option ?? (values.quick ? quick : usual));
const seconds = number(values.minutes, 120, 1) * 60;
const [rate, seed, out] = [Number(values.rate), Number(values.seed), values.out];
const size = {
  invoices: number(values.invoices, 5_000, 500),
  businesses: number(values.businesses, 500, 50),
  atWork: number(undefined, 20, 5),
};
const CALLS_FOR_A_JOURNEY = 15;
const journeys = rate / CALLS_FOR_A_JOURNEY;
const LONG_SECONDS = 1_800;
const isLong = seconds >= LONG_SECONDS;
const watchPlan = { seconds, everySeconds: isLong ? 60 : 5, out };
const faultPlan = {
  seconds,
  everySeconds: isLong ? 40 : 3,
  durationSeconds: isLong ? 30 : 3,
  killsAt: [0.3, 0.65],
};
const UNLIMITED = '1000000000';
const unlimitedSettings = {
  RATE_UPLOADS_PER_HOUR: UNLIMITED,
  RATE_PUBLIC_PDFS_PER_MINUTE: UNLIMITED,
  RATE_UPLOADS_PER_BUSINESS: UNLIMITED,
  RATE_RESEND_PER_HOUR: UNLIMITED,
  RATE_ASSISTANT_PER_MINUTE: UNLIMITED,
  RATE_LOGIN_FAILURES_PER_ADDRESS: UNLIMITED,
};
const progress = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function main(): Promise<void> {
  const kind = await postgres();
  if (!kind) throw new Error('No PostgreSQL here: install one, or set TEST_DATABASE_URL');
  const place = await kind.freshPlace();
  const bare = onServer(`${place.databaseUrl}?application_name=${NO_FAULT}`);
  const adminDatabase = onServer(adminDatabaseOf(place));
  const [simulator, smtpServer] = [await startPaystackSimulator(() => new Date()), await startSmtpServer()];
  try {
    console.log(
      `${kind.label}; two processes, ${rate} calls/s and ${journeys.toFixed(1)} journeys/s beside them; ${size.invoices} invoices in one business, ${size.businesses} businesses beside it; seed ${seed}\n`,
    );
    await soak({ place, bare, adminDatabase, simulator, smtpServer });
  } finally {
    await stopAll();
    await Promise.all([bare.close(), adminDatabase.close(), simulator.close(), smtpServer.close()]);
    await place.remove();
    await kind.stop();
  }
}

type SoakEnvironment = {
  place: BenchDatabase;
  bare: RawDatabase;
  adminDatabase: RawDatabase;
  simulator: Simulator;
  smtpServer: SmtpTestServer;
};
type Pair = { longRunning: Service; other: Service; killOther(): Promise<void> };

async function soak(world: SoakEnvironment): Promise<void> {
  const { place, bare, simulator, smtpServer } = world;
  const settings = {
    ...(values.hostile ? { ...usualLimits(), TRUST_PROXY: 'true' } : unlimitedSettings),
    ...simulator.settings,
    SMTP_URL: `smtp://${smtpServer.host}:${smtpServer.port}`,
  };
  const pair = await startPair(place, settings);
  progress(`filling: ${size.invoices} invoices in one business, ${size.businesses} businesses beside it …`);
  const market = await createSoakDataset(pair.longRunning, place.databaseUrl ?? '', bare.query, size);
  const origins = [pair.longRunning.url, pair.other.url];
  const hostile = values.hostile ? await hostileBusiness(origins, market) : null;
  let turn = 0;
  const courier = startWebhookCourier(simulator, () => `${origins[turn++ % 2]}/api/webhooks/paystack`, seed);
  const befallen: string[] = [];
  const faults = beginFaults(world, pair, befallen);
  const clients = fork(join(import.meta.dirname, 'soak-clients.ts'));
  clients.send({ what: 'soak', origins, rate, journeys, seed, market } satisfies SoakOrder);
  progress(`${rate} calls/s for ${seconds / 60} minutes; samples in ${out}, logs in ${out}.log`);
  const watched = await monitor(
    { pair, query: bare.query, smtpServer, clients, injectedFaults: befallen, hostile },
    watchPlan,
  );
  await faults.stop();
  const fared = totalOf(watched.samples, await requestReading(clients, 'rest'));
  clients.kill();
  const left = watched.brokenOff ? null : await unfinishedWork(world, { pair, courier, settings });
  await courier.stop();
  const problems = left && [...watched.problems, ...left];
  const found = { hours: watched.hours, problems, clientReading: fared };
  console.log(soakTable(watched.samples, found, faults.counts));
  if (checkCriteria(watched.samples, found).some(({ passed: held }) => held === false)) process.exitCode = 1;
}

/** One of the businesses repeats the dearest inputs of all calls in every second sample, within the usual limits. */
async function hostileBusiness(origins: string[], market: Dataset): Promise<Hostile> {
  const business = market.others.pop();
  if (!business) throw new Error('There is no business to be hostile');
  const { ask, close } = createClient(origins, emptyTally);
  const requests = (await doorsOf(ask, business)).map(({ request }) => request);
  await close();
  let attack: Attack | null = null;
  return {
    active: () => attack !== null,
    next: async () => {
      const ended = attack;
      attack = ended ? null : await startAttack(origins, requests);
      if (ended) progress(`hostile: ${JSON.stringify(await ended.stop())}`);
    },
  };
}

type Ending = {
  pair: Pair;
  courier: ReturnType<typeof startWebhookCourier>;
  settings: Record<string, string>;
};

/** Waits for work under way, stops the processes and runs the ledger checks; gives the problems as text. */
async function unfinishedWork(
  { place, bare, simulator }: SoakEnvironment,
  { pair, courier, settings }: Ending,
): Promise<string[]> {
  const notices = (await courier.drain()) ? [] : ['notices of the provider that nobody took'];
  const jobs = (await settled(bare.query)) ? [] : ['jobs that are due and not done'];
  const exits = await endPair(pair);
  progress('checking the books …');
  return [...notices, ...jobs, ...exits, ...(await ledgerProblems(place, settings, simulator))];
}

/** Two processes on one database; `other` is killed now and then and started again where it was. */
async function startPair(place: BenchDatabase, env: Record<string, string>): Promise<Pair> {
  const log = openSync(`${out}.log`, 'a');
  const start = (port: number) => startService(place, { port, env, node: ['--expose-gc'], log });
  const longRunning = await start(await freePort());
  const port = await freePort();
  const pair: Pair = {
    longRunning,
    other: await start(port),
    killOther: async () => {
      await pair.other.kill();
      pair.other = await start(port);
    },
  };
  return pair;
}

async function endPair({ longRunning, other }: Pair): Promise<string[]> {
  const codes = await Promise.all([longRunning.stop(), other.stop()]);
  return codes.flatMap((code) => (code === 0 ? [] : [`told to stop, a process ended with ${code}`]));
}

const beginFaults = (
  { place, adminDatabase, smtpServer, simulator }: SoakEnvironment,
  pair: Pair,
  befallen: string[],
) =>
  startFaults(
    faultPlan,
    {
      query: adminDatabase.query,
      database: new URL(place.databaseUrl ?? '').pathname.slice(1),
      smtpServer,
      simulator,
      killOne: pair.killOther,
      logFault: (what) => {
        befallen.push(what);
        progress(what);
      },
    },
    seededRandom(seed + 1),
  );

function adminDatabaseOf({ databaseUrl }: BenchDatabase): string {
  const address = new URL(databaseUrl ?? '');
  address.pathname = '/postgres';
  return address.href;
}

await main();
