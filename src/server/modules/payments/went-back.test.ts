import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, formatDate } from '#core/dates.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { portalCookie } from '#server/modules/customer-portal/testing.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { payFor, sentInvoice, textOf } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy, refundState } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet, PIN, setPin } from '../../../../tests/money.ts';
import { recordPayment } from './commands/record.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(10_000_00));
});
afterAll(() => app.close());
beforeEach(() => {
  fake.onRefund = () => ({ told: refundState('completed'), truth: refundState('completed') });
});

const today = () => dateIn(app.config.clock());
const detailsOf = async (id: string) =>
  (await owner.call(api.payments.details, { params: { ...params, id } })).data;
const refund = (id: string, naira: number) =>
  owner.call(api.payments.refund, {
    params: { ...params, id },
    body: { amount: minor(naira * 100), reason: 'The bags were torn', pin: PIN },
  });
const credit = (invoiceId: string, division: Partial<Record<'credit' | 'refund' | 'gaveBack', Minor>>) => {
  const effect = { credit: ZERO, refund: ZERO, gaveBack: ZERO, ...division };
  const amount = minor(effect.credit + effect.refund + effect.gaveBack);
  return owner.call(api.creditNotes.issue, {
    params: { ...params, id: invoiceId },
    body: { lines: [{ item: 0, amount }], reason: 'return', effect, pin: PIN },
  });
};
const pageOf = async (path: string) => textOf(await (await fetch(`${app.url}${path}`)).text());

/** An invoice of ₦1,000 and a provider's payment for it. */
async function paid(naira = 1000, more: Record<string, unknown> = {}) {
  const invoice = await sentInvoice(app, owner, more);
  const { payment, receipt } = await payFor(app, fake, invoice, naira * 100);
  return { invoice, payment, receipt, id: receipt.payment_id };
}

async function csvRow(id: string): Promise<string[]> {
  const file = csvFiles(app.system.db, owner.businessId).find(({ name }) => name === 'csv/payments.csv');
  let text = '';
  for await (const chunk of file?.chunks ?? []) text += chunk;
  return (
    text
      .split('\r\n')
      .find((line) => line.startsWith(id))
      ?.split(',') ?? []
  );
}
const GIVEN_BACK = 6;

test('what a credit note handed back in cash cannot be refunded again, and is one figure everywhere', async () => {
  const { id, invoice, receipt } = await paid();
  await credit(invoice.id, { gaveBack: minor(400_00) });
  const { payment, refundable } = await detailsOf(id);
  expect(payment).toMatchObject({ refundedAmount: 400_00, appliedAmount: 600_00, creditAmount: 0 });
  expect(refundable).toBe(600_00);
  expect((await csvRow(id))[GIVEN_BACK]).toBe('400');
  expect(await pageOf(`/receipt/${receipt.public_id}`)).toContain(
    `On ${formatDate(today())}, ₦400.00 of this payment went back`,
  );
  expect(await refusalOf(refund(id, 601))).toMatchObject({
    status: 422,
    errors: [{ path: 'amount', message: 'You can refund ₦600.00 at most' }],
  });
  await refund(id, 600);
  await eventually(async () => (await detailsOf(id)).payment.refundedAmount === 1000_00);
  expect(await refusalOf(refund(id, 1))).toMatchObject({ status: 409 });
  expect((await csvRow(id))[GIVEN_BACK]).toBe('1000');
});

test('money a refund is sending back is not handed over in cash too', async () => {
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
  const { id, invoice } = await paid();
  await refund(id, 700);
  expect(await refusalOf(credit(invoice.id, { gaveBack: minor(1000_00) }))).toMatchObject({
    status: 422,
    errors: [{ path: 'effect' }],
  });
  await credit(invoice.id, { gaveBack: minor(300_00) });
  expect((await detailsOf(id)).refundable).toBe(0);
});

test('cash a credit note gave back is no longer undone', async () => {
  const invoice = await sentInvoice(app, owner);
  const { data } = await owner.call(api.offlinePayments.record, {
    params: { ...params, id: invoice.id },
    body: { amount: minor(1000_00), day: addDays(today(), -1), method: 'cash' },
  });
  await credit(invoice.id, { gaveBack: minor(250_00) });
  const undo = owner.call(api.offlinePayments.undo, { params: { ...params, id: data.id }, body: {} });
  expect(await refusalOf(undo)).toMatchObject({ status: 409 });
});

test('a bank may still take back what was handed over in cash', async () => {
  const { id, invoice, payment } = await paid();
  await credit(invoice.id, { gaveBack: minor(1000_00) });
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, { ...payment, status: 'refunded' }));
  expect((await detailsOf(id)).payment).toMatchObject({ status: 'refunded', creditAmount: 0 });
  const broken = (await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0);
  expect(broken).toEqual([]);
});

test('credit is one figure while a part of it is on its way back', async () => {
  fake.onRefund = () => ({ told: refundState('processing'), truth: refundState('processing') });
  const { id, receipt } = await paid(1300, { clientName: 'Mr Eze', clientEmail: 'eze@buyers.example' });
  await refund(id, 200);
  const { payment } = await detailsOf(id);
  const { data: list } = await owner.call(api.payments.list, { params, query: { credit: 'left' } });
  const listed = list.transactions.find((one) => one.id === id);
  const { data } = await owner.call(api.customerCredit.read, {
    params: { ...params, id: payment.customerId?.id ?? '' },
  });
  expect([payment.creditAmount, listed?.creditAmount, data.credit]).toEqual([100_00, 100_00, 100_00]);
  expect(listed?.returningAmount).toBe(200_00);
  const cookie = await portalCookie(app, owner, payment.customerId?.id ?? '');
  const ownPage = async () =>
    textOf(await (await fetch(`${app.url}/my`, { headers: { Cookie: cookie } })).text());
  expect(await ownPage()).toContain('Okafor Kitchen & Events keeps ₦100.00 as your credit');
  const page = await pageOf(`/receipt/${receipt.public_id}`);
  expect(page).not.toContain('₦300.00');
  expect(payment.told).toContain('₦100.00');
  await refund(id, 100);
  expect((await detailsOf(id)).payment).toMatchObject({ state: 'paid', creditAmount: 0 });
  expect(await ownPage()).not.toMatch(/credit/i);
  const { data: none } = await owner.call(api.payments.list, { params, query: { credit: 'left' } });
  expect(none.transactions.map((one) => one.id)).not.toContain(id);
});
