import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { packed, pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, refundState, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, PIN, setPin, openCheckout } from '../../../../tests/money.ts';
import { recordPayment } from './commands/record.ts';
import { sweepRefunds } from './flows/refunds.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
  owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(500_000_00));
});
afterAll(() => app.close());
beforeEach(() => {
  fake.onRefund = () => ({ told: refundState('completed'), truth: refundState('completed') });
});

const deliver = (payment: ReturnType<typeof reported>) =>
  app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
const balance = async () => (await owner.call(api.withdrawals.balance, { params })).data;
const invoice = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
const details = async (id: string) =>
  (await owner.call(api.payments.details, { params: { ...params, id } })).data;
const creditRows = async () =>
  (await owner.call(api.payments.list, { params, query: { credit: 'left' } })).data.transactions;
const withCredit = async () => (await creditRows()).map(({ id }) => id);
const give = async (id: string, amount: number, more = {}) =>
  (
    await owner.call(api.payments.refund, {
      params: { ...params, id },
      body: { amount: minor(amount), reason: 'Agreed with the customer', pin: PIN, ...more },
    })
  ).data;

/** An invoice of ₦1,000 to one customer and a payment of `amount` for it. */
async function paid(
  amount: number,
  email = `c${newToken(6).toLowerCase().replace(/\W|_/g, 'x')}@example.test`,
  before: (invoiceId: string) => Promise<unknown> = async () => {},
) {
  const invoiceId = await sent(email);
  const asked = { businessId: owner.businessId, invoiceId, amount: minor(1000_00) };
  const reference = await openCheckout(app, asked);
  const payment = reported(reference, minor(amount));
  fake.transactions.set(payment.transactionId, payment);
  await before(invoiceId);
  await deliver(payment);
  const { data } = await owner.call(api.payments.list, { params, query: { search: reference } });
  return { invoiceId, email, payment, id: data.transactions[0]?.id ?? '' };
}

async function sent(email: string, currency: 'NGN' | 'USD' = 'NGN'): Promise<string> {
  const body = sampleInvoice({
    clientEmail: email,
    taxRate: 0,
    items: [{ description: 'Tray', quantity: 1_000_000, rate: minor(1000_00) }],
  });
  const { data } = await owner.call(api.invoices.create, { params: { currency }, body });
  const to = { invoiceId: data.id, channels: ['whatsapp' as const] };
  await owner.call(api.invoices.send, { params: { currency }, body: to });
  return data.id;
}

const ended = (id: string, status: string) =>
  eventually(async () => (await details(id)).refunds.every((refund) => refund.status === status));

test('a receipt is emailed again once a day, and by its owner alone', async () => {
  const { id, email } = await paid(1000_00);
  const again = (of: Owner = owner) => of.call(api.payments.sendReceipt, { params: { ...params, id } });
  expect([(await again()).message, (await again()).message]).toEqual([
    'Receipt sent successfully',
    'The receipt was already sent today',
  ]);
  const receipts = () =>
    sql<{ key: string }>`select key from kept_mails where to_address = ${email} and key like 'receipt:%'`
      .execute(app.store.db)
      .then(({ rows }) => rows.length);
  await eventually(async () => (await receipts()) === 2);
  expect(await refusalOf(again(await newOwner(app)))).toMatchObject({ status: 404 });
});

test('part of an over-payment comes out of the credit first, then off the invoice, which owes it again', async () => {
  const { id, invoiceId, email } = await paid(1300_00);
  const { invoiceNumber } = await invoice(invoiceId);
  const owedBy = async (refunded: string) =>
    /It is owed again\. Still to pay for invoice (.*)\./.exec(
      (await mailTo(email, `refunded ${refunded} of what you paid`)).body_text,
    )?.[1];
  const before = await balance();
  expect(await withCredit()).toEqual([id]);
  await give(id, 200_00);
  await ended(id, 'completed');
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  expect(activities.find(({ activityType }) => activityType === 'refund_requested')?.status).toBe('success');
  expect(await invoice(invoiceId)).toMatchObject({ status: 'paid', amountPaid: 1000_00 });
  await give(id, 150_00);
  await ended(id, 'completed');
  expect(await invoice(invoiceId)).toMatchObject({ status: 'sent', amountPaid: 950_00 });
  const { payment, refundable, refunds } = await details(id);
  expect(payment).toMatchObject({ status: 'completed', refundedAmount: 350_00, creditAmount: 0 });
  expect({ refundable, count: refunds.length }).toEqual({ refundable: 950_00, count: 2 });
  expect(await withCredit()).toEqual([]);
  expect(before.available - (await balance()).available).toBe(350_00);
  await give(id, 950_00);
  await ended(id, 'completed');
  expect((await details(id)).payment.status).toBe('refunded');
  expect([await owedBy('₦200.00'), await owedBy('₦150.00'), await owedBy('₦950.00')]).toEqual([
    undefined,
    `${invoiceNumber}: ₦50.00`,
    `${invoiceNumber}: ₦1,000.00`,
  ]);
});

