import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { add, formatMoney, minor } from '#core/money.ts';
import { settleEveryWay } from '#server/ops/import/testing.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
let stranger: Owner;

beforeAll(async () => {
  app = await testApp({});
  [owner, stranger] = [await newOwner(app), await newOwner(app)];
  await settleEveryWay(app, owner);
  const of = { params: { ...params, id: (await sentInvoice(app, owner)).id } };
  const { data: kept } = await owner.call(api.withholding.declare, { ...of, body: { kind: 'goods' } });
  const body = {
    amount: minor(1000_00 - kept.amount),
    day: dateIn(app.config.clock()),
    method: 'pos',
  } as const;
  await owner.call(api.offlinePayments.record, { ...of, body });
});
afterAll(() => app.close());

const ask = async (prompt: string, by = owner) => {
  await by.call(api.assistant.conversation, { params, body: { prompt } });
  const { messages } = (await by.call(api.assistant.thread, { params })).data.thread;
  return messages.at(-1)?.content ?? '';
};

test.each([
  // ₦1,200 for ₦1,000, of which ₦100 went back.
  ['Who has credit with me?', '**1 customer** has ₦100.00 of credit', 'No customer has credit'],
  ['Which alerts have I not checked?', '**1 alert** of ₦1,000.00 waits', 'No alert or screenshot waits'],
  // A payment that was undone, and one of the bank, is no cash.
  ['How much was paid in cash today?', '**₦2,000.00** in cash', 'Nothing came in cash'],
  ['How much came by POS today?', '**₦960.00** by POS', 'Nothing came by POS'],
  ['total cash this month', '**₦2,000.00** in cash', 'Nothing came in cash'],
  [
    'how much enter by transfer in the last 7 days',
    '**₦1,000.00** by bank transfer',
    'Nothing came by bank transfer',
  ],
  ['Which tax certificates am I waiting for?', '**1 tax certificate** over ₦40.00', 'You wait for no tax'],
  ['Show open statement lines', '**1 line** of ₦70.00', 'Nothing in your bank statements'],
])('%s', async (prompt, said, ofStranger) => {
  expect(await ask(prompt)).toContain(said);
  expect(await ask(prompt, stranger)).toContain(ofStranger);
});

test('money in dollars is told beside money in naira', async () => {
  const inDollars = { currency: 'USD' } as const;
  const { data } = await owner.call(api.invoices.create, {
    params: inDollars,
    body: sampleInvoice({ taxRate: 0 }),
  });
  await owner.call(api.invoices.send, {
    params: inDollars,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const body = {
    amount: add(data.totalAmount, minor(15_00)),
    day: dateIn(app.config.clock()),
    method: 'cash',
    keepRestAsCredit: true,
  } as const;
  await owner.call(api.offlinePayments.record, { params: { ...inDollars, id: data.id }, body });
  const cash = await ask('How much was paid in cash today?');
  expect(cash).toContain('**₦2,000.00** in cash');
  expect(cash).toContain(`In dollars as well: 1 payment, ${formatMoney(body.amount, 'USD')}.`);
  expect(await ask('Who has credit with me?')).toContain('In dollars as well: 1 customer, $15.00.');
  expect(await ask('Show open statement lines')).not.toContain('dollars');
});

test('credit is told of one customer by name', async () => {
  expect(await ask('How much credit does Mrs Bello have?')).toContain('₦100.00');
  expect(await ask('How much credit does Zubairu have?')).toContain('no customer called “Zubairu”');
});
