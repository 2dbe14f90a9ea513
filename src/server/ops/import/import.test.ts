import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { exportedTables } from '#server/modules/all.ts';
import { writeArchive } from '#server/modules/account/flows/archive.ts';
import { tables } from '#server/modules/all.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import { currentFreeze } from '#server/modules/ledger/queries.ts';
import { accountOfStaff } from '#server/modules/withdrawals/flows/staff.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../../../../tests/money.ts';
import { verifyChains } from '../ledger-checks/hash-chains.ts';
import { UnusableArchive } from './archive.ts';
import { importBusiness } from './run.ts';
import { rowsOfEveryWay, settleEveryWay, sinceVersion2 } from './testing.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const folder = mkdtempSync(join(tmpdir(), 'duewell-import-'));
const apps: TestApp[] = [];
let app: TestApp;
let owner: Owner;
let original: Uint8Array;
/** Before anything was settled without a provider. */
let early: Uint8Array;

const start = async () => {
  const made = await testApp({}, { ports: paidBy(fake), sweeps: false });
  apps.push(made);
  return made;
};
const exportOf = async (from: TestApp): Promise<Uint8Array> => {
  const { businessId, userId } = owner;
  const spool = await writeArchive(from.scope(), from.store.db, { businessId, userId });
  return new Uint8Array(await new Response(spool.read()).arrayBuffer());
};
const asFile = (bytes: Uint8Array): string => {
  const path = join(folder, `${process.hrtime.bigint()}.zip`);
  writeFileSync(path, bytes);
  return path;
};

beforeAll(async () => {
  app = await start();
  owner = await newOwner(app);
  await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  const { data: invoice } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ clientName: 'Àdùkẹ́ "the\u2028 baker"', notes: '=1+1\n\u{1F35E}' }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id } });
  await owner.call(api.invoices.remind, { params, body: { invoiceId: invoice.id } });
  await owner.call(api.assistant.conversation, { params, body: { prompt: 'Invoice Bola 45k for a cake' } });
  await owner.call(api.counter.open, {});
  const { data: sale } = await owner.call(api.counter.sell, { params, body: { amount: minor(1_200_00) } });
  await owner.call(api.counter.cancel, { params: { ...params, id: sale.invoiceId } });
  early = await exportOf(app);
  await settleEveryWay(app, owner);
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File(['%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'passport.pdf'));
  await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const body = {
    ...ownAccountPayout(minor(40_000_00)),
    type: 'disburse',
    staffName: 'Tunde',
    keep: true,
  } as const;
  await owner.call(api.withdrawals.create, {
    params,
    body: { ...body, staffEmail: 'tunde@staff.test', staffPhone: '08030000000' },
  });
  await eventually(async () => (await owner.call(api.withdrawals.balance, { params })).data.pending === 0);
  await eventually(async () => {
    const { rows } = await sql`select 1 from messages where state in ('queued', 'sending')`.execute(
      app.store.db,
    );
    return rows.length === 0;
  });
  original = await exportOf(app);
});
afterAll(() => Promise.all(apps.map((one) => one.close())));

test('every table goes along or is known to stay', async () => {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(app.store.db);
  expect(rows.map(({ name }) => name).sort(), 'the manifests name every table').toEqual(
    Object.keys(tables).sort(),
  );
});

test('an export loaded into an empty instance gives the same export again, and the books hold', async () => {
  const other = await start();
  const was = (detail: string) => other.scope().transactAsSystem((ctx) => recordOperator(ctx, detail));
  await was('Keys changed');
  const { rows, files } = await importBusiness(other.scope(), asFile(original));
  const { rows: marks } = await sql<{ detail: string }>`select detail from security_events
    where business_id = 'service' and event = 'operator_acted' order by position`.execute(other.store.db);
  expect(marks.map(({ detail }) => detail).sort()).toEqual([
    expect.stringMatching(new RegExp(`^Imported ${owner.businessId} from an export of 20`)),
    'Keys changed',
  ]);
  expect(rows).toMatchObject({ users: 1, withdrawals: 1, staff: 1, files: 4, ...rowsOfEveryWay });
  expect(files).toBe(4);
  const [before, after] = [unzipSync(original), unzipSync(await exportOf(other))];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');
  const changed = Object.keys(before).filter(
    (name) => !['README.txt', 'manifest.json'].includes(name) && text(before[name]) !== text(after[name]),
  );
  expect(changed).toEqual([]);
  expect((await verifyChains(other.store.db)).breaks).toEqual([]);
  // And it goes on: the next record of everything has a number of its own.
  await createClient({ baseUrl: other.url })(api.identity.forgotPassword, { body: { email: owner.email } });
  await sql`insert into security_events (id, user_id, business_id, event, detail, client_address, user_agent, created_at)
    values ('evt_next', ${owner.userId}, ${owner.businessId}, 'signed_in', '', '', '', now())`.execute(
    other.store.db,
  );
  await expect(importBusiness(other.scope(), asFile(original))).rejects.toThrow('not empty');
  // Nobody is paid at a number that stayed behind.
  const staff = await other.store.db.selectFrom('staff').selectAll().executeTakeFirstOrThrow();
  const account = async () => accountOfStaff(other.scope(), staff);
  await expect(account()).rejects.toThrow('Enter this account number again');
});

