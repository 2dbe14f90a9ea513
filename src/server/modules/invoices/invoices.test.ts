import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  printOwnAccount,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
  mailerInto,
} from '../../../../tests/harness.ts';
import { payableByPublicId } from './queries/details.ts';
import { pay, refund } from './testing.ts';

const params = { currency: 'NGN' as const };
const mails: Mail[] = [];
let app: TestApp;
let clocked: TestApp;
beforeAll(async () => {
  const mailer = mailerInto(mails);
  app = await testApp({}, { ports: (made) => ({ ...made, mailer }) });
  clocked = await testApp({ CLOCK: '2026-11-17T09:00:00Z' });
});
afterAll(() => Promise.all([app.close({ handmade: true }), clocked.close()]));

const today = () => dateIn(app.scope().now);
const create = async (owner: Owner, more: Record<string, unknown> = {}) =>
  (
    await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ dueDate: addDays(today(), 7), ...more }),
    })
  ).data;
const send = (owner: Owner, invoiceId: string, channels?: ('email' | 'whatsapp')[]) =>
  owner.call(api.invoices.send, { params, body: { invoiceId, ...(channels ? { channels } : {}) } });
const remind = (owner: Owner, invoiceId: string, channels?: ('email' | 'whatsapp')[]) =>
  owner.call(api.invoices.remind, { params, body: { invoiceId, ...(channels ? { channels } : {}) } });
const remove = (owner: Owner, invoiceId: string) =>
  owner.call(api.invoices.remove, { params, body: { invoiceId } });
const restore = (owner: Owner, invoiceId: string) =>
  owner.call(api.invoices.restore, { params, body: { invoiceId } });
