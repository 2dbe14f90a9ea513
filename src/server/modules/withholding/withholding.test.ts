import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { textOf } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  sharedApp,
  type TestApp,
  uploadFile,
} from '../../../../tests/harness.ts';
import { payInvoice } from '../../../../tests/money.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
let withoutTaxId: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  withoutTaxId = await newOwner(app);
  await documentOwner(app.system.db, owner);
  await app.system.db
    .updateTable('business_profiles')
    .set({ tin: '2011447700011' })
    .where('business_id', '=', owner.businessId)
    .execute();
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const today = () => dateIn(app.config.clock());
const ITEM = { description: 'Advice', quantity: 1_000_000, rate: minor(1_000_000_00) };

/** A sent invoice of ₦1,075,000 for a company: ₦1,000,000 and 7.5 % tax. */
async function sent(more: object = {}, of = owner) {
  const body = sampleInvoice({ clientName: 'Zenith Foods Ltd', items: [ITEM], discount: ZERO, ...more });
  const { data } = await of.call(api.invoices.create, { params, body });
  const to = { invoiceId: data.id, channels: ['email' as const] };
  return (await of.call(api.invoices.send, { params, body: to })).data.invoice;
}
const declare = (id: string, kind: WithholdingKind = 'professional', of = owner) =>
  of.call(api.withholding.declare, { params: { ...params, id }, body: { kind } });
const change = (id: string, body: object) =>
  owner.call(api.withholding.change, { params: { ...params, id }, body: body as never });
const read = async (id: string, of = owner) =>
  (await of.call(api.invoices.detail, { params: { ...params, id } })).data;
const cash = async (id: string, amount: Minor, of = owner) =>
  (
    await of.call(api.offlinePayments.record, {
      params: { ...params, id },
      body: { amount, day: today(), method: 'cash' },
    })
  ).data;
const declareOnPage = (url: string, kind: WithholdingKind | null) =>
  owner.call(api.withholding.declareAsPayer, {
    params: { publicId: url.split('/').at(-1) ?? '' },
    body: { kind },
  });
const publicUrlOf = ({ checkoutUrl }: { checkoutUrl: string | null }) => checkoutUrl ?? '';
const statesOf = async (invoiceId: string) =>
  (await owner.call(api.withholding.list, { params, query: {} })).data
    .filter((row) => row.invoiceId === invoiceId)
    .map(({ state }) => state);
const certificate = (amount: Minor, more: object = {}) => ({
  state: 'received',
  certificateNo: 'WHT/2026/001',
  certificateDay: today(),
  amount,
  ...more,
});

/** A settled invoice whose certificate is awaited: ₦50,000 of tax. */
async function pending(more: object = {}) {
  const invoice = await sent(more);
  const { data } = await declare(invoice.id);
  const payment = await cash(invoice.id, subtract(invoice.totalAmount, data.amount));
  return { invoice, id: data.id, payment };
}

