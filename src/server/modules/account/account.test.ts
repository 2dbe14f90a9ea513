import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { codeAt, stepOf } from '#server/modules/identity/rules/totp.ts';
import { allHold, checkLedger, printFindings } from '#server/ops/ledger-checks/check.ts';
import { columnsContaining } from '#server/ops/privacy/text-columns.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../../../../tests/money.ts';
import { exportedTables } from '#server/modules/all.ts';
import { deleteDueAccounts } from './flows/lifecycle.ts';
import { tableEntry } from './rules/format.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
});
afterAll(() => app.close());

const open = () => createClient({ baseUrl: app.url });
const logIn = (owner: Owner) =>
  open()(api.identity.login, { body: { email: owner.email, password: owner.password } });
const sweep = () => deleteDueAccounts(app.scope());

const erasedAt = async (owner: Owner) =>
  (
    await app.store.db
      .selectFrom('users')
      .select('erased_at')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow()
  ).erased_at;

async function uploadDocument(owner: Owner, token = owner.token): Promise<string> {
  const form = new FormData();
  form.set('purpose', 'kyc');
  const bytes = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
  form.set('file', new File([new Uint8Array(bytes)], 'passport.pdf'));
  const answer = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: { file: { id: string } } }).data.file.id;
}

const phoneOf = (name: string) =>
  `0803${String(Buffer.from(name).readUInt32BE(0) % 10_000_000).padStart(7, '0')}`;

/** A business with a bit of everything, and nothing left in its wallet. */
async function busyOwner(name: string): Promise<Owner> {
  const owner = await newOwner(app, { name: `${name} Stores` });
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  const { data: invoice } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: `${name} Customer`,
      clientEmail: `customer@${name}.test`.toLowerCase(),
    }),
  });
  const about = { invoiceId: invoice.id };
  await owner.call(api.invoices.send, { params, body: { ...about, channels: ['whatsapp'] } });
  await owner.call(api.invoices.share, { params, body: { ...about, way: 'whatsapp' } });
  await owner.call(api.invoices.remind, { params, body: about });
  const promised = { ...about, day: invoice.dueDate, note: `Call ${phoneOf(name)}` };
  await owner.call(api.reminders.promise, { params, body: promised });
  await owner.call(api.customers.create, {
    params,
    body: { name: `${name} Unbilled`, email: `unbilled@${name}.test`.toLowerCase(), phone: phoneOf(name) },
  });
  await uploadDocument(owner);
  await owner.call(api.counter.open, {});
  const prompt = `Invoice ${name} Customer 45k for a cake`;
  await owner.call(api.assistant.conversation, { params, body: { prompt } });
  return owner;
}

async function emptyWallet(owner: Owner, staffEmail = 'tunde@staff.test'): Promise<void> {
  const balance = async () => (await owner.call(api.withdrawals.balance, { params })).data;
  const { available } = await balance();
  const staff = { staffName: 'Tunde', staffEmail, staffPhone: '08030000000' };
  const body = {
    ...ownAccountPayout(minor(available - 50_00)),
    ...staff,
    type: 'disburse' as const,
    keep: true,
  };
  await owner.call(api.withdrawals.create, { params, body });
  await eventually(async () => {
    const { available: left, pending } = await balance();
    return left === 0 && pending === 0;
  });
}

