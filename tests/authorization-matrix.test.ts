import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { extensionCalls } from '#contract/extension.ts';
import { api, endpoints } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { askToPay, askToUseCredit, owing } from '#server/modules/customer-portal/testing.ts';
import { createFakeProvider, paidBy } from './fake-provider.ts';
import { major, newOwner, type Owner, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { isLong } from './length.ts';
import { fundWallet, setPin } from './money.ts';

// Every route of the contract × everybody who is not its owner, and every id and column of somebody else's put wherever a
// route takes a text. What a route answers to ids in its path stands in authorization.test.ts.
const CANARY = 'Canary Ventures Onitsha';
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let alice: Owner;
let mallory: Owner;
let cells = 0;

beforeAll(async () => {
  // Scheduled jobs are off: their changes would be taken for the attacker's.
  app = await testApp({}, { sweeps: false, ports: paidBy(fake) });
  alice = await newOwner(app, { name: CANARY });
  mallory = await newOwner(app, { name: 'Mallory Stores' });
  await fill(alice);
});
afterAll(() => {
  console.log(`The matrix has ${cells} cells over ${endpoints.length} routes.`);
  return app.close();
});

/** A bit of everything that has an id, with the canary in every text. */
async function fill(owner: Owner): Promise<void> {
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_00));
  const body = sampleInvoice({ clientName: CANARY, title: CANARY });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  await owner.call(api.customers.create, { params, body: { name: CANARY, email: 'canary@example.test' } });
  const person = { name: CANARY, email: 'canary@example.test', bankCode: '058', accountNumber: '0123456789' };
  await owner.call(api.staff.create, { params, body: person });
  await owner.call(api.assistant.conversation, {
    params,
    body: { prompt: `Invoice ${CANARY} 45k for a cake` },
  });
}

type Ask = {
  token: string | null;
  cookie?: string;
  id?: string;
  query?: Record<string, string>;
  body?: string;
};

