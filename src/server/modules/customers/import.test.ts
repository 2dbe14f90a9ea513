import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { newOwner, type Owner, refusalOf, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { queriesDuring } from '../../../../tests/query-count.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

type Row = { name?: string; email?: string; phone?: string; withholdingKind?: string };
const send = (owner: Owner, rows: Row[], onExisting: 'skip' | 'update' = 'skip', idempotencyKey?: string) =>
  owner.call(
    api.customers.import,
    { params, body: { rows, onExisting } },
    idempotencyKey ? { idempotencyKey } : {},
  );
const list = async (owner: Owner, query: Record<string, unknown> = {}) =>
  owner.call(api.customers.list, { params, query });
const everybody = async (owner: Owner) =>
  (await list(owner, { sort: 'email' })).data.customers.map(({ name, email, phone }) => [name, email, phone]);
const imports = async (owner: Owner) =>
  (await owner.call(api.activities.list, { params })).data.activities.filter(
    ({ activityType }) => activityType === 'customer_imported',
  );

async function exported(owner: Owner) {
  const response = await fetch(`${app.url}/api/ngn/customers/export`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return {
    headers: response.headers,
    // `text()` would take the mark of the beginning away.
    text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  };
}

test('good rows are kept and bad ones told, whatever else is in the list', async () => {
  const owner = await newOwner(app);
  await owner.call(api.customers.create, { params, body: { name: 'Known', email: 'known@example.test' } });
  const gone = await owner.call(api.customers.create, {
    params,
    body: { name: 'Gone', email: 'gone@example.test', phone: '0803 000 0001' },
  });
  await owner.call(api.customers.remove, { params: { ...params, id: gone.data.id } });
  const { data } = await send(owner, [
    { name: ' Mrs Bello ', email: 'BELLO@Example.test', phone: '0803 123 4567' },
    { name: 'Nobody', email: 'not an address' },
    { name: '', email: '' },
    { name: 'Bello again', email: 'bello@example.test ' },
    { name: 'Known better', email: 'known@example.test' },
    { name: 'Back', email: 'gone@example.test' },
    {},
    { name: 'x'.repeat(121), email: 'long@example.test' },
    { name: 'Mama Bola', phone: '08030000002' },
    { name: 'Bola', email: 'bola@example.test', phone: '+234 803 000 0002' },
    { name: 'Half', phone: '0803' },
  ]);
  expect(data).toMatchObject({ created: 3, updated: 0, skipped: 3, failed: 5 });
  expect(data.results).toEqual([
    { index: 0, status: 'created' },
    { index: 1, status: 'failed', message: 'Invalid Email' },
    { index: 2, status: 'failed', message: 'Name is required. Email is required or a phone number' },
    { index: 3, status: 'skipped', message: 'An earlier row has the same email' },
    { index: 4, status: 'skipped', message: 'This email is a customer already' },
    { index: 5, status: 'created' },
    { index: 6, status: 'failed', message: 'Name is required. Email is required or a phone number' },
    { index: 7, status: 'failed', message: 'Keep this to 120 characters' },
    { index: 8, status: 'created' },
    { index: 9, status: 'skipped', message: 'An earlier row has the same phone number' },
    {
      index: 10,
      status: 'failed',
      message: 'Enter a phone number such as 0803 123 4567 or +44 7700 900123',
    },
  ]);
  expect(await everybody(owner)).toEqual([
    ['Mama Bola', '', '+2348030000002'],
    ['Mrs Bello', 'bello@example.test', '+2348031234567'],
    ['Back', 'gone@example.test', '+2348030000001'],
    ['Known', 'known@example.test', null],
  ]);
  expect((await list(owner, { search: 'gone@' })).data.customers[0]?.id).toBe(gone.data.id);
  expect((await imports(owner)).map(({ description }) => description)).toEqual(['Import: 3 customers added']);
});

test('known customers are brought up to date when that is asked for, and only where something differs', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const rows = [
    { name: 'Ada', email: 'ada@example.test', phone: '08010000001' },
    { name: 'Obi', email: 'obi@example.test', phone: '08010000002' },
  ];
  await send(other, [{ name: 'Ada of another', email: 'ada@example.test' }]);
  await send(owner, rows);
  const { data } = await send(
    owner,
    [
      { name: 'Ada Obi', email: 'ada@example.test', phone: '' },
      { name: 'Obi', email: 'obi@example.test' },
    ],
    'update',
  );
  expect(data).toMatchObject({ created: 0, updated: 1, skipped: 1, failed: 0 });
  expect(await everybody(owner)).toEqual([
    ['Ada Obi', 'ada@example.test', '+2348010000001'],
    ['Obi', 'obi@example.test', '+2348010000002'],
  ]);
  expect(await everybody(other)).toEqual([['Ada of another', 'ada@example.test', null]]);
});

test('a number leads to a customer as an address does, and never to two', async () => {
  const owner = await newOwner(app);
  await send(owner, [
    { name: 'Mama Bola', phone: '08030000001' },
    { name: 'Ada', email: 'ada@example.test', phone: '08030000002' },
  ]);
  const rows = [
    { name: 'Bola Stores', email: 'bola@example.test', phone: '0803 000 0001' },
    { name: 'Somebody', email: 'some@example.test', phone: '0803 000 0002' },
  ];
  expect((await send(owner, rows)).data.results.map(({ message }) => message)).toEqual([
    'This phone number is a customer already',
    'This phone number is a customer already',
  ]);
  const { data } = await send(owner, rows, 'update');
  expect(data.results).toEqual([
    { index: 0, status: 'updated' },
    { index: 1, status: 'failed', message: 'Ada already has this phone number' },
  ]);
  expect(await everybody(owner)).toContainEqual(['Bola Stores', 'bola@example.test', '+2348030000001']);
});

test('the same request again has the same answer and no second effect; a list that changes nothing leaves no trace', async () => {
  const owner = await newOwner(app);
  const rows = [{ name: 'Ada', email: 'ada@example.test' }];
  const first = await send(owner, rows, 'skip', 'import-1');
  expect(await send(owner, rows, 'skip', 'import-1')).toEqual(first);
  expect((await send(owner, rows)).data).toMatchObject({ created: 0, skipped: 1 });
  expect(await imports(owner)).toHaveLength(1);
});

test('a list says what customers deduct tax for, by name or code; a blank says nothing, an unknown one is told', async () => {
  const owner = await newOwner(app);
  const row = (withholdingKind?: string) => ({
    name: 'Zenith Foods Ltd',
    email: 'pay@example.test',
    ...(withholdingKind === undefined ? {} : { withholdingKind }),
  });
  const kind = async () => (await list(owner)).data.customers[0]?.withholdingKind;
  expect((await send(owner, [row('Gifts')])).data.results).toMatchObject([
    { status: 'failed', message: 'Choose what they deduct tax for, or leave it blank' },
  ]);
  await send(owner, [row('rent, HIRE or lease ')]);
  expect(await kind()).toBe('rent');
  expect((await send(owner, [row('')], 'update')).data).toMatchObject({ updated: 0, skipped: 1 });
  expect((await send(owner, [row('goods')], 'update')).data).toMatchObject({ updated: 1 });
  expect(await kind()).toBe('goods');
});

test('two imports of the same rows at once keep each customer once', async () => {
  const owner = await newOwner(app);
  const rows = Array.from({ length: 200 }, (_, at) => ({ name: `C${at}`, email: `c${at}@example.test` }));
  const reports = await Promise.all([send(owner, rows), send(owner, [...rows].reverse())]);
  expect(reports.reduce((sum, { data }) => sum + data.created, 0)).toBe(200);
  expect((await list(owner)).page.total).toBe(200);
});

test('a thousand rows are written in a few statements; more, or none, are refused', async () => {
  const owner = await newOwner(app);
  const rows = Array.from({ length: 1001 }, (_, at) => ({
    name: `Customer number ${at} of the long list`,
    email: `customer${at}@example.test`,
    phone: `0803${String(at).padStart(7, '0')}`,
  }));
  for (const refused of [rows, []])
    expect(
      await refusalOf(
        fetch(`${app.url}/api/ngn/customers/import`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ rows: refused }),
        }).then(async (response) => {
          throw { status: response.status, body: await response.json() };
        }),
      ),
    ).toMatchObject({ status: 422, body: { errors: [{ path: 'rows' }] } });
  const queries = await queriesDuring(async () => {
    const { data } = await send(owner, rows.slice(1));
    expect(data.created).toBe(1000);
    const again = await send(
      owner,
      rows.slice(1).map((row) => ({ ...row, name: `${row.name}!` })),
      'update',
    );
    expect(again.data.updated).toBe(1000);
  });
  expect(queries).toBeGreaterThan(4);
  expect(queries).toBeLessThan(100);
});

