import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

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
const quotes = async () => (await owner.call(api.quotes.list, { params, query: {} })).data;
const invoices = async () => (await owner.call(api.invoices.list, { params, query: {} })).data;

test.each([
  ['quote Chief Okafor 3 roofs at 200k each', 'quote', 60_000_000],
  ['please make a quotation for Mama Nkechi, 20 bags of cement at 9,500', 'quote', 19_000_000],
  ['Prepare an estimate for Bello Farms: fencing 450k', 'estimate', 45_000_000],
  ['proforma invoice for Zenith School, 40 chairs at 12k each', 'proforma', 48_000_000],
])('%s is shown as what it is called, and made by a yes', async (prompt, kind, totalAmount) => {
  const shown = await say(prompt);
  expect(shown.outcome).toMatchObject({ intent: 'create_quote', asks: null, proposes: 'create_quote' });
  expect(shown.message).toContain(kind === 'proforma' ? 'proforma invoice' : kind);
  expect(await quotes()).toEqual([]);
  const made = await say('yes');
  expect(made.outcome).toMatchObject({ intent: 'confirm', does: 'create_quote' });
  expect(await quotes()).toMatchObject([{ kind, totalAmount, status: 'draft' }]);
  expect(await invoices()).toEqual([]);
});

test('what is missing is asked, what is changed is shown, and it may become an invoice before it is made', async () => {
  const asked = await say('make a quote for Chief Okafor');
  expect(asked.outcome).toMatchObject({ intent: 'create_quote', asks: 'items' });
  const shown = await say('3 roofs at 200k each');
  expect(shown.outcome).toMatchObject({ proposes: 'create_quote' });
  const changed = await say('make it 4 roofs');
  expect(changed.outcome).toMatchObject({ intent: 'edit_draft', proposes: 'create_quote' });
  expect(changed.message).toContain('₦800,000.00');
  const turned = await say('make it an invoice instead');
  expect(turned.outcome).toMatchObject({ intent: 'create_invoice', proposes: 'create_invoice' });
  const back = await say('no, make it a quote');
  expect(back.outcome).toMatchObject({ intent: 'create_quote', proposes: 'create_quote' });
  await say('yes');
  expect(await quotes()).toMatchObject([{ totalAmount: 80_000_000, customerName: 'Chief Okafor' }]);
  expect(await invoices()).toEqual([]);
});

test('a deposit and the days it stands are shown, changed and made as they were told', async () => {
  const shown = await say(
    'Quote Chief Okafor for 3 sliding gates at 420k each, 60% deposit, valid for 20 days',
  );
  expect(shown.outcome.draft).toMatchObject({
    dueDate: '2026-12-04',
    deposit: { type: 'percent', value: 60 },
    validDays: 20,
  });
  expect(shown.message).toContain(
    'A deposit of 60% (₦756,000.00) is asked for on acceptance, the rest when you ask.',
  );
  expect(shown.message).toContain('It can be accepted for 20 days once you send it.');
  const changed = await say('deposit of 200k, valid till month end');
  expect(changed.outcome).toMatchObject({ intent: 'edit_draft', proposes: 'create_quote' });
  expect(changed.message).toContain('A deposit of ₦200,000.00 is asked for');
  expect(changed.message).toContain('accepted for 10 days');
  await say('make it 4 gates');
  await say('yes');
  const [{ id = '' } = {}] = await quotes();
  const { data: made } = await owner.call(api.quotes.detail, { params: { ...params, id } });
  expect(made).toMatchObject({ totalAmount: 168_000_000, validDays: 10, onAcceptance: 'send' });
  expect(made.schedule).toEqual([
    { label: 'Deposit', amount: 20_000_000, due: { on: 'acceptance' }, sum: 20_000_000 },
    { label: 'Rest', rest: true, due: { on: 'ask' }, sum: 148_000_000 },
  ]);
});

test.each([
  ['quote Ada 3 roofs at 200k each, 100% deposit', 'A deposit is more than nothing and less than the total'],
  ['quote Ada 3 roofs at 200k each, deposit of 700k', '“deposit of 700,000” is not on it'],
  ['quote Ada 3 roofs at 200k each with a deposit', '“with a deposit” is not on it'],
  ['quote Ada 3 roofs at 200k each, 50% deposit, balance 15 January', 'open it to set the parts'],
  ['quote Ada 3 roofs at 200k each, valid for 500 days', 'a quote can be accepted for 1 to 365 days'],
])('%s: what cannot be is said, and left out', async (prompt, aside) => {
  const { message, outcome } = await say(prompt);
  expect(message).toContain(aside);
  expect(message).toContain('accepted for 14 days');
  expect(message).not.toContain('is asked for on acceptance');
  expect(outcome).toMatchObject({ proposes: 'create_quote' });
});

test('a quote that becomes an invoice tells of the deposit it loses', async () => {
  await say('quote Ada 3 roofs at 200k each, 60% deposit, valid for 5 days');
  const { message, outcome } = await say('make it an invoice instead');
  expect(message).toContain('The deposit of 60% is not on the invoice');
  expect(outcome.draft).not.toHaveProperty('deposit');
  expect(outcome.draft).not.toHaveProperty('validDays');
});

test('a deposit below the least part is refused where it is told', async () => {
  const { message, outcome } = await say('quote Ada 3 roofs at 200k each, deposit of 50 naira');
  expect(message).toContain('Deposit: A part is at least ₦100.00');
  expect(outcome.proposalId).toBeNull();
});

test.each(['did Ada accept the quote?', 'show me my quotes', 'the quote was accepted', 'invoice Ada for 5k'])(
  '%s makes no quote',
  async (prompt) => {
    const { outcome } = await say(prompt);
    expect(outcome?.intent).not.toBe('create_quote');
  },
);