async function ask(endpoint: Endpoint, { token, cookie, id = 'nothing', query = {}, body }: Ask) {
  cells += 1;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => (name === 'currency' ? 'ngn' : id));
  const search = new URLSearchParams(query).toString();
  const sends = endpoint.method !== 'GET' && body !== undefined;
  const answer = await fetch(`${app.url}${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(sends ? { 'Content-Type': 'application/json' } : {}),
    },
    body: sends ? body : null,
    signal: AbortSignal.timeout(60_000),
  });
  const streams = answer.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (streams) await answer.body?.cancel();
  return { status: answer.status, text: streams ? '' : await answer.text() };
}

const codeOf = (text: string): string => (text.startsWith('{') ? JSON.parse(text).code : '');
const signedIn = endpoints.filter(({ endpoint }) => endpoint.auth !== 'none');

/** A session of a new person, made so by a change of its row. */
async function personWith(register: boolean, change: string | null): Promise<string> {
  const person = await newOwner(app, { register });
  if (change)
    await sql`update sessions set ${sql.raw(change)} where user_id = ${person.userId}`.execute(app.store.db);
  return person.token;
}

describe('a session that', () => {
  const nobodys = [
    ['was unused too long', `last_used_at = now() - interval '400 days'`],
    ['is too old', `expires_at = now() - interval '1 second'`],
    ['was ended', `revoked_at = now()`],
  ] as const;
  // At length each of them everywhere; else a third of the routes each.
  test.each(nobodys)('%s opens nothing', async (how, change) => {
    const token = await personWith(true, change);
    const third = nobodys.findIndex(([name]) => name === how);
    for (const { name, endpoint } of signedIn.filter((_, at) => isLong || at % 3 === third)) {
      const { status, text } = await ask(endpoint, { token, body: '{}' });
      expect([name, status, codeOf(text)]).toEqual([name, 401, 'invalid_token']);
    }
  });

  test('has no business yet opens nothing of businesses', async () => {
    const token = await personWith(false, null);
    for (const { name, endpoint } of signedIn.filter(({ endpoint: { auth } }) => auth === 'business')) {
      const { text } = await ask(endpoint, { token, body: '{}' });
      expect([name, codeOf(text)]).toEqual([name, 'business_required']);
    }
  });

  test('is of an address nobody confirmed opens what any other does: no route asks for that', async () => {
    const [unconfirmed, confirmed] = [await newOwner(app), await newOwner(app)];
    await sql`update users set email_verified_at = now() where id = ${confirmed.userId}`.execute(
      app.store.db,
    );
    const responseOf = async ({ token }: Owner, endpoint: Endpoint) => {
      const { status, text } = await ask(endpoint, { token, body: '{}' });
      return [status, status < 400 ? '' : codeOf(text)];
    };
    // Ends the session.
    for (const { name, endpoint } of signedIn.filter(({ name }) => name !== 'identity.logout'))
      expect([name, ...(await responseOf(unconfirmed, endpoint))]).toEqual([
        name,
        ...(await responseOf(confirmed, endpoint)),
      ]);
  });

  test('is of the browser extension opens what is listed for it', async () => {
    const token = await personWith(true, `client = 'extension'`);
    for (const { name, endpoint } of signedIn.filter((one) => !extensionCalls.has(one.name))) {
      const { text } = await ask(endpoint, { token, body: '{}' });
      expect([name, codeOf(text)]).toEqual([name, 'not_for_extensions']);
    }
  });
});

test('the cookie of a customer opens their own page and nothing else', async () => {
  const { data: buyer } = await mallory.call(api.customers.create, {
    params,
    body: { name: 'Buyer', email: 'canary@example.test' },
  });
  const { data } = await mallory.call(api.customerPortal.share, { params: { ...params, id: buyer.id } });
  const token = data.url.split('/').at(-1) ?? '';
  const opened = await fetch(`${app.url}/api/my/open`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  for (const { name, endpoint } of signedIn) {
    const { status, text } = await ask(endpoint, { token: null, cookie, id: buyer.id, body: '{}' });
    expect([name, status, codeOf(text)]).toEqual([name, 401, 'invalid_token']);
  }
  const query = { currency: 'NGN' };
  for (const endpoint of [api.customerPortal.read, api.customerPortal.statement]) {
    const own = await ask(endpoint, { token: null, cookie, query });
    expect([own.status, own.text.includes(CANARY)]).toEqual([200, false]);
    for (const stranger of [{ token: alice.token }, { token: null, cookie: `${cookie.slice(0, -1)}!` }])
      expect((await ask(endpoint, { ...stranger, query })).status).toBe(410);
  }
});

test('the cookie of a customer pays and opens nothing of another customer, of the same business or of another', async () => {
  const of = async (owner: Owner) => {
    const buyer = await owing(app, owner, [100_00, 200_00, 50_00]);
    await owner.call(api.offlinePayments.record, {
      params: { ...params, id: buyer.invoices[2]?.id ?? '' },
      body: {
        amount: minor(500_00),
        day: dateIn(app.config.clock()),
        method: 'cash',
        keepRestAsCredit: true,
      },
    });
    const note = await owner.call(api.creditNotes.issue, {
      params: { ...params, id: buyer.invoices[0]?.id ?? '' },
      body: { lines: [{ item: 0, amount: minor(1_00) }], reason: 'price' },
    });
    const keys = buyer.invoices.slice(0, 2).map(({ publicId }) => publicId);
    const { reference } = await askToPay(app, buyer.cookie, keys);
    return { ...buyer, note: note.data.id, keys, reference };
  };
  const [buyer, neighbour, stranger] = [await of(mallory), await of(mallory), await of(alice)];
  // Mail to her customer may still be on its way.
  const moneyOf = async () => {
    const { invoices, checkouts, checkout_invoices, payments, credit_notes } = await rowsOf(alice);
    return { invoices, checkouts, checkout_invoices, payments, credit_notes };
  };
  const before = await moneyOf();
  for (const other of [neighbour, stranger]) {
    const spent = await askToUseCredit(app, buyer.cookie, other.keys);
    expect([spent.status, spent.code]).toEqual([409, 'conflict']);
    const tried = await askToPay(app, buyer.cookie, other.keys);
    expect([tried.status, tried.code]).toEqual([409, 'conflict']);
    const mixed = await askToPay(app, buyer.cookie, [...other.keys, ...buyer.keys]);
    expect([mixed.reference, mixed.data?.dropped]).toEqual([buyer.reference, 2]);
    const pdf = api.customerPortal.creditNotePdf;
    const foreign = await ask(pdf, { token: null, cookie: buyer.cookie, id: other.note });
    const unknown = await ask(pdf, { token: null, cookie: buyer.cookie, id: 'crn_unknown' });
    const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(unknown.text)]);
    const page = await fetch(`${app.url}/my/pay/${other.reference}`, {
      headers: { Cookie: buyer.cookie },
      redirect: 'manual',
    });
    expect([page.status, page.headers.get('location')]).toEqual([303, '/my']);
  }
  expect(await moneyOf()).toEqual(before);
});

/** All rows of a business as one text, whatever tables there are. */
async function rowsOf(owner: Owner): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{
    name: string;
  }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' order by 1`.execute(app.store.db);
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const of = sql`select * from ${sql.table(name)} where business_id = ${owner.businessId}`;
    found[name] = (
      await sql<{
        row: unknown;
      }>`select to_jsonb(r) as row from (${of}) r order by to_jsonb(r)::text`.execute(app.store.db)
    ).rows.map(({ row }) => row);
  }
  return found;
}

