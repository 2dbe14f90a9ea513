// npm run soak [-- --quick] [-- --minutes 120 --rate 30 --seed 1 --invoices 5000 --businesses 500 --out soak.jsonl]: two
// processes at a steady rate while things go wrong around them. Says whether memory, handles and the queue stay where they
// are, and exits with 1 when they do not. Every minute is a line of the file, so that a run broken off tells as well.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostOffice, type PostOffice } from '../../tests/mail/post-office.ts';
import { startPaystackSimulator } from '../../tests/simulators/paystack/index.ts';
import { startCourier } from '../../tests/torture/provider.ts';
import { freePort } from '../../tests/pg.ts';
import { type Bare, onServer } from '../bare.ts';
import { postgres } from '../databases.ts';
import type { Place } from '../world.ts';
import { chanceOf } from './mix.ts';
import { type Service, startService, stopAll } from './services.ts';
import { problemsOfBooks } from './soak-books.ts';
import type { SoakOrder, SoakTold } from './soak-clients.ts';
import { startFaults, WATCHING } from './soak-faults.ts';
import { openSoundMarket } from './soak-market.ts';
import { databaseOf, queueOf, readOr, type Sample } from './soak-sample.ts';
import { judge, soakTable } from './soak-verdict.ts';

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
const rate = Number(values.rate);
const seed = Number(values.seed);
const size = {
  invoices: number(values.invoices, 5_000, 500),
  businesses: number(values.businesses, 500, 50),
  atWork: values.quick ? 5 : 20,
};
const CALLS_FOR_A_JOURNEY = 15;
const LONG_SECONDS = 1_800;
const isLong = seconds >= LONG_SECONDS;
const SAMPLED_EVERY_S = isLong ? 60 : 5;
const LOOKED_EVERY_MS = 2_000;
const SETTLED_WITHIN_MS = 180_000;
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
  const [simulator, office] = [await startPaystackSimulator(() => new Date()), await openPostOffice()];
  try {
    await soak({ place, bare, simulator, office, told: kind.told });
  } finally {
    await stopAll();
    await bare.close();
    await Promise.all([simulator.close(), office.close()]);
    await place.remove();
    await kind.stop();
  }
}

type World = {
  place: Place;
  bare: Bare;
  simulator: Awaited<ReturnType<typeof startPaystackSimulator>>;
  office: PostOffice;
  told: string;
};

async function soak({ place, bare, simulator, office, told }: World): Promise<void> {
  const settings = {
    ...boundless,
    ...simulator.settings,
    SMTP_URL: `smtp://${office.host}:${office.port}`,
  };
  const log = openSync(`${values.out}.log`, 'a');
  const start = (port: number) => startService(place, { port, env: settings, node: ['--expose-gc'], log });
  const [portLived, portOther] = [await freePort(), await freePort()];
  const lived = await start(portLived);
  const pair = { lived, other: await start(portOther) };
  say(`filling: ${size.invoices} invoices in one business, ${size.businesses} businesses beside it …`);
  const market = await openSoundMarket(lived, place.databaseUrl ?? '', bare.query, size);
  const origins = [lived.url, pair.other.url];
  let turn = 0;
  const courier = startCourier(simulator, () => `${origins[turn++ % 2]}/api/webhooks/paystack`, seed);
  const elsewhere = onServer(elsewhereOf(place));
  const befallen: string[] = [];
  const faults = startFaults(
    faultPlan,
    {
      query: elsewhere.query,
      database: new URL(place.databaseUrl ?? '').pathname.slice(1),
      office,
      simulator,
      killOne: async () => {
        await pair.other.kill();
        pair.other = await start(portOther);
      },
      say: (what) => {
        befallen.push(what);
        say(what);
      },
    },
    chanceOf(seed + 1),
  );
  const clients = fork(join(import.meta.dirname, 'soak-clients.ts'));
  const order: SoakOrder = {
    what: 'soak',
    origins,
    rate,
    journeys: rate / CALLS_FOR_A_JOURNEY,
    seed,
    market,
  };
  clients.send(order);
  say(`${rate} calls/s for ${seconds / 60} minutes; samples in ${values.out}, logs in ${values.out}.log`);
  const watched = await watch({ pair, bare, office, clients, befallen });
  await faults.stop();
  const fared = totalOf(watched.samples, await tellOf(clients, 'rest'));
  const problems = [...watched.problems];
  if (!(await courier.drain(SETTLED_WITHIN_MS))) problems.push('notices of the provider that nobody took');
  await courier.stop();
  if (!(await settled(bare))) problems.push('jobs that are due and not done');
  clients.kill();
  for (const [name, service] of Object.entries(pair)) {
    const code = await service.stop();
    if (code !== 0) problems.push(`${name} process ended with ${code}`);
  }
  await elsewhere.close();
  say('checking the books …');
  problems.push(...(await problemsOfBooks(place, settings, simulator)));
  const found = { hours: watched.hours, problems, fared };
  console.log(
    `${told}; two processes, ${rate} calls/s and ${(rate / CALLS_FOR_A_JOURNEY).toFixed(1)} journeys/s; ${size.invoices} invoices, ${size.businesses} businesses beside; seed ${seed}\n`,
  );
  console.log(soakTable(watched.samples, found, faults.counts));
  if (judge(watched.samples, found).some(({ held }) => held === false)) process.exitCode = 1;
}

