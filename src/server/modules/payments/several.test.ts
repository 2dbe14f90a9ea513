import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { askToPay, owing, type Sent } from '#server/modules/customer-portal/testing.ts';
import { textOf } from '#server/pages/receipt/testing.ts';
import { recordPayment } from './commands/record.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
// Closing runs the ledger checks.
afterAll(() => app.close());

const deliver = (payment: ReturnType<typeof reported>) =>
  app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
const keysOf = (invoices: readonly Sent[]) => invoices.map(({ publicId }) => publicId);
const cash = (id: string, amount: number) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount: minor(amount), day: dateIn(app.config.clock()), method: 'cash' },
  });

/** The part paid of each, in order, and the credit of their customer. */
async function standing(invoices: readonly Sent[], customerId: string) {
  const paid: number[] = [];
  for (const { id } of invoices)
    paid.push((await owner.call(api.invoices.detail, { params: { ...params, id } })).data.amountPaid);
  const { data } = await owner.call(api.customerCredit.read, { params: { ...params, id: customerId } });
  return { paid, credit: data.credit };
}
const paymentOf = async (reference: string) => {
  const { data } = await owner.call(api.payments.list, { params, query: {} });
  return data.transactions.find(({ transactionReference }) => transactionReference === reference);
};

test('nine invoices are paid at once: each its own, one payment, one receipt that lists them', async () => {
  const amounts = Array.from({ length: 9 }, (_, at) => (at + 1) * 1_000_00);
  const { customerId, cookie, invoices } = await owing(app, owner, amounts);
  const asked = await askToPay(app, cookie, keysOf(invoices).toReversed());
  expect(asked).toMatchObject({ status: 200, data: { amount: 45_000, dropped: 0 } });
  expect(asked.data?.invoices.map(({ number }) => number)).toEqual(invoices.map(({ number }) => number));
  expect(await askToPay(app, cookie, keysOf(invoices))).toMatchObject({ reference: asked.reference });
  expect(await deliver(reported(asked.reference, minor(45_000_00)))).toBe('credited');
  expect(await standing(invoices, customerId)).toEqual({ paid: amounts, credit: 0 });
  const payment = await paymentOf(asked.reference);
  expect(payment).toMatchObject({ amount: 45_000_00, otherInvoices: 8, state: 'paid' });
  const { data } = await owner.call(api.payments.details, { params: { ...params, id: payment?.id ?? '' } });
  expect(data.allocations.map(({ amount }) => amount)).toEqual(amounts);
  const page = await (await fetch(data.receipt?.url ?? '')).text();
  for (const { number } of invoices) expect(page).toContain(number);
  const names = `${invoices[0]?.number}, ${invoices[1]?.number} +7`;
  expect(page).toContain(`<b><bdi>Invoices ${names}</bdi></b>`);
  expect(textOf(page)).toContain(`Invoices ${names}`);
  const one = await owner.call(api.invoices.detail, { params: { ...params, id: invoices[3]?.id ?? '' } });
  expect(one.data.payments).toMatchObject([{ amount: 4_000_00, state: 'paid' }]);
  expect(one.data.payments[0]?.told).toContain('₦4,000.00 of it is for this one');
});

test('the page of several says that those are paid, not that nothing is owed', async () => {
  const { cookie, invoices } = await owing(app, owner, [1_000_00, 2_000_00, 5_000_00]);
  const { reference } = await askToPay(app, cookie, keysOf(invoices.slice(0, 2)));
  await deliver(reported(reference, minor(3_000_00)));
  const page = await fetch(`${app.url}/my/pay/${reference}`, { headers: { Cookie: cookie } });
  const words = textOf(await page.text());
  expect(words).toContain('All the invoices you ticked are paid.');
  expect(words).not.toContain('nothing left to pay');
});