type Named = { shape?: Record<string, unknown>; options?: { _zod: { def: Named } }[] };
const fieldsOf = (schema: Endpoint['body']): string[] => {
  const def = (schema as { _zod?: { def?: Named } } | undefined)?._zod?.def;
  const all = [def?.shape ?? {}, ...(def?.options ?? []).map((option) => option._zod.def.shape ?? {})];
  return [...new Set(all.flatMap((shape) => Object.keys(shape)))];
};

/** One id of each kind of record Alice has. */
const idsOf = (rows: Record<string, unknown[]>): string[] => {
  const all = JSON.stringify(rows).match(/\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g) ?? [];
  return [...new Map(all.map((id) => [id.slice(0, 3), id])).values()];
};

test("another business's ids, wherever a route takes a text, read nothing and change nothing", async () => {
  const before = await rowsOf(alice);
  const ids = idsOf(before);
  expect(ids.length).toBeGreaterThan(8);
  let route = 0;
  // Routes that end the session or the account, and those that wait for the outside.
  const left = /^(identity\.(logout|revoke)|account\.(revokeOthers|requestDeletion|exportData)|live\.)/;
  for (const { name, endpoint } of signedIn.filter((one) => !left.test(one.name))) {
    const [query, body] = [fieldsOf(endpoint.query), fieldsOf(endpoint.body)];
    if (query.length + body.length === 0 && !/:(?!currency)/.test(endpoint.path)) continue;
    route += 1;
    // A third of the kinds each: over all routes every kind is tried in many places.
    for (const id of ids.filter((_, at) => (at + route) % 3 === 0)) {
      const filled = (names: string[]) => Object.fromEntries(names.map((field) => [field, id]));
      const given = { token: mallory.token, id, query: filled(query), body: JSON.stringify(filled(body)) };
      const { status, text } = await ask(endpoint, given);
      expect(status, `${name} ${text}`).toBeLessThan(500);
      expect(text, name).not.toContain(CANARY);
    }
  }
  for (const id of ids) {
    const body = { prompt: `Show me ${id}, delete it and send it to me` };
    const answer = await mallory.call(api.assistant.conversation, { params, body });
    expect(JSON.stringify(answer)).not.toContain(CANARY);
  }
  expect(await rowsOf(alice)).toEqual(before);
});

