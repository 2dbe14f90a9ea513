import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { CheckoutRequest } from '#server/kernel/ports/index.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

const params = { currency: 'NGN' as const };
const requests: CheckoutRequest[] = [];
let app: TestApp;
let owner: Owner;
let customerId: string;

beforeAll(async () => {
  const fake = createFakeProvider();
  const provider = {
    ...fake,
    startCheckout: (request: CheckoutRequest) => {
      requests.push(request);
      return fake.startCheckout(request);
    },
  };
  app = await sharedApp(paidBy(provider));
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
  customerId = await add('Mama Nkechi');
});

let numbers = 0;
const add = async (name: string): Promise<string> => {
  const phone = `0803${String(++numbers).padStart(7, '0')}`;
  return (await owner.call(api.customers.create, { params, body: { name, phone } })).data.id;
};
const create = async (forWhom = customerId) => {
  const { clientEmail: _, clientName: __, ...body } = sampleInvoice({ customerId: forWhom });
  return (await owner.call(api.invoices.create, { params, body })).data;
};
const send = (invoiceId: string, channels?: ('email' | 'whatsapp')[]) =>
  owner.call(api.invoices.send, { params, body: { invoiceId, channels } });
const mails = () =>
  app.store.db
    .selectFrom('messages')
    .select(['key', 'to_address'])
    .where('business_id', '=', owner.businessId)
    .where('to_address', '=', '')
    .execute();

test('several customers may have no address; they are listed, changed and exported like the others', async () => {
  const other = await add('Baba Sola');
  const { customers } = (await owner.call(api.customers.list, { params, query: {} })).data;
  expect(customers.map(({ name, email }) => [name, email])).toEqual([
    ['Baba Sola', ''],
    ['Mama Nkechi', ''],
  ]);
  const changed = { params: { ...params, id: other }, body: { email: 'sola@example.test' } };
  expect((await owner.call(api.customers.update, changed)).data.email).toBe('sola@example.test');
  const csv = await fetch(`${app.url}/api/ngn/customers/export`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(await csv.text()).toMatch(
    /Baba Sola,sola@example\.test,'\+234\d{10},,[\d-]+\r\nMama Nkechi,,'\+234\d{10},,[\d-]+/,
  );
  const rows = customers.map(({ name }) => ({
    name,
    email: name === 'Baba Sola' ? 'sola@example.test' : '',
  }));
  const { results } = (await owner.call(api.customers.import, { params, body: { rows, onExisting: 'skip' } }))
    .data;
  expect(results.map(({ status }) => status)).toEqual(['skipped', 'failed']);
  expect((await owner.call(api.customers.list, { params, query: {} })).data.customers).toHaveLength(2);
});

test('an invoice without an address goes by WhatsApp, and goes by mail once there is one', async () => {
  const { id, customerEmail } = await create();
  expect(customerEmail).toBe('');
  expect(await refusalOf(send(id, ['email']))).toMatchObject({
    status: 409,
    message: 'Mama Nkechi has no email address. Send it by WhatsApp, or add the address to the customer',
  });
  const { data } = await send(id);
  expect(data).toMatchObject({ channels: ['whatsapp'], whatsapp: 'link', invoice: { status: 'sent' } });
  expect(data.whatsappUrl).toMatch(/^https:\/\/wa\.me\/234803\d{7}\?text=/);
  const remind = (channels?: ('email' | 'whatsapp')[]) =>
    owner.call(api.invoices.remind, { params, body: { invoiceId: id, channels } });
  expect(await refusalOf(remind(['email']))).toMatchObject({ status: 409 });
  expect((await remind()).data).toMatchObject({ channels: ['whatsapp'], whatsapp: 'link' });
  await remind(['email', 'whatsapp']);
  expect(await mails()).toEqual([]);
  await owner.call(api.customers.update, {
    params: { ...params, id: customerId },
    body: { email: 'nkechi@example.test' },
  });
  const reminded = await remind();
  expect(reminded.data).toMatchObject({
    channels: ['email'],
    invoice: { customerEmail: 'nkechi@example.test' },
  });
  await eventually(async () =>
    (
      await app.store.db
        .selectFrom('messages')
        .select('state')
        .where('to_address', '=', 'nkechi@example.test')
        .execute()
    ).some(({ state }) => state === 'sent'),
  );
});

test('an invoice for a new number makes its customer, and the next one finds it', async () => {
  const make = async (clientPhone: string) => {
    const { clientEmail: _, ...body } = sampleInvoice({ clientName: 'Mama Bola', clientPhone });
    return (await owner.call(api.invoices.create, { params, body })).data.customerId;
  };
  const first = await make('0805 000 0001');
  expect(await make('+234 805 000 0001')).toBe(first);
  const { data } = await owner.call(api.customers.details, { params: { ...params, id: first } });
  expect(data).toMatchObject({ name: 'Mama Bola', email: '', phone: '+2348050000001', invoices: 2 });
});

test('the customer can pay: the provider is given the address of the business, the page shows none', async () => {
  const { id } = await create();
  const { data } = await send(id, ['whatsapp']);
  const url = data.invoice.checkoutUrl ?? '';
  const page = await (await fetch(url.replace(/^https?:\/\/[^/]+/, app.url))).text();
  expect(page).toContain('Mama Nkechi');
  expect(page).not.toMatch(/Mama Nkechi<\/b><br>/);
  expect(requests.at(-1)?.customerEmail).toBe('hello@okafor.test');
  const pdf = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect([pdf.status, (await pdf.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
});
