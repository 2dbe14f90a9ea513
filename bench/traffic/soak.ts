// npm run soak [-- --quick] [-- --minutes 120 --rate 30 --seed 1 --invoices 5000 --businesses 500 --out soak.jsonl]: two
// processes at a steady rate while things go wrong around them. Says whether memory, handles and the queue stay where they
// are, and exits with 1 when they do not. Every minute is a line of the file, so that a run broken off tells as well.
import { fork } from 'node:child_process';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostOffice, type PostOffice } from '../../tests/mail/post-office.ts';
import { freePort } from '../../tests/pg.ts';
import { startPaystackSimulator } from '../../tests/simulators/paystack/index.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import { startCourier } from '../../tests/torture/provider.ts';
import { type Bare, onServer } from '../bare.ts';
import { postgres } from '../databases.ts';
import type { Place } from '../world.ts';
import { chanceOf } from './mix.ts';
import { type Service, startService, stopAll } from './services.ts';
import { problemsOfBooks } from './soak-books.ts';
import type { SoakOrder } from './soak-clients.ts';
import { startFaults, WATCHING } from './soak-faults.ts';
import { openSoundMarket } from './soak-market.ts';
import { judge, soakTable } from './soak-verdict.ts';
import { settled, tellOf, totalOf, watch } from './soak-watch.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    rate: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    invoices: { type: 'string' },
    businesses: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), `duewell-soak-${process.pid}.jsonl`) },
  },
});
const number = (given: string | undefined, usual: number, quick: number) =>
  Number(given ?? (values.quick ? quick : usual));
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
  spellSeconds: isLong ? 30 : 3,
  killsAt: [0.3, 0.65],
};
const BOUNDLESS = '1000000000';
const boundless = {
  RATE_UPLOADS_PER_HOUR: BOUNDLESS,
  RATE_UPLOADS_PER_BUSINESS: BOUNDLESS,
  RATE_RESEND_PER_HOUR: BOUNDLESS,
  RATE_ASSISTANT_PER_MINUTE: BOUNDLESS,
  RATE_LOGIN_FAILURES_PER_ADDRESS: BOUNDLESS,
};
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function main(): Promise<void> {
  const kind = await postgres();
  if (!kind) throw new Error('No PostgreSQL here: install one, or set TEST_DATABASE_URL');
  const place = await kind.freshPlace();
  const bare = onServer(`${place.databaseUrl}?application_name=${WATCHING}`);
  const elsewhere = onServer(elsewhereOf(place));
  const [simulator, office] = [await startPaystackSimulator(() => new Date()), await openPostOffice()];
  try {
    console.log(
      `${kind.told}; two processes, ${rate} calls/s and ${journeys.toFixed(1)} journeys/s beside them; ${size.invoices} invoices in one business, ${size.businesses} businesses beside it; seed ${seed}\n`,
    );
    await soak({ place, bare, elsewhere, simulator, office });
  } finally {
    await stopAll();
    await Promise.all([bare.close(), elsewhere.close(), simulator.close(), office.close()]);
    await place.remove();
    await kind.stop();
  }
}

type World = { place: Place; bare: Bare; elsewhere: Bare; simulator: Simulator; office: PostOffice };
type Pair = { lived: Service; other: Service; killOther(): Promise<void> };

async function soak(world: World): Promise<void> {
  const { place, bare, simulator, office } = world;
  const settings = {
    ...boundless,
    ...simulator.settings,
    SMTP_URL: `smtp://${office.host}:${office.port}`,
  };
  const pair = await startPair(place, settings);
  say(`filling: ${size.invoices} invoices in one business, ${size.businesses} businesses beside it …`);
  const market = await openSoundMarket(pair.lived, place.databaseUrl ?? '', bare.query, size);
  const origins = [pair.lived.url, pair.other.url];
  let turn = 0;
  const courier = startCourier(simulator, () => `${origins[turn++ % 2]}/api/webhooks/paystack`, seed);
  const befallen: string[] = [];
  const faults = beginFaults(world, pair, befallen);
  const clients = fork(join(import.meta.dirname, 'soak-clients.ts'));
  clients.send({ what: 'soak', origins, rate, journeys, seed, market } satisfies SoakOrder);
  say(`${rate} calls/s for ${seconds / 60} minutes; samples in ${out}, logs in ${out}.log`);
  const watched = await watch({ pair, query: bare.query, office, clients, befallen }, watchPlan);
  await faults.stop();
  const fared = totalOf(watched.samples, await tellOf(clients, 'rest'));
  clients.kill();
  const left = watched.brokenOff ? null : await leftUndone(world, { pair, courier, settings });
  await courier.stop();
  const problems = left && [...watched.problems, ...left];
  const found = { hours: watched.hours, problems, fared };
  console.log(soakTable(watched.samples, found, faults.counts));
  if (judge(watched.samples, found).some(({ held }) => held === false)) process.exitCode = 1;
}

type Ending = { pair: Pair; courier: ReturnType<typeof startCourier>; settings: Record<string, string> };

/** Lets what was begun come to its end, ends the processes and looks into the books; gives what is wrong, in words. */
async function leftUndone(
  { place, bare, simulator }: World,
  { pair, courier, settings }: Ending,
): Promise<string[]> {
  const notices = (await courier.drain()) ? [] : ['notices of the provider that nobody took'];
  const jobs = (await settled(bare.query)) ? [] : ['jobs that are due and not done'];
  const exits = await endPair(pair);
  say('checking the books …');
  return [...notices, ...jobs, ...exits, ...(await problemsOfBooks(place, settings, simulator))];
}

/** Two processes on one database; `other` is killed now and then and started again where it was. */
async function startPair(place: Place, env: Record<string, string>): Promise<Pair> {
  const log = openSync(`${out}.log`, 'a');
  const start = (port: number) => startService(place, { port, env, node: ['--expose-gc'], log });
  const lived = await start(await freePort());
  const port = await freePort();
  const pair: Pair = {
    lived,
    other: await start(port),
    killOther: async () => {
      await pair.other.kill();
      pair.other = await start(port);
    },
  };
  return pair;
}

async function endPair({ lived, other }: Pair): Promise<string[]> {
  const codes = await Promise.all([lived.stop(), other.stop()]);
  return codes.flatMap((code) => (code === 0 ? [] : [`told to stop, a process ended with ${code}`]));
}

const beginFaults = ({ place, elsewhere, office, simulator }: World, pair: Pair, befallen: string[]) =>
  startFaults(
    faultPlan,
    {
      query: elsewhere.query,
      database: new URL(place.databaseUrl ?? '').pathname.slice(1),
      office,
      simulator,
      killOne: pair.killOther,
      say: (what) => {
        befallen.push(what);
        say(what);
      },
    },
    chanceOf(seed + 1),
  );

function elsewhereOf({ databaseUrl }: Place): string {
  const address = new URL(databaseUrl ?? '');
  address.pathname = '/postgres';
  return address.href;
}

await main();
