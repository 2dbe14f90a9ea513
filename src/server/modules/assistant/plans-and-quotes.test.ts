import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { major, newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-11-20T09:00:00Z', SESSION_IDLE_MINUTES: '1000000' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const items = [{ description: 'Cleaning', quantity: 1_000_000, rate: major(50_000) }];
const contents = { title: 'Cleaning', items, taxRate: 0, discount: major(0) };

const plan = async (clientName: string) => {
  const clientEmail = `${clientName.replaceAll(' ', '.').toLowerCase()}@example.test`;
  const when = { starts: '2026-11-30', rhythm: { months: 1, day: 31 }, dueDays: 7, mode: 'send' } as const;
  const body = { ...contents, clientName, clientEmail, ...when };
  return (await owner.call(api.plans.create, { params, body })).data;
};
const quote = async (clientName: string) => {
  const clientEmail = `${clientName.replaceAll(/\W+/g, '.').toLowerCase()}@example.test`;
  const body = { ...contents, clientName, clientEmail, kind: 'quote', validDays: 14, dueDays: 7 } as const;
  return (await owner.call(api.quotes.create, { params, body })).data;
};

test('repeating invoices are listed, and one that is to change is shown with the way to it, unchanged', async () => {
  expect((await say('list my repeating invoices')).message).toContain('No invoice repeats');
  const [adaeze, bola] = [await plan('Adaeze Obi'), await plan('Bola Ade')];
  await owner.call(api.plans.pause, { params: { ...params, id: bola.id } });
  const { message } = await say('which repeating invoices do I have?');
  for (const part of [
    '**2 repeating invoices**',
    '₦50,000.00',
    'every month, sent by itself',
    '30 Nov 2026',
    'paused',
  ])
    expect(message).toContain(part);
  const one = await say('pause the monthly invoice of Adaeze');
  expect(one.outcome).toMatchObject({ intent: 'change_plan', proposes: 'change_plan' });
  expect(one.message).toContain(`/dashboard/invoices/repeating?plan=${adaeze.id}`);
  expect(one.message).not.toContain('Bola');
  expect((await say('no')).outcome.intent).toBe('cancel');
  expect((await say('skip the next invoice of Zubairu')).message).toContain('Nothing was changed');
  const states = (await owner.call(api.plans.list, { params })).data.map(({ state }) => state);
  expect(states).toEqual(['active', 'paused']);
});

test('quotes are listed, and one that is to change is shown with the way to it, unchanged', async () => {
  expect((await say('show my quotes')).message).toContain('I found no quote');
  const sent = await quote('Chief Okafor');
  await owner.call(api.quotes.send, { params: { ...params, id: sent.id } });
  const draft = await quote('Bello Farms');
  const { message } = await say('show my quotes');
  for (const part of ['**2 quotes**', 'QUO-0001', 'Chief Okafor', 'sent, until 4 Dec 2026', 'Not sent'])
    expect(message).toContain(part);
  for (const prompt of ['withdraw quote 1', 'extend QUO-0001 to 15 December']) {
    const one = await say(prompt);
    expect(one.outcome).toMatchObject({ intent: 'change_quote', proposalId: null });
    expect(one.outcome.refused).toEqual({ pointTo: 'quotes' });
    expect(one.message).toContain(`/dashboard/quotes?quote=${sent.id}`);
    expect(one.message).not.toContain(draft.id);
  }
  expect((await say('send the quote for Bello Farms')).message).toContain(draft.id);
  const states = (await owner.call(api.quotes.list, { params, query: {} })).data.map(({ status }) => status);
  expect(states).toEqual(['draft', 'sent']);
});

test('quotes are narrowed to the state that is asked about', async () => {
  const [sent, other] = [await quote('Chief Okafor'), await quote('Madam Rose')];
  await quote('Bello Farms');
  for (const { id } of [sent, other]) await owner.call(api.quotes.send, { params: { ...params, id } });
  await owner.call(api.quotes.withdraw, { params: { ...params, id: other.id } });
  for (const [prompt, head, name] of [
    ['which quotes are still waiting for an answer?', '**1 quote** waiting for an answer', 'Chief Okafor'],
    ['list the quotes that are not sent', '**1 quote** not sent yet', 'Bello Farms'],
    ['show me quote wey dem reject', 'I found no quote turned down', ''],
  ] as const) {
    const { message } = await say(prompt);
    expect(message).toContain(head);
    expect(message).toContain(name);
    expect(message.match(/Okafor|Bello|Rose/g) ?? []).toHaveLength(name ? 1 : 0);
  }
  expect((await say('has Chief Okafor accepted the quote?')).message).toContain('Chief Okafor');
});

test.each([
  'change Adaeze retainer to 90k',
  "move Adaeze's billing to the 5th",
  'increase the monthly of Adaeze to 90k',
  'end Adaeze retainer after 3 months',
])('"%s" leads to her repeating invoice, and changes and makes nothing', async (prompt) => {
  const { id } = await plan('Adaeze Obi');
  const { outcome, message } = await say(prompt);
  expect(outcome).toMatchObject({ intent: 'change_plan', proposalId: null, draft: null });
  expect(message).toContain(`plan=${id}`);
  expect(message).toContain('Nothing was changed.');
});

test('a plan that was just paused starts again by a word', async () => {
  await plan('Adaeze Obi');
  await say('pause the monthly invoice of Adaeze');
  await say('yes');
  expect((await say('start am again')).outcome.proposes).toBe('change_plan');
  await say('yes');
  const [state] = (await owner.call(api.plans.list, { params })).data.map((one) => one.state);
  expect(state).toBe('active');
});

test('a quote is found by its customer without the dot', async () => {
  const { id } = await quote('Hon. Uche');
  expect((await say('show the quote of Hon Uche')).message).toContain(id);
  expect((await say('turn the quote of Hon Uche into an invoice')).message).toMatch(
    /cannot become an invoice/,
  );
});
