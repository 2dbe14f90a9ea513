import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answer } from '#contract/assistant.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const ask = async (prompt: string, replaces?: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt, replaces } })).data;
const messages = async () => (await owner.call(api.assistant.thread, { params })).data.thread.messages;
const post = (body: string | FormData, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${app.url}/api/ngn/aiagent/conversation`, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${owner.token}`, ...headers },
    signal: signal ?? null,
  });
const streaming = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };

test('a conversation begins with its first message, is kept, and ends when another is begun', async () => {
  expect(await refusalOf(messages())).toMatchObject({ status: 404 });
  await ask('Who owes me money?');
  await ask('help');
  const stored = await messages();
  expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(stored[0]).toMatchObject({ content: 'Who owes me money?' });
  expect(stored[1]?.outcome).toMatchObject({ intent: 'outstanding_total', proposalId: null });
  const goesOn = async () => (await owner.call(api.assistant.threads, { params })).data[0]?.goesOn;
  expect(await goesOn()).toBe(false);
  // As a page leaves it that goes away before the answer.
  const answers = app.store.db.deleteFrom('thread_messages').where('id', '=', stored[3]?.id ?? '');
  await answers.where('business_id', '=', owner.businessId).execute();
  expect(await goesOn()).toBe(true);
  await owner.call(api.assistant.newThread, { params });
  expect(await goesOn()).toBe(false);
  expect(await refusalOf(messages())).toMatchObject({ status: 404 });
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  const types = activities.map(({ activityType }) => activityType);
  expect(types.filter((type) => type === 'ai_agent_message_sent')).toHaveLength(2);
  expect(types.filter((type) => type === 'ai_agent_conversation_started')).toHaveLength(1);
});

test.each(['How much tax do I owe?', 'how much tax I go pay', 'How much VAT should I pay this month'])(
  'what the tax office is owed is not told by what customers owe: %s',
  async (prompt) => {
    const { message, outcome } = await ask(prompt);
    expect(message).toMatch(/^I do not work out the tax you owe/);
    expect(message).not.toContain('₦');
    expect(outcome).toMatchObject({ intent: 'off_topic' });
  },
);

test("the report's figures are the business's own, and no other's", async () => {
  await fundWallet(app, fake, owner, minor(1_234_567_89));
  const reply = await ask('Generate my weekly sales report');
  expect(reply.message).toContain('**Received:** ₦1,234,567.89 in [1 payment]');
  expect(reply.message).toContain('**Invoiced:** ₦1,234,567.89 on [1 invoice]');
  expect(reply.message).toContain('nothing to compare with');
  const other = await newOwner(app);
  const { data } = await other.call(api.assistant.conversation, {
    params,
    body: { prompt: 'Generate my weekly sales report' },
  });
  expect(data.message).toContain('There were no sales');
  expect(data.message).not.toContain('1,234,567');
});

test('too little history is said before any figure', async () => {
  expect((await ask('Generate a projection of sales after 1 year')).message).toMatch(/^There are no sales/);
});

test('an edited question takes the place of the first and of all that followed', async () => {
  await ask('help');
  await ask('sales today');
  await ask('Who owes me money?');
  const [, , second] = await messages();
  await ask('sales yesterday', second?.id);
  expect((await messages()).filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'help',
    'sales yesterday',
  ]);
});

test('money, bank details and payments are declined with the way to their screen', async () => {
  for (const [prompt, pointTo] of [
    ['withdraw 20k to my account', 'withdrawal'],
    ['change my bank account number', 'settings'],
    ['undo the payment on invoice 4', 'payments'],
  ] as const)
    expect((await ask(prompt)).outcome.refused).toEqual({ pointTo });
});

test('a picture is kept privately and marked in the thread', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(png)], 'order.png'));
  const response = await post(form);
  expect(response.status).toBe(200);
  const [question] = await messages();
  expect(question?.content).toBe('[IMAGE_UPLOADED]Invoice image uploaded');
  expect(question?.metadata).toMatchObject({ imageOriginalName: 'order.png', imageMimeType: 'image/png' });
  expect((await fetch(`${app.url}${question?.metadata?.imagePath}`)).status).toBe(404);
  const text = new FormData();
  text.set('file', new File(['just text'], 'order.png'));
  expect((await post(text)).status).toBe(415);
  expect((await post(JSON.stringify({}), { 'Content-Type': 'application/json' })).status).toBe(422);
});

