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
const RICE = [{ description: 'Bag of rice', quantity: 5_000_000, rate: major(10_000) }];

/** A sent invoice of five bags of rice, or of `items`. */
async function owes(customerName: string, items = RICE, taxRate = 0): Promise<string> {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: customerName,
      clientEmail: `${customerName.replaceAll(' ', '.').toLowerCase()}@example.test`,
      dueDate: '2026-11-27',
      items,
      taxRate,
    }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data._id, channels: ['whatsapp'] } });
  return data.invoiceNumber;
}
const listed = async (number: string) => {
  const { data } = await owner.call(api.invoices.list, { params, query: {} });
  return data.find(({ invoiceNumber }) => invoiceNumber === number);
};
const notes = async () => (await owner.call(api.creditNotes.list, { params, query: {} })).data;

test('a promise is shown with its day, noted by a yes, and moves no figure', async () => {
  const number = await owes('Okon Bassey');
  expect((await say('Okon Bassey said he will pay soon')).outcome).toMatchObject({
    intent: 'note_promise',
    asks: 'date',
    proposalId: null,
  });
  const shown = await say('he means 2nd December');
  expect(shown.outcome).toMatchObject({
    proposes: 'note_promise',
    promise: { customerName: 'Okon Bassey', date: '2026-12-02', amount: null },
  });
  for (const part of [number, 'Wednesday, 2 December 2026', 'No figure changes'])
    expect(shown.message).toContain(part);
  expect((await say('yes note it')).outcome).toMatchObject({ intent: 'confirm', does: 'note_promise' });
  expect((await listed(number))?.balance).toBe(5_000_000);
  const { data } = await owner.call(api.reminders.ofCustomer, {
    params: { ...params, id: (await listed(number))?.customerId ?? '' },
  });
  expect(data.promises).toMatchObject([{ day: '2026-12-02', amount: 5_000_000, state: 'open' }]);
});

test('goods that came back are credited once, after the yes, and never more than is owed', async () => {
  const number = await owes('Ejike Stores');
  const shown = await say(`credit note for invoice ${number}: 2 of the bags of rice came back`);
  expect(shown.outcome).toMatchObject({
    proposes: 'credit_note',
    credit: { items: [{ quantity: 2 }], reason: 'return' },
  });
  for (const part of ['₦20,000.00', number, 'goods came back', '₦30,000.00 is still owed'])
    expect(shown.message).toContain(part);
  expect(await notes()).toEqual([]);
  expect((await say('no, take off 15,000')).message).toContain('₦15,000.00');
  expect((await say('yes')).outcome.does).toBe('credit_note');
  expect(await notes()).toMatchObject([{ total: 1_500_000, effect: { owed: 1_500_000, refund: 0 } }]);
  expect((await listed(number))?.balance).toBe(3_500_000);
  await say('yes');
  expect(await notes()).toHaveLength(1);
  expect(
    (await say(`take 90,000 off ${number} by credit note, we agreed a discount`)).outcome.proposalId,
  ).toBeNull();
});

test('a sum off an invoice with tax comes to just that sum', async () => {
  const items = [...RICE, { description: 'Delivery', quantity: 1_000_000, rate: major(3_333) }];
  const number = await owes('Bola Foods', items, 750);
  const shown = await say(`I overcharged Bola Foods by 4,000 on invoice ${number}, issue a credit note`);
  expect(shown.message).toContain('Take **₦4,000.00** off');
  await say('yes');
  expect(await notes()).toMatchObject([{ total: 400_000 }]);
});

test('what was paid is not credited here, and a write-off is only what is owed', async () => {
  const number = await owes('Sunday Udo');
  await say(`Sunday Udo paid 49,650 cash for ${number}`);
  await say('yes');
  expect((await say(`cancel the whole of invoice ${number} with a credit note`)).message).toContain(
    'A part of that was paid already',
  );
  expect((await say(`write off 900 naira on invoice ${number}`)).outcome).toMatchObject({
    asks: 'amount',
    proposalId: null,
  });
  const shown = await say(`write off the 350 naira left on invoice ${number}`);
  expect(shown.message).toContain('Write off **₦350.00**');
  expect((await listed(number))?.balance).toBe(35_000);
  expect((await say('yes')).outcome.does).toBe('write_off');
  expect(await listed(number)).toMatchObject({ balance: 0, writtenOff: 35_000 });
});

test('tax that was kept is noted at a rate there is, and nothing else', async () => {
  const number = await owes('Unity Bank');
  expect((await say(`Unity Bank removed withholding tax from our invoice ${number}`)).outcome).toMatchObject({
    intent: 'withholding',
    asks: 'amount',
  });
  expect((await say('3 percent')).message).toContain('Which of these is it?');
  expect((await say('5 percent')).message).toContain('₦2,500.00');
  expect((await say('yes')).outcome.does).toBe('withholding');
  const { data } = await owner.call(api.withholding.list, { params, query: {} });
  expect(data).toMatchObject([{ invoiceNumber: number, amount: 250_000, state: 'declared' }]);
  expect((await listed(number))?.balance).toBe(5_000_000);
});