describe('tax a customer keeps', () => {
  const rates: [WithholdingKind, number][] = [
    ['goods', 200],
    ['professional', 500],
    ['rent', 1000],
  ];
  const prices = [
    { name: 'net', taxRate: 750, pricesIncludeTax: false, total: 1_075_333_60, base: 1_000_310_33 },
    { name: 'gross', taxRate: 750, pricesIncludeTax: true, total: 1_000_310_33, base: 930_521_24 },
    { name: 'without VAT', taxRate: 0, pricesIncludeTax: false, total: 1_000_310_33, base: 1_000_310_33 },
  ];
  const cells = prices.flatMap((price) =>
    rates.flatMap(([kind, bps]) => [true, false].map((hasTaxId) => ({ ...price, kind, bps, hasTaxId }))),
  );

  test.each(cells)(
    '$name, $kind, tax ID: $hasTaxId',
    async ({ hasTaxId, kind, bps, total, base, ...terms }) => {
      const of = hasTaxId ? owner : withoutTaxId;
      const items = [{ ...ITEM, rate: minor(1_000_400_33) }];
      const invoice = await sent({ items, discount: minor(90_00), ...terms }, of);
      const { data } = await declare(invoice.id, kind, of);
      const rate = hasTaxId ? bps : bps * 2;
      const amount = Math.floor((base * rate + 5_000) / 10_000);
      expect(invoice.totalAmount).toBe(total);
      expect(data).toMatchObject({ rate, base, amount, state: 'declared', declaredBy: 'owner' });
      await cash(invoice.id, minor(total - amount), of);
      expect(await read(invoice.id, of)).toMatchObject({
        status: 'paid',
        balance: 0,
        amountPaid: total - amount,
        withheld: amount,
        withholding: { state: 'pending', amount },
      });
    },
  );

  test('is settled by the provider that brings the rest, in one go', async () => {
    const invoice = await sent();
    await declare(invoice.id);
    await payInvoice(app, fake, {
      businessId: owner.businessId,
      invoiceId: invoice.id,
      amount: minor(1_025_000_00),
    });
    const after = await read(invoice.id);
    expect(after).toMatchObject({ status: 'paid', withheld: 50_000_00, withholding: { state: 'pending' } });
    expect(after.adjustments).toMatchObject([{ kind: 'withholding', amount: 50_000_00 }]);
  });

  test('stays declared after another amount, and is settled when the rest came', async () => {
    const invoice = await sent();
    await declare(invoice.id);
    await cash(invoice.id, minor(400_000_00));
    expect(await read(invoice.id)).toMatchObject({
      status: 'sent',
      balance: 675_000_00,
      withheld: 0,
      withholding: { state: 'declared', net: 625_000_00 },
    });
    await cash(invoice.id, minor(625_000_00));
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', withholding: { state: 'pending' } });
  });

  test('is named in the mail with the invoice, which asks for less than its paper', async () => {
    const body = sampleInvoice({
      clientName: 'Zenith Foods Ltd',
      clientEmail: 'keeps@example.test',
      items: [ITEM],
      discount: ZERO,
    });
    const { data: invoice } = await owner.call(api.invoices.create, { params, body });
    await declare(invoice.id);
    await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id, channels: ['email'] } });
    const mail = await eventually(async () => {
      const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
        where to_address = 'keeps@example.test'`.execute(app.store.db);
      return rows[0]?.body_text;
    });
    for (const line of [
      'Amount due: ₦1,025,000.00',
      'Total: ₦1,075,000.00',
      'Withholding tax kept: ₦50,000.00',
    ])
      expect(mail).toContain(line);
  });

  test('is declared again when the payment is taken back', async () => {
    const { invoice, payment } = await pending();
    await owner.call(api.offlinePayments.undo, { params: { ...params, id: payment.id }, body: {} });
    const after = await read(invoice.id);
    expect(after).toMatchObject({
      status: 'sent',
      balance: 1_075_000_00,
      withheld: 0,
      withholding: { state: 'declared', net: 1_025_000_00 },
    });
    expect(after.adjustments.map(({ amount }) => amount)).toEqual([-50_000_00, 50_000_00]);
    await cash(invoice.id, minor(1_025_000_00));
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', withheld: 50_000_00 });
  });

  test('follows what the invoice says, and is refused where it makes no sense', async () => {
    const invoice = await sent();
    await cash(invoice.id, minor(1_030_000_00));
    await expect(declare(invoice.id)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'kind', message: expect.stringContaining('Only ₦45,000.00 is owed') }],
    });
    await cash(invoice.id, minor(45_000_00));
    await expect(declare(invoice.id)).rejects.toMatchObject({ code: 'conflict' });
    const open = await sent();
    const unknown = await fetch(`${app.url}/api/ngn/invoice/${open.id}/withholding`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'gifts' }),
    });
    expect(unknown.status).toBe(422);
    const person = await sent({ clientName: 'Emeka Obi' });
    expect((await declare(person.id)).message).toContain(
      'By law only companies, institutions and government keep tax',
    );
  });
});

test('a declaration ends as not kept when all of the invoice is paid', async () => {
  const invoice = await sent();
  await declare(invoice.id);
  await cash(invoice.id, invoice.totalAmount);
  expect(await read(invoice.id)).toMatchObject({ status: 'paid', withheld: 0, withholding: null });
  expect(await statesOf(invoice.id)).toEqual(['withdrawn']);
});

test('an invoice of which tax was kept can be corrected: what was paid in money is credit, the tax is kept no more', async () => {
  const { invoice, id } = await pending();
  const correct = (invoiceId: string) =>
    owner.call(api.creditNotes.correct, { params: { ...params, id: invoiceId }, body: {} });
  const { data } = await correct(invoice.id);
  expect(data.creditNote.effect).toEqual({ owed: 50_000_00, credit: 1_025_000_00, refund: 0, gaveBack: 0 });
  expect(await read(invoice.id)).toMatchObject({
    status: 'credited',
    withheld: 0,
    balance: 0,
    amountPaid: 0,
  });
  expect(await statesOf(invoice.id)).toEqual(['withdrawn']);
  await expect(change(id, certificate(minor(50_000_00)))).rejects.toMatchObject({ code: 'conflict' });
  const proved = await pending();
  await change(proved.id, certificate(minor(50_000_00)));
  await expect(correct(proved.invoice.id)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('mark the tax certificate as refused first'),
  });
  expect(await read(proved.invoice.id)).toMatchObject({ status: 'paid', withheld: 50_000_00 });
});

describe('a certificate', () => {
  test('proves the tax, and is used for a year', async () => {
    const { id, invoice } = await pending();
    const year = Number(today().slice(0, 4));
    const { data } = await change(id, certificate(minor(50_000_00)));
    expect(data).toMatchObject({
      state: 'received',
      certificate: { number: 'WHT/2026/001', amount: 50_000_00 },
    });
    expect((await change(id, { state: 'used', taxYear: year })).data.state).toBe('used');
    expect((await read(invoice.id)).adjustments).toHaveLength(1);
    await expect(change(id, { state: 'refused', dueDate: today() })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('over less leaves the difference owed; over more settles what there is room for', async () => {
    const { id, invoice } = await pending();
    await change(id, certificate(minor(45_000_00)));
    expect(await read(invoice.id)).toMatchObject({ status: 'sent', balance: 5_000_00, withheld: 45_000_00 });
    const { data } = await change(id, certificate(minor(60_000_00)));
    expect(data).toMatchObject({ amount: 50_000_00, certificate: { amount: 60_000_00 } });
    const after = await read(invoice.id);
    expect(after).toMatchObject({ status: 'paid', balance: 0, withheld: 50_000_00 });
    expect(after.adjustments.map(({ amount }) => amount)).toEqual([5_000_00, -5_000_00, 50_000_00]);
  });

  test('that was used can be corrected with a reason, and the history keeps both', async () => {
    const { id, invoice } = await pending();
    const year = Number(today().slice(0, 4));
    await change(id, certificate(minor(50_000_00), { certificateNo: 'KN-501' }));
    await change(id, { state: 'used', taxYear: year });
    const again = { ...certificate(minor(45_000_00), { certificateNo: 'KN-510' }), state: 'used' as const };
    await expect(change(id, again)).rejects.toMatchObject({ errors: [{ path: 'reason' }] });
    const { data } = await change(id, { ...again, reason: 'Two digits were turned round' });
    expect(data).toMatchObject({
      state: 'used',
      taxYear: year,
      amount: 45_000_00,
      certificate: { number: 'KN-510', amount: 45_000_00 },
    });
    expect(await read(invoice.id)).toMatchObject({ status: 'sent', balance: 5_000_00, withheld: 45_000_00 });
    const { detail } = await app.system.db
      .selectFrom('security_events')
      .select('detail')
      .where('business_id', '=', owner.businessId)
      .where('detail', 'like', '%KN-510%')
      .executeTakeFirstOrThrow();
    expect(detail).toMatch(/from KN-501 of ₦50,000\.00.* to KN-510 of ₦45,000\.00.*: Two digits were turned/);
    await change(id, { ...again, amount: minor(50_000_00), reason: 'It was right before' });
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', balance: 0, withheld: 50_000_00 });
    expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });

  test('its file stands beside the certificate, one of its own business and purpose', async () => {
    const { id } = await pending();
    const [file, slip] = [await uploadFile(app, owner, 'certificate'), await uploadFile(app, owner, 'slip')];
    const given = (more: object) =>
      change(id, certificate(minor(50_000_00), { certificateNo: 'KN-93', ...more }));
    for (const other of [slip, 'fil_gone'])
      await expect(given({ certificate: other })).rejects.toMatchObject({
        errors: [{ path: 'certificate' }],
      });
    expect((await given({ certificate: file })).data.certificate?.file).toBe(file);
    expect((await given({})).data.certificate?.file).toBe(file);
    expect((await given({ certificate: null })).data.certificate?.file).toBeNull();
  });

  test('that never came makes the tax owed again, by a new day', async () => {
    const { id, invoice } = await pending();
    const dueDate = addDays(today(), 14);
    await expect(change(id, { state: 'refused' })).rejects.toMatchObject({
      errors: [{ path: 'dueDate', message: expect.any(String) }],
    });
    await change(id, { state: 'refused', dueDate });
    expect(await read(invoice.id)).toMatchObject({
      status: 'sent',
      balance: 50_000_00,
      withheld: 0,
      dueDate,
      withholding: null,
    });
  });

  test('has a past day, a number of its own customer, and its turn', async () => {
    const { id } = await pending();
    await change(id, certificate(minor(50_000_00), { certificateNo: 'KN-77' }));
    const other = await pending({ clientName: 'Other Ltd', clientEmail: 'other@example.test' });
    const refused = (more: object) => expect(change(other.id, certificate(minor(50_000_00), more))).rejects;
    await refused({ certificateDay: addDays(today(), 1) }).toMatchObject({
      errors: [{ path: 'certificateDay', message: 'That day has not come' }],
    });
    await refused({ certificateNo: 'KN-77' }).toMatchObject({
      errors: [{ path: 'certificateNo', message: expect.stringContaining('Zenith Foods Ltd') }],
    });
    await refused({ certificateNo: '' }).toMatchObject({ errors: [{ path: 'certificateNo' }] });
    await expect(change(other.id, { state: 'withdrawn' })).rejects.toMatchObject({ code: 'conflict' });
    const early = await declare((await sent()).id);
    await expect(change(early.data.id, certificate(minor(50_000_00)))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await change(early.data.id, { state: 'withdrawn' })).data.state).toBe('withdrawn');
  });
});

describe('the payer', () => {
  test('of a company says it on the pay page, and takes it back', async () => {
    const invoice = await sent();
    const url = publicUrlOf(invoice);
    const { data } = await declareOnPage(url, 'professional');
    expect(data).toEqual({ toPay: 1_025_000_00, kept: 50_000_00 });
    expect((await read(invoice.id)).withholding).toMatchObject({ state: 'declared' });
    expect((await declareOnPage(url, null)).data).toEqual({ toPay: 1_075_000_00, kept: 0 });
    expect((await read(invoice.id)).withholding).toBeNull();
    expect(await statesOf(invoice.id)).toEqual(['withdrawn']);
    const events = await app.system.db
      .selectFrom('security_events')
      .select(['detail', 'client_address'])
      .where('business_id', '=', owner.businessId)
      .where('event', '=', 'withholding_changed')
      .where('detail', 'like', `%${invoice.invoiceNumber}%`)
      .orderBy('id')
      .execute();
    expect(events.map(({ detail }) => detail)).toEqual([
      `₦50,000.00 (5%) of invoice ${invoice.invoiceNumber}`,
      `No tax is kept of invoice ${invoice.invoiceNumber}`,
    ]);
    expect(events.every(({ client_address: address }) => address !== '')).toBe(true);
    await declareOnPage(url, 'goods');
    const { withholding } = await read(invoice.id);
    await change(withholding?.id ?? '', { state: 'withdrawn' });
    await expect(declareOnPage(url, 'goods')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('chooses it in a plain form; page and document name the sum', async () => {
    const invoice = await sent();
    const path = new URL(publicUrlOf(invoice)).pathname;
    const page = async () => (await fetch(`${app.url}${path}`)).text();
    const submit = (kind: string) =>
      fetch(`${app.url}${path}/withholding`, {
        method: 'POST',
        body: new URLSearchParams({ kind }),
        redirect: 'manual',
      });
    const sentence = 'If you deduct withholding tax at 5%, pay ₦1,025,000.00 and send us the certificate.';
    const first = await page();
    expect(first).toContain('My company deducts tax');
    expect(first).not.toContain(sentence);
    expect((await submit('nonsense')).headers.get('Location')).toBe(path);
    expect((await read(invoice.id)).withholding).toBeNull();
    expect((await submit('professional')).status).toBe(303);
    const declared = await page();
    expect(declared).toContain(sentence);
    expect(declared).toContain('We do not deduct tax');
    expect(declared).not.toContain('My company deducts tax');
    await submit('');
    expect(await page()).toContain('My company deducts tax');
    await submit('professional');
    await cash(invoice.id, minor(1_025_000_00));
    expect(await page()).toContain('as withholding tax. Please send the certificate');
    expect((await submit('')).status).toBe(303);
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', withholding: { state: 'pending' } });
  });

  test('of an invoice in parts is asked for the part, in mail, page and paper; the tax comes off the last', async () => {
    const schedule = [
      { label: 'First half', percent: 5000, due: { days: 0 } },
      { label: 'Rest', rest: true, due: { days: 9 } },
    ];
    const { data: customer } = await owner.call(api.customers.create, {
      params,
      body: { name: 'Halves Ltd', email: 'halves@example.test', withholdingKind: 'professional' },
    });
    const named = { clientName: undefined, clientEmail: undefined, customerId: customer.id };
    const invoice = await sent({ ...named, schedule });
    const mail = await eventually(async () => {
      const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
        where to_address = 'halves@example.test'`.execute(app.store.db);
      return rows[0]?.body_text;
    });
    expect(mail).toContain('₦537,500.00');
    expect(mail).not.toContain('₦1,025,000.00');
    const { pathname } = new URL(publicUrlOf(invoice));
    const onPage = async (section: RegExp) =>
      textOf(section.exec(await (await fetch(`${app.url}${pathname}`)).text())?.[0] ?? '');
    const payPart = () => onPage(/<section class="pay".*?<\/section>\s*<section class="doc"/s);
    const paper = () => onPage(/<section class="doc".*/s);
    expect(await payPart()).toContain('commission, 5%: pay ₦537,500.00');
    expect(await paper()).not.toContain('5%, pay');
    await declareOnPage(publicUrlOf(invoice), 'professional');
    expect(await payPart()).toMatch(
      /₦50,000\.00 ? is withholding tax to keep out of your last payment\. For now pay exactly ₦537,500\.00 ?\./,
    );
    expect(await paper()).toContain('5%, take ₦50,000.00 off your last part and send us the certificate.');
    await cash(invoice.id, minor(537_500_00));
    expect(await payPart()).toMatch(/you keep\. Pay exactly ₦487,500\.00 ?, and send/);
    expect(await paper()).toContain('5%, pay ₦487,500.00 and send');
  });

  test('keeps the sum they chose to pay while they say it and take it back', async () => {
    const schedule = [
      { label: 'First half', percent: 5000, due: { days: 0 } },
      { label: 'Rest', rest: true, due: { days: 9 } },
    ];
    const { pathname } = new URL(publicUrlOf(await sent({ schedule })));
    const submit = async (query: string, kind: string) => {
      const page = await (await fetch(`${app.url}${pathname}${query}`)).text();
      const action = /action="([^"]*\/withholding[^"]*)"/.exec(page)?.[1] ?? '';
      const body = new URLSearchParams({ kind });
      const answer = await fetch(`${app.url}${action}`, { method: 'POST', body, redirect: 'manual' });
      return answer.headers.get('Location');
    };
    expect(await submit('?pay=all', 'professional')).toBe(`${pathname}?pay=all`);
    expect(await submit('?pay=600000.5', '')).toBe(`${pathname}?pay=600000.5`);
    // As much as is left then, as its button said.
    expect(await submit('?pay=1050000', 'professional')).toBe(`${pathname}?pay=all`);
    expect(await submit('', '')).toBe(pathname);
  });

  test('who is a person does not, nor for another seller', async () => {
    const invoice = await sent({ clientName: 'Emeka Obi' });
    await expect(declareOnPage(publicUrlOf(invoice), 'goods')).rejects.toMatchObject({ code: 'conflict' });
    await expect(declareOnPage('/pay/nothing', 'goods')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('lists awaited certificates first, the oldest first, page by page; of another business there are none', async () => {
  const fresh = await newOwner(app);
  const ids: string[] = [];
  for (const isPaid of [false, true, true]) {
    const invoice = await sent({}, fresh);
    const { data } = await declare(invoice.id, 'goods', fresh);
    if (isPaid) await cash(invoice.id, subtract(invoice.totalAmount, data.amount), fresh);
    ids.push(data.id);
  }
  const list = (query: object) => fresh.call(api.withholding.list, { params, query });
  const first = await list({ limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(1));
  expect(first.page.total).toBe(3);
  const next = await list({ limit: 2, cursor: first.page.nextCursor ?? '' });
  expect(next.data.map(({ id, state }) => [id, state])).toEqual([[ids[0], 'declared']]);
  expect((await list({ state: 'declared' })).data).toHaveLength(1);
  expect((await list({ year: 2025 })).data).toHaveLength(0);
  for (const id of ids)
    await expect(change(id, { state: 'withdrawn' })).rejects.toMatchObject({ code: 'not_found' });
});
