import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { type Minor, minor, subtract } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
const TOTAL = minor(1000_00);
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

async function forgiving(most: number | null) {
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  if (most !== null) await forgive({ NGN: minor(most) });
}
const forgive = (forgiveRests: { NGN?: Minor; USD?: Minor }) =>
  owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { forgiveRests },
  });
const record = async (id: string, amount: Minor) =>
  (
    await owner.call(api.offlinePayments.record, {
      params: { ...params, id },
      body: { amount, day: dateIn(app.config.clock()), method: 'cash' },
    })
  ).data;
const undo = (id: string) => owner.call(api.offlinePayments.undo, { params: { ...params, id }, body: {} });
const stateOf = async (id: string) => {
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  const { status, balance, writtenOff, amountPaid } = data;
  return { status, balance, writtenOff, amountPaid, notes: data.adjustments.map(({ note }) => note) };
};
const broken = async () => (await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0);

test('nothing is forgiven by itself, and no more than a hundred naira or ten cents', async () => {
  await forgiving(null);
  const { id } = await sentInvoice(app, owner);
  await record(id, minor(999_99));
  expect(await stateOf(id)).toMatchObject({ balance: 1, writtenOff: 0 });
  const { data } = await forgive({ USD: minor(10) });
  expect(data.forgiveRests).toEqual({ NGN: 0, USD: 10 });
  for (const [currency, rest, most] of [
    ['NGN', 100.01, '₦100.00'],
    ['USD', 0.11, '$0.10'],
  ] as const) {
    const path = `${app.url}/api/ngn/user/update-business-profile/${owner.businessId}`;
    const answer = await fetch(path, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ forgiveRests: { [currency]: rest } }),
    });
    const error = { path: `forgiveRests.${currency}`, message: `Enter at most ${most}, or 0 for none` };
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [error] }]);
  }
});

test('a small rest is written off with the payment that leaves it, told, and asked for again with its undo', async () => {
  await forgiving(50_00);
  const { id, number } = await sentInvoice(app, owner);
  const paid = await record(id, minor(950_00));
  expect(await stateOf(id)).toEqual({
    status: 'paid',
    balance: 0,
    writtenOff: 50_00,
    amountPaid: 950_00,
    notes: ['Small rest'],
  });
  const { data } = await owner.call(api.activities.list, { params, query: { limit: 5 } });
  const told = data.activities.map(({ description }) => description);
  expect(told).toContain(`₦50.00 of invoice ${number} was written off: small rest`);
  expect(told.some((text) => text.includes(`for ${number}, which is paid now`))).toBe(true);
  await undo(paid.id);
  expect(await stateOf(id)).toMatchObject({ status: 'sent', balance: TOTAL, writtenOff: 0, amountPaid: 0 });
  expect(await broken()).toEqual([]);
});

test('money that comes for it after all counts, and the rest of that is forgiven again', async () => {
  await forgiving(50_00);
  const { id } = await sentInvoice(app, owner);
  const first = await record(id, minor(955_00));
  await record(id, minor(20_00));
  expect(await stateOf(id)).toMatchObject({ balance: 0, writtenOff: 25_00, amountPaid: 975_00 });
  await undo(first.id);
  expect(await stateOf(id)).toMatchObject({ balance: 980_00, writtenOff: 0, amountPaid: 20_00 });
  await record(id, minor(980_00));
  expect(await stateOf(id)).toMatchObject({ status: 'paid', writtenOff: 0, amountPaid: TOTAL });
  expect(await broken()).toEqual([]);
});

test('a provider’s payment forgives too, once, and its return asks for all again', async () => {
  await forgiving(50_00);
  const invoice = await sentInvoice(app, owner);
  const { payment } = await payFor(app, fake, invoice, 960_00);
  expect(await stateOf(invoice.id)).toMatchObject({ status: 'paid', writtenOff: 40_00 });
  await payFor(app, fake, invoice, 960_00, { transactionId: payment.transactionId });
  expect((await stateOf(invoice.id)).notes).toEqual(['Small rest']);
  await payFor(app, fake, invoice, 960_00, {
    transactionId: payment.transactionId,
    status: 'refunded',
    refunded: minor(960_00),
  });
  expect(await stateOf(invoice.id)).toMatchObject({ balance: TOTAL, writtenOff: 0, amountPaid: 0 });
  expect(await broken()).toEqual([]);
});

test('not what the customer says they keep as tax, and not most of an invoice', async () => {
  await forgiving(100_00);
  const { id } = await sentInvoice(app, owner);
  const of = { params: { ...params, id } };
  const { data: tax } = await owner.call(api.withholding.declare, { ...of, body: { kind: 'goods' } });
  await record(id, subtract(TOTAL, minor(tax.amount + 10_00)));
  expect(await stateOf(id)).toMatchObject({ balance: tax.amount + 10_00, writtenOff: 0 });
  const small = await sentInvoice(app, owner, {
    items: [{ description: 'Pure water', quantity: 1_000_000, rate: minor(150_00) }],
    discount: minor(0),
  });
  await record(small.id, minor(60_00));
  expect(await stateOf(small.id)).toMatchObject({ balance: 90_00, writtenOff: 0 });
  await record(small.id, minor(20_00));
  expect(await stateOf(small.id)).toMatchObject({ status: 'paid', writtenOff: 70_00 });
});

test('what somebody wrote off by hand stays when a payment is taken back', async () => {
  await forgiving(50_00);
  const { id } = await sentInvoice(app, owner);
  const of = { params: { ...params, id } };
  const first = await record(id, minor(500_00));
  await owner.call(api.writeOffs.writeOff, { ...of, body: { amount: minor(460_00), reason: 'Gone' } });
  const second = await record(id, minor(30_00));
  // The payment took back a part of the write-off, so the rest of it is still there and nothing more is forgiven.
  expect(await stateOf(id)).toMatchObject({ balance: 40_00, writtenOff: 430_00 });
  await undo(second.id);
  await undo(first.id);
  expect(await stateOf(id)).toMatchObject({ balance: 570_00, writtenOff: 430_00 });
  expect(await broken()).toEqual([]);
});
