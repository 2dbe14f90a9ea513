import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import { newInvoice } from '#contract/invoices.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { customerOf, sampleQuote, sentQuote } from '#server/modules/quotes/testing.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { roundTripsDuring } from './round-trips.ts';

// How often a signed-in call waits for the database: over a network that is most of what it takes.
let app: TestApp;
let owner: Owner;
let invoiceId: string;
let quoteId: string;
/** Quotes to accept and drafts to send, each once. */
const offered: { publicId: string; revisionHash: string }[] = [];
const drafts: string[] = [];
const WARMUPS = 3;
const TRIES = 3;
const OFFERED = WARMUPS + TRIES;
const currency = 'NGN' as const;

beforeAll(async () => {
  app = await testApp({}, { sweeps: false });
  owner = await newOwner(app);
  invoiceId = (await create()).data.id;
  quoteId = (await sentQuote(owner)).id;
  await owner.call(api.quotes.invoicePart, {
    params: { currency, id: quoteId },
    body: { lines: [{ item: 0 }] },
  });
  while (offered.length < OFFERED) {
    const { publicId } = await sentQuote(owner);
    const { data } = await customerOf(app)(api.quotes.publicRead, { params: { publicId } });
    offered.push({ publicId, revisionHash: data.revisionHash });
    const draft = await owner.call(api.quotes.create, { params: { currency }, body: sampleQuote() });
    drafts.push(draft.data.id);
  }
});
afterAll(() => app.close());

const create = () => owner.call(api.invoices.create, { params: { currency }, body: sampleInvoice() });
const list = () => owner.call(api.invoices.list, { params: { currency }, query: { limit: 25 } });

const record = () =>
  owner.call(api.offlinePayments.record, {
    params: { currency, id: invoiceId },
    body: { amount: minor(1), method: 'cash', day: dateIn(systemClock()), confirmDuplicate: true },
  });

function accept(): Promise<unknown> {
  const { publicId = '', revisionHash = '' } = offered.pop() ?? {};
  const body = { name: 'Chief Okafor', mayAccept: true, revisionHash } as const;
  return customerOf(app)(api.quotes.accept, { params: { publicId }, body });
}

const send = () => owner.call(api.quotes.send, { params: { currency, id: drafts.pop() ?? '' } });

async function createWithKey(key: string): Promise<void> {
  const answer = await fetch(`${app.url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(z.encode(newInvoice, sampleInvoice())),
  });
  expect(answer.status).toBe(201);
}

// A call may lease further uses of a limit or read a session that was kept for some seconds: the least of three does neither.
async function tripsOf(call: () => Promise<unknown>): Promise<string[][]> {
  const tries: string[][][] = [];
  for (let i = 0; i < TRIES; i++) tries.push((await roundTripsDuring(call))[0] ?? []);
  return tries.toSorted((a, b) => a.flat().length - b.flat().length)[0] ?? [];
}

const calls = {
  list: { most: 2, call: list },
  detail: { most: 2, call: () => owner.call(api.invoices.detail, { params: { currency, id: invoiceId } }) },
  'a quote in parts': {
    most: 2,
    call: () => owner.call(api.quotes.detail, { params: { currency, id: quoteId } }),
  },
  dashboard: {
    most: 3,
    call: () => owner.call(api.analytics.paymentInfo, { params: { currency, id: owner.businessId } }),
  },
  create: { most: 2, statements: 7, call: create },
  'send a quote': { most: 5, statements: 10, call: send },
  'accept a quote': { most: 3, statements: 10, call: accept },
  'record a payment': { most: 3, call: record },
  'create with an Idempotency-Key': { most: 3, call: () => createWithKey(`trips-${randomUUID()}`) },
};

type Budget = { most: number; statements?: number; call: () => Promise<unknown> };

test.each<[string, Budget]>(Object.entries(calls))(
  '%s waits for the database at most so often',
  async (_name, { most, statements = Number.POSITIVE_INFINITY, call }) => {
    // Keys, limits and the session are known from the calls before, as they are at work.
    for (let i = 0; i < WARMUPS; i++) await call();
    const trips = await tripsOf(call);

    const shown = trips.map((texts) => texts.join('\n  ')).join('\n');
    expect(trips.length, shown).toBeLessThanOrEqual(most);
    expect(workOf(trips).length, shown).toBeLessThanOrEqual(statements);
  },
);

// Which business the connection served last, and whether a lease of a limit is used up, is chance.
const workOf = (trips: string[][]) =>
  trips.flat().filter((text) => !/set_config|^reset|rate_counters/.test(text));

test('creating locks the business before it looks at anything of it, and commits with its writes', async () => {
  const trips = await tripsOf(create);
  expect(workOf(trips)[1]).toContain('pg_advisory_xact_lock');
  const last = trips.at(-1) ?? [];
  expect(last.at(-1)).toBe('commit');
  expect(last.at(-2)).toContain('from sessions');
  expect(last.some((text) => text.includes('insert into "invoices"'))).toBe(true);
});
