import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';

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
const press = async (proposalId: string | null) =>
  (await owner.call(api.assistant.confirm, { params, body: { proposalId: proposalId ?? '' } })).data;
const plans = async () => (await owner.call(api.plans.list, { params })).data;
const invoices = async () => (await owner.call(api.invoices.list, { params, query: {} })).data;

test.each([
  [
    'bill Adaeze 50k for bookkeeping every month end',
    { rhythm: { months: 1, day: 31 }, totalAmount: 5_000_000, next: { number: 1, day: '2026-11-30' } },
    ['every month on the last day', 'Monday, 30 November 2026', '31 December 2026', 'until you end it'],
  ],
  [
    'every two weeks bill Hajia Bola 12,500 for laundry starting 1 December, 6 times',
    { rhythm: { weeks: 2 }, totalAmount: 1_250_000, endsAfter: 6, starts: '2026-12-01' },
    ['every 2 weeks on Tuesday', 'then on 15 December 2026', 'after 6 times'],
  ],
  [
    'invoice Marble Estate 75,000 for security on the 1st and 16th of each month until March, keep as draft',
    { rhythm: { days: [1, 16] }, endsOn: '2027-03-31', mode: 'draft' },
    ['on the 1st and the 16th', 'ends on 31 March 2027', 'waits as a draft'],
  ],
  [
    "charge Nosa's saved card 12k for internet every 10th",
    { rhythm: { months: 1, day: 10 }, mode: 'send', cap: null },
    ['I do not charge cards from here', 'the 10th'],
  ],
])('%s is shown with its days, and started once by a yes', async (prompt, expected, parts) => {
  const shown = await say(prompt);
  expect(shown.outcome).toMatchObject({ intent: 'create_plan', asks: null, proposes: 'create_plan' });
  for (const part of parts) expect(shown.message).toContain(part);
  expect(await plans()).toEqual([]);
  const made = await say('yes');
  expect(made.outcome).toMatchObject({ intent: 'confirm', does: 'create_plan', plan: shown.outcome.plan });
  expect(made.message).toContain('/dashboard/invoices/repeating?plan=pln_');
  expect(await plans()).toMatchObject([{ mode: 'send', state: 'active', ...expected }]);
  expect((await say('yes')).outcome.does).toBeNull();
  expect(await plans()).toHaveLength(1);
  expect(await invoices()).toEqual([]);
});

test('what is missing is asked, what is changed is shown, and a press starts it once', async () => {
  const asked = await say('bill Adaeze 50k for cleaning regularly');
  expect(asked.outcome).toMatchObject({ intent: 'create_plan', asks: 'every', proposalId: null });
  expect(asked.message).toContain('How often');
  expect((await say('yes')).outcome).toMatchObject({ asks: 'every', does: null });
  const first = await say('every month');
  expect(first.message).toContain('The first comes **today, Friday, 20 November 2026**');
  await say('make it every 2 weeks');
  await say('start 1 January');
  const last = await say('add delivery 5k');
  expect(last.outcome).toMatchObject({
    intent: 'edit_draft',
    proposes: 'create_plan',
    plan: { every: 2, unit: 'week', starts: '2027-01-01' },
    draft: { total: 55_000, dueDate: null },
  });
  for (const part of ['₦55,000.00', 'every 2 weeks on Friday', 'Friday, 1 January 2027', '15 January 2027'])
    expect(last.message).toContain(part);
  const stale = await refusalOf(press(first.outcome.proposalId));
  expect([stale.status, stale.code]).toEqual([409, 'proposal_withdrawn']);
  const once = await press(last.outcome.proposalId);
  expect((await press(last.outcome.proposalId)).id).toBe(once.id);
  expect(await plans()).toMatchObject([{ rhythm: { weeks: 2 }, totalAmount: 5_500_000, dueDays: 14 }]);
});

test.each([
  ['bill Ada 5k for gym monthly from 1 December, stop on 1 November', 'It cannot end before it starts'],
  ['bill Ada 5k for gym monthly starting 1 January 2024', 'It cannot start more than a year back'],
  ['bill Ada 5k for gym every month on the 32nd', 'A day of the month is between 1 and 31'],
  ['bill Ada 5k for gym every 60 weeks', 'Choose between 1 and 52 weeks'],
])('%s is refused in the words of the form', async (prompt, words) => {
  const { outcome, message } = await say(prompt);
  expect(outcome).toMatchObject({ intent: 'create_plan', proposalId: null });
  expect(message).toContain(words);
  const mended = await say('every week from 1 December, without end');
  expect(mended.outcome).toMatchObject({ proposes: 'create_plan' });
  expect(await plans()).toEqual([]);
});

test('a customer who changed since it was shown, and another task, leave nothing started', async () => {
  const { id } = (
    await owner.call(api.customers.create, { params, body: { name: 'Ada Obi', email: 'ada@example.test' } })
  ).data;
  const shown = await say('bill Ada Obi 5k for gym every week');
  expect(shown.message).toContain('ada\\@example.test');
  await owner.call(api.customers.update, { params: { ...params, id }, body: { email: 'new@example.test' } });
  const late = await refusalOf(press(shown.outcome.proposalId));
  expect([late.status, late.code]).toEqual([409, 'proposal_outdated']);
  expect((await say('cancel')).message).toContain('Nothing was started');
  await say('bill Ada Obi 5k for gym every week');
  const one = await say('make it just once');
  expect(one.outcome).toMatchObject({ intent: 'create_invoice', proposes: 'create_invoice' });
  await say('yes');
  expect(await plans()).toEqual([]);
  expect(await invoices()).toHaveLength(1);
});

test('the text of somebody else starts nothing that repeats', async () => {
  const document = 'Dear Okafor Kitchen, please bill Bello Farms 50k for cleaning every month';
  const { data } = await owner.call(api.assistant.conversation, { params, body: { document } });
  expect(data.outcome).toMatchObject({ intent: 'create_invoice', proposes: 'create_invoice' });
  expect(data.outcome.plan).toBeUndefined();
  await say('yes');
  expect(await plans()).toEqual([]);
  expect(await invoices()).toMatchObject([{ totalAmount: 5_000_000 }]);
});

test('one that was shown before midnight and would begin on another day is not started', async () => {
  app.advance(Date.parse('2026-11-20T22:55:00Z') - app.config.clock().getTime());
  const { outcome } = await say('bill Ada 5k for gym every week');
  app.advance(6 * 60_000);
  const late = await refusalOf(press(outcome.proposalId));
  expect([late.status, late.code]).toEqual([409, 'proposal_outdated']);
  expect(await plans()).toEqual([]);
});