test('a statement is shown, and mailed once by a yes', async () => {
  await owes('Mama Ejima');
  const shown = await say('statement of account for Mama Ejima');
  expect(shown.outcome).toMatchObject({ intent: 'customer_statement', proposalId: null });
  expect(shown.message).toContain('₦50,000.00');
  const asked = await say('email am give her');
  expect(asked.outcome).toMatchObject({ intent: 'customer_statement', proposes: 'customer_statement' });
  expect(asked.message).toContain('mama.ejima\\@example.test');
  expect((await say('yes')).outcome.does).toBe('customer_statement');
  await say('change the retainer of Mama Ejima to 90k');
  await say('statement of account for Mama Ejima');
  expect((await say('send it to her')).outcome.proposes).toBe('customer_statement');
});

test('a repeating invoice is paused, resumed and ended by a yes each', async () => {
  const when = { starts: '2026-11-30', rhythm: { months: 1, day: 31 }, dueDays: 7, mode: 'send' } as const;
  const contents = { title: 'Cleaning', items: RICE, taxRate: 0, discount: major(0) };
  const client = { clientName: 'Hilltop Diner', clientEmail: 'hilltop@example.test' };
  await owner.call(api.plans.create, { params, body: { ...contents, ...client, ...when } });
  const state = async () => (await owner.call(api.plans.list, { params })).data.map((plan) => plan.state);
  const shown = await say('pause the monthly invoice of Hilltop Diner');
  expect(shown.outcome).toMatchObject({ intent: 'change_plan', change: 'pause', proposes: 'change_plan' });
  expect(await state()).toEqual(['active']);
  expect((await say('yes')).outcome.does).toBe('change_plan');
  expect(await state()).toEqual(['paused']);
  await say('resume the monthly invoice of Hilltop Diner');
  await say('yes');
  expect(await state()).toEqual(['active']);
  expect((await say('end the monthly invoice of Hilltop Diner')).message).toContain('for good');
  await say('no');
  expect(await state()).toEqual(['active']);
});

test('a quote becomes one invoice, after the yes', async () => {
  const contents = { title: 'Gates', items: RICE, taxRate: 0, discount: major(0) };
  const client = { clientName: 'Alaba Sounds', clientEmail: 'alaba@example.test' };
  const body = { ...contents, ...client, kind: 'quote', validDays: 14, dueDays: 7 } as const;
  const { data } = await owner.call(api.quotes.create, { params, body });
  expect((await say('turn the quote of Alaba Sounds into an invoice')).outcome.proposalId).toBeNull();
  await owner.call(api.quotes.send, { params: { ...params, id: data.id } });
  const shown = await say('turn quote 1 into an invoice');
  expect(shown.outcome).toMatchObject({ intent: 'convert_quote', proposes: 'convert_quote' });
  const invoices = async () => (await owner.call(api.invoices.list, { params, query: {} })).data;
  expect(await invoices()).toEqual([]);
  expect((await say('yes')).outcome.does).toBe('convert_quote');
  expect(await invoices()).toMatchObject([{ status: 'pending', totalAmount: 5_000_000 }]);
  expect((await say('turn quote 1 into an invoice')).outcome.proposalId).toBeNull();
});

test('a card that no longer fits the invoice is refused', async () => {
  const number = await owes('Gyang Pam');
  const shown = await say(`write off invoice ${number}`);
  expect(shown.message).toContain('₦50,000.00');
  const id = (await listed(number))?._id ?? '';
  const body = { amount: major(1_000), day: '2026-11-20', method: 'cash' } as const;
  await owner.call(api.offlinePayments.record, { params: { ...params, id }, body });
  expect((await say('yes')).outcome.does).toBeNull();
  expect((await listed(number))?.balance).toBe(4_900_000);
});

test('a sum in another currency is taken off the invoice in that currency', async () => {
  const number = await owes('Okon Bassey');
  const dollars = { currency: 'USD' } as const;
  const { data: sent } = await owner.call(api.invoices.create, {
    params: dollars,
    body: sampleInvoice({
      clientName: 'Okon Bassey',
      clientEmail: 'okon.bassey@example.test',
      dueDate: '2026-11-27',
      items: [{ description: 'Bag of rice', quantity: 1_000_000, rate: major(300) }],
      taxRate: 0,
    }),
  });
  await owner.call(api.invoices.send, {
    params: dollars,
    body: { invoiceId: sent._id, channels: ['whatsapp'] },
  });
  const shown = await say('write off $50 for Okon Bassey');
  expect(shown.outcome.proposes).toBe('write_off');
  expect(shown.message).toContain('$50.00');
  expect((await say('yes')).outcome.does).toBe('write_off');
  const { data } = await owner.call(api.invoices.list, { params: dollars, query: {} });
  expect(data).toMatchObject([{ balance: 25_000 }]);
  expect((await listed(number))?.balance).toBe(5_000_000);
});

test('an invoice named by its goods is written off only where it is the one that was just made', async () => {
  await owes('Mama Ejima');
  await say('show the invoice of Mama Ejima');
  const other = await say('write off the beans invoice');
  expect(other.outcome).toMatchObject({ intent: 'write_off', asks: 'invoice', proposalId: null });
  await say('cancel');
  await say('Invoice Okon Bassey 2 bags of beans at 30k each');
  await say('yes');
  await say('send it on whatsapp');
  await say('yes');
  expect((await say('write off the beans invoice')).message).toContain('Okon Bassey');
});