const mailTo = (address: string, holding: string) =>
  eventually(async () => {
    const { rows } = await sql<{ subject: string; body_text: string }>`
      select subject, body_text from kept_mails where to_address = ${address}`.execute(app.store.db);
    return rows.find((mail) => mail.subject.includes(holding) || mail.body_text.includes(holding));
  });
const activities = async () =>
  (await owner.call(api.activities.list, { params, query: {} })).data.activities.map(
    ({ description }) => description,
  );

test('money for a deleted invoice asks nobody for more, and its paper says that it was cancelled', async () => {
  const { invoiceId, email, payment } = await paid(1000_00, undefined, (id) =>
    owner.call(api.invoices.remove, { params, body: { invoiceId: id } }),
  );
  const { body_text: receipt } = await mailTo(email, 'Your payment to');
  expect(receipt).toContain('₦1,000.00 is more than was owed. Okafor Kitchen & Events keeps it for you.');
  expect(receipt).not.toMatch(/Still to pay|Pay the rest/);
  const { body_text: told } = await mailTo(owner.email, payment.reference);
  expect(told).toContain('Nothing was owed on it any more');
  expect(told).not.toContain('Still to pay');
  const { pathname } = new URL((await invoice(invoiceId)).checkoutUrl ?? '');
  const pdf = await fetch(`${app.url}/api${pathname}/pdf`);
  const paper = packed((await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join(''));
  expect(paper).toContain(packed('This invoice was cancelled. Please do not pay it.'));
  for (const asking of ['Amount due', 'Scan to pay']) expect(paper).not.toContain(packed(asking));
});

test('what is paid too much is told to its customer, and its two rows say two different sums', async () => {
  const { id, email } = await paid(1500_00);
  const { body_text: receipt } = await mailTo(email, 'Your payment to');
  expect(receipt).toContain('₦500.00 is more than was owed.');
  expect((await activities()).join()).toMatch(
    /paid ₦1,500\.00 for INV-\d+\. ₦500\.00 is more than was owed and kept as their credit/,
  );
  // A part of it goes back: the rest is still theirs, and is still told.
  await give(id, 200_00);
  await ended(id, 'completed');
  const { data } = await owner.call(api.payments.list, { params, query: {} });
  expect(data.transactions.find((one) => one.id === id)?.told).toMatch(
    /₦200\.00 was refunded to .*₦300\.00 is more than is owed/,
  );
});

test('credit on its way back is neither used nor theirs yet: statement, paper and their own page say so', async () => {
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('completed') });
  const { id, invoiceId } = await paid(1500_00);
  await give(id, 300_00);
  await ended(id, 'processing');
  const of = { params: { ...params, id: (await invoice(invoiceId)).customerId } };
  const read = async () => (await owner.call(api.customerStatements.read, of)).data;
  expect(await read()).toMatchObject({ closing: -500_00, outstanding: 0, credit: 200_00, returning: 300_00 });
  const pdf = await fetch(`${app.url}/api/ngn/customers/${of.params.id}/statement.pdf`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const [paper = ''] = await pagesOf(new Uint8Array(await pdf.arrayBuffer()));
  expect(packed(paper)).toMatch(/₦200\.00₦300\.00[-−]₦500\.00/);
  const { pathname } = new URL((await owner.call(api.customerPortal.share, of)).data.url);
  const opened = await fetch(`${app.url}${pathname}`, { method: 'POST', redirect: 'manual' });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const page = await (await fetch(`${app.url}/my`, { headers: { cookie } })).text();
  const shown = page.replace(/<[^>]+>/g, '');
  expect(shown).toContain('keeps ₦200.00 as your credit');
  expect(shown).toContain('On its way back: ₦300.00');
  // More than the credit comes off the invoice, once it is with the customer.
  await give(id, 400_00);
  await eventually(async () => (await details(id)).refunds.every(({ status }) => status === 'processing'));
  expect(await read()).toMatchObject({ closing: -500_00, outstanding: 0, credit: 0, returning: 500_00 });
  app.advance(180_000);
  await sweepRefunds(app.scope());
  await ended(id, 'completed');
  expect(await read()).toMatchObject({ closing: 200_00, outstanding: 200_00, credit: 0, returning: 0 });
});

