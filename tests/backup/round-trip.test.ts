import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { createS3Store } from '#server/adapters/storage/s3.ts';
import { migrate } from '#server/database/migrate.ts';
import { openEmbedded } from '#server/kernel/db.ts';
import type { Manifest } from '#server/ops/archive/manifest.ts';
import { type Archive, checkArchive } from '#server/ops/archive/read.ts';
import {
  compareWith,
  contentsOf,
  finishRestore,
  hasRecords,
  loadRecords,
  refuseNewer,
  type Target,
} from '#server/ops/archive/restore.ts';
import { writeArchive } from '#server/ops/archive/write.ts';
import { portalCookie } from '#server/modules/customer-portal/testing.ts';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { freshDatabase } from '../databases.ts';
import { newOwner, sampleInvoice, testApp } from '../harness.ts';
import { startS3 } from '../simulators/s3/index.ts';

const BVN = '22212345678';
const ACCOUNT = '0108024071';
const PAPER = 'a certificate nobody may read';
const folder = mkdtempSync(join(tmpdir(), 'duewell-archive-'));
const key = Buffer.alloc(32, 7);

const noted = 'Restored by a test';

async function restore(archive: Archive, manifest: Manifest, target: Target): Promise<void> {
  await loadRecords(archive, manifest, target);
  const checks = await compareWith(manifest, target);
  await expect(migrate(target.store)).rejects.toThrow('not finished');
  // Interrupted here it is no valid backup, and may be restored to again.
  expect(await contentsOf(target)).toEqual([]);
  await expect(writeArchive({ ...target, now: new Date(), key }, join(folder, 'half'))).rejects.toThrow(
    'not finished',
  );
  checks.push(
    ...(await finishRestore(archive, manifest, target, { jobs: true, now: new Date(), auditDetail: noted })),
  );
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(allHold(await checkLedger(target.store.db))).toBe(true);
  expect((await verifyChains(target.store.db, manifest.heads)).breaks).toEqual([]);
  const { rows: left } = await sql<{
    noted: string;
    open: number;
  }>`select detail as noted, (select count(*)::int from
    (select 1 from sessions where revoked_at is null union all select 1 from email_tokens
      union all select 1 from portal_links union all select 1 from portal_sessions) doors) as open
    from security_events where business_id = 'service' order by position desc limit 1`.execute(
    target.store.db,
  );
  expect(left).toEqual([{ noted, open: 0 }]);
}

// Rows a restore itself writes or takes away, with what leads to them.
const written = [
  'security_events',
  'audit_links',
  'sessions',
  'email_tokens',
  'portal_links',
  'portal_sessions',
  'directory',
].map((name) => `public.${name}`);
const others = ({ tables }: Manifest) => tables.filter(({ name }) => !written.includes(name));