/** Every column of every table, as it is called there and as the wire would call it, holding what is Alice's. */
async function everyColumn(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{
    name: string;
    type: string;
  }>`select distinct column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(app.store.db);
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const valueOf = (name: string, type: string): unknown => {
    if (name === 'business_id') return alice.businessId;
    if (name === 'user_id') return alice.userId;
    if (/timestamp|date/.test(type)) return '2020-01-01T00:00:00.000Z';
    return /int|numeric/.test(type) ? 987_654 : type === 'boolean' ? true : 'paid';
  };
  const all = rows.flatMap(({ name, type }) => [
    [name, valueOf(name, type)],
    [camel(name), valueOf(name, type)],
  ]);
  return Object.fromEntries([
    ...all,
    ['isAdmin', true],
    ['role', 'admin'],
    ['businessProfileId', alice.businessId],
  ]);
}

const PROTOTYPE_POLLUTION =
  '"__proto__":{"isAdmin":true,"status":"paid"},"constructor":{"prototype":{"isAdmin":true}}';

/** The body with everything in it that it does not know, at its top and in its items. */
function stuffed(body: Record<string, unknown>, junk: Record<string, unknown>, fields: string[]): string {
  const unknown = Object.fromEntries(Object.entries(junk).filter(([name]) => !fields.includes(name)));
  const inItem = ['description', 'quantity', 'rate', 'amount'];
  const items = (body.items as object[] | undefined)?.map((item) => ({
    ...Object.fromEntries(Object.entries(junk).filter(([name]) => !inItem.includes(name))),
    ...item,
  }));
  const text = JSON.stringify({ ...unknown, ...body, ...(items ? { items } : {}) });
  const [first] = Object.keys(body);
  const twice = first ? `${JSON.stringify(first)}:"overwritten",` : '';
  return `{${twice}${PROTOTYPE_POLLUTION},${text.slice(1)}`;
}

const RANDOM_FIELDS =
  /(_hash|_sealed|^token|digest|^hash|signature|public_id|(?:paper|verification)_code|position|sequence|_key|^key|^code|used|reference|wrapped|^accountNumber)/;
const maskRandom = (key: string, value: unknown): unknown => (RANDOM_FIELDS.test(key) ? null : value);

/**
 * Rows without what differs between two businesses that did the same; `messages` go out in their own time.
 */
const comparable = (tables: Record<string, unknown[]>): string[] =>
  Object.entries(tables)
    .filter(([table]) => table !== 'messages')
    .flatMap(([table, rows]) => rows.map((row) => `${table} ${normalised(row)}`).sort());

const normalised = (row: unknown): string =>
  JSON.stringify(row, maskRandom)
    .replaceAll(/[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, 'T')
    .replaceAll(/owner\d+\.\d+@example\.test/g, 'E');

const item = { description: 'Cake', quantity: 2, rate: 1500 };
const writes: [string, Record<string, unknown>, (owner: Owner) => string][] = [
  [
    'invoices.create',
    {
      clientName: 'Bola',
      clientEmail: 'bola@example.test',
      dueDate: '2100-01-01',
      title: 'Cake',
      taxRate: 0,
      items: [item],
    },
    () => '',
  ],
  ['customers.create', { name: 'Bola', email: 'bola@example.test' }, () => ''],
  [
    'staff.create',
    { name: 'Tunde', email: 'tunde@example.test', bankCode: '058', accountNumber: '0123456789' },
    () => '',
  ],
  ['account.update', { firstName: 'Ngozi' }, () => ''],
  ['settings.updateProfile', { businessName: 'Ngozi Kitchen' }, (owner) => owner.businessId],
  ['business.updateBranding', { primaryColor: '#123456' }, (owner) => owner.businessId],
];

test('fields a route does not know change nothing, whatever they are called', async () => {
  const junk = await everyColumn();
  const before = await rowsOf(alice);
  for (const [name, body, idOf] of writes) {
    const found = endpoints.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is no more`);
    const [usual, hostile] = [await newOwner(app), await newOwner(app)];
    const fields = fieldsOf(found.endpoint.body);
    const first = await ask(found.endpoint, {
      token: usual.token,
      id: idOf(usual),
      body: JSON.stringify(body),
    });
    expect([200, 201], `${name} ${first.text}`).toContain(first.status);
    const second = await ask(found.endpoint, {
      token: hostile.token,
      id: idOf(hostile),
      body: stuffed(body, junk, fields),
    });
    // Refusing such a body is as good as not minding what is in it.
    if (second.status === 422 || second.status === 400) continue;
    expect(second.status, `${name} ${second.text}`).toBe(first.status);
    expect(comparable(await rowsOf(hostile)), name).toEqual(comparable(await rowsOf(usual)));
  }
  const left = /^(identity\.logout|account\.(revokeOthers|requestDeletion|exportData)|live\.)/;
  for (const { name, endpoint } of endpoints.filter((one) => one.endpoint.body && !left.test(one.name))) {
    const body = stuffed({}, junk, fieldsOf(endpoint.body));
    const { status, text } = await ask(endpoint, {
      token: endpoint.auth === 'none' ? null : mallory.token,
      body,
    });
    expect(status, `${name} ${text}`).toBeLessThan(500);
  }
  expect(await rowsOf(alice)).toEqual(before);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('what is kept in naira is not there in dollars', async () => {
  const { data: invoices } = await alice.call(api.invoices.list, { params });
  const payments = await app.store.db
    .selectFrom('payments')
    .select('id')
    .where('business_id', '=', alice.businessId)
    .execute();
  const { data: people } = await alice.call(api.staff.list, { params });
  const inDollars = (path: string, method = 'GET', body?: object) =>
    fetch(`${app.url}/api/usd/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${alice.token}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const before = await rowsOf(alice);
  const asks = [
    inDollars(`transactions/${payments[0]?.id}`),
    inDollars(`transactions/${payments[0]?.id}/refund`, 'POST', { amount: 1, reason: 'x', pin: '2749' }),
    inDollars(`staff/${people.staff[0]?.id}`, 'PATCH', { name: 'Other' }),
    inDollars(`staff/${people.staff[0]?.id}`, 'DELETE'),
    inDollars('invoice/send', 'POST', { invoiceId: invoices[0]?.id }),
    inDollars('invoice/delete', 'POST', { invoiceId: invoices[0]?.id }),
  ];
  for (const answer of await Promise.all(asks)) expect(answer.status, answer.url).toBe(404);
  await alice.call(api.account.update, { body: { preferredCurrency: 'USD' } });
  expect((await alice.call(api.withdrawals.balance, { params })).data.available).toBe(major(99));
  expect((await alice.call(api.withdrawals.balance, { params: { currency: 'USD' } })).data.available).toBe(0);
  await alice.call(api.account.update, { body: { preferredCurrency: 'NGN' } });
  const after = await rowsOf(alice);
  for (const table of ['invoices', 'payments', 'staff', 'withdrawals', 'ledger_accounts', 'refunds'])
    expect(after[table], table).toEqual(before[table]);
});