test('money a bank took back was refunded by nobody here', async () => {
  const { payment, invoiceId, email } = await paid(1300_00);
  await deliver({ ...payment, refunded: minor(300_00) });
  expect((await mailTo(email, 'returned ₦300.00 of what you paid')).body_text).not.toContain('owed again');
  await deliver({ ...payment, refunded: minor(1300_00) });
  const { invoiceNumber } = await invoice(invoiceId);
  const said = `The bank or the payment provider returned ₦1,000.00 of ${invoiceNumber} to Mrs Bello`;
  expect(await activities()).toContain(said);
  const { body_text: news } = await mailTo(owner.email, 'A payment of ₦1,000.00 was returned');
  expect(news).toContain(`what Mrs Bello paid for invoice ${invoiceNumber}`);
  const { body_text: told } = await mailTo(email, 'returned ₦1,000.00 of what you paid');
  expect(told).toContain(`It is owed again. Still to pay for invoice ${invoiceNumber}: ₦1,000.00.`);
  expect(told).not.toContain('refund');
});

test('a customer reads of the invoice, the money and its way back in one language', async () => {
  const email = 'hausa@example.test';
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Bello', email },
  });
  await owner.call(api.customers.update, {
    params: { ...params, id: customer.id },
    body: { language: 'ha' },
  });
  const { id } = await paid(1000_00, email);
  await give(id, 1000_00);
  await ended(id, 'completed');
  const mails = await eventually(async () => {
    const { rows } = await sql<{ subject: string }>`
      select subject from kept_mails where to_address = ${email}`.execute(app.system.db);
    return rows.length === 2 && rows;
  });
  // Two jobs at once: either may be the first.
  const subjects = mails.map(({ subject }) => subject);
  for (const part of ['Rasit na daftari', 'sun mayar muku'])
    expect(subjects).toContainEqual(expect.stringContaining(part));
});

test('what is asked for is held at once and comes back when the provider refuses', async () => {
  fake.onRefund = () => ({
    told: refundState('processing'),
    truth: refundState('failed', 'The card is closed'),
  });
  const { id, invoiceId } = await paid(1000_00);
  const before = await balance();
  await give(id, 400_00);
  await ended(id, 'processing');
  const held = await balance();
  expect([before.available - held.available, held.pending - before.pending]).toEqual([400_00, 400_00]);
  app.advance(180_000);
  await sweepRefunds(app.scope());
  await ended(id, 'failed');
  expect(await balance()).toEqual(before);
  expect(await invoice(invoiceId)).toMatchObject({ status: 'paid' });
  expect((await details(id)).refunds[0]?.note).toBe('The card is closed');
});

test('an answer that was lost is asked about, never sent again', async () => {
  fake.onRefund = () => ({ told: refundState('unknown'), truth: refundState('completed') });
  const { id } = await paid(1000_00);
  const refunds = fake.refunds.size;
  await give(id, 1000_00);
  await ended(id, 'processing');
  app.advance(180_000);
  await sweepRefunds(app.scope());
  await ended(id, 'completed');
  expect(fake.refunds.size - refunds).toBe(1);
});

test('one that never reached the provider is sent again after two questions, under the same reference', async () => {
  const { id } = await paid(1000_00);
  fake.onRefund = () => {
    throw new Error('the process died here');
  };
  const polled: string[] = [];
  const { refundState: truth } = fake;
  fake.refundState = async (request) => {
    polled.push(request.reference);
    return truth(request);
  };
  await give(id, 1000_00);
  await ended(id, 'processing');
  fake.onRefund = () => ({ told: refundState('completed'), truth: refundState('completed') });
  for (const wait of [180_000, 120_000, 300_000]) {
    app.advance(wait);
    await sweepRefunds(app.scope());
  }
  await ended(id, 'completed');
  fake.refundState = truth;
  expect([polled.length, new Set(polled).size]).toEqual([2, 1]);
});