const detail = async (owner: Owner, id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
const mailed = (key: string) => eventually(async () => mails.find((mail) => mail.key === key));
const raw = (
  owner: Owner,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  fetch(`${app.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });

test('an invoice is created with its sums, its number, its account and its customer', async () => {
  const owner = await newOwner(app);
  const made = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      amount: major(120_000),
      discount: major(20_000),
      notes: 'Thank you',
      paymentTerms: 'Net 7',
    }),
  });
  expect(made).toMatchObject({
    message: 'Invoice created successfully',
    data: {
      invoiceNumber: 'INV-0001',
      status: 'pending',
      title: 'Catering for naming ceremony',
      customerName: 'Mrs Bello',
      customerEmail: 'bello@example.test',
      currency: 'NGN',
      subtotal: major(120_000),
      discount: major(20_000),
      taxRate: 750,
      tax: major(7_500),
      totalAmount: major(107_500),
      balance: major(107_500),
      amountPaid: 0,
      checkoutUrl: null,
      date: today(),
      notes: 'Thank you',
      paymentTerms: 'Net 7',
      payments: [],
      bankDetails: null,
      businessId: { id: owner.businessId, businessName: 'Okafor Kitchen & Events' },
      items: [
        {
          description: 'Jollof rice, large tray',
          quantity: 2_000_000,
          rate: major(45_000),
          total: major(90_000),
        },
        { description: 'Small chops', quantity: 50_000_000, rate: major(600), total: major(30_000) },
      ],
    },
  });
  expect(await detail(owner, made.data.id)).toEqual(made.data);
  expect(made.data.qrCode).toMatch(/^data:image\/svg\+xml,/);
  const { data } = await owner.call(api.customers.list, { params });
  expect(data.customers).toMatchObject([
    { id: made.data.customerId, name: 'Mrs Bello', email: 'bello@example.test' },
  ]);
});

test('the wire carries naira and ISO dates', async () => {
  const owner = await newOwner(app);
  const response = await raw(owner, 'POST', '/api/ngn/invoice/create', {
    amount: 0.3,
    clientEmail: 'Ada.Eze@example.test',
    dueDate: `${addDays(today(), 3)}T22:59:00.000Z`,
    taxRate: 7.5,
    items: [{ description: 'Sweets', quantity: 3, rate: 0.1, price: 0.3 }],
  });
  expect(response.status).toBe(201);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({
    status: 'success',
    data: {
      customerName: 'ada.eze',
      subtotal: 0.3,
      tax: 0.02,
      totalAmount: 0.32,
      taxRate: 7.5,
      items: [{ quantity: 3, rate: 0.1, total: 0.3 }],
      date: `${today()}T00:00:00.000Z`,
      dueDate: `${addDays(today(), 3)}T00:00:00.000Z`,
    },
  });
});

test.each([
  ['an amount that is not the sum', { amount: 1 }, 'amount', 'The amount is not the sum of the items'],
  ['yesterday as due date', { dueDate: '2020-01-01' }, 'dueDate', 'Due date cannot be in the past'],
  ['no due date', { dueDate: undefined }, 'dueDate', 'Due date is required'],
  ['no items', { items: [] }, 'items', 'At least one item is required'],
  ['no customer', { clientEmail: undefined }, 'clientEmail', 'Please select a customer'],
  [
    'half a piece',
    { items: [{ description: 'x', quantity: 0.5, rate: 1 }] },
    'items.0.quantity',
    'Quantity must be at least 1',
  ],
  [
    'a rate of nothing',
    { items: [{ description: 'x', quantity: 1, rate: 0 }] },
    'items.0.rate',
    'Enter an amount above zero',
  ],
  [
    'a third decimal',
    { items: [{ description: 'x', quantity: 1, rate: 1.005 }] },
    'items.0.rate',
    'Amounts have at most two decimals',
  ],
  ['a tax of 101 %', { taxRate: 101 }, 'taxRate', 'Tax rate must be between 0 and 100'],
  ['a discount above the subtotal', { discount: 101 }, 'discount', 'The discount is more than the subtotal'],
  ['a discount that leaves nothing', { discount: 100 }, 'discount', 'The total must be more than zero'],
  [
    'more money than there is',
    { items: [{ description: 'x', quantity: 1_000_000, rate: 9_999_999_999_999 }] },
    'items.0.rate',
    'That amount is too large',
  ],
])('%s is refused, and no number is used up', async (_what, wrong, path, message) => {
  const owner = await newOwner(app);
  const body = {
    clientEmail: 'ada@example.test',
    dueDate: addDays(today(), 1),
    items: [{ description: 'x', quantity: 1, rate: 100 }],
    ...wrong,
  };
  const response = await raw(owner, 'POST', '/api/ngn/invoice/create', body);
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { status: 'error', code: 'invalid_input', errors: [{ path, message }] },
  ]);
  expect((await create(owner)).invoiceNumber).toBe('INV-0001');
});

test('numbers have no gaps when twenty are made at once and some are refused', async () => {
  const owner = await newOwner(app);
  const requests = Array.from({ length: 25 }, (_, at) =>
    create(owner, at % 5 === 4 ? { customerId: 'cus_unknown' } : {}),
  );
  const made = (await Promise.allSettled(requests))
    .filter((one) => one.status === 'fulfilled')
    .map((one) => one.value.invoiceNumber);
  expect(made.sort()).toEqual(
    Array.from({ length: 20 }, (_, at) => `INV-${String(at + 1).padStart(4, '0')}`),
  );
});

test('the same Idempotency-Key makes one invoice', async () => {
  const owner = await newOwner(app);
  const body = {
    clientEmail: 'ada@example.test',
    dueDate: addDays(today(), 1),
    items: [{ description: 'x', quantity: 1, rate: 100 }],
  };
  const once = { 'Idempotency-Key': 'create-1' };
  const [first, second] = [
    await raw(owner, 'POST', '/api/ngn/invoice/create', body, once),
    await raw(owner, 'POST', '/api/ngn/invoice/create', body, once),
  ];
  expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
  expect((await owner.call(api.invoices.list, { params })).page.total).toBe(1);
});

test('sending opens the pay page, mails the PDF once and happens once', async () => {
  const owner = await newOwner(app);
  const { id } = await create(owner);
  const sent = await send(owner, id);
  expect(sent).toMatchObject({
    message: 'Invoice sent successfully',
    data: { invoice: { id, status: 'sent', sentAt: expect.any(Date) } },
  });
  expect(sent.data.invoice.checkoutUrl).toMatch(/\/pay\/[\w-]{16}$/);
  expect(new URL(sent.data.whatsappUrl ?? '').searchParams.get('text')).toContain(
    sent.data.invoice.checkoutUrl,
  );
  const mail = await mailed(`deliver:${id}`);
  expect(mail).toMatchObject({
    to: 'bello@example.test',
    subject: 'Invoice INV-0001 from Okafor Kitchen & Events',
    attachments: [
      { name: 'INV-0001.pdf', mime: 'application/pdf' },
      { mime: 'image/png', contentId: 'cloth@duewell' },
    ],
  });
  expect(mail.text).toContain(sent.data.invoice.checkoutUrl);
  expect(
    Buffer.from(mail.attachments?.[0]?.content ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await refusalOf(send(owner, id))).toMatchObject({
    status: 409,
    message: 'This invoice was sent already',
  });
  expect(mails.filter((each) => each.key === `deliver:${id}`)).toHaveLength(1);
});

test('sent by WhatsApp alone, nothing is mailed and the chat is the customer’s', async () => {
  const owner = await newOwner(app);
  await owner.call(api.customers.create, {
    params,
    body: { name: 'Mrs Bello', email: 'bello@example.test', phone: '0803 123 4567' },
  });
  const { id } = await create(owner);
  expect(new URL((await send(owner, id, ['whatsapp'])).data.whatsappUrl ?? '').pathname).toBe(
    '/2348031234567',
  );
  const { id: mailedLater } = await create(owner);
  await send(owner, mailedLater);
  await mailed(`deliver:${mailedLater}`);
  expect(mails.some((mail) => mail.key === `deliver:${id}`)).toBe(false);
});

test('one reminder a day is mailed; WhatsApp may be used again', async () => {
  const owner = await newOwner(app);
  const { id } = await create(owner);
  expect(await refusalOf(remind(owner, id))).toMatchObject({ status: 409, code: 'conflict' });
  await send(owner, id, ['whatsapp']);
  expect((await remind(owner, id)).message).toBe('Reminder sent successfully');
  expect((await remind(owner, id)).message).toBe('You reminded this customer today');
  expect((await remind(owner, id, ['whatsapp'])).message).toBe('Reminder sent successfully');
  const mail = await mailed(`remind:${id}:${today()}`);
  expect(mail).toMatchObject({
    to: 'bello@example.test',
    subject: 'Reminder: invoice INV-0001 from Okafor Kitchen & Events',
  });
  expect(mails.filter((each) => each.key.startsWith(`remind:${id}`))).toHaveLength(1);
});

test('deleting hides, restoring brings back, and money forbids it', async () => {
  const owner = await newOwner(app);
  const { id } = await create(owner);
  expect((await remove(owner, id)).message).toBe('Invoice deleted successfully');
  expect(await owner.call(api.invoices.list, { params })).toMatchObject({ data: [], page: { total: 0 } });
  expect((await detail(owner, id)).status).toBe('deleted');
  for (const refused of [remove, send, remind])
    expect(await refusalOf(refused(owner, id))).toMatchObject({ status: 409 });
  expect((await restore(owner, id)).data).toMatchObject({ id, status: 'pending' });
  expect(await refusalOf(restore(owner, id))).toMatchObject({
    status: 409,
    message: 'This invoice is not deleted',
  });
  await send(owner, id, ['whatsapp']);
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: id, amount: major(1_000) });
  expect(await refusalOf(remove(owner, id))).toMatchObject({
    status: 409,
    message: 'An invoice with payments cannot be deleted',
  });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: id, amount: major(1_000_000) });
  expect(await refusalOf(remove(owner, id))).toMatchObject({
    status: 409,
    message: 'A paid invoice cannot be deleted',
  });
  expect(await refusalOf(remind(owner, id))).toMatchObject({ status: 409 });
  const { data } = await owner.call(api.activities.list, { params });
  expect(data.activities.map((activity) => activity.activityType)).toEqual(
    expect.arrayContaining(['invoice_created', 'invoice_deleted', 'invoice_restored', 'invoice_sent']),
  );
  expect(data.activities[0]?.metadata).toMatchObject({
    customerName: 'Mrs Bello',
    invoiceNumber: 'INV-0001',
    amount: major(129_000),
  });
});

test('payments settle an invoice as far as it goes, and a refund opens it again', async () => {
  const owner = await newOwner(app);
  const { id, totalAmount } = await create(owner);
  await send(owner, id, ['whatsapp']);
  const paying = { businessId: owner.businessId, invoiceId: id };
  expect(await pay(app.scope(), { ...paying, amount: major(100_000) })).toMatchObject({
    applied: major(100_000),
    nowPaid: false,
  });
  const last = await pay(app.scope(), { ...paying, amount: major(50_000) });
  expect(last).toMatchObject({ applied: major(29_000), nowPaid: true });
  expect(await pay(app.scope(), { ...paying, amount: major(5) })).toMatchObject({
    applied: 0,
    nowPaid: false,
  });
  expect(await detail(owner, id)).toMatchObject({
    status: 'paid',
    amountPaid: totalAmount,
    balance: 0,
    payments: [{ amount: major(5) }, { amount: major(50_000) }, { amount: major(100_000) }],
  });
  await refund(app.scope(), owner.businessId, last.id);
  expect(await detail(owner, id)).toMatchObject({
    status: 'sent',
    amountPaid: major(100_000),
    balance: major(29_000),
    paidAt: null,
  });
});

test('parallel payments never settle more than is owed', async () => {
  const owner = await newOwner(app);
  const { id } = await create(owner);
  const paid = await Promise.all(
    Array.from({ length: 8 }, () =>
      pay(app.scope(), { businessId: owner.businessId, invoiceId: id, amount: major(40_000) }),
    ),
  );
  expect(paid.reduce((sum, one) => sum + one.applied, 0)).toBe(major(129_000));
  expect(paid.filter((one) => one.nowPaid)).toHaveLength(1);
});

test('the public link leads to sent invoices only, and tells when one was cancelled', async () => {
  const owner = await newOwner(app);
  const { id } = await create(owner);
  const { public_id: publicId } = await app.store.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payable = () => payableByPublicId(app.scope(), publicId);
  expect(await payable()).toBeNull();
  await send(owner, id, ['whatsapp']);
  expect(await payable()).toMatchObject({
    id,
    businessId: owner.businessId,
    state: 'open',
    view: { status: 'sent', number: 'INV-0001', balance: major(129_000), lines: { length: 2 } },
  });
  await remove(owner, id);
  expect(await payable()).toMatchObject({ state: 'cancelled', view: { status: 'deleted' } });
  expect(await payableByPublicId(app.scope(), 'AAAAAAAAAAAAAAAA')).toBeNull();
});

test('the document is a PDF, named and kept out of caches', async () => {
  const owner = await newOwner(app);
  const { invoicePdf, id } = await create(owner);
  const response = await raw(owner, 'GET', invoicePdf);
  expect([
    response.status,
    response.headers.get('Content-Type'),
    response.headers.get('Content-Disposition'),
  ]).toEqual([200, 'application/pdf', 'inline; filename="INV-0001.pdf"']);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await fetch(`${app.url}${invoicePdf}`)).status).toBe(401);
  expect((await raw(await newOwner(app), 'GET', invoicePdf)).status).toBe(404);
  expect((await raw(owner, 'GET', `/api/usd/invoice/${id}/pdf`)).status).toBe(404);
});

test("another business's invoice, another currency's and an unknown one are the same nothing", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const { id: foreign } = await create(other);
  const { data: dollars } = await owner.call(api.invoices.create, {
    params: { currency: 'USD' },
    body: sampleInvoice(),
  });
  for (const id of [foreign, dollars.id, 'inv_unknown', 'inv_x']) {
    const nothing = { status: 404, code: 'not_found', message: 'We could not find that invoice' };
    for (const call of [send, remind, remove, restore])
      expect(await refusalOf(call(owner, id))).toMatchObject(nothing);
    // A link from what lists both currencies leads to it: its owner is told where it is, and nobody else.
    const data = id === dollars.id ? { currency: 'USD' } : {};
    expect(await refusalOf(detail(owner, id))).toMatchObject({ status: 404, data });
    expect((await refusalOf(detail(other, id === foreign ? dollars.id : id))).data).toEqual({});
  }
  expect((await detail(other, foreign)).status).toBe('pending');
});

test('the own account stands on documents only where its owner says so, as it was when they were made', async () => {
  const owner = await newOwner(app);
  const { id, bankDetails: none } = await create(owner);
  await printOwnAccount(owner);
  const { bankDetails } = await detail(owner, id);
  expect([none, bankDetails]).toEqual([
    null,
    {
      bankName: 'Guaranty Trust Bank (GTB)',
      accountNumber: '0108024071',
      accountName: 'OKAFOR KITCHEN AND EVENTS',
      bankCode: '058',
    },
  ]);
  await app.store.db
    .updateTable('business_profiles')
    .set({ bank_name: 'Zenith Bank', account_name: 'Somebody Else' })
    .where('business_id', '=', owner.businessId)
    .execute();
  expect((await detail(owner, id)).bankDetails).toEqual(bankDetails);
  expect((await create(owner)).bankDetails).toMatchObject({
    bankName: 'Zenith Bank',
    accountName: 'Somebody Else',
  });
});

test('time alone makes an invoice due and then overdue', async () => {
  const owner = await newOwner(clocked);
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ dueDate: '2026-11-18' }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const status = async () =>
    (await owner.call(api.invoices.detail, { params: { ...params, id: data.id } })).data.status;
  expect(await status()).toBe('sent');
  // In Lagos the day begins an hour before midnight in UTC.
  clocked.advance(14.5 * 3_600_000);
  expect(await status()).toBe('due');
  clocked.advance(DAY_MS);
  expect(await status()).toBe('overdue');
});
