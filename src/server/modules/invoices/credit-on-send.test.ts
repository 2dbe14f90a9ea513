import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
let customer = 0;

beforeAll(async () => {
  app = await sharedApp();
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const draft = async (clientEmail: string, rate: number) =>
  (
    await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({
        clientEmail,
        clientName: 'Ada',
        taxRate: 0,
        discount: minor(0),
        items: [{ description: 'Rice', quantity: 1_000_000, rate: minor(rate) }],
      }),
    })
  ).data;
const send = async (
  invoiceId: string,
  more: { useCredit?: boolean; channels?: ('email' | 'whatsapp')[] } = {},
) => (await owner.call(api.invoices.send, { params, body: { invoiceId, ...more } })).data;
const choose = (creditOnSend: 'ask' | 'always') =>
  owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { creditOnSend },
  });

/** A customer who paid ₦300 too much. */
async function withCredit() {
  const clientEmail = `ada${++customer}@example.test`;
  const { id, customerId } = await draft(clientEmail, 1000_00);
  await send(id);
  await owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: {
      amount: minor(1300_00),
      day: dateIn(app.config.clock()),
      method: 'cash',
      keepRestAsCredit: true,
    },
  });
  const credit = async (): Promise<Minor> =>
    (await owner.call(api.customerCredit.read, { params: { ...params, id: customerId } })).data.credit;
  expect(await credit()).toBe(300_00);
  return { clientEmail, credit };
}

test('credit waits for its owner until they say so, at once or always', async () => {
  const { clientEmail, credit } = await withCredit();
  const unasked = await draft(clientEmail, 200_00);
  expect((await send(unasked.id)).invoice).toMatchObject({ status: 'sent', amountPaid: 0 });
  const asked = await draft(clientEmail, 100_00);
  expect((await send(asked.id, { useCredit: true })).invoice).toMatchObject({ status: 'paid', balance: 0 });
  expect(await credit()).toBe(200_00);
  await choose('always');
  const without = await draft(clientEmail, 250_00);
  expect((await send(without.id, { useCredit: false })).invoice).toMatchObject({ amountPaid: 0 });
  const always = await draft(clientEmail, 250_00);
  expect((await send(always.id)).invoice).toMatchObject({ amountPaid: 200_00, balance: 50_00 });
  expect(await credit()).toBe(0);
  const none = await draft(clientEmail, 250_00);
  expect((await send(none.id)).invoice).toMatchObject({ amountPaid: 0 });
  await choose('ask');
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});

test('credit is told of before and after sending: by customer, in the answer, and beside the card of the chat', async () => {
  const first = await withCredit();
  const second = await withCredit();
  const { data: listed } = await owner.call(api.customerCredit.list, { params });
  const [one, two, three] = [
    await draft(first.clientEmail, 200_00),
    await draft(first.clientEmail, 200_00),
    await draft(second.clientEmail, 100_00),
  ];
  for (const { customerId } of [one, three]) expect(listed).toContainEqual({ customerId, credit: 300_00 });
  const say = async (prompt: string) =>
    (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
  const numbers = [one, two, three].map(({ invoiceNumber }) => invoiceNumber).join(', ');
  const shown = await say(`send invoices ${numbers}`);
  // Two invoices of one customer have one credit; the third has room for a part of another's.
  expect(shown.outcome.customerCredit).toEqual({
    amount: 400_00,
    currency: 'NGN',
    customers: ['Ada', 'Ada'],
  });
  expect(shown.message).toContain('₦400.00 of credit with you. It stays there');
  expect(shown.beside ?? '').not.toContain('of credit');
  const body = { proposalId: shown.outcome.proposalId ?? '', useCredit: true };
  const { data: done } = await owner.call(api.assistant.confirm, { params, body });
  expect(done.outcome).toMatchObject({ does: 'send_invoice' });
  expect(done.outcome.customerCredit).toBeUndefined();
  expect([await first.credit(), await second.credit()]).toEqual([0, 200_00]);

  const last = await draft(second.clientEmail, 150_00);
  const typed = await say(`send invoice ${last.invoiceNumber}`);
  expect(typed.outcome.customerCredit?.amount).toBe(150_00);
  await say('yes');
  expect(await second.credit()).toBe(200_00);
  const byHand = await draft(second.clientEmail, 150_00);
  expect((await send(byHand.id)).creditLeft).toBe(150_00);
  await choose('always');
  const silent = await draft(second.clientEmail, 150_00);
  expect((await say(`send invoice ${silent.invoiceNumber}`)).outcome.customerCredit).toBeUndefined();
  await choose('ask');
});

test('an invoice that credit pays whole goes to its customer all the same, as one that is paid', async () => {
  const { clientEmail } = await withCredit();
  const { id, invoiceNumber } = await draft(clientEmail, 300_00);
  await send(id, { useCredit: true });
  const subject = `%${invoiceNumber}%`;
  const mail = await eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${clientEmail} and subject like ${subject} order by id desc`.execute(app.store.db);
    return rows[0]?.body_text;
  });
  expect(mail).toContain('Paid');
  expect(mail).toContain('₦300.00');
  const byHand = await withCredit();
  const other = await draft(byHand.clientEmail, 300_00);
  const { whatsapp, whatsappUrl } = await send(other.id, { useCredit: true, channels: ['whatsapp'] });
  expect(whatsapp).toBe('link');
  expect(decodeURIComponent(whatsappUrl ?? '')).toContain('₦300.00 is paid. See it here');
});
