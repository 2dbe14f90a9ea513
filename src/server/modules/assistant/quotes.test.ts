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

test.each(['did Ada accept the quote?', 'show me my quotes', 'the quote was accepted', 'invoice Ada for 5k'])(
  '%s makes no quote',
  async (prompt) => {
    const { outcome } = await say(prompt);
    expect(outcome?.intent).not.toBe('create_quote');
  },
);
