import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { payInvoice } from '../../../../tests/money.ts';

const fake = createFakeProvider();
const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
let withoutTaxId: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  [owner, withoutTaxId] = [await newOwner(app), await newOwner(app)];
  await documentOwner(app.system.db, owner);
  await app.system.db
    .updateTable('business_profiles')
    .set({ tin: '2011447700011' })
    .where('business_id', '=', owner.businessId)
    .execute();
});
afterAll(() => app.close());

let customers = 0;
async function customerOf(name: string, withholdingKind: WithholdingKind | null = null, of = owner) {
  const email = `accounts${++customers}@zenith.test`;
  return (await of.call(api.customers.create, { params, body: { name, email, withholdingKind } })).data;
}
const ITEM = { description: 'Advice', quantity: 1_000_000, rate: minor(1_000_000_00) };

/** An invoice of ₦1,075,000 for a customer: ₦1,000,000 and 7.5 % tax. */
async function drafted(customer: { id: string; name: string; email: string }, of = owner) {
  const { id: customerId, name: clientName, email: clientEmail } = customer;
  const body = sampleInvoice({ clientName, clientEmail, items: [ITEM], discount: ZERO, customerId });
  return (await of.call(api.invoices.create, { params, body })).data;
}
async function sent(customer: Parameters<typeof drafted>[0], of = owner) {
  const { id: invoiceId } = await drafted(customer, of);
  const body = { invoiceId, channels: ['email' as const] };
  return (await of.call(api.invoices.send, { params, body })).data.invoice;
}
const read = async (id: string, of = owner) =>
  (await of.call(api.invoices.detail, { params: { ...params, id } })).data;
const declare = (id: string, kind: WithholdingKind, of = owner) =>
  of.call(api.withholding.declare, { params: { ...params, id }, body: { kind } });
const change = (id: string, body: object) =>
  owner.call(api.withholding.change, { params: { ...params, id }, body: body as never });
const today = () => dateIn(app.config.clock());
const cash = (id: string, amount: Minor, of = owner) =>
  of.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount, day: today(), method: 'cash' },
  });
const pageOf = async (path: string) => (await fetch(`${app.url}${path}`)).text();

const SENTENCE = 'If you deduct withholding tax at 5%, pay ₦1,025,000.00 and send us the certificate.';

