import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '#contract/index.ts';
import { freePort } from '../tests/free-port.ts';
import { newOwner } from '../tests/harness.ts';
import { addCustomer, type BenchDatabase, fiveItems, fiveItemsOnWire, unlimited } from './environment.ts';
import { startLoad } from './load.ts';
import { median, ms, type Row, timed } from './measure.ts';

const root = join(import.meta.dirname, '..');
const POLL_INTERVAL_MS = 5;
const START_TIMEOUT_MS = 120_000;
/** So long after its start the embedded database's code is compiled anew in the background, which takes some 400 MB. */
const REST_MS = 15_000;

/** An empty place for a service to start in, and how to be rid of it. */
export type FreshEnvironment = () => Promise<BenchDatabase & { remove(): Promise<void> }>;

type Started = { url: string; pid: number; readyMs: number; rssMb(): number; stop(): Promise<void> };

/** Starting and memory of the service as a process of its own, and the first PDF it makes. */
export async function measureStartup(
  freshPlace: FreshEnvironment,
  { starts, calls }: { starts: number; calls: number },
): Promise<Row[]> {
  const durations = { cold: [], warm: [], npm: [], pdf: [], idle: [], rest: [], loaded: [] } as Record<
    string,
    number[]
  >;
  const note = (name: string, value: number) => durations[name]?.push(value);
  for (let i = 0; i < starts; i++) {
    const place = await freshPlace();
    const first = await start(MAIN, place);
    note('cold', first.readyMs);
    await first.stop();
    const second = await start(MAIN, place);
    note('warm', second.readyMs);
    note('idle', second.rssMb());
    await new Promise((done) => setTimeout(done, REST_MS));
    note('rest', second.rssMb());
    note('pdf', await firstPdf(second.url));
    await work(second.url, calls);
    note('loaded', second.rssMb());
    await second.stop();
    const third = await start([join(root, 'scripts/start.mjs')], place);
    note('npm', third.readyMs - second.readyMs);
    await third.stop();
    await place.remove();
  }
  const middle = (name: string) => median(durations[name] ?? []);
  const row = (what: string, value: string): Row => ({
    what,
    median: value,
    floor: '',
    ratio: '',
    aim: '',
    verdict: '',
  });
  return [
    row('start with nothing there yet, to the first answer', ms(middle('cold'))),
    row('start again, to the first answer', ms(middle('warm'))),
    row('what npm start adds, everything being in place', ms(Math.max(0, middle('npm')))),
    row('PDF of an invoice, the first after a start', ms(middle('pdf'))),
    row('memory of the process at the first answer', `${middle('idle').toFixed(0)} MB`),
    row(`the same ${REST_MS / 1000} s later`, `${middle('rest').toFixed(0)} MB`),
    row(
      `memory after ${calls} invoices, as many pages and ${Math.ceil(calls / 20)} PDFs`,
      `${middle('loaded').toFixed(0)} MB`,
    ),
  ];
}

const MAIN = ['src/server/main.ts'];

export async function start(args: string[], { dataDir, databaseUrl }: BenchDatabase): Promise<Started> {
  const port = await freePort();
  const { DATABASE_URL: _database, SMTP_URL: _mail, PUBLIC_URL: _address, ...around } = process.env;
  const env = {
    ...around,
    ...unlimited,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const readyMs = await timed(() => untilHealthy(url, child));
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    rssMb: () => residentMb(child.pid ?? 0),
    stop: () => stopped(child),
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const answered = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
  child.kill('SIGKILL');
  throw new Error('the service did not answer in time');
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

function residentMb(pid: number): number {
  if (process.platform === 'linux') {
    const pages = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(pages?.[1]) / 1024;
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

const params = { currency: 'NGN' } as const;

async function firstPdf(url: string): Promise<number> {
  const owner = await newOwner({ url });
  await addCustomer(owner);
  const { data } = await owner.call(api.invoices.create, { params, body: fiveItems() });
  return timed(async () => {
    const response = await fetch(url + data.invoicePdf, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    if (!response.ok) throw new Error(`the PDF was refused: ${response.status}`);
    await response.arrayBuffer();
  });
}

async function work(url: string, calls: number): Promise<void> {
  const owner = await newOwner({ url });
  const { token } = owner;
  await addCustomer(owner);
  const { data } = await owner.call(api.invoices.create, { params, body: fiveItems() });
  const load = startLoad();
  try {
    const create = {
      url: `${url}/api/ngn/invoice/create`,
      method: 'POST',
      token,
      body: fiveItemsOnWire(),
      expect: 201,
      key: true,
    };
    await load.run([create], calls, 16);
    await load.run(
      [{ url: `${url}/api/ngn/invoice/get-all-invoices?limit=25`, method: 'GET', token, expect: 200 }],
      calls,
      16,
    );
    await load.run(
      [{ url: url + data.invoicePdf, method: 'GET', token, expect: 200 }],
      Math.ceil(calls / 20),
      4,
    );
  } finally {
    await load.stop();
  }
}
