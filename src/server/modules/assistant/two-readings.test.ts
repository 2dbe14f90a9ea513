import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
/** A price of all or of one. */
const TWO_WAYS = 'an invoice for Ifeoma 6 wigs 180k';
const LABELS = ['6 × wigs at ₦30,000.00 = ₦180,000.00', '6 × wigs at ₦180,000.00 = ₦1,080,000.00'];
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const ask = async (body: { prompt: string } | { document: string }) =>
  (await owner.call(api.assistant.conversation, { params, body })).data;
const say = (prompt: string) => ask({ prompt });
const labels = ({ choices = [] }: Awaited<ReturnType<typeof say>>) => choices.map(({ label }) => label);

test('of two readings as likely both are offered, and the chosen one is proposed', async () => {
  const asked = await say(TWO_WAYS);
  expect([asked.outcome.asks, asked.outcome.proposalId, labels(asked)]).toEqual(['choice', null, LABELS]);
  // Beside the buttons they are not said again.
  expect([asked.message.includes('1,080,000'), asked.beside?.includes('1,080,000')]).toEqual([true, false]);
  const { data } = await owner.call(api.assistant.thread, { params, query: {} });
  expect(data.thread.messages.at(-1)?.choices?.map(({ label }) => label)).toEqual(LABELS);
  const { outcome } = await say(LABELS[1] ?? '');
  expect([outcome.intent, outcome.proposes, outcome.draft?.total, outcome.asks]).toEqual([
    'create_invoice',
    'create_invoice',
    1080000,
    null,
  ]);
  const proposalId = outcome.proposalId ?? '';
  await owner.call(api.assistant.confirm, { params, body: { proposalId } });
  const list = await owner.call(api.invoices.list, { params, query: {} });
  expect(list.data.map(({ totalAmount }) => totalAmount)).toEqual([108000000]);
});

test.each([
  ['2', 'create_invoice', 1080000],
  ['the first one', 'create_invoice', 180000],
  ['make the wigs 25k', 'edit_draft', 150000],
  ['invoice Bola for 2 chairs at 5k each', 'create_invoice', 10000],
])('%j goes on from there', async (answer, intent, total) => {
  await say(TWO_WAYS);
  const { outcome } = await say(answer);
  expect([outcome.intent, outcome.draft?.total, outcome.asks]).toEqual([intent, total, null]);
  expect(outcome.proposalId).not.toBeNull();
});

test('what both have in common is changed in both, and the choice stays', async () => {
  await say(TWO_WAYS);
  const { outcome, choices } = await say('her number is 0803 123 4567');
  expect([outcome.asks, choices?.map(({ draft }) => [draft.customerPhone, draft.total])]).toEqual([
    'choice',
    [
      ['+2348031234567', 180000],
      ['+2348031234567', 1080000],
    ],
  ]);
});

test.each([
  ['each', 160_000],
  ['it’s each o', 160_000],
  ['per one', 160_000],
  ['total', 80_000],
  ['all together please', 80_000],
  ['for both', 80_000],
])('what the price is of chooses: "%s"', async (answer, total) => {
  expect((await say('invoice Ifeoma 2 wigs 80k')).outcome.asks).toBe('choice');
  const { outcome } = await say(answer);
  expect([outcome.proposes, outcome.draft?.total]).toEqual(['create_invoice', total]);
});

test('a yes chooses none: both are offered again', async () => {
  await say(TWO_WAYS);
  const again = await say('yes');
  expect([again.outcome.proposalId, labels(again)]).toEqual([null, LABELS]);
});

test('a quote is chosen as a quote', async () => {
  await say(TWO_WAYS.replace('an invoice', 'a quote'));
  const { outcome } = await say('2');
  expect([outcome.proposes, outcome.draft?.quote, outcome.draft?.total]).toEqual([
    'create_quote',
    'quote',
    1080000,
  ]);
});

test('a text of others is proposed to be looked over, with the other reading beside it', async () => {
  const { outcome, choices } = await ask({ document: 'invoice Ifeoma 6 wigs 180k' });
  expect([outcome.proposes, outcome.draft?.total]).toEqual(['create_invoice', 180000]);
  expect(choices?.map(({ draft }) => [draft.total, draft.dueDate])).toEqual([
    [180000, outcome.draft?.dueDate],
    [1080000, outcome.draft?.dueDate],
  ]);
});

test('a customer of the business is meant', async () => {
  const order = 'invoice Comfort Hair braids 15k';
  expect((await say(order)).outcome.draft?.customerName).toBe('Comfort');
  await owner.call(api.assistant.newThread, { params });
  const body = { name: 'Comfort Hair', email: 'comfort@x.test' };
  await owner.call(api.customers.create, { params, body });
  const { outcome } = await say(order);
  expect([outcome.asks, outcome.draft?.customerName]).toEqual([null, 'Comfort Hair']);
});
