import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createCanaries } from '../canary.ts';
import {
  newOwner,
  printOwnAccount,
  sampleBusiness,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../harness.ts';

const params = { currency: 'NGN' } as const;
const BVN = '22298127364';
const ACCOUNT = '0108024071';
const STAFF = '0025611837';
const WORDS = 'National identity of Adaeze Ngozichukwuka Okafor, number 71928364550';

let app: TestApp;
beforeAll(async () => {
  // Mail goes out: the dev mailbox is only for trying out.
  const mailer = { send: async () => ({ ok: true as const, id: 'sent' }) };
  app = await testApp({}, { ports: (made) => ({ ...made, mailer }) });
});
afterAll(() => app.close());

async function tables(): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema', 'sandbox') and table_type = 'BASE TABLE'`.execute(
    app.store.db,
  );
  return rows.map(({ name }) => name);
}

async function everyRow(): Promise<{ name: string; text: string }[]> {
  const dumped = [];
  for (const name of await tables()) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
      app.store.db,
    );
    dumped.push({ name, text: rows.map(({ text }) => text).join('\n') });
  }
  return dumped;
}

test('neither the database nor the folder of files says what was entrusted to them', async () => {
  const canaries = createCanaries();
  const owner = await newOwner(app, { register: false });
  canaries.register('bvn', BVN);
  canaries.register('secret', ACCOUNT, STAFF, WORDS);
  canaries.register('password', owner.password);
  canaries.register('token', owner.token);
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File([`%PDF-1.4\n% ${WORDS}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`], 'id.pdf'));
  const headers = { Authorization: `Bearer ${owner.token}` };
  const uploaded = await fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
  expect(uploaded.status).toBe(201);
  const { file } = ((await uploaded.json()) as { data: { file: { fileUrl: string } } }).data;
  await owner.call(api.business.createProfile, {
    params,
    body: {
      ...sampleBusiness(),
      bankVerificationNumber: BVN,
      bankAccountNumber: ACCOUNT,
      kycDocuments: { validId: file.fileUrl },
    },
  });
  await owner.call(api.business.createPin, { params, body: { pin: '2749' } });
  await printOwnAccount(owner);
  const made = await owner.call(
    api.invoices.create,
    { params, body: sampleInvoice() },
    { idempotencyKey: 'one' },
  );
  expect(made.data.bankDetails?.accountNumber).toBe(ACCOUNT);
  await owner.call(api.invoices.send, { params, body: { invoiceId: made.data.id } });
  const banks = await owner.call(api.withdrawals.banks, { params });
  await owner.call(api.staff.create, {
    params,
    body: {
      name: 'Bola',
      email: 'bola@example.test',
      bankCode: banks.data[0]?.code ?? '058',
      accountNumber: STAFF,
    },
  });

  const rows = await everyRow();
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.business_profiles', 'pgboss.job']),
  );
  for (const { name, text } of rows) canaries.note('log', text.replaceAll('$argon2', ''), name);
  const folder = join(app.config.dataDir, 'files');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(names.length).toBeGreaterThan(0);
  for (const entry of names)
    canaries.note('log', readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name);
  // A session is known by the plain hash of its token: 256 random bits cannot be guessed from it.
  const isHash = ({ where }: { where: string }) => where === 'public.sessions';
  const isSealed = ({ what }: { what: string }) => what === 'a sealed value';
  const found = canaries.findings();
  expect(found.filter((finding) => !isSealed(finding) && !isHash(finding))).toEqual([]);
  expect(found.filter(isHash)).toHaveLength(1);
  expect(rows.find(({ name }) => name === 'public.transaction_pins')?.text).toMatch(/,d2\.dky_/);
  expect(found.filter(isSealed).length).toBeGreaterThan(4);

  const read = await fetch(`${app.url}${file.fileUrl}`, { headers });
  expect(await read.text()).toContain(WORDS);
});