test('an archive goes from one kind of database and files to the other and back, and gives nothing sealed away', async () => {
  const app = await testApp();
  const owner = await newOwner(app);
  const params = { currency: 'NGN' } as const;
  const invoice = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  expect(await portalCookie(app, owner, invoice.data.customerId)).not.toBe('');
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new Blob([`%PDF-1.4\n% ${PAPER}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF`]), 'cac.pdf');
  const headers = { authorization: `Bearer ${owner.token}` };
  const stored = await fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', headers, body: form });
  expect(stored.status).toBe(201);

  const path = join(folder, 'one.tar.gz');
  const { store } = app;
  const source = { store, files: app.system.ports.files, now: new Date() };
  const { manifest } = await writeArchive({ ...source, key: null }, path);
  expect(manifest.files).toHaveLength(1);
  expect(await checkArchive({ path, key: null })).toEqual(manifest);
  const text = gunzipSync(readFileSync(path)).toString('latin1');
  for (const secret of [
    BVN,
    ACCOUNT,
    PAPER,
    readFileSync(join(app.config.dataDir, 'master.key'), 'utf8').trim(),
  ])
    expect(text).not.toContain(secret);

  // Bytes that go while a backup is made were sealed anew under another name, or are really gone.
  const { files } = source;
  const moving = (move: () => Promise<unknown>) => ({
    ...source,
    files: { ...files, get: async () => move().then(() => null) },
    key: null,
  });
  const renamed = (from: string, to: string) =>
    sql`update files set storage_key = replace(storage_key, ${from}, ${to})`.execute(store.db);
  await expect(
    writeArchive(
      moving(() => renamed('fil_', 'new_')),
      join(folder, 'moved'),
    ),
  ).rejects.toThrow('sealed anew');
  await renamed('new_', 'fil_');
  expect(
    (
      await writeArchive(
        moving(async () => {}),
        join(folder, 'gone'),
      )
    ).manifest.missingFiles,
  ).toHaveLength(1);
  await app.close();

  const s3 = await startS3();
  const there = { store: await openEmbedded(null), files: createS3Store(s3.settings) };
  expect(await contentsOf(there)).toEqual([]);
  await restore({ path, key: null }, manifest, there);
  expect(await contentsOf(there)).toContain('public.invoices');
  expect(s3.objects.size).toBe(1);

  // Files whose records are lost may be all there is of them; where everything was saved they go.
  const stray = 'biz_lost/fil_later';
  await there.files.put(stray, new Uint8Array([1]));
  expect(await hasRecords(there)).toBe(true);
  for (const saved of [false, true]) {
    await loadRecords({ path, key: null }, manifest, there, saved);
    expect(await hasRecords(there)).toBe(false);
    expect((await there.files.get(stray)) === null).toBe(saved);
  }
  await finishRestore({ path, key: null }, manifest, there, {
    jobs: true,
    now: new Date(),
    auditDetail: noted,
  });

  const second = join(folder, 'two.sealed');
  const again = await writeArchive({ ...there, now: new Date(), key }, second);
  expect(others(again.manifest)).toEqual(others(manifest));
  await restore({ path: second, key }, again.manifest, {
    store: await freshDatabase(),
    files: createDiskStore({ folder: join(folder, 'back') }),
  });
  await s3.close();
});

test('an archive that was cut, changed, sealed with another key or made by a newer version is refused', async () => {
  const store = await freshDatabase();
  const files = createDiskStore({ folder: join(folder, 'none') });
  await sql`insert into waitlist_entries (email, created_at) values ('w@example.test', now())`.execute(
    store.db,
  );
  const path = join(folder, 'good');
  const sealed = join(folder, 'good.sealed');
  const { manifest } = await writeArchive({ store, files, now: new Date(), key: null }, path);
  await writeArchive({ store, files, now: new Date(), key }, sealed);
  await store.close();
  const refusal = async (
    from: string,
    change: (bytes: Buffer) => Buffer,
    with_: Buffer | null,
  ): Promise<string> => {
    writeFileSync(`${from}.bad`, change(readFileSync(from)));
    return checkArchive({ path: `${from}.bad`, key: with_ }).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  };
  const flip = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  expect(await refusal(path, (bytes) => bytes, null)).toBe('taken');
  for (const cut of [1, 100, 600])
    expect(await refusal(path, (b) => b.subarray(0, -cut), null)).not.toBe('taken');
  const body = gunzipSync(readFileSync(path));
  const row = body.indexOf('w@example.test');
  const repacked = (change: (plain: Buffer) => Buffer) => () => gzipSync(change(Buffer.from(body)));
  expect(await refusal(path, repacked(flip(row)), null)).toContain('not what was written');
  const end = body.indexOf('manifest.json');
  expect(
    await refusal(
      path,
      repacked((b) => Buffer.concat([b.subarray(0, end), Buffer.alloc(1024)])),
      null,
    ),
  ).toContain('no manifest');
  expect(await refusal(sealed, (bytes) => bytes, key)).toBe('taken');
  expect(await refusal(path, (bytes) => bytes, key)).toContain('not sealed although');
  expect(await refusal(sealed, (bytes) => bytes, null)).toContain('BACKUP_KEY');
  expect(await refusal(sealed, (bytes) => bytes, Buffer.alloc(32, 8))).toContain('another BACKUP_KEY');
  expect(await refusal(sealed, flip(200), key)).toContain('another BACKUP_KEY');
  expect(await refusal(sealed, (bytes) => bytes.subarray(0, -30), key)).toContain('BACKUP_KEY');
  await expect(refuseNewer({ ...manifest, migrations: ['9999_tomorrow.sql'] })).rejects.toThrow(
    'newer version',
  );
});