describe('a customer who deducts tax', () => {
  test('reads on a new invoice what to pay, wherever it stands, and has declared nothing', async () => {
    const customer = await customerOf('Zenith Foods', 'professional');
    expect((await drafted(customer)).likelyTax).toMatchObject({
      state: 'expected',
      kind: 'professional',
      rate: 500,
      net: 1_025_000_00,
    });
    const invoice = await sent(customer);
    expect(await read(invoice.id)).toMatchObject({ withholding: null, balance: 1_075_000_00 });
    const path = new URL(invoice.checkoutUrl ?? '').pathname;
    const page = await pageOf(path);
    expect(page).toContain(SENTENCE);
    expect(page).toContain('<small>To pay</small><b class="num">₦1,075,000.00</b>');
    expect(page).toContain('<details id="withholding" open>');
    // The first and strongest of the choices.
    expect(page).toMatch(
      /<form class="wb"[^>]*><p><button class="btn plain" name="kind" value="professional">/,
    );
    await eventually(async () => {
      const { rows } = await sql<{ body_text: string }>`
        select body_text from kept_mails where to_address = ${customer.email}`.execute(app.system.db);
      return rows.some(({ body_text }) => body_text.includes(SENTENCE));
    });
    const kept = await app.system.db
      .selectFrom('withholdings')
      .select('id')
      .where('invoice_id', '=', invoice.id)
      .execute();
    expect(kept).toEqual([]);
  });

  test('is asked for all of it again once the owner says that no tax is kept', async () => {
    const invoice = await sent(await customerOf('Zenith Foods Ltd', 'professional'));
    const { data } = await declare(invoice.id, 'rent');
    expect((await read(invoice.id)).likelyTax).toBeNull();
    await change(data.id, { state: 'withdrawn' });
    expect((await read(invoice.id)).likelyTax).toBeNull();
    const page = await pageOf(new URL(invoice.checkoutUrl ?? '').pathname);
    expect(page).not.toContain('If you deduct');
    expect(page).not.toContain('My company deducts tax');
  });

  test('is a company: of a person it is warned, and only known purposes are taken', async () => {
    const person = await customerOf('Emeka Obi');
    const mark = (withholdingKind: unknown) =>
      owner.call(api.customers.update, {
        params: { ...params, id: person.id },
        body: { withholdingKind: withholdingKind as never },
      });
    expect((await mark('goods')).message).toContain('never a person. Check that Emeka Obi is one');
    expect((await mark(null)).message).toBe('Customer updated successfully');
    const unknown = await fetch(`${app.url}/api/ngn/customers/${person.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ withholdingKind: 'gifts' }),
    });
    expect(unknown.status).toBe(422);
    const other = await customerOf('Obi Holdings', 'rent');
    const merged = await owner.call(api.customers.merge, {
      params: { ...params, id: person.id },
      body: { customerId: other.id },
    });
    expect(merged.data.withholdingKind).toBe('rent');
  });
});

describe('money that is short by exactly a rate', () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['typed in', (id) => cash(id, minor(1_025_000_00))],
    [
      'of a provider',
      (invoiceId) =>
        payInvoice(app, fake, { businessId: owner.businessId, invoiceId, amount: minor(1_025_000_00) }),
    ],
  ];
  test.each(ways)('is asked about, and settled when its owner says so: %s', async (_, pay) => {
    const invoice = await sent(await customerOf('Zenith Foods Ltd'));
    await pay(invoice.id);
    const short = await read(invoice.id);
    expect(short).toMatchObject({ status: 'sent', balance: 50_000_00, withheld: 0, withholding: null });
    expect(short.likelyTax).toMatchObject({
      state: 'missing',
      kind: 'professional',
      rate: 500,
      base: 1_000_000_00,
      amount: 50_000_00,
    });
    expect(await refusalOf(declare(invoice.id, 'rent'))).toMatchObject({
      status: 422,
      errors: [{ path: 'kind', message: expect.stringContaining('Only ₦50,000.00 is owed') }],
    });
    const { data } = await declare(invoice.id, 'professional');
    expect(data).toMatchObject({ state: 'pending', rate: 500, amount: 50_000_00 });
    const settled = await read(invoice.id);
    expect(settled).toMatchObject({ status: 'paid', balance: 0, withheld: 50_000_00, likelyTax: null });
    expect(settled.adjustments).toMatchObject([{ kind: 'withholding', amount: 50_000_00 }]);
    await change(data.id, { state: 'refused', dueDate: addDays(today(), 7) });
    expect(await read(invoice.id)).toMatchObject({ balance: 50_000_00, likelyTax: null });
  });

  test('is kept at the rate of the money where the tax ID is not known here', async () => {
    const customer = await customerOf('Zenith Foods Ltd', 'professional', withoutTaxId);
    const invoice = await sent(customer, withoutTaxId);
    expect(invoice.likelyTax).toMatchObject({ state: 'expected', rate: 1_000, net: 975_000_00 });
    await cash(invoice.id, minor(1_025_000_00), withoutTaxId);
    expect((await read(invoice.id, withoutTaxId)).likelyTax).toMatchObject({ state: 'missing', rate: 500 });
    const { data } = await declare(invoice.id, 'professional', withoutTaxId);
    expect(data).toMatchObject({ state: 'pending', rate: 500, amount: 50_000_00 });
  });

  test('is the payer’s to declare before they pay only, and no other sum is asked about', async () => {
    const invoice = await sent(await customerOf('Zenith Foods Ltd'));
    await cash(invoice.id, minor(1_024_999_99));
    expect((await read(invoice.id)).likelyTax).toBeNull();
    await cash(invoice.id, minor(1));
    expect((await read(invoice.id)).likelyTax).toMatchObject({ state: 'missing' });
    const publicId = (invoice.checkoutUrl ?? '').split('/').at(-1) ?? '';
    const said = owner.call(api.withholding.declareAsPayer, {
      params: { publicId },
      body: { kind: 'professional' },
    });
    expect(await refusalOf(said)).toMatchObject({ status: 422 });
  });
});
