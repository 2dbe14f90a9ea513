import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import pg from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { freshDatabase } from '../databases.ts';
import { type Child, sharedSettings, startChild } from '../fault-injection/service-process.ts';
import { eventually, newOwner, type Owner, sampleInvoice } from '../harness.ts';

// More than the database has connections for; the last has to be answered before a waiting call is given up.
const MANY = 12;
// A job that failed once waits half a minute before it is tried again.
const PATIENCE_MS = 120_000;
const params = { currency: 'NGN' } as const;
const children: Child[] = [];
let settings: Record<string, string>;
let database: string;

beforeAll(async () => {
  const store = await freshDatabase();
  database = store.connectionString ?? '';
  await store.close();
  settings = sharedSettings({ DATABASE_URL: database });
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()));
});

async function start(more: Record<string, string> = {}): Promise<Child> {
  const child = await startChild({ ...settings, ...more });
  children.push(child);
  return child;
}

const onTheWire = {
  clientName: 'Mrs Bello',
  clientEmail: 'bello@example.test',
  dueDate: '2031-05-01',
  items: [{ description: 'Jollof rice, large tray', quantity: 2, rate: 45_000 }],
};
const statusOf = async (url: string) => {
  const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 'nobody';
};

type Posted = { received: Promise<unknown>; answer: Promise<{ status: number | string; text: string }> };

/** One request on a connection of its own: when the service has it, and its status and body, or how it failed. */
function post(url: string, token: string, body: object): Posted {
  const request = httpRequest(url, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Expect: '100-continue',
    },
  });
  const answer = new Promise<{ status: number | string; text: string }>((done) => {
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', (error) => done({ status: error.message, text: '' }));
  });
  const received = once(request, 'continue').then(() => request.end(JSON.stringify(body)));
  request.flushHeaders();
  return { received, answer };
}

const WAITING = `select count(*)::int as n from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and not granted and datname = current_database()`;
const saysIt = (url: string, status: number | string) =>
  eventually(async () => (await statusOf(url)) === status, PATIENCE_MS);

/** Keeps every change of a business waiting until released. */
async function holdUp({ businessId }: Owner) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [businessId]);
  return {
    /** Until so many changes wait for it. */
    waitedFor: (least: number) =>
      eventually(async () => {
        const { rows } = await client.query(WAITING);
        return rows[0].n >= least;
      }, PATIENCE_MS),
    release: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

const counted = async (text: string, values: unknown[]): Promise<number> => {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return Number(rows[0]?.n);
};

test(`told to stop with ${MANY} requests under way it says so first, answers them all, and ends by itself`, async () => {
  const child = await start({ DRAIN_SECONDS: '1', DATABASE_POOL: '5', LOG_LEVEL: 'info' });
  const owner = await newOwner(child);
  const stream = await fetch(`${child.url}/api/live`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const streamBody = stream.text();
  const held = await holdUp(owner);
  const posted = Array.from({ length: MANY }, (_, at) =>
    post(`${child.url}/api/ngn/invoice/create`, owner.token, { ...onTheWire, title: `Number ${at}` }),
  );
  await Promise.all(posted.map(({ received }) => received));
  await held.waitedFor(1);
  const ended = child.kill('SIGTERM');
  await eventually(async () => child.output().includes('Told to stop'), PATIENCE_MS);
  expect([await statusOf(`${child.url}/readyz`), await statusOf(`${child.url}/livez`)]).toEqual([503, 200]);
  await saysIt(`${child.url}/livez`, 'nobody');
  await held.release();
  const answers = await Promise.all(posted.map(({ answer }) => answer));
  expect(answers.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  expect(await streamBody).toMatch(/retry: \d+\n: another process answers\n\n$/);
  await ended;
  expect(child.exitCode()).toBe(0);
  expect(child.output()).not.toMatch(/"level":[56]0/);
  const made = 'select count(*) as n from invoices where business_id = $1';
  expect(await counted(made, [owner.businessId])).toBe(MANY);
});

test('a second signal ends it at once, whatever is under way, and nothing is half done', async () => {
  const child = await start();
  const owner = await newOwner(child);
  const held = await holdUp(owner);
  const pending = post(`${child.url}/api/ngn/invoice/create`, owner.token, onTheWire);
  await held.waitedFor(1);
  const ended = child.kill('SIGTERM');
  await saysIt(`${child.url}/readyz`, 'nobody');
  void child.kill('SIGTERM');
  // Nothing was released that it could have waited for.
  await ended;
  await held.release();
  expect(typeof (await pending.answer).status).toBe('string');
  const made = 'select count(*) as n from invoices where business_id = $1';
  expect(await counted(made, [owner.businessId])).toBe(0);
});

test('a process that answers does no jobs, one that works answers nobody, and together they are the service', async () => {
  const web = await start({ ROLE: 'web' });
  // A process that was killed leaves a job behind, which is nobody's until its time is over.
  const began = [new Date()];
  const owner = await newOwner(web);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const waiting = `select count(*) as n from pgboss.job
    where state in ('created', 'retry', 'active') and name in ('invoices.deliver', 'notifications.mail')
      and created_on >= $1`;
  // One that did jobs would have done these meanwhile.
  for (let at = 0; at < 60; at++) await owner.call(api.invoices.list, { params });
  expect(await counted(waiting, began)).toBeGreaterThan(0);
  const worker = await start({ ROLE: 'worker' });
  expect(await statusOf(`${worker.url}/readyz`)).toBe(200);
  expect(await statusOf(`${worker.url}/api/docs`)).toBe(404);
  await eventually(async () => (await counted(waiting, began)) === 0, PATIENCE_MS);
  const sent = `select count(*) as n from messages where invoice_id = $1 and state = 'sent'`;
  expect(await counted(sent, [data.id])).toBe(1);
});
