import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { type DearestRequest, dearestRequests, LONG_TEXTS } from './dearest-input.ts';
import { createFakeProvider } from './fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { fundWallet, setPin } from './money.ts';

// Nothing dearer than 20 ms of processor runs on the thread that answers requests. Its work for a call is compared with
// a piece of work of about 2 ms done in the same moment, so that a slow machine counts for both.
const MOST_FLOORS = 10;
const MOST_TRIES = 8;
/**
 * Streams never end, and without its session no call is dear. An export is as long as its records: ten an hour, a
 * batch of rows at a time.
 */
const LEFT_OUT = /logout|revoke|delet|stream|live|exportData/i;
const params = { currency: 'NGN' } as const;

let app: TestApp;
let owner: Owner;
let ids: Record<string, string>;
let link: string;

beforeAll(async () => {
  app = await testApp();
  owner = await newOwner(app);
  await setPin(owner);
  ids = await dearestRecords();
});
afterAll(() => app.close({ handmade: true }));

/** The longest invoice there may be, sent, and its customer. */
async function dearestRecords(): Promise<Record<string, string>> {
  const line = {
    description: 'Ankara, six yards, '.repeat(20).slice(0, 299),
    quantity: 3_000_000,
    rate: 125_050,
  };
  const items = Array.from({ length: 500 }, () => line);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ items }) });
  const sent = await owner.call(api.invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  link = new URL(sent.data.invoice.checkoutUrl ?? '').pathname.split('/').at(-1) ?? '';
  const customers = await owner.call(api.customers.list, { params });
  await fundWallet(app, createFakeProvider(), owner, minor(100_00));
  const payments = await owner.call(api.payments.list, { params });
  return {
    invoices: data.id,
    customers: customers.data.customers[0]?.id ?? '',
    payments: payments.data.transactions[0]?.id ?? '',
    business: owner.businessId,
    settings: owner.businessId,
    analytics: owner.businessId,
  };
}

const publicPages = (): DearestRequest[] =>
  [`/pay/${link}`, `/api/pay/${link}/pdf`].map((path) => ({
    name: path,
    method: 'GET',
    path,
    signedIn: false,
  }));

const longMessages = (): DearestRequest[] =>
  LONG_TEXTS.map((text) => ({
    name: `assistant: ${text}`,
    method: 'POST',
    path: '/api/ngn/aiagent/conversation',
    signedIn: true,
    json: { prompt: text.repeat(4000 / text.length) },
  }));

const numbers = Float64Array.from({ length: 40_000 }, (_, at) => Math.sin(at));
/** Processor time (µs) of this thread, by the system's own account: what else the machine does is not in it. */
async function spentOn(work: () => unknown): Promise<number> {
  const from = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(from);
  return user + system;
}
const floor = (): Promise<number> => spentOn(() => numbers.slice().sort());

async function floorsOf({ method, path, signedIn, json }: DearestRequest): Promise<number> {
  const init = {
    method,
    headers: {
      ...(signedIn ? { Authorization: `Bearer ${owner.token}` } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  };
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < MOST_TRIES && least > MOST_FLOORS; at++) {
    const before = await floor();
    const spent = await spentOn(async () => (await fetch(`${app.url}${path}`, init)).arrayBuffer());
    least = Math.min(least, spent / Math.max(before, await floor()));
  }
  return least;
}

test('the dearest allowed input of no call keeps the thread that answers', async () => {
  const requests = [
    ...dearestRequests(ids).filter(({ name }) => !LEFT_OUT.test(name)),
    ...publicPages(),
    ...longMessages(),
  ];
  expect(requests.length).toBeGreaterThan(130);
  const measured: [string, number][] = [];
  for (const request of requests) measured.push([request.name, await floorsOf(request)]);
  expect(measured.filter(([, floors]) => floors > MOST_FLOORS)).toEqual([]);
});
