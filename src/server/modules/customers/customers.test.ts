import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

const add = (owner: Owner, name: string, email: string, phone?: string) =>
  owner.call(api.customers.create, { params, body: { name, email, ...(phone ? { phone } : {}) } });
const list = (owner: Owner, query: { search?: string; limit?: number; cursor?: string } = {}) =>
  owner.call(api.customers.list, { params, query });
const names = async (owner: Owner, search: string) =>
  (await list(owner, { search })).data.customers.map((customer) => customer.name);

test('a customer is added, changed and removed, with the texts and activities of each', async () => {
  const owner = await newOwner(app);
  const added = await add(owner, 'Mrs Bello', 'Bello@Example.test', '0803 123 4567');
  expect(added).toMatchObject({
    message: 'Customer added successfully',
    data: { name: 'Mrs Bello', email: 'bello@example.test', phone: '+2348031234567', isActive: true },
  });
  const { id } = added.data;
  const changed = await owner.call(api.customers.update, {
    params: { ...params, id },
    body: { name: 'Mrs A. Bello', phone: '' },
  });
  expect(changed).toMatchObject({
    message: 'Customer updated successfully',
    data: { id, _id: id, name: 'Mrs A. Bello', email: 'bello@example.test', phone: null },
  });
  const removed = await owner.call(api.customers.remove, { params: { ...params, id } });
  expect(removed.message).toBe('Customer deleted successfully');
  expect((await list(owner)).data.customers).toEqual([]);
  const { data } = await owner.call(api.activities.list, { params });
  expect(data.activities.map((activity) => activity.activityType).slice(0, 3)).toEqual([
    'customer_deleted',
    'customer_updated',
    'customer_created',
  ]);
});

test('how a customer is written to and what tax it keeps is told when it is added, and when it comes back', async () => {
  const owner = await newOwner(app);
  const told = {
    language: 'ha',
    whatsappConsent: true,
    remindersOff: true,
    withholdingKind: 'rent',
  } as const;
  const create = (body: Record<string, unknown>) =>
    owner.call(api.customers.create, {
      params,
      body: { name: 'Sani Musa', email: 'sani@example.test', ...body },
    });
  const { data, message } = await create(told);
  expect(data).toMatchObject(told);
  expect(message).toMatch(/^Customer added successfully\. .*Check that Sani Musa is one\./);
  const { rows: consents } = await sql`select given, way from consents where subject_id = ${data.id}`.execute(
    app.system.db,
  );
  expect(consents).toEqual([{ given: true, way: 'owner_said' }]);

  await owner.call(api.customers.remove, { params: { ...params, id: data.id } });
  const again = { ...told, language: null, whatsappConsent: false, withholdingKind: null };
  expect((await create({ ...again, name: 'Sani Farms Ltd' })).data).toMatchObject({ id: data.id, ...again });
  await owner.call(api.customers.remove, { params: { ...params, id: data.id } });
  expect((await create({})).data).toMatchObject({ id: data.id, ...again });
});

test.each([
  ['0803 123 4567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+44 7700 900123', '+447700900123'],
])('%s is stored as %s, and is enough without an email', async (typed, phone) => {
  const owner = await newOwner(app);
  const { data } = await add(owner, 'Mama Bola', '', typed);
  expect(data).toMatchObject({ name: 'Mama Bola', email: '', phone });
  for (const search of [typed, phone, '803 123', '7700900'].filter((part) =>
    phone.includes(part.replace(/\D/g, '')),
  ))
    expect(await names(owner, search), search).toEqual(['Mama Bola']);
});