const linesIn = (text = '') =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the export', () => {
  async function download(owner: Owner) {
    const response = await fetch(`${app.url}/api/auth/export`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toMatch(/duewell-data-\d{4}-\d\d-\d\d\.zip/);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
    );
  }

  test('holds everything of this business in readable files, and nothing of another', async () => {
    const [owner, other] = [await busyOwner('Canary'), await busyOwner('Magpie')];
    await emptyWallet(owner);
    const files = await download(owner);
    expect(
      Object.keys(files)
        .filter((name) => !name.startsWith('files/'))
        .sort(),
    ).toEqual(
      [
        'README.txt',
        'manifest.json',
        'schema.json',
        ...['customers', 'invoices', 'payments', 'credit-notes'].map((name) => `csv/${name}.csv`),
        ...exportedTables.map(({ table }) => tableEntry(table)),
      ].sort(),
    );
    const read = (table: string) => linesIn(files[tableEntry(table)]);
    for (const table of ['customers', 'invoices', 'payments', 'ledger_transfers', 'consents', 'files'])
      expect(read(table).length, table).toBeGreaterThan(0);
    expect(read('users')).toMatchObject([{ id: owner.userId, email: owner.email }]);
    expect(read('invoices').find((row) => row.customer_name === 'Canary Customer')).toMatchObject({
      number: expect.any(String),
      total_minor: 129_000_00,
      tax_bps: 750,
    });
    expect(read('payments')[0]).toMatchObject({ amount_minor: 100_000_00, fee_minor: 1_00, currency: 'NGN' });
    expect(read('business_profiles')[0]).toMatchObject({ account_number_last4: '4071', bvn_last4: '5678' });
    expect(files['csv/invoices.csv']).toContain('Canary Customer');
    const kyc = read('files').find(({ purpose }) => purpose === 'kyc');
    expect(files[`files/${String(kyc?.id)}`]).toMatch(/^%PDF-1.4/);
    const everything = Object.values(files).join('\n');
    for (const secret of [
      '0108024071',
      '22212345678',
      'argon2',
      'v1.',
      'Magpie',
      'magpie',
      other.email,
      other.businessId,
    ])
      expect(everything, secret).not.toContain(secret);
    expect(read('security_events').at(-1)?.event).toBe('data_exported');
    await eventually(async () => {
      const { rows } =
        await sql`select 1 from kept_mails where to_address = ${owner.email} and subject = 'Your data was downloaded'`.execute(
          app.store.db,
        );
      return rows.length === 1;
    });
  });

  test('holds every row of a business with more than one batch, and works before there is a business', async () => {
    const owner = await newOwner(app);
    await sql`insert into customers (business_id, id, name, email, created_at, updated_at)
      select ${owner.businessId}, 'cus_' || lpad(n::text, 26, '0'), 'Customer ' || n, 'c' || n || '@many.test', now(), now()
      from generate_series(1, 1001) n`.execute(app.store.db);
    const rows = linesIn((await download(owner))[tableEntry('customers')]);
    expect(new Set(rows.map(({ email }) => email)).size).toBe(1001);
    const fresh = await download(await newOwner(app, { register: false }));
    expect(fresh[tableEntry('business_profiles')]).toBe('');
  });

  test('is made ten times an hour, not more', async () => {
    const owner = await newOwner(app, { register: false });
    const tries = Array.from({ length: 11 }, () =>
      fetch(`${app.url}/api/auth/export`, { headers: { Authorization: `Bearer ${owner.token}` } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('deletion', () => {
  const ask = (owner: Owner, more: { password?: string; confirm?: string; code?: string } = {}) =>
    owner.call(api.account.requestDeletion, {
      body: { password: owner.password, confirm: owner.email, ...more },
    });

  test('wants the address typed out, the password, and the code where two-factor is on', async () => {
    const owner = await newOwner(app, { register: false });
    expect(await refusalOf(ask(owner, { confirm: 'somebody@example.test' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'confirm' }],
    });
    expect(await refusalOf(ask(owner, { password: 'not this one' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'password' }],
    });
    const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
    const code = (later: number) => codeAt(data.secret, stepOf(app.config.clock()) + later);
    await owner.call(api.account.enableTwoFactor, { body: { code: code(0) } });
    expect(await refusalOf(ask(owner))).toMatchObject({ code: 'two_factor_required' });
    expect(await refusalOf(ask(owner, { code: '000000' }))).toMatchObject({ code: 'wrong_code' });
    await ask(owner, { code: code(1) });
    expect(await refusalOf(owner.call(api.identity.session, {}))).toMatchObject({ status: 401 });
  });

  test('is refused while there is money, also on its way', async () => {
    const owner = await busyOwner('Wealthy');
    expect(await refusalOf(ask(owner))).toMatchObject({
      status: 409,
      message: 'Withdraw your balance first',
    });
    fake.onSend = () => ({
      reported: { state: 'processing', reason: null, fee: minor(0) },
      truth: { state: 'processing', reason: null, fee: minor(0) },
    });
    const body = ownAccountPayout(minor(99_949_00));
    await owner.call(api.withdrawals.create, { params, body });
    expect((await owner.call(api.withdrawals.balance, { params })).data.available).toBe(0);
    expect(await refusalOf(ask(owner))).toMatchObject({
      status: 409,
      message: 'Withdraw your balance first',
    });
    fake.onSend = () => ({
      reported: { state: 'completed', reason: null, fee: minor(0) },
      truth: { state: 'completed', reason: null, fee: minor(0) },
    });
    await owner.call(api.identity.session, {});
  });

  test('after thirty days nothing personal is left anywhere, while the books stay whole', async () => {
    const owner = await busyOwner('Heron');
    const witness = await busyOwner('Ibis');
    await emptyWallet(owner, 'tunde@heron.test');
    await logIn(owner);
    await open()(api.waitlist.join, { body: { email: owner.email } });
    const before = await booksOf(owner);
    const personal = [
      owner.email,
      'customer@heron.test',
      'unbilled@heron.test',
      'tunde@heron.test',
      phoneOf('Heron'),
      'Heron Unbilled',
    ];
    await sql`update messages set reason = '550 <customer@heron.test>: no such user' where business_id = ${owner.businessId}`.execute(
      app.store.db,
    );
    expect((await placesOfAny(personal)).length).toBeGreaterThan(8);
    await ask(owner);
    app.advance(31 * DAY_MS);
    await sweep();
    await sweep();
    expect(await erasedAt(owner)).not.toBeNull();
    expect(await refusalOf(logIn(owner))).toMatchObject({ status: 401 });
    // The address was just tried again, and the counter of log-ins forgets it after two days.
    await app.store.db.deleteFrom('rate_counters').execute();
    await sql`delete from pgboss.job where name = 'identity.failed'`.execute(app.store.db);
    expect(await placesOfAny(personal)).toEqual([]);
    expect(await booksOf(owner)).toEqual(before);
    const files = await app.store.db
      .selectFrom('files')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .execute();
    expect(files).toEqual([]);
    const findings = await checkLedger(app.store.db);
    expect(allHold(findings), printFindings(findings)).toBe(true);
    const theirs = await app.store.db
      .selectFrom('customers')
      .select('email')
      .where('business_id', '=', witness.businessId)
      .execute();
    expect(theirs.map(({ email }) => email).sort()).toContain('customer@ibis.test');
  });

  test('ends every session; logging in within thirty days undoes it, and both are told', async () => {
    const owner = await newOwner(app);
    const elsewhere = await logIn(owner);
    const { data } = await ask(owner);
    expect(data.deletedAt.getTime() - app.config.clock().getTime()).toBeGreaterThan(29.9 * DAY_MS);
    for (const token of [owner.token, elsewhere.token])
      expect(
        await refusalOf(createClient({ baseUrl: app.url, token: () => token })(api.identity.session, {})),
      ).toMatchObject({ status: 401 });
    app.advance(29 * DAY_MS);
    await sweep();
    const { token, data: back } = await logIn(owner);
    expect(back.deletionUndone).toBe(true);
    expect((await logIn(owner)).data.deletionUndone, 'told once').toBeUndefined();
    app.advance(2 * DAY_MS);
    await sweep();
    expect(await erasedAt(owner)).toBeNull();
    const mine = createClient({ baseUrl: app.url, token: () => token });
    const { data: auditLog } = await mine(api.account.audit, {});
    expect(auditLog.entries.map(({ event }) => event)).toContain('account_deletion_cancelled');
    const exported = await eventually(async () => {
      const { rows } = await sql<{
        subject: string;
      }>`select subject from kept_mails where to_address = ${owner.email} and subject like 'Your account %' order by subject`.execute(
        app.store.db,
      );
      return rows.length === 2 && rows.map(({ subject }) => subject);
    });
    expect(exported).toEqual(['Your account stays', 'Your account will be deleted']);
  });

  test('money that arrives meanwhile calls it off', async () => {
    const owner = await newOwner(app);
    await ask(owner);
    await sql`insert into ledger_accounts (id, business_id, currency, may_be_negative) values
      (${`biz:${owner.businessId}:ngn:available`}, ${owner.businessId}, 'NGN', false), (${`test:${owner.businessId}`}, null, 'NGN', true)`.execute(
      app.store.db,
    );
    await sql`insert into ledger_transfers (ref, debit_account, credit_account, currency, amount_minor, reason, cause, business_id, created_at)
      values (${`late:${owner.businessId}`}, ${`test:${owner.businessId}`}, ${`biz:${owner.businessId}:ngn:available`}, 'NGN', 100, 'opening_balance', 'test', ${owner.businessId}, now())`.execute(
      app.store.db,
    );
    app.advance(31 * DAY_MS);
    await sweep();
    expect(await erasedAt(owner)).toBeNull();
    await logIn(owner);
  });

  test('the name is free again for somebody new', async () => {
    const owner = await newOwner(app, { register: false });
    await ask(owner);
    app.advance(31 * DAY_MS);
    await sweep();
    const again = await open()(api.identity.register, {
      body: {
        firstName: 'Adaeze',
        lastName: 'Okafor',
        email: owner.email,
        password: owner.password,
        preferredCurrency: 'NGN',
        agreed: true,
      },
    });
    expect(again.user.businessId).not.toBe(owner.businessId);
  });
});

/** Records tax law requires: they must be the same before and after. */
async function booksOf(owner: Owner) {
  const of = async (text: ReturnType<typeof sql>) => (await text.execute(app.store.db)).rows;
  const id = owner.businessId;
  return {
    invoices: await of(
      sql`select number, customer_name, total_minor, tax_minor, paid_minor, issue_date from invoices where business_id = ${id} order by id`,
    ),
    items: await of(sql`select * from invoice_items where business_id = ${id} order by invoice_id, position`),
    payments: await of(sql`select * from payments where business_id = ${id} order by id`),
    ledger: await of(sql`select * from ledger_transfers where business_id = ${id} order by sequence`),
    payouts: await of(
      sql`select reference, amount_minor, staff_name, account_number_last4 from withdrawals where business_id = ${id} order by id`,
    ),
    business: await of(
      sql`select business_name, city, street from business_profiles where business_id = ${id}`,
    ),
  };
}

const placesOfAny = async (texts: string[]) =>
  (await columnsContaining(app.store.db, texts)).map(({ column: place }) => place);