test('a refund that waits for somebody says so and keeps its money held', async () => {
  fake.onRefund = () => ({
    told: refundState('needs_attention', 'The bank wants an account number'),
    truth: refundState('needs_attention', 'The bank wants an account number'),
  });
  const { id } = await paid(1000_00);
  const before = await balance();
  await give(id, 1000_00);
  await ended(id, 'needs_attention');
  expect((await balance()).pending - before.pending).toBe(1000_00);
});

test('never more than came, however it is asked for', async () => {
  const { id } = await paid(1000_00);
  expect(await refusalOf(give(id, 1000_01))).toMatchObject({ status: 422 });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => give(id, 300_00)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await ended(id, 'completed');
  expect((await details(id)).payment.refundedAmount).toBe(900_00);
  expect(await refusalOf(give(id, 100_00, { pin: '0009' }))).toMatchObject({ code: 'incorrect_pin' });
});

// Whatever order the news comes in, the same facts end in the same books.
test.each([
  ['our refund first', ['ask', 'end', 'told']],
  ['the report before our refund ended', ['ask', 'told', 'end']],
  ['the report twice', ['ask', 'told', 'told', 'end', 'told']],
])('a refund of ours and the rest given back by the provider: %s', async (_, steps) => {
  let answer = refundState('processing');
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
  const { id, payment, invoiceId } = await paid(1000_00);
  const before = await balance();
  for (const step of steps) {
    if (step === 'ask') await give(id, 300_00);
    if (step === 'ask') await ended(id, 'processing');
    if (step === 'told') await deliver({ ...payment, refunded: minor(700_00) });
    if (step === 'end') {
      answer = refundState('completed');
      for (const reference of fake.refunds.keys())
        if (fake.refunds.get(reference)?.state === 'processing') fake.refunds.set(reference, answer);
      app.advance(180_000);
      await sweepRefunds(app.scope());
    }
  }
  await ended(id, 'completed');
  const after = await details(id);
  expect(after.payment.refundedAmount).toBe(700_00);
  expect(after.refunds.map(({ origin, amount }) => [origin, amount]).sort()).toEqual([
    ['owner', 300_00],
    ['provider', 400_00],
  ]);
  expect(before.available - (await balance()).available).toBe(700_00);
  expect((await invoice(invoiceId)).amountPaid).toBe(300_00);
});

test('nothing is given back in another currency, of what did not come, or while payouts are stopped', async () => {
  const { id } = await paid(1000_00);
  const body = { amount: minor(100_00), reason: 'Agreed with the customer', pin: PIN };
  const refused = (currency: 'NGN' | 'USD') =>
    refusalOf(owner.call(api.payments.refund, { params: { currency, id }, body }));
  const put = (status: 'failed' | 'completed') =>
    app.system.db.updateTable('payments').set({ status }).where('id', '=', id).execute();
  expect(await refused('USD')).toMatchObject({ status: 404 });
  await put('failed');
  expect(await refused('NGN')).toMatchObject({ status: 409 });
  await put('completed');
  await app.scope().transactAsSystem((ctx) => freezePayouts(ctx, 'A look at the books', []));
  expect(await refused('NGN')).toMatchObject({ code: 'payouts_paused' });
  await app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'All is well'));
  expect((await details(id)).refunds).toEqual([]);
});

