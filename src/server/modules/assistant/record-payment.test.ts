import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';

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
const payments = async () => (await owner.call(api.payments.list, { params, query: {} })).data.transactions;
const claims = async () => (await owner.call(api.offlinePayments.claims, { params, query: {} })).data;

/** A sent invoice of so many naira. */
async function owes(customerName: string, naira: number, more: object = {}): Promise<string> {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: customerName,
      clientEmail: `${customerName.replaceAll(' ', '.').toLowerCase()}@example.test`,
      dueDate: '2026-11-27',
      items: [{ description: 'Rice', quantity: 1_000_000, rate: major(naira) }],
      taxRate: 0,
      ...more,
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data._id, channels: ['whatsapp'] } });
  return data.invoiceNumber;
}
const balanceOf = async (number: string) =>
  (await owner.call(api.invoices.list, { params, query: {} })).data.find(
    ({ invoiceNumber }) => invoiceNumber === number,
  )?.balance;

test('cash told of in words is shown first, and recorded by a yes', async () => {
  const number = await owes('Mama Chidi', 50_000);
  const shown = await say('Mama Chidi paid 20k cash yesterday');
  expect(shown.outcome).toMatchObject({ intent: 'record_payment', asks: null, proposes: 'record_payment' });
  for (const part of ['₦20,000.00', 'Mama Chidi', number, '19 November 2026', 'in cash', '₦30,000.00'])
    expect(shown.message).toContain(part);
  expect(await payments()).toEqual([]);
  const changed = await say('sorry, 25k');
  expect(changed.message).toContain('₦25,000.00');
  expect((await say('yes')).outcome).toMatchObject({ intent: 'confirm', does: 'record_payment' });
  expect(await payments()).toMatchObject([{ amount: 2_500_000, paymentMethod: 'cash', evidence: 'hand' }]);
  expect(await balanceOf(number)).toBe(2_500_000);
  expect((await say('has Mama Chidi paid?')).outcome.intent).not.toBe('record_payment');
  expect(await payments()).toHaveLength(1);
});

test('a yes may bring the next invoice, which waits; a deletion leaves whose it was', async () => {
  await owes('Mama Chidi', 50_000);
  await say('Mama Chidi paid 20k cash');
  const recorded = await say('record it, and invoice her 5k for delivery');
  expect(await payments()).toHaveLength(1);
  expect(recorded.message).toContain('The invoice for **Mama Chidi** is not made yet');
  expect((await say('yes')).outcome).toMatchObject({ draft: { customerName: 'Mama Chidi', total: 5000 } });
  await say('yes');
  await say('delete that one');
  await say('yes');
  expect((await say('invoice her 8k for rice')).outcome.draft).toMatchObject({ customerName: 'Mama Chidi' });
});

test('a transfer is recorded only where it was seen in the bank; an alert is a claim', async () => {
  const number = await owes('Bello Stores', 50_000);
  expect((await say('Bello paid 50k by transfer')).outcome).toMatchObject({ asks: 'seen', proposalId: null });
  expect((await say('yes')).outcome).toMatchObject({ asks: 'seen', proposalId: null });
  expect((await say('I never see am for my bank app')).outcome.proposalId).toBeNull();
  const claimed = await say('na only alert he show me');
  expect(claimed.message).toMatch(/can be forged/);
  await say('yes');
  expect(await payments()).toEqual([]);
  expect(await claims()).toMatchObject([{ amount: 5_000_000, invoiceNumber: number, state: 'open' }]);
  await say(`record 50,000 transfer from Bello for ${number}`);
  expect((await say('I saw it in my bank app')).outcome.proposalId).not.toBeNull();
  expect((await say('yes')).message).toContain('The invoice is paid.');
  expect(await balanceOf(number)).toBe(0);
});

test('several invoices are listed, the oldest first, and what is missing is asked', async () => {
  const first = await owes('Chidi Obi', 30_000);
  await owes('Chidi Obi', 40_000);
  const asked = await say('Chidi don pay me 15k');
  expect(asked.outcome.asks).toBe('invoice');
  expect(asked.message.indexOf(first)).toBeLessThan(asked.message.indexOf('₦40,000.00'));
  expect((await say('the first one')).outcome.asks).toBe('method');
  expect((await say('cash')).message).toContain(first);
  expect((await say('no')).message).toBe('Fine, nothing was recorded.');
  // "The 40k one" is an invoice, and no other amount.
  await say('Chidi gave me 15k cash');
  expect((await say('the 40k one')).message).toMatch(/₦15,000\.00.*₦25,000\.00/su);
  await say('no');
  // The amount of one of them names it.
  expect((await say('Chidi gave me 40k cash')).message).toContain('The invoice is paid then');
  expect((await say('Zainab paid 5k cash')).message).toMatch(/found no invoice/);
  expect((await say('yes')).outcome.does).not.toBe('record_payment');
  expect(await payments()).toEqual([]);
});

test('more than is owed, and the same again, are asked about', async () => {
  const number = await owes('Ada', 10_000);
  await owes('Ada', 90_000);
  expect((await say(`Ada paid 12k pos for ${number}`)).outcome.asks).toBe('rest');
  expect((await say('keep it as credit')).message).toContain('₦2,000.00 is kept as their credit');
  expect((await say('no, 4k')).message).toContain('₦4,000.00');
  await say('yes');
  expect((await say(`Ada paid 4k pos for ${number}`)).outcome.asks).toBe('duplicate');
  expect((await say('no')).outcome.intent).toBe('cancel');
  await say(`Ada paid 4k pos for ${number}`);
  expect((await say('yes, record it again')).outcome.proposalId).not.toBeNull();
  await say('yes');
  expect(await payments()).toHaveLength(2);
  expect(await balanceOf(number)).toBe(200_000);
});

