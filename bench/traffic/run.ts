// npm run load [-- --quick] [-- --processes 1,3 --invoices 100000 --businesses 10000 --only mix,steady,crowd,slow,neighbour,doors --calls <pattern>]: a
// day's traffic against one process and against several on one PostgreSQL, then the crowds, each beside its floor; and what a
// business notices of another that never rests.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { postgres } from '../databases.ts';
import { onServer, type Query, type RawDatabase } from '../raw-database.ts';
import { rawDatabaseCost } from './baselines.ts';
import type { ClientResults, Order } from './clients.ts';
import { databaseCpuSeconds } from './database.ts';
import { createDataset, type Dataset } from './dataset.ts';
import { measureDoors } from './doors.ts';
import { measureNeighbour } from './noisy-neighbour.ts';
import type { Reading } from './probe.ts';
import {
  crowdTable,
  type MixRun,
  mixTable,
  slowTable,
  type SteadyRun,
  steadyTable,
} from './result-tables.ts';
import { type Service, startService, stopAll } from './service-processes.ts';
import type { BurstResults } from './simultaneous-connections.ts';
import type { SlowResults } from './slow-clients.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1,3' },
    invoices: { type: 'string' },
    businesses: { type: 'string' },
    seconds: { type: 'string' },
    clients: { type: 'string', default: '48' },
    sockets: { type: 'string' },
    rates: { type: 'string', default: '50,100,200' },
    only: { type: 'string', default: 'mix,steady,crowd,slow' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '' },
  },
});
const number = (option: string | undefined, usual: number, quick: number) =>
  Number(option ?? (values.quick ? quick : usual));
const size = {
  invoices: number(values.invoices, 100_000, 2_000),
  businesses: number(values.businesses, 10_000, 200),
  atWork: number(undefined, 60, 10),
};
const seconds = number(values.seconds, 30, 4);
const clients = Number(values.clients);
const wanted = values.only.split(',');
const neighbourSize = {
  rounds: number(values.rounds, 4, 1),
  seconds: number(values.seconds, 45, 4),
  connections: clients,
  seed: Number(values.seed),
};
const progress = (text: string) => console.error(text);

async function main(): Promise<void> {
  const kind = await postgres();
  if (!kind) throw new Error('No PostgreSQL here: install one, or set TEST_DATABASE_URL');
  const place = await kind.freshPlace();
  const databaseUrl = place.databaseUrl ?? '';
  const bare = onServer(databaseUrl);
  try {
    const first = await startService(place);
    progress(`filling: ${size.invoices} invoices in one business, ${size.businesses} businesses beside it …`);
    const market = await createDataset(first, bare.query, size);
    console.log(
      `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB; ${kind.label}; ${size.invoices} invoices in one business, ${size.businesses} businesses beside it; ${clients} clients, ${seconds} s each`,
    );
    console.log(await storageOf(bare.query));
    if (wanted.includes('mix')) await measureMix(first, place, market, bare);
    if (wanted.includes('steady')) await measureSteady(first, market);
    if (wanted.includes('crowd')) await measureCrowd(first, market);
    if (wanted.includes('slow')) await measureSlow(first, market);
    if (wanted.includes('neighbour')) {
      await first.stop();
      progress('owners beside one who never rests …');
      console.log(`\n${await measureNeighbour(place, market, neighbourSize)}`);
    }
    if (wanted.includes('doors')) {
      await first.stop();
      progress('the dearest input of each call …');
      const about = { seconds: values.quick ? 1 : 3, only: new RegExp(values.calls) };
      console.log(`\n${await measureDoors(place, market, about)}`);
    }
  } finally {
    await stopAll();
    await bare.close();
    await place.remove();
    await kind.stop();
  }
}

/** Storage per invoice including lines, payments, figures and indexes. */
async function storageOf(query: Query): Promise<string> {
  const [room] = await query<{ size: string; bytes: number; invoices: number }>(
    'select pg_size_pretty(pg_database_size(current_database())) size, pg_database_size(current_database())::float8 bytes, (select count(*)::int from invoices) invoices',
  );
  if (!room) return '';
  return `The database takes ${room.size}, ${Math.round(room.bytes / room.invoices)} bytes for each of ${room.invoices} invoices.`;
}