test('a credit is used for another invoice of the customer, and a refund reopens the last one first', async () => {
  const { id, email, invoiceId } = await paid(1500_00);
  const second = await sent(email);
  const use = (to: string) =>
    owner.call(api.payments.useCredit, { params: { ...params, id }, body: { invoiceId: to } });
  const { creditFor } = await details(id);
  expect(creditFor).toMatchObject([{ invoiceId: second, balance: 1000_00 }]);
  // The list says it too, so that its reader asks for no payment by itself; only of what has credit.
  const exact = await paid(1000_00);
  await sent(exact.email);
  expect((await creditRows()).find((one) => one.id === id)?.creditFor).toEqual(creditFor[0]);
  const { data } = await owner.call(api.payments.list, { params, query: {} });
  expect(data.transactions.find((one) => one.id === exact.id)?.creditFor).toBeNull();
  expect(await refusalOf(use(await sent(email, 'USD')))).toMatchObject({ status: 404 });
  await use(second);
  expect((await invoice(second)).amountPaid).toBe(500_00);
  expect(await refusalOf(use(second))).toMatchObject({ status: 409 });
  const stranger = await paid(2000_00);
  const strange = { params: { ...params, id: stranger.id }, body: { invoiceId: second } };
  expect(await refusalOf(owner.call(api.payments.useCredit, strange))).toMatchObject({ status: 422 });
  await give(id, 600_00);
  await ended(id, 'completed');
  expect([(await invoice(second)).amountPaid, (await invoice(invoiceId)).amountPaid]).toEqual([0, 900_00]);
});

test('money in another currency is shown with what can be done, and goes back once', async () => {
  const { payment } = await paid(1000_00);
  const odd = { ...reported(payment.reference, minor(20_00), { currency: 'USD' }), fee: minor(0) };
  fake.transactions.set(odd.transactionId, odd);
  await deliver(odd);
  const waiting = async () =>
    (await owner.call(api.payments.unmatched, { params })).data.filter(
      (one) => one.transactionId === odd.transactionId,
    );
  expect(await waiting()).toMatchObject([{ amount: 20_00, currency: 'USD', reason: 'other_currency' }]);
  const { body_text: told, subject } = await mailTo(owner.email, 'in another currency');
  expect(subject).toMatch(/Refund \$20\.00 to Mrs Bello$/);
  expect(told).toMatch(/paid \$20\.00 for invoice INV-\d+, which is in NGN\. It was not used/);
  const back = { params, body: { provider: 'fake', transactionId: odd.transactionId, pin: PIN } };
  await owner.call(api.payments.refundUnmatched, back);
  expect(await refusalOf(owner.call(api.payments.refundUnmatched, back))).toMatchObject({ status: 409 });
  await eventually(async () => (await waiting()).length === 0);
});

test('the counter says safe only for money the provider confirmed', async () => {
  const email = 'counter@example.test';
  const { invoiceId, payment } = await paid(400_00, email);
  const counter = async (id: string) =>
    (await owner.call(api.payments.counter, { params: { ...params, id } })).data;
  expect(await counter(invoiceId)).toMatchObject({ state: 'part_paid', balance: 600_00, testMode: true });
  await deliver(reported(payment.reference, minor(600_00), { status: 'pending' }));
  await deliver(reported(payment.reference, minor(600_00), { status: 'failed' }));
  await deliver(reported(payment.reference, minor(600_00), { testMode: false }));
  expect((await counter(invoiceId)).state).toBe('part_paid');
  await deliver(reported(payment.reference, minor(600_00)));
  expect(await counter(invoiceId)).toMatchObject({ state: 'safe', balance: 0 });
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  expect(await refusalOf(counter(data.id))).toMatchObject({ status: 409 });
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});

test('the receipt that is emailed again names the sums of the first: less tax, less what is on its way back', async () => {
  const declare = (invoiceId: string) =>
    owner.call(api.withholding.declare, {
      params: { ...params, id: invoiceId },
      body: { kind: 'professional' },
    });
  const taxed = await paid(500_00, undefined, declare);
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
  const over = await paid(1300_00);
  await give(over.id, 200_00);
  await ended(over.id, 'processing');
  for (const { id } of [taxed, over])
    await owner.call(api.payments.sendReceipt, { params: { ...params, id } });
  const receipts = ({ email }: { email: string }) =>
    eventually(async () => {
      const { rows } = await sql<{ text: string }>`select body_text as text from kept_mails
        where to_address = ${email} and key like 'receipt:%' order by key`.execute(app.store.db);
      return rows.length === 2 && rows.map(({ text }) => text);
    });
  for (const text of await receipts(taxed)) expect(text).toContain('Still to pay of this invoice: ₦400.00.');
  const [first, second] = await receipts(over);
  expect(first).toContain('₦300.00 is more than was owed');
  expect(second).toContain('₦100.00 is more than was owed');
});