test('the list is taken away as CSV that no spreadsheet runs, and can be brought back', async () => {
  const owner = await newOwner(app, { name: 'Ọláwálé "Sons" & Co' });
  await send(owner, [
    { name: '=HYPERLINK("https://evil.test")', email: 'a@example.test', phone: '+234 803 123 4567' },
    { name: 'Bello, Mrs', email: 'b@example.test', withholdingKind: 'rent' },
  ]);
  const gone = await owner.call(api.customers.create, {
    params,
    body: { name: 'Gone', email: 'g@example.test' },
  });
  await owner.call(api.customers.remove, { params: { ...params, id: gone.data.id } });
  const today = dateIn(app.scope().now);
  const { headers, text } = await exported(owner);
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('Content-Disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent(`Ọláwálé Sons & Co customers ${today}.csv`)}`,
  );
  expect(text).toBe(
    `\uFEFFName,Email,Phone,Deducts tax for,Added\r\n"'=HYPERLINK(""https://evil.test"")",a@example.test,'+2348031234567,,${today}\r\n"Bello, Mrs",b@example.test,,"Rent, hire or lease",${today}\r\n`,
  );
});

const bare = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

test.each(['name', '-name', 'email', '-email', 'created', '-created'] as const)(
  'pages in the order of %s follow each other without a gap, whoever shares a name',
  async (sort) => {
    const owner = await newOwner(app);
    const people = ['Ada', 'ada', 'Bello', 'Ọláwálé', 'Ada', 'Chidi', 'zara', 'Ada'];
    await send(
      owner,
      people.map((name, at) => ({ name, email: `p${(at * 5) % 8}@example.test` })),
    );
    const all = (await list(owner, { sort })).data.customers;
    const keys = all.map((customer) => {
      if (sort.endsWith('name')) return bare(customer.name);
      return sort.endsWith('email') ? customer.email : customer.id;
    });
    const sorted = [...keys].sort();
    expect(sort.startsWith('-') ? [...keys].reverse() : keys).toEqual(sorted);
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list(owner, { sort, limit: 3, ...(cursor ? { cursor } : {}) });
      paged.push(...page.data.customers.map(({ id }) => id));
      cursor = page.page.nextCursor ?? undefined;
      if (!cursor) break;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(await refusalOf(list(owner, { sort, cursor: 'inv_1' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'cursor' }],
    });
  },
);
