import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { add, formatMoney, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { collectionFee, surcharge as paystackSurcharge } from '#server/adapters/payments-paystack/prices.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import type { Sandbox } from '#server/sandbox/index.ts';
import { collectionFee as sandboxFee } from '#server/sandbox/rules.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { PIN, setPin } from '../../../../tests/money.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import { amountOffInvoices, surchargeOf } from './rules.ts';

const params = { currency: 'NGN' } as const;
const TOTAL = major(45_000);
const SURCHARGE = major(786.8);
let app: TestApp;
let sandbox: Sandbox;

beforeAll(async () => {
  app = await testApp(
    {},
    {
      ports: (made) => {
        sandbox = made.payments.all[0] as Sandbox;
        return made;
      },
    },
  );
});
afterAll(() => app.close());

const letCustomersPay = (owner: Owner) =>
  owner.call(api.settings.updateProfile, {
    params: { ...params, id: owner.businessId },
    body: { feeBearer: 'customer' },
  });

async function sentInvoice(owner: Owner): Promise<{ id: string; path: string }> {
  const items = [{ description: 'Small chops', quantity: 1_000_000, rate: TOTAL }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const detail = await owner.call(api.invoices.detail, { params: { ...params, id: data.id } });
  return { id: data.id, path: new URL(detail.data.checkoutUrl ?? '').pathname };
}

const pageOf = async (path: string) =>
  (await (await fetch(`${app.url}${path}`)).text()).replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]*>/g, '');

async function pay(id: string, amount?: Minor) {
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const paid = await sandbox.outside.payReference(reference, amount ? { amount } : {});
  return eventually(() =>
    app.system.db
      .selectFrom('payments')
      .selectAll()
      .where('transaction_id', '=', paid?.transaction_id ?? '')
      .where('status', '=', 'completed')
      .executeTakeFirst(),
  );
}

const balanceOf = async (owner: Owner) =>
  (await owner.call(api.withdrawals.balance, { params })).data.available;
const invoiceOf = async (owner: Owner, id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;

test('the owner bears the fee unless they say otherwise', async () => {
  const owner = await newOwner(app);
  const { id, path } = await sentInvoice(owner);
  expect(await pageOf(path)).not.toContain('+ fee');
  await pay(id);
  expect(await balanceOf(owner)).toBe(subtract(TOTAL, major(775)));
  const refused = await fetch(`${app.url}/api/ngn/user/update-business-profile/${owner.businessId}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ feeBearer: 'nobody' }),
  });
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: [{ path: 'feeBearer', message: 'Choose who pays the fee' }] },
  ]);
});

test('a customer who bears it sees it before paying, and the invoice is settled by its own amount', async () => {
  const owner = await newOwner(app);
  await letCustomersPay(owner);
  const { id, path } = await sentInvoice(owner);
  const page = await pageOf(path);
  expect(page).toContain('Amount ₦45,000.00 + fee ₦786.80 = ₦45,786.80');
  expect(page).toMatch(/Send exactly\s+₦45,786\.80/);
  const payment = await pay(id);
  expect(payment).toMatchObject({ surcharge_minor: SURCHARGE, fee_minor: SURCHARGE, applied_minor: TOTAL });
  expect(await balanceOf(owner)).toBe(TOTAL);
  const invoice = await invoiceOf(owner, id);
  expect(invoice).toMatchObject({ status: 'paid', amountPaid: TOTAL, balance: 0 });
  expect(invoice.payments[0]?.told).toContain('₦45,000.00 is yours, fee ₦786.80.');
  const { data } = await owner.call(api.payments.details, { params: { ...params, id: payment.id } });
  expect(data.payment).toMatchObject({ state: 'paid', creditAmount: 0, surcharge: SURCHARGE });
  const receipt = await pageOf(new URL(data.receipt?.url ?? '').pathname);
  expect(receipt).toContain('Payment fee₦786.80');
  const { data: report } = await owner.call(api.analytics.report, {
    params: { ...params, id: owner.businessId },
    query: {},
  });
  expect(report.totalRevenue.amount).toBe(TOTAL);
  const { customer_id: customerId } = payment;
  const customer = await owner.call(api.customers.details, { params: { ...params, id: customerId ?? '' } });
  expect(customer.data).toMatchObject({ paid: TOTAL, owes: 0 });
});

test('a part pays the invoice less its fee, and the rest asks for the fee of the rest', async () => {
  const owner = await newOwner(app);
  await letCustomersPay(owner);
  const { id, path } = await sentInvoice(owner);
  await pageOf(path);
  const part = major(20_000);
  const first = await pay(id, part);
  const forInvoice = subtract(part, sandboxFee(part, 'NGN'));
  expect(first).toMatchObject({ applied_minor: forInvoice, surcharge_minor: sandboxFee(part, 'NGN') });
  const left = subtract(TOTAL, forInvoice);
  expect(await pageOf(path)).toContain(`Amount ${formatMoney(left, 'NGN')} + fee`);
  await pay(id);
  expect(await invoiceOf(owner, id)).toMatchObject({ status: 'paid', balance: 0 });
  expect(await balanceOf(owner)).toBe(TOTAL);
});

test('whole money goes back, and the invoice owes what it was paid', async () => {
  const owner = await newOwner(app);
  await setPin(owner);
  await letCustomersPay(owner);
  const [first, second] = [await sentInvoice(owner), await sentInvoice(owner)];
  await pageOf(first.path);
  await pageOf(second.path);
  await pay(second.id);
  const payment = await pay(first.id);
  const body = { amount: add(TOTAL, SURCHARGE), reason: 'The order was cancelled', pin: PIN };
  await owner.call(api.payments.refund, { params: { ...params, id: payment.id }, body });
  await eventually(async () => {
    app.advance(5_000);
    await sandbox.tick();
    return (await invoiceOf(owner, first.id)).balance === TOTAL;
  });
  expect(await balanceOf(owner)).toBe(subtract(TOTAL, SURCHARGE));
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});

const amounts = fc.integer({ min: 1, max: 1_000_000_000_00 }).map(minor);

test('what a payer bears is the fee of the whole sum, so that the amount is left', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const gross = add(amount, paystackSurcharge(amount, 'NGN') ?? ZERO);
      expect(subtract(gross, collectionFee(gross))).toBe(amount);
    }),
  );
});

test('each kobo of a payment is on an invoice, credit, for the fee or refunded, once', () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      amounts,
      fc.nat(100),
      fc.nat(100),
      (amount, asked, quoted, feePart, back) => {
        const fee = minor(Math.floor((amount * feePart) / 100));
        const surcharge = surchargeOf({ amount, fee }, { amount_minor: asked, surcharge_minor: quoted });
        expect(surcharge).toBeGreaterThanOrEqual(0);
        expect(surcharge).toBeLessThanOrEqual(Math.min(amount, quoted));
        if (amount >= asked + quoted) expect(surcharge).toBe(quoted);
        const applied = minor(Math.min(asked, amount - surcharge));
        const row = {
          amount_minor: amount,
          applied_minor: applied,
          refunded_minor: ZERO,
          given_back_minor: ZERO,
          surcharge_minor: surcharge,
        };
        expect(applied + surcharge + creditOf(row)).toBe(amount);
        const refund = minor(Math.floor((amount * back) / 100));
        const off = amountOffInvoices(row, refund);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(Math.min(applied, refund));
        if (refund === amount) expect(off).toBe(applied);
      },
    ),
  );
});
