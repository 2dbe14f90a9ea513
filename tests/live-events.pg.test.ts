import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { openServer } from '#server/kernel/db.ts';
import { STREAM_SLOTS } from '#server/kernel/live.ts';
import { publish } from '#server/kernel/scope.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from './fake-provider.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from './harness.ts';

// Two services on one PostgreSQL, as two processes are: what one records the other's open pages hear of.
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let first: TestApp;
let second: TestApp;
let owner: Owner;

beforeAll(async () => {
  const ports: Parameters<typeof testApp>[1] = {
    sweeps: false,
    ports: paidBy(fake),
  };
  first = await testApp({}, ports);
  const address = first.store.connectionString ?? '';
  second = await testApp({ DATA_DIR: first.config.dataDir }, { ...ports, store: openServer(address, 5) });
  owner = await newOwner(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** An open stream: the pieces that came, and whether it is over. */
async function listen(url: string, token?: string, lastEventId?: string) {
  const stop = new AbortController();
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(lastEventId && { 'Last-Event-ID': lastEventId }),
  };
  const response = await fetch(url, { headers, signal: stop.signal });
  const stream = { status: response.status, text: '', over: false, stop: () => stop.abort() };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) stream.text += decoder.decode(part, { stream: true });
  })()
    .catch(() => undefined)
    .finally(() => {
      stream.over = true;
    });
  if (response.ok) await eventually(async () => stream.text.includes('listening'));
  return stream;
}

async function openSale(naira: number) {
  const { data } = await owner.call(api.counter.sell, { params, body: { amount: minor(naira * 100) } });
  await fetch(data.payUrl);
  const { reference } = await first.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', data.invoiceId)
    .executeTakeFirstOrThrow();
  return { publicId: data.payUrl.split('/').at(-1) ?? '', reference };
}

const payHere = (reference: string, naira: number) =>
  first.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, reported(reference, minor(naira * 100))));

test('a payment recorded in one process is heard in another within a second, by its owner and on its pay page', async () => {
  const { publicId, reference } = await openSale(500);
  const other = await openSale(700);
  const dashboard = await listen(`${second.url}/api/live`, owner.token);
  const payPage = await listen(`${second.url}/api/pay/${publicId}/live`);
  const otherPage = await listen(`${second.url}/api/pay/${other.publicId}/live`);
  const stranger = await listen(`${second.url}/api/live`, (await newOwner(first)).token);
  await payHere(reference, 500);
  await eventually(async () => dashboard.text.includes('"payments"') && payPage.text.includes('event: news'));
  // Events of an invoice go to its own pages only.
  expect(otherPage.text).not.toContain('event: news');
  expect(stranger.text).not.toMatch(/"(payments|invoices|balance)"/);
  for (const stream of [dashboard, payPage, otherPage, stranger]) stream.stop();
});

test('what happens after the first reads of a page at one process its stream hears at another, once', async () => {
  const before = await listen(`${second.url}/api/live`, owner.token);
  const tell = (topic: 'quotes' | 'plans') =>
    first.scope().transactAsSystem(async (ctx) => publish(ctx, owner.businessId, { topic }, { topic }));
  await tell('quotes');
  await eventually(async () => before.text.includes('"quotes"'));
  const { lastEventId } = await eventually(async () => {
    const read = await owner.call(api.batch.read, { body: { reads: ['/api/auth/session'] } });
    return second.system.live.eventsAfter(read.lastEventId)?.length === 0 && read;
  });
  await tell('plans');
  await eventually(async () => before.text.includes('"plans"'));
  const after = await listen(`${second.url}/api/live`, owner.token, lastEventId);
  // Jobs of the tests before may still tell of theirs.
  expect(after.text.match(/"topic":"(quotes|plans)"/g)).toEqual(['"topic":"plans"']);
  before.stop();
  after.stop();
});

test('a session ended in one process is over in another within a second, with its streams', async () => {
  const open = createClient({ baseUrl: first.url });
  const { token } = await open(api.identity.login, {
    body: { email: owner.email, password: owner.password },
  });
  const [ended, goesOn] = [
    await listen(`${second.url}/api/live`, token),
    await listen(`${second.url}/api/live`, owner.token),
  ];
  await owner.call(api.account.revokeOthers, {});
  await eventually(async () => ended.over && goesOn.text.includes('"sessions"'));
  const after = await fetch(`${second.url}/api/auth/session`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(after.status).toBe(401);
  expect(goesOn.over).toBe(false);
  goesOn.stop();
});

test('streams end when the database could not be heard, and whoever comes again hears on', async () => {
  const before = await listen(`${second.url}/api/live`, owner.token);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen "live"%'`.execute(first.system.db);
  await eventually(async () => before.over);
  const again = await listen(`${second.url}/api/live`, owner.token);
  const { reference } = await openSale(900);
  await payHere(reference, 900);
  await eventually(async () => again.text.includes('"payments"'));
  again.stop();
});

test('a client that never reads is let go, and holds up nobody', async () => {
  const following = followed(second);
  const deaf = await openUnreadStream(`${second.url}/api/live`, owner.token);
  await eventually(async () => following.size === 1);
  const reading = await listen(`${second.url}/api/live`, owner.token);
  // Distinct payloads: a duplicate NOTIFY within a transaction is delivered once.
  const long = (name: number) => ({ topic: 'customers' as const, invoiceId: `${name}`.padEnd(7000, 'x') });
  // Socket buffers between the two hold several megabytes.
  for (let waitedMs = 0; following.size === 2 && waitedMs < 10_000; waitedMs += 40) {
    const events = Array.from({ length: 40 }, (_, at) => long(waitedMs + at));
    await first.scope().transactAsSystem(async (ctx) => publish(ctx, owner.businessId, ...events));
  }
  await eventually(async () => following.size === 1);
  const { reference } = await openSale(310);
  await payHere(reference, 310);
  await eventually(async () => reading.text.includes('"payments"'));
  reading.stop();
  deaf.destroy();
});

/** The streams of a service that are open from now on. */
function followed({ system: { live } }: TestApp): Set<unknown> {
  const open = new Set<unknown>();
  const { subscribe } = live;
  live.subscribe = (onPayload, missed) => {
    const unsubscribe = subscribe(onPayload, missed);
    open.add(onPayload);
    return () => {
      open.delete(onPayload);
      unsubscribe();
    };
  };
  return open;
}

function openUnreadStream(url: string, token: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on('error', () => undefined);
  return new Promise((done) =>
    socket.on('connect', () => {
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      done(socket);
    }),
  );
}

test('one address has so many places at pay pages and no more, and what is given back can be taken again', async () => {
  const { publicId } = await openSale(400);
  const page = `${second.url}/api/pay/${publicId}/live`;
  const streams = await Promise.all(Array.from({ length: STREAM_SLOTS.perAddress }, () => listen(page)));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await listen(page)).status).toBe(429);
  expect((await fetch(`${second.url}/api/pay/${publicId}`)).status).toBe(200);
  for (const stream of streams) stream.stop();
  const next = await eventually(async () => {
    const stream = await listen(page);
    return stream.status === 200 && stream;
  });
  next.stop();
});