test('the stream says in pieces what the answer says at once', async () => {
  const prompt = 'Invoice Ada for 2 chairs at 5,000 each, due in 10 days';
  const response = await post(JSON.stringify({ prompt }), streaming);
  const events = (await response.text())
    .trim()
    .split('\n\n')
    .map((event) => event.split('\n').map((line) => line.replace(/^\w+: /, '')));
  const deltas = events.filter(([name]) => name === 'delta').map(([, data]) => JSON.parse(data ?? '').text);
  const [, last = ''] = events.at(-1) ?? [];
  expect(events.at(-1)?.[0]).toBe('done');
  expect(deltas.length).toBeGreaterThan(1);
  const whole = z.decode(answer, JSON.parse(last));
  expect(deltas.join('')).toBe(whole.message);
  // Said first, so that a card's words never stand in the bubble.
  expect(events[0]).toEqual(['beside', JSON.stringify({ text: whole.beside })]);
  expect((await messages()).map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('a reader who leaves at the first words leaves the question, and at most one answer', async () => {
  const aborter = new AbortController();
  const response = await post(JSON.stringify({ prompt: 'help' }), streaming, aborter.signal);
  await response.body?.getReader().read();
  aborter.abort();
  await eventually(async () => (await messages()).length >= 1);
  expect((await messages()).filter(({ role }) => role === 'assistant').length).toBeLessThanOrEqual(1);
  expect((await ask('help')).message).toContain('I look after invoices');
});

test('a business that asks too often in a minute is told to wait; others are not', async () => {
  const strict = await testApp({ RATE_ASSISTANT_PER_MINUTE: '2' });
  const [eager, calm] = [await newOwner(strict), await newOwner(strict)];
  const help = (by: Owner) => by.call(api.assistant.conversation, { params, body: { prompt: 'help' } });
  for (const _ of [1, 2]) await help(eager);
  expect(await refusalOf(help(eager))).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await help(calm)).data.outcome.intent).toBe('help');
  await strict.close();
});

test('of two invoices in one message the second is shown once the first is made, and a yes that sends has the sending shown', async () => {
  const first = await ask(
    'Invoice Bola 2 cakes at 5k each and another invoice for Emeka, 3 chairs at 10k each',
  );
  expect(first.message).toContain('is another invoice. I come to it once this one is done.');
  expect((await ask('yes')).message).toContain(
    'The invoice for **Emeka** is not made yet. Say “yes” to see it.',
  );
  const second = await ask('yes');
  expect(second.outcome).toMatchObject({
    proposes: 'create_invoice',
    draft: { customerName: 'Emeka', total: 30_000 },
  });
  expect((await ask('he don drop 1k cash')).message).toContain('is not recorded yet');
  const made = await ask('create it and send it to 0803 111 2222');
  expect(made.outcome).toMatchObject({ intent: 'edit_draft', draft: { customerPhone: '+2348031112222' } });
  const sending = await ask('ok send am on whatsapp');
  expect(sending.outcome).toMatchObject({ does: 'create_invoice', proposes: 'send_invoice' });
  expect(sending.message).toContain('to 0803 111 2222 by WhatsApp');
  expect((await ask('move the due date to saturday')).message).toContain('Open it to change it.');
  await ask('Emeka don pay 5k cash');
  expect((await ask('he also take 2 tables 5k each')).message).toContain(
    '5,000 from Emeka you told me of is not',
  );
  const done = await ask('yes');
  expect(done.message).toContain('You told me that **₦5,000.00** came from **Emeka**. Shall I record it?');
  expect((await ask('send it')).outcome).toMatchObject({ proposes: 'send_invoice' });
  expect((await ask('no')).message).toContain('You told me that **₦5,000.00** came');
  expect((await ask('yes')).outcome).toMatchObject({ payment: { amount: 5000, method: 'cash' } });
  await ask('quote Bola 2 tables 5k each');
  expect((await ask('yes')).message).toContain('You told me that **₦5,000.00** came from **Emeka**.');
});