async function measureMix(
  first: Service,
  place: Parameters<typeof startService>[0],
  market: Dataset,
  bare: RawDatabase,
): Promise<void> {
  const runs: MixRun[] = [];
  for (const [turn, processes] of values.processes.split(',').map(Number).entries()) {
    progress(`${processes} processes …`);
    const more = await Promise.all(Array.from({ length: processes - 1 }, () => startService(place)));
    const services = [first, ...more];
    const origins = services.map(({ url }) => url);
    const seed = Number(values.seed) + 2 * turn;
    // A process is compiled to machine code within its first calls, and one that was just started has none behind it.
    await command<ClientResults>({ ...mixOf(origins), market, seed: seed + 1 });
    await readAll(services);
    const before = databaseCpuSeconds();
    const fared = await command<ClientResults>({ ...mixOf(origins), market, seed });
    const databaseSeconds = databaseCpuSeconds() - before;
    runs.push({ processes, fared, readings: await readAll(services), databaseSeconds });
    for (const service of more) await service.stop();
  }
  progress('floors …');
  const { http, database } = await measureBaselines(place.databaseUrl ?? '', market, bare);
  console.log(`\n${mixTable(runs, { http, ...database })}`);
}

async function measureSteady(service: Service, market: Dataset): Promise<void> {
  const runs: SteadyRun[] = [];
  for (const perSecond of values.rates.split(',').map(Number)) {
    progress(`${perSecond} calls a second …`);
    await service.read();
    const seed = Number(values.seed) + perSecond;
    const fared = await command<ClientResults>({ ...mixOf([service.url]), market, seed, perSecond });
    const reading = await service.read();
    if (reading) runs.push({ perSecond, fared, reading });
  }
  console.log(`\n${steadyTable(runs, clients)}`);
}

const mixOf = (origins: string[]) => ({
  what: 'mix' as const,
  origins,
  clients,
  seconds,
  seed: Number(values.seed),
  market: null,
  path: '/empty',
});

async function measureBaselines(databaseUrl: string, market: Dataset, bare: RawDatabase) {
  const empty = fork(join(import.meta.dirname, 'empty-server.ts'));
  const [port] = (await once(empty, 'message')) as [number];
  const fared = await command<ClientResults>(mixOf([`http://127.0.0.1:${port}`]));
  empty.kill();
  const answered = Object.values(fared.kinds).flat().length;
  const businesses = [market.large, ...market.others].map(({ businessId }) => businessId);
  return {
    http: (fared.seconds * 1_000) / answered,
    database: await rawDatabaseCost(databaseUrl, bare, businesses, seconds / 3),
  };
}

async function measureCrowd(service: Service, market: Dataset): Promise<void> {
  const sockets = number(values.sockets, 9_500, 500);
  progress(`${sockets} lists at one moment …`);
  const request = `GET /api/ngn/invoice/get-all-invoices?limit=25 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${market.large.token}\r\nConnection: close\r\n\r\n`;
  await service.read();
  const port = Number(new URL(service.url).port);
  const fared = await command<BurstResults>({ what: 'crowd', port, sockets, request });
  const reading = await readOne(service);
  const after = await command<BurstResults>({ what: 'crowd', port, sockets: 1, request });
  console.log(`\n${crowdTable(sockets, fared, reading, after)}`);
}

async function measureSlow(service: Service, market: Dataset): Promise<void> {
  const sockets = number(values.sockets, 3_000, 150);
  progress(`${sockets} slow connections …`);
  await service.read();
  const fared = await command<SlowResults>({
    what: 'slow',
    port: Number(new URL(service.url).port),
    sockets,
    path: '/api/ngn/invoice/get-all-invoices?limit=25',
    token: market.large.token,
  });
  console.log(`\n${slowTable(sockets, fared, await readOne(service))}`);
}

const readAll = (services: Service[]): Promise<Reading[]> => Promise.all(services.map(readOne));

async function readOne({ read, url }: Service): Promise<Reading> {
  const reading = await read();
  if (!reading) throw new Error(`the service at ${url} ended`);
  return reading;
}

/** Has an order carried out by clients of their own. */
async function command<T>(order: Order): Promise<T> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'clients.ts'));
  const message = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the clients ended with code ${code}`);
  });
  child.send(order);
  try {
    const [answer] = await Promise.race([message, ended]);
    return answer as T;
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}

await main();