test('paid, deleted, foreign and repeated ones are dropped with a word', async () => {
  const { customerId, cookie, invoices } = await owing(app, owner, [100_00, 200_00, 300_00, 400_00]);
  const other = await owing(app, owner, [500_00]);
  const [paid, deleted, ...open] = invoices;
  await cash(paid?.id ?? '', 100_00);
  await owner.call(api.invoices.remove, { params, body: { invoiceId: deleted?.id ?? '' } });
  const keys = [...keysOf(invoices), ...keysOf(open), ...keysOf(other.invoices), 'nobody-s'];
  const asked = await askToPay(app, cookie, keys);
  expect(asked).toMatchObject({ status: 200, data: { amount: 700, dropped: 4 } });
  expect(asked.message).toBe('4 were left out: they ask for nothing now, or are not yours');
  const alone = await askToPay(app, cookie, [keys[0] ?? '', open[0]?.publicId ?? '']);
  expect(alone.data).toMatchObject({ amount: 300, dropped: 1 });
  expect(await askToPay(app, cookie, [paid?.publicId ?? '', 'nobody-s'])).toMatchObject({ status: 409 });
  expect(await askToPay(app, cookie, [])).toMatchObject({ status: 422 });
  expect(
    await askToPay(
      app,
      cookie,
      Array.from({ length: 21 }, (_, at) => `one-${at}`),
    ),
  ).toMatchObject({
    status: 422,
  });
  expect(await askToPay(app, 'duewell_customer=none', keysOf(open))).toMatchObject({ status: 410 });
  expect(await standing(open, customerId)).toEqual({ paid: [0, 0], credit: 0 });
});

test('what an invoice no longer needs goes on to the next, then to credit; too little fills the oldest', async () => {
  const whole = await owing(app, owner, [100_00, 200_00, 300_00]);
  const first = await askToPay(app, whole.cookie, keysOf(whole.invoices));
  await cash(whole.invoices[1]?.id ?? '', 150_00);
  await owner.call(api.invoices.remove, { params, body: { invoiceId: whole.invoices[0]?.id ?? '' } });
  await deliver(reported(first.reference, minor(600_00)));
  expect(await standing(whole.invoices, whole.customerId)).toEqual({
    paid: [0, 200_00, 300_00],
    credit: 250_00,
  });
  // It is listed under the first that took some of it, not under the deleted one.
  expect(await paymentOf(first.reference)).toMatchObject({
    invoiceId: { id: whole.invoices[1]?.id },
    otherInvoices: 1,
    creditAmount: 250_00,
    state: 'too_much',
  });

  const part = await owing(app, owner, [100_00, 200_00, 300_00]);
  const second = await askToPay(app, part.cookie, keysOf(part.invoices));
  const little = reported(second.reference, minor(250_00));
  expect([await deliver(little), await deliver(little)]).toEqual(['credited', 'nothing']);
  expect(await standing(part.invoices, part.customerId)).toEqual({ paid: [100_00, 150_00, 0], credit: 0 });
  expect(await paymentOf(second.reference)).toMatchObject({ otherInvoices: 1, state: 'part_paid' });
  // A transaction that grows brings what it grew by.
  await deliver({ ...little, amount: minor(620_00) });
  expect(await standing(part.invoices, part.customerId)).toEqual({
    paid: [100_00, 200_00, 300_00],
    credit: 20_00,
  });
});

test('a refund gives back of the credit, then of the last invoices, each what it took', async () => {
  const { customerId, cookie, invoices } = await owing(app, owner, [100_00, 200_00, 300_00]);
  const { reference } = await askToPay(app, cookie, keysOf(invoices));
  const paid = reported(reference, minor(650_00));
  await deliver(paid);
  expect(await deliver({ ...paid, refunded: minor(400_00) })).toBe('refunded');
  expect(await standing(invoices, customerId)).toEqual({ paid: [100_00, 150_00, 0], credit: 0 });
  expect(await deliver({ ...paid, status: 'refunded' })).toBe('refunded');
  expect(await standing(invoices, customerId)).toEqual({ paid: [0, 0, 0], credit: 0 });
  const again = await askToPay(app, cookie, keysOf(invoices));
  expect(again).toMatchObject({ status: 200, data: { amount: 600 } });
});

