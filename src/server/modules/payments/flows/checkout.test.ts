import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { CheckoutRequest } from '#server/kernel/ports/index.ts';
import { paymentProviders } from '#server/kernel/providers.ts';
import { createFakeProvider } from '../../../../../tests/fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../../tests/harness.ts';
import { payView, syncCheckout } from './collect.ts';

const params = { currency: 'NGN' } as const;
type Answer = 'starts' | 'down' | 'spent';
let answers: Record<'first' | 'second', Answer> = { first: 'starts', second: 'starts' };
const requests: { provider: string; request: CheckoutRequest }[] = [];

let questions = 0;

const provider = (name: 'first' | 'second') => ({
  ...createFakeProvider(),
  name,
  listPayments: async () => {
    questions += 1;
    return { ok: true as const, payments: [] };
  },
  startCheckout: async (request: CheckoutRequest) => {
    requests.push({ provider: name, request });
    if (answers[name] === 'down') return { ok: false as const, reason: 'down', retry: true };
    if (answers[name] === 'spent') return { ok: false as const, reason: 'reference used', retry: false };
    const url = `https://${name}.test/${request.reference}`;
    return { ok: true as const, checkout: { checkoutUrl: url, account: null, ussdCode: null } };
  },
});

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  const [first, second] = [provider('first'), provider('second')];
  const chosen = { collecting: [first, second], payingOut: first };
  const payments = paymentProviders({ NGN: chosen, USD: { collecting: [], payingOut: null } });
  app = await testApp({}, { ports: (made) => ({ ...made, payments }) });
  owner = await newOwner(app);
});
afterAll(() => app.close({ handmade: true }));
beforeEach(() => {
  answers = { first: 'starts', second: 'starts' };
  requests.length = 0;
});

async function invoice(): Promise<string> {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const { public_id } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  return public_id;
}
const urlFor = async (publicId: string) => (await payView(app.scope(), publicId))?.checkout?.url ?? null;

test('the first provider that can starts the payment, and what it started is kept', async () => {
  const publicId = await invoice();
  answers.first = 'down';
  const url = await urlFor(publicId);
  expect(url).toMatch(/^https:\/\/second\.test/);
  answers.first = 'starts';
  expect(await urlFor(publicId)).toBe(url);
  expect(requests.map((one) => one.provider)).toEqual(['first', 'second']);
});

test('with nobody to start it the page says so, and the same references are asked with again', async () => {
  const publicId = await invoice();
  answers = { first: 'down', second: 'down' };
  expect([await urlFor(publicId), await urlFor(publicId)]).toEqual([null, null]);
  const references = new Set(requests.map(({ request }) => request.reference));
  expect([requests.length, references.size]).toEqual([4, 2]);
  answers.first = 'starts';
  expect(await urlFor(publicId)).toBe(`https://first.test/${requests[0]?.request.reference}`);
});

test('a reference whose answer was lost and that the provider has spent gives way to a new one', async () => {
  const publicId = await invoice();
  answers = { first: 'down', second: 'down' };
  await urlFor(publicId);
  const spent = requests[0]?.request.reference;
  answers.first = 'spent';
  requests.length = 0;
  await urlFor(publicId);
  const tried = requests.filter((one) => one.provider === 'first').map(({ request }) => request.reference);
  expect(tried[0]).toBe(spent);
  expect(tried[1]).not.toBe(spent);
});

test('a page that cannot be paid is not asked about at the provider every time somebody looks', async () => {
  const publicId = await invoice();
  answers = { first: 'spent', second: 'spent' };
  for (let look = 0; look < 20; look++) expect(await urlFor(publicId)).toBeNull();
  const references = new Set(requests.map(({ request }) => request.reference));
  expect(requests.length).toBeLessThan(12);
  expect(references.size).toBeLessThan(8);
  app.advance(3_700_000);
  answers.first = 'starts';
  expect(await urlFor(publicId)).toMatch(/^https:\/\/first\.test/);
});

test('many who look at once share one start', async () => {
  const publicId = await invoice();
  const urls = await Promise.all(Array.from({ length: 30 }, () => urlFor(publicId)));
  expect([new Set(urls).size, requests.length]).toEqual([1, 1]);
});

test('whoever comes back again and again makes the provider answer a few times only', async () => {
  const publicId = await invoice();
  await urlFor(publicId);
  questions = 0;
  for (let visit = 0; visit < 60; visit++) await syncCheckout(app.scope(), publicId);
  expect(questions).toBeGreaterThan(0);
  expect(questions).toBeLessThan(45);
});

test('a page of a provider is opened anew after a day, for it may have ended', async () => {
  const publicId = await invoice();
  const url = await urlFor(publicId);
  app.advance(24 * 3_600_000);
  expect(await urlFor(publicId)).not.toBe(url);
});

test('what is asked for is what is still owed', async () => {
  const publicId = await invoice();
  await urlFor(publicId);
  const amount = requests[0]?.request.amount ?? 0;
  await app.system.db
    .updateTable('invoices')
    .set({ paid_minor: sql`total_minor - 5000` })
    .where('public_id', '=', publicId)
    .execute();
  await urlFor(publicId);
  expect([amount > 5000, requests.at(-1)?.request.amount]).toEqual([true, 5000]);
});

test('a currency nobody collects has a pay page without a way to pay', async () => {
  const usd = { currency: 'USD' } as const;
  const { data } = await owner.call(api.invoices.create, { params: usd, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params: usd, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const { public_id } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  expect((await payView(app.scope(), public_id))?.checkout).toBeNull();
});