test.each([
  ['tax its customer keeps', 47_500],
  ['a discount for paying early', 49_000],
  ['a rest its owner forgives', 49_950],
] as const)('%s settles the rest: the invoice is paid, and both answers say so', async (by, naira) => {
  const number = await owes(
    'Zenith Foods Ltd',
    50_000,
    by === 'a discount for paying early' ? { earlyPayment: { percent: 200, until: '2026-11-25' } } : {},
  );
  const id = (await owner.call(api.invoices.list, { params, query: {} })).data[0]?.id ?? '';
  if (by === 'tax its customer keeps') {
    await owner.call(api.settings.updateProfile, {
      params: { ...params, id: owner.businessId },
      body: { tin: '2011447700011' },
    });
    await owner.call(api.withholding.declare, { params: { ...params, id }, body: { kind: 'professional' } });
  }
  if (by === 'a rest its owner forgives')
    await owner.call(api.settings.updateProfile, {
      params: { ...params, id: owner.businessId },
      body: { forgiveRests: { NGN: major(50) } },
    });
  const part = await say(`Zenith paid 20k cash for ${number}`);
  expect(part.message).toContain('₦30,000.00 is still owed then.');
  const shown = await say(`no, ${naira}`);
  expect(shown.message).toContain('The invoice is paid then.');
  expect(shown.message).not.toContain('owed');
  const done = await say('yes');
  expect(done.message).toContain('The invoice is paid.');
  expect(done.message).not.toContain('owed');
  expect(await balanceOf(number)).toBe(0);
});

test('all that is asked for on the day is what is paid in full, and more is asked about', async () => {
  const number = await owes('Ngozi', 50_000, { earlyPayment: { percent: 200, until: '2026-11-25' } });
  const rest = await say(`Ngozi paid 50k cash for ${number}`);
  expect(rest.outcome).toMatchObject({ asks: 'rest' });
  expect(rest.message).toMatch(/Only \*\*₦49,000\.00\*\* is owed .*₦1,000\.00/);
  expect((await say(`Ngozi paid 10k cash for ${number}`)).message).toContain('₦40,000.00 is still owed');
  const full = await say(`Ngozi paid everything in cash for ${number}`);
  expect(full.message).toContain('Record **₦49,000.00**');
  expect((await say('yes')).message).toContain('The invoice is paid.');
  expect(await balanceOf(number)).toBe(0);
});

test('a part nobody asked for yet has no day, and is not to be reminded of', async () => {
  const schedule = [
    { label: 'Deposit', percent: 6000, due: { days: 0 } },
    { label: 'Rest', rest: true, due: { on: 'ask' as const } },
  ];
  const number = await owes('Halima', 50_000, { schedule });
  const id = (await owner.call(api.invoices.list, { params, query: {} })).data[0]?.id ?? '';
  const cash = { amount: major(30_000), day: '2026-11-20', method: 'cash' as const };
  await owner.call(api.offlinePayments.record, { params: { ...params, id }, body: cash });
  const details = (await say(`show me invoice ${number}`)).message;
  expect(details).toContain('**Due:** when asked; issued');
  expect(details).not.toContain('remind');
  expect((await say('show unpaid invoices')).message).toContain('| when asked |');
});

test('money told of before its invoice is made is asked about once it is', async () => {
  await say('Invoice Funmi for braids 18k');
  const told = await say('she don pay 10k');
  expect(told.outcome).toMatchObject({ proposes: 'create_invoice', draft: { total: 18_000 } });
  expect(told.message).toContain('is not recorded yet');
  const made = await say('yes');
  expect(made.outcome).toMatchObject({ does: 'create_invoice', asks: 'method', proposalId: null });
  expect(made.message).toContain('You told me that **₦10,000.00** came. How was it paid');
  expect((await say('cash')).outcome.proposes).toBe('record_payment');
  await say('yes');
  expect(await payments()).toMatchObject([{ amount: 1_000_000, paymentMethod: 'cash' }]);
});

test('a draft stays beside a request that comes to nothing, and waits while another task is done', async () => {
  await owes('Ada Obi', 5_000);
  await say('Invoice Dayo for haulage 180k');
  const nothing = await say('they will deduct 5% withholding tax');
  expect(nothing.message).toMatch(/found no sent invoice[^]*still open/);
  expect((await say('make it 190k')).outcome).toMatchObject({ draft: { total: 190_000 } });
  expect((await say('remind Ada Obi')).outcome.proposes).toBe('send_reminder');
  expect((await say('yes')).message).toContain('The invoice for **Dayo** is not made yet');
  expect((await say('yes')).outcome).toMatchObject({ proposes: 'create_invoice', draft: { total: 190_000 } });
  expect((await say('yes')).outcome).toMatchObject({ does: 'create_invoice' });
});

test('a payment that was recorded is taken back on its page, and nothing is said to be open', async () => {
  await owes('Mama Chidi', 50_000);
  for (const [at, after] of ['undo it', 'sorry that was wrong, undo it', 'No be 20k oo, na 12k'].entries()) {
    await say(`Mama Chidi paid ${at + 2}k cash`);
    await say('yes');
    expect((await say(after)).message).toMatch(/^I cannot change or undo payments here/);
  }
  await say('delete the invoice of Mama Chidi');
  const { message, outcome } = await say('whatsapp');
  expect([outcome.proposalId, message]).toEqual([null, expect.not.stringContaining('still open')]);
});
