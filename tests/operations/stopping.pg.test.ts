import { Agent, request as httpRequest } from 'node:http';
import pg from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { freshDatabase } from '../databases.ts';
import { type Child, sharedSettings, startChild } from '../fault-injection/service-process.ts';
import { newOwner, type Owner, sampleInvoice } from '../harness.ts';

const MANY = 60;
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
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const statusOf = async (url: string) => {
  const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 'nobody';
};

/** One request on a connection of its own; gives status and body, or how it failed. */
function post(url: string, token: string, body: object): Promise<{ status: number | string; text: string }> {
  return new Promise((done) => {
    const request = httpRequest(
      url,
      {
        method: 'POST',
        agent: new Agent({ keepAlive: true }),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () => done({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', (error) => done({ status: error.message, text: '' }));
    request.end(JSON.stringify(body));
  });
}

/** Keeps every change of a business waiting until released. */
async function holdUp({ businessId }: Owner) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [businessId]);
  return {
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

test(`told to stop with ${MANY} requests under way it says so first, answers them all, and ends by itself`, {
  timeout: 60_000,
}, async () => {
  const child = await start({ DRAIN_SECONDS: '0.5' });
  const owner = await newOwner(child);
  const stream = await fetch(`${child.url}/api/live`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const streamBody = stream.text();
  const held = await holdUp(owner);
  const responses = Array.from({ length: MANY }, (_, at) =>
    post(`${child.url}/api/ngn/invoice/create`, owner.token, { ...onTheWire, title: `Number ${at}` }),
  );
  await pause(1_000);
  const from = performance.now();
  const ended = child.kill('SIGTERM');
  await pause(100);
  expect([await statusOf(`${child.url}/readyz`), await statusOf(`${child.url}/livez`)]).toEqual([503, 200]);
  await pause(900);
  expect(await statusOf(`${child.url}/livez`)).toBe('nobody');
  await held.release();
  const answers = await Promise.all(responses);
  expect(answers.filter(({ status }) => status !== 201 && status !== 200)).toEqual([]);
  expect(await streamBody).toMatch(/retry: \d+\n: another process answers\n\n$/);
  await ended;
  expect(performance.now() - from).toBeLessThan(15_000);
  expect(child.output()).not.toMatch(/"level":[56]0/);
  const made = 'select count(*) as n from invoices where business_id = $1';
  expect(await counted(made, [owner.businessId])).toBe(MANY);
});

test('a second signal ends it at once, whatever is under way, and nothing is half done', {
  timeout: 60_000,
}, async () => {
  const child = await start();
  const owner = await newOwner(child);
  const held = await holdUp(owner);
  const pending = post(`${child.url}/api/ngn/invoice/create`, owner.token, onTheWire);
  await pause(300);
  const from = performance.now();
  const ended = child.kill('SIGTERM');
  await pause(200);
  void child.kill('SIGTERM');
  await ended;
  expect(performance.now() - from).toBeLessThan(2_000);
  await held.release();
  expect(typeof (await pending).status).toBe('string');
  const made = 'select count(*) as n from invoices where business_id = $1';
  expect(await counted(made, [owner.businessId])).toBe(0);
});

test('a process that answers does no jobs, one that works answers nobody, and together they are the service', {
  timeout: 60_000,
}, async () => {
  const web = await start({ ROLE: 'web' });
  const owner = await newOwner(web);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const waiting = `select count(*) as n from pgboss.job
    where state in ('created', 'retry', 'active') and name in ('invoices.deliver', 'notifications.mail')`;
  await pause(1_500);
  expect(await counted(waiting, [])).toBeGreaterThan(0);
  const worker = await start({ ROLE: 'worker' });
  expect(await statusOf(`${worker.url}/readyz`)).toBe(200);
  expect(await statusOf(`${worker.url}/api/docs`)).toBe(404);
  const until = performance.now() + 10_000;
  while ((await counted(waiting, [])) > 0 && performance.now() < until) await pause(50);
  expect(await counted(waiting, [])).toBe(0);
  const sent = `select count(*) as n from messages where invoice_id = $1 and state = 'sent'`;
  expect(await counted(sent, [data.id])).toBe(1);
});