test('another owner can take the business over', async () => {
  const other = await start();
  await importBusiness(other.scope(), asFile(original), { email: 'heir@example.test', firstName: 'Ife' });
  const { rows } = await sql`select email, first_name, email_verified_at from users`.execute(other.store.db);
  expect(rows).toEqual([{ email: 'heir@example.test', first_name: 'Ife', email_verified_at: null }]);
});

test('an archive that is broken, altered, short or of somebody else is refused, and nothing is left', async () => {
  const other = await start();
  const entries = unzipSync(original);
  const line = (table: string) => Buffer.from(entries[`data/${table}.ndjson`] ?? []).toString('utf8');
  const without = (name: string) =>
    Object.fromEntries(Object.entries(entries).filter(([one]) => one !== name));
  const withManifest = (change: (manifest: string) => string) =>
    zipSync({
      ...entries,
      'manifest.json': Buffer.from(change(Buffer.from(entries['manifest.json'] ?? []).toString())),
    });
  const flipped = Uint8Array.from(original);
  // Inside the bytes of a file, which are stored as they are: headers of the ZIP repeat what its directory says.
  const inFile = Buffer.from(original).indexOf('%PDF-1.4');
  expect(inFile).toBeGreaterThan(0);
  flipped[inFile] = (flipped[inFile] ?? 0) ^ 1;
  const cases: [string, Uint8Array][] = [
    [
      'an amount',
      zipSync({
        ...entries,
        'data/payments.ndjson': Buffer.from(line('payments').replace('10000000', '90000000')),
      }),
    ],
    ['a missing table', zipSync(without('data/ledger_transfers.ndjson'))],
    ['a missing file of rows and no manifest', zipSync(without('manifest.json'))],
    ['something more', zipSync({ ...entries, 'data/more.ndjson': Buffer.from('{}') })],
    ['half of it', original.slice(0, original.length / 2)],
    ['one bit', flipped],
    ['another business', withManifest((text) => text.replace(owner.businessId, 'biz_other'))],
    ['another balance', withManifest((text) => text.replace(/:available": \d+/, ':available": 1'))],
    [
      'a newer version',
      withManifest((text) => text.replace(/"schema": "[^"]+"/, '"schema": "9999_later.sql"')),
    ],
    ['no ZIP', Buffer.from('hello')],
  ];
  for (const [about, bytes] of cases)
    await expect(importBusiness(other.scope(), asFile(bytes)), about).rejects.toThrow(UnusableArchive);
  const { rows } = await sql`select 1 from users union all select 1 from ledger_accounts`.execute(
    other.store.db,
  );
  expect(rows).toEqual([]);
});

test('an export of before columns were renamed or dropped loads with those of now', async () => {
  const other = await start();
  const earlier = Object.fromEntries(
    exportedTables.flatMap(({ table, oldColumns }) =>
      oldColumns ? [[`data/${table}.ndjson`, (text: string) => withOldColumns(text, oldColumns)]] : [],
    ),
  );
  const invoices = earlier['data/invoices.ndjson'];
  const archive = forged({
    ...earlier,
    'data/invoices.ndjson': (text) => markedAsDeleted(invoices?.(text) ?? text),
  });
  const text = (bytes: Uint8Array, table: string) =>
    Buffer.from(unzipSync(bytes)[`data/${table}.ndjson`] ?? []).toString('utf8');
  expect(text(original, 'invoices')).not.toContain('"paper_code"');
  expect(text(archive, 'invoices')).toContain('"paper_code"');
  expect(text(archive, 'counter_sales')).toContain('"waits_until"');
  await importBusiness(other.scope(), asFile(archive));
  const again = await exportOf(other);
  for (const { table, oldColumns } of exportedTables)
    if (oldColumns) expect(text(again, table), table).toBe(text(original, table));
});

// Of a sale at the counter that has ended.
const markedAsDeleted = (invoices: string): string =>
  invoices.replaceAll(
    /"deleted_at":null(?=.*"state":"cancelled")|(?<="state":"cancelled".*)"deleted_at":null/g,
    '"deleted_at":"2026-11-01T10:00:00.000Z"',
  );

const withOldColumns = (text: string, columns: Readonly<Record<string, string | null>>): string =>
  Object.entries(columns).reduce(
    (lines, [old, name]) =>
      name === null
        ? lines.replaceAll(/\}$/gm, `,"${old}":null}`)
        : lines.replaceAll(`"${name}":`, `"${old}":`),
    text,
  );

test('an archive of version 2, made before money was settled without a provider, still loads', async () => {
  const other = await start();
  const { tables: later, columns } = sinceVersion2;
  const older = Object.entries(columns).map(([table, names]) => [
    `data/${table}.ndjson`,
    (text: string) =>
      text
        .split('\n')
        .map((line) => line && JSON.stringify(omit(JSON.parse(line), names)))
        .join('\n'),
  ]);
  const archive = forged(Object.fromEntries(older), {
    of: early,
    version: 2,
    without: later.map((table) => `data/${table}.ndjson`),
  });
  await importBusiness(other.scope(), asFile(archive));
  const [was, is] = [unzipSync(early), unzipSync(await exportOf(other))];
  for (const table of ['invoices', 'payments', 'invoice_items', 'ledger_transfers'])
    expect(Buffer.from(is[`data/${table}.ndjson`] ?? []), table).toEqual(
      Buffer.from(was[`data/${table}.ndjson`] ?? []),
    );
  await expect(importBusiness(await freshScope(), asFile(forged({}, { version: 1 })))).rejects.toThrow(
    'another version',
  );
});

const omit = (row: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const freshScope = async () => (await start()).scope();

type Forgery = { rename?: (name: string) => string; of?: Uint8Array; version?: number; without?: string[] };

/** An archive that says of itself what is in it, as somebody would who makes one by hand. */
function forged(
  changes: Record<string, (text: string) => string | Uint8Array>,
  { rename = (name) => name, of = original, version, without = [] }: Forgery = {},
): Uint8Array {
  const entries = unzipSync(of);
  for (const name of without) delete entries[name];
  for (const [name, change] of Object.entries(changes))
    entries[name] = Buffer.from(change(Buffer.from(entries[name] ?? []).toString('utf8')));
  const renamed = Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [rename(name), bytes]));
  const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString()) as {
    version: number;
    entries: { name: string }[];
  };
  manifest.version = version ?? manifest.version;
  manifest.entries = manifest.entries
    .filter(({ name }) => !without.includes(name))
    .map((one) => {
      const bytes = Buffer.from(entries[one.name] ?? []);
      return {
        ...one,
        name: rename(one.name),
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    });
  return zipSync({ ...renamed, 'manifest.json': Buffer.from(JSON.stringify(manifest)) });
}

test('an archive made by hand gets nothing in that was not ours, and no money out', async () => {
  const other = await start();
  const fileId =
    Object.keys(unzipSync(original))
      .find((name) => name.startsWith('files/'))
      ?.slice(6) ?? '';
  const slip = (text: string) => text.replaceAll(fileId, '../../evil');
  const endless = Uint8Array.from(original);
  new DataView(endless.buffer).setUint32(endless.length - 10, 0xffff_ff00, true);
  const cases: [string, Uint8Array, string][] = [
    ['a page as a paper', forged({ [`files/${fileId}`]: () => '<script>' }), 'not what its record says'],
    ['a way out of the folder', forged({ 'data/files.ndjson': slip }, { rename: slip }), 'no file of ours'],
    [
      'money of another',
      forged({
        'data/ledger_transfers.ndjson': (text) =>
          text.replaceAll(`biz:${owner.businessId}:ngn:held`, 'biz:biz_other:ngn:held'),
      }),
      "another business's account",
    ],
    [
      'an owner of another',
      forged({ 'data/users.ndjson': (text) => text.replace(owner.businessId, 'biz_other') }),
      'belongs to somebody else',
    ],
    [
      'lines unlike the first',
      forged({
        'data/payments.ndjson': (text) => text,
        'data/security_events.ndjson': (text) => text.replace(/"detail":"[^"]*",(?!.*"detail")/s, ''),
      }),
      'other columns',
    ],
    ['a line without end', forged({ 'data/customers.ndjson': () => ' '.repeat(17_000_000) }), 'too long'],
    ['a list without end', endless, 'too long'],
  ];
  for (const [about, bytes, why] of cases) {
    const trying = importBusiness(other.scope(), asFile(bytes));
    await expect(trying, about).rejects.toThrow(why);
    await expect(trying, about).rejects.toThrow(UnusableArchive);
  }
  const stored: string[] = [];
  for await (const key of other.system.ports.files.list()) stored.push(key);
  const { rows } = await sql`select 1 from users union all select 1 from ledger_accounts`.execute(
    other.store.db,
  );
  expect([rows, stored]).toEqual([[], []]);
  await importBusiness(other.scope(), asFile(original));
  expect(await currentFreeze(other.store.db)).toMatchObject({
    reason: expect.stringContaining('An import brought'),
  });
});
