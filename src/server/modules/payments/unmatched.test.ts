import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { minor, ZERO } from '#core/money.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { storeWebhook } from '#server/modules/webhooks/commands.ts';
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
import { ownAccountPayout, PIN, setPin, openCheckout } from '../../../../tests/money.ts';
import { recordPayment } from './commands/record.ts';
import { sweepRefunds } from './flows/refunds.ts';

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
  await setPin(owner);
});

const deliver = (payment: ReturnType<typeof reported>) =>
  app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
const available = async () => (await owner.call(api.withdrawals.balance, { params })).data.available;
const breaches = async () =>
  (await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0);

/** The reference of a checkout for an invoice of ₦1,000. */
async function reference(): Promise<string> {
  const items = [{ description: 'Tray', quantity: 1_000_000, rate: minor(1000_00) }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  return openCheckout(app, { businessId: owner.businessId, invoiceId: data.id, amount: minor(1000_00) });
}

test('a transfer smaller than its fee is taken in, and what the wallet lacks of the fee is owed', async () => {
  expect(await deliver(reported(await reference(), minor(5_00), { fee: minor(10_00) }))).toBe('credited');
  expect(await available()).toBe(0);
  expect((await owner.call(api.withdrawals.balance, { params })).data.owed).toBe(5_00);
  expect(await breaches()).toEqual([]);
});

test('money that comes to an account number after all of the former went back is credited', async () => {
  const first = reported(await reference(), minor(1000_00), { fee: ZERO });
  await deliver(first);
  await deliver({ ...first, status: 'refunded', refunded: first.amount });
  const more = { ...first, amount: minor(2500_00), refunded: first.amount };
  expect([await deliver(more), await deliver(more)]).toEqual(['credited', 'nothing']);
  expect(await available()).toBe(1500_00);
  expect(await breaches()).toEqual([]);
});

test('money that came and went between two questions is booked both ways', async () => {
  const first = reported(await reference(), minor(1000_00), { fee: ZERO });
  await deliver(first);
  const all = { ...first, status: 'refunded' as const, amount: minor(2500_00), refunded: minor(2500_00) };
  expect([await deliver(all), await deliver(all)]).toEqual(['refunded', 'nothing']);
  expect(await available()).toBe(0);
  expect(await breaches()).toEqual([]);
});

test('what went back beyond the wallet is settled by what comes in next', async () => {
  const first = reported(await reference(), minor(1000_00), { fee: ZERO });
  await deliver(first);
  await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(950_00)) });
  await eventually(async () => (await owner.call(api.withdrawals.balance, { params })).data.pending === 0);
  await deliver({ ...first, status: 'refunded', refunded: first.amount });
  await deliver(reported(await reference(), minor(600_00), { fee: ZERO }));
  expect(await available()).toBe(0);
  await deliver(reported(await reference(), minor(600_00), { fee: ZERO }));
  expect(await available()).toBe(200_00);
  expect(await breaches()).toEqual([]);
});

test('money that matched nothing goes back by the address of its invoice’s currency only', async () => {
  const odd = reported(await reference(), minor(20_00), { currency: 'USD' });
  await deliver(odd);
  const body = { provider: 'fake', transactionId: odd.transactionId, pin: PIN };
  const elsewhere = owner.call(api.payments.refundUnmatched, { params: { currency: 'USD' }, body });
  expect(await refusalOf(elsewhere)).toMatchObject({ status: 404 });
  expect((await owner.call(api.payments.refundUnmatched, { params, body })).data.amount).toBe(20_00);
});

test('a notice that still waits after an hour is worked on when it is repeated', async () => {
  const payment = reported(await reference(), minor(1000_00));
  fake.transactions.set(payment.transactionId, payment);
  const notice = { eventId: newToken(9), about: 'payment', transactionId: payment.transactionId } as const;
  const waiting = { provider: 'fake', event_id: notice.eventId, raw: '{}' };
  await app.system.db
    .insertInto('payment_notices')
    .values({
      ...waiting,
      subject: 'payment',
      subject_id: payment.transactionId,
      state: 'received',
      outcome: null,
      received_at: plusMs(app.config.clock(), -2 * 3_600_000),
      processed_at: null,
    })
    .execute();
  const received = await app.scope().transactAsSystem((ctx) => storeWebhook(ctx, 'fake', notice, '{}'));
  expect(received).toBe('repeated');
  await eventually(async () => (await available()) === 999_00);
});

test('a refund that got lost is not sent again while money is stopped', async () => {
  const payment = reported(await reference(), minor(1000_00), { fee: ZERO });
  fake.transactions.set(payment.transactionId, payment);
  await deliver(payment);
  const { data } = await owner.call(api.payments.list, { params });
  let sent = 0;
  fake.onRefund = () => {
    sent += 1;
    return { told: refundState('unknown'), truth: refundState('not_found') };
  };
  const id = data.transactions[0]?.id ?? '';
  const body = { amount: minor(100_00), reason: 'Agreed', pin: PIN };
  await owner.call(api.payments.refund, { params: { ...params, id }, body });
  await eventually(async () => sent === 1 && (await openRefund())?.tries === 1);
  fake.refunds.clear();
  await app.scope().transactAsSystem((ctx) => freezePayouts(ctx, 'A look at the books', []));
  const later = async () => {
    app.advance(3_600_000);
    await sweepRefunds(app.scope());
  };
  await later();
  await later();
  expect(sent).toBe(1);
  await app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'All is well'));
  app.advance(24 * 3_600_000);
  await sweepRefunds(app.scope());
  expect(sent).toBe(2);
});

const openRefund = () =>
  app.system.db
    .selectFrom('refunds')
    .select('tries')
    .where('business_id', '=', owner.businessId)
    .executeTakeFirst();