test('a customer has an email or a phone number, when added and ever after', async () => {
  const owner = await newOwner(app);
  const neither = {
    status: 422,
    message: 'Email is required',
    errors: [
      { path: 'email', message: 'Email is required' },
      { path: 'phone', message: 'or a phone number' },
    ],
  };
  // The client would refuse it itself.
  const post = async (body: object) => {
    const response = await fetch(`${app.url}/api/ngn/customers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await post({ name: 'Nobody' })).toMatchObject({ ...neither, status: 'error' });
  expect(await post({ name: 'Nobody', email: '', phone: ' ' })).toMatchObject({
    ...neither,
    status: 'error',
  });
  expect(await post({ name: 'Nobody', phone: '0803' })).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'phone', message: 'Enter a phone number such as 0803 123 4567 or +44 7700 900123' }],
  });
  const { data } = await add(owner, 'Mama Bola', 'bola@example.test', '0803 123 4567');
  const change = (body: object) =>
    owner.call(api.customers.update, { params: { ...params, id: data.id }, body });
  expect((await change({ email: '' })).data).toMatchObject({ email: '', phone: '+2348031234567' });
  expect(await refusalOf(change({ phone: '' }))).toMatchObject(neither);
  expect((await change({ email: 'b@example.test', phone: null })).data.phone).toBeNull();
  expect((await change({ notes: 'Pays on Fridays' })).data.notes).toBe('Pays on Fridays');
});

test('a number belongs to one active customer, and the refusal names the other', async () => {
  const owner = await newOwner(app);
  const { data: first } = await add(owner, 'Mama Bola', '', '0803 123 4567');
  const { data: second } = await add(owner, 'Ada', 'ada@example.test');
  const message = 'Mama Bola already has this phone number';
  const taken = { status: 409, code: 'already_exists', message, errors: [{ path: 'phone', message }] };
  const phone = '+2348031234567';
  expect(await refusalOf(add(owner, 'Another', 'another@example.test', phone))).toMatchObject(taken);
  const change = owner.call(api.customers.update, {
    params: { ...params, id: second.id },
    body: { phone },
  });
  expect(await refusalOf(change)).toMatchObject(taken);
  const atOnce = await Promise.allSettled(['a', 'b'].map((name) => add(owner, name, '', '0805 000 0000')));
  expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await owner.call(api.customers.remove, { params: { ...params, id: first.id } });
  expect((await add(owner, 'Bola Stores', '', phone)).data.id).toBe(first.id);
});

test('an address belongs to one active customer; one removed comes back under its id', async () => {
  const owner = await newOwner(app);
  const { data: first } = await add(owner, 'Ada', 'ada@example.test');
  const { data: second } = await add(owner, 'Obi', 'obi@example.test');
  const existing = {
    status: 409,
    code: 'already_exists',
    message: 'Ada already has this email',
  };
  expect(await refusalOf(add(owner, 'Another', 'ADA@example.test'))).toMatchObject(existing);
  expect(
    await refusalOf(
      owner.call(api.customers.update, {
        params: { ...params, id: second.id },
        body: { email: 'ada@example.test' },
      }),
    ),
  ).toMatchObject(existing);
  await owner.call(api.customers.remove, { params: { ...params, id: first.id } });
  const { data: back } = await add(owner, 'Ada Obi', 'ada@example.test');
  expect(back).toMatchObject({ id: first.id, name: 'Ada Obi', isActive: true });
});

test('search takes name or email in any case, and wildcards as they are', async () => {
  const owner = await newOwner(app);
  await add(owner, 'Ọláwálé Adéṣínà', 'wale@shop.test');
  await add(owner, '100% Cotton_Co', 'sales@cotton.test');
  await add(owner, 'Chidi', 'chidi@example.test');
  expect(await names(owner, 'ỌLÁWÁLÉ')).toEqual(['Ọláwálé Adéṣínà']);
  expect(await names(owner, ' SHOP.test ')).toEqual(['Ọláwálé Adéṣínà']);
  expect(await names(owner, '0%')).toEqual(['100% Cotton_Co']);
  expect(await names(owner, 'n_c')).toEqual(['100% Cotton_Co']);
  expect(await names(owner, '%d%i')).toEqual([]);
  expect(await names(owner, '\\')).toEqual([]);
  expect(await names(owner, '')).toHaveLength(3);
});

test('pages follow each other, newest first, and know the whole', async () => {
  const owner = await newOwner(app);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await add(owner, name, `${name}@example.test`);
  const all = (await list(owner)).data.customers.map((customer) => customer.id);
  const first = await list(owner, { limit: 2 });
  const second = await list(owner, { limit: 2, cursor: first.page.nextCursor ?? '' });
  const third = await list(owner, { limit: 2, cursor: second.page.nextCursor ?? '' });
  expect([first, second, third].flatMap(({ data }) => data.customers.map((customer) => customer.id))).toEqual(
    all,
  );
  expect([first.page.total, third.page]).toEqual([5, { nextCursor: null, total: 5 }]);
  expect(await refusalOf(list(owner, { limit: 2, cursor: 'inv_1' }))).toMatchObject({
    status: 422,
    errors: [{ path: 'cursor' }],
  });
});

test("another business's customer, an unknown and a removed one are the same nothing", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const { data } = await add(other, 'Ada', 'ada@example.test');
  const { data: gone } = await add(owner, 'Gone', 'gone@example.test');
  await owner.call(api.customers.remove, { params: { ...params, id: gone.id } });
  for (const id of [data.id, gone.id, 'cus_unknown', 'x']) {
    const nothing = { status: 404, code: 'not_found', message: 'We could not find that customer' };
    expect(
      await refusalOf(
        owner.call(api.customers.update, { params: { ...params, id }, body: { name: 'Mine' } }),
      ),
    ).toMatchObject(nothing);
    expect(await refusalOf(owner.call(api.customers.remove, { params: { ...params, id } }))).toMatchObject(
      nothing,
    );
    expect(
      await refusalOf(owner.call(api.invoices.create, { params, body: sampleInvoice({ customerId: id }) })),
    ).toMatchObject(nothing);
  }
  expect((await list(other)).data.customers).toMatchObject([{ name: 'Ada' }]);
});

test('name and email are asked for', async () => {
  const owner = await newOwner(app);
  const response = await fetch(`${app.url}/api/ngn/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: ' ', email: 'not an address' }),
  });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    {
      code: 'invalid_input',
      errors: [
        { path: 'name', message: 'Name is required' },
        { path: 'email', message: 'Invalid Email' },
      ],
    },
  ]);
});