type Watched = {
  pair: { lived: Service; other: Service };
  bare: Bare;
  office: PostOffice;
  clients: ChildProcess;
  befallen: string[];
};

/** Looks at the queue every few seconds and takes a sample every minute, until the time is over or somebody breaks off. */
async function watch({ pair, bare, office, clients, befallen }: Watched) {
  writeFileSync(values.out, '');
  const samples: Sample[] = [];
  const problems: string[] = [];
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  const from = performance.now();
  const passed = () => (performance.now() - from) / 1_000;
  let [mails, worst, due] = [0, 0, SAMPLED_EVERY_S];
  while (!over.signal.aborted && passed() < seconds) {
    await pause(LOOKED_EVERY_MS);
    // Mail that was counted need not be kept.
    mails += office.arrived.splice(0).length;
    const queue = await queueOf(bare.query).catch(() => null);
    worst = Math.max(worst, queue?.oldest ?? 0);
    if (!pair.lived.alive() || clients.exitCode !== null) {
      problems.push(clients.exitCode === null ? 'the process ended by itself' : 'the clients ended');
      break;
    }
    if (passed() < due || !queue) continue;
    due += SAMPLED_EVERY_S;
    const sample: Sample = {
      hours: passed() / 3_600,
      lived: await readOr(pair.lived),
      other: await readOr(pair.other),
      queue,
      worstQueueAge: worst,
      ...(await databaseOf(bare.query).catch(() => ({ connections: 0, databaseBytes: 0 }))),
      fared: await tellOf(clients, 'tell'),
      mails,
      faults: befallen.splice(0),
    };
    worst = 0;
    samples.push(sample);
    appendFileSync(values.out, `${JSON.stringify(sample)}\n`);
  }
  return { samples, problems, hours: passed() / 3_600 };
}

async function tellOf(clients: ChildProcess, question: 'tell' | 'rest'): Promise<SoakTold> {
  const told = once(clients, 'message');
  clients.send(question);
  return (await told)[0] as SoakTold;
}

/** The figures of the end, with what was told on the way. */
function totalOf(samples: Sample[], end: SoakTold): SoakTold {
  const all = [...samples.map(({ fared }) => fared), end];
  const refused: Record<string, number> = {};
  for (const one of all)
    for (const [what, n] of Object.entries(one.refused)) refused[what] = (refused[what] ?? 0) + n;
  const sum = (figure: (one: SoakTold) => number) => all.reduce((total, one) => total + figure(one), 0);
  return { ...end, refused, answered: sum((one) => one.answered), unasked: sum((one) => one.unasked) };
}

async function settled({ query }: Bare): Promise<boolean> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const { oldest, longest } = await queueOf(query);
    if (oldest === 0 && longest === 0) return true;
    await pause(LOOKED_EVERY_MS);
  }
  return false;
}

function elsewhereOf({ databaseUrl }: Place): string {
  const address = new URL(databaseUrl ?? '');
  address.pathname = '/postgres';
  return address.href;
}

await main();