test('tax a customer keeps of one is left to it: the others get their own', async () => {
  const { customerId, cookie, invoices } = await owing(app, owner, [1_000_00, 500_00]);
  const [rent] = invoices;
  await owner.call(api.withholding.declare, {
    params: { ...params, id: rent?.id ?? '' },
    body: { kind: 'rent' },
  });
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id: rent?.id ?? '' } });
  const kept = data.withholding?.amount ?? 0;
  expect(kept).toBeGreaterThan(0);
  const asked = await askToPay(app, cookie, keysOf(invoices));
  expect(asked.data?.amount).toBe((1_500_00 - kept) / 100);
  await deliver(reported(asked.reference, minor(1_500_00 - kept)));
  expect(await standing(invoices, customerId)).toEqual({ paid: [1_000_00 - kept, 500_00], credit: 0 });
  const settled = await owner.call(api.invoices.detail, { params: { ...params, id: rent?.id ?? '' } });
  expect(settled.data.balance).toBe(0);
});

test('whatever comes for whichever of them: what they took and the credit are the money', async () => {
  const amounts = fc.array(fc.integer({ min: 1_00, max: 900_00 }), { minLength: 2, maxLength: 5 });
  const money = fc.integer({ min: 1, max: 5_000_00 });
  await fc.assert(
    fc.asyncProperty(amounts, money, fc.nat(4), fc.boolean(), async (asked, came, at, isDeleted) => {
      const { customerId, cookie, invoices } = await owing(app, owner, asked);
      const { reference } = await askToPay(app, cookie, keysOf(invoices));
      const gone = isDeleted ? at % invoices.length : -1;
      if (isDeleted)
        await owner.call(api.invoices.remove, { params, body: { invoiceId: invoices[gone]?.id ?? '' } });
      await deliver(reported(reference, minor(came)));
      let left = came;
      const expected = asked.map((amount, place) => {
        const takes = place === gone ? 0 : Math.min(left, amount);
        left -= takes;
        return takes;
      });
      expect(await standing(invoices, customerId)).toEqual({ paid: expected, credit: left });
    }),
    { numRuns: rounds(6, 150) },
  );
});

test('the account export names all a payment paid, and all that one which did not come was to pay', async () => {
  const { cookie, invoices } = await owing(app, owner, [100_00, 200_00, 300_00]);
  const { reference } = await askToPay(app, cookie, keysOf(invoices));
  const named = async () => {
    const file = csvFiles(app.system.db, owner.businessId).find(({ name }) => name === 'csv/payments.csv');
    let text = '';
    for await (const chunk of file?.chunks ?? []) text += chunk;
    const id = (await paymentOf(reference))?.id ?? '';
    return text.split('\r\n').find((line) => line.startsWith(id));
  };
  const numbers = invoices.map(({ number }) => number);
  await deliver(reported(reference, minor(600_00), { status: 'failed' }));
  expect(await named()).toContain(`"${numbers.join(', ')}"`);
  await deliver(reported(reference, minor(250_00)));
  expect(await named()).toContain(`"${numbers.slice(0, 2).join(', ')}"`);
});

test('money in another currency for several is kept apart, and named under the first of them', async () => {
  const { cookie, invoices } = await owing(app, owner, [100_00, 200_00]);
  const { reference } = await askToPay(app, cookie, keysOf(invoices));
  expect(await deliver(reported(reference, minor(300_00), { currency: 'GHS' }))).toBe('unmatched');
  const { data } = await owner.call(api.payments.unmatched, { params });
  expect(data[0]).toMatchObject({ invoiceId: invoices[0]?.id, amount: 300_00, reason: 'other_currency' });
});
