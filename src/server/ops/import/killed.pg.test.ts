import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { writeArchive } from '#server/modules/account/flows/archive.ts';
import { freshDatabase } from '../../../../tests/databases.ts';
import { eventually, newOwner, sampleInvoice, testApp } from '../../../../tests/harness.ts';
import { allHold, checkLedger } from '../ledger-checks/check.ts';

const folder = mkdtempSync(join(tmpdir(), 'duewell-killed-'));
const archive = join(folder, 'export.zip');

async function makeArchive(): Promise<void> {
  const app = await testApp({}, { sweeps: false });
  const owner = await newOwner(app);
  await owner.call(api.invoices.create, { params: { currency: 'NGN' }, body: sampleInvoice() });
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File(['%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'passport.pdf'));
  const headers = { Authorization: `Bearer ${owner.token}` };
  await fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
  const spool = await writeArchive(app.scope(), app.store.db, owner);
  writeFileSync(archive, Buffer.from(await new Response(spool.read()).arrayBuffer()));
  await app.close();
}

test('an import that is killed in its midst leaves no record, and the next one loads everything', async () => {
  await makeArchive();
  const store = await freshDatabase();
  const env = { ...process.env, DATABASE_URL: store.connectionString ?? '', DATA_DIR: folder };
  const begin = () =>
    spawn(process.execPath, ['src/server/ops/cli/import.ts', archive], { env, stdio: 'ignore' });
  const stored = () => (existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')).length : 0);
  const rows = async () =>
    (
      await sql<{ n: number }>`select (select count(*) from users) + (select count(*) from invoices)
      + (select count(*) from ledger_transfers) as n`.execute(store.db)
    ).rows[0]?.n;
  // The last table is held by somebody, so that it is killed with almost everything loaded.
  await store.db.transaction().execute(async (tx) => {
    await sql`lock table security_events in share mode`.execute(tx);
    const killed = begin();
    const ended = once(killed, 'exit');
    await eventually(async () => {
      const { rows: waiting } =
        await sql`select 1 from pg_locks where not granted and relation = 'security_events'::regclass`.execute(
          store.db,
        );
      return waiting.length > 0;
    });
    expect(stored()).toBe(1);
    killed.kill('SIGKILL');
    await ended;
  });
  await eventually(async () => Number(await rows()) === 0);
  const [code] = await once(begin(), 'exit');
  expect(code).toBe(0);
  expect(Number(await rows())).toBeGreaterThan(1);
  expect(stored()).toBe(1);
  expect(allHold(await checkLedger(store.db))).toBe(true);
  await store.close();
});
