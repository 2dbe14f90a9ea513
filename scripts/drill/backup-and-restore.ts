import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { makeBackup } from '#server/ops/archive/create.ts';
import { checkArchive } from '#server/ops/archive/read.ts';
import { compareWith, finishRestore, loadRecords } from '#server/ops/archive/restore.ts';
import { allHold, checkLedger } from '#server/ops/ledger-checks/check.ts';
import { verifyChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { freshDatabase } from '../../tests/databases.ts';
import { findPostgres, startPostgres } from '../../tests/postgres.ts';
import { FILE_BYTES, FILES, fill } from './fill.ts';

/**
 * Fills a new database with so many ledger rows and their data, backs it up, restores it elsewhere, holds everything against the
 * archive, and says how long each took. Gives the code to end with.
 */
export async function backupAndRestore(ledger: number, parent: string): Promise<number> {
  const programs = process.env.TEST_DATABASE_URL ? null : findPostgres();
  const privatePostgres = programs ? await startPostgres(programs) : null;
  if (privatePostgres) process.env.TEST_DATABASE_URL = privatePostgres.url;
  if (!process.env.TEST_DATABASE_URL)
    throw new Error('There is no PostgreSQL: install one or set TEST_DATABASE_URL');

  const seconds: [what: string, took: number][] = [];
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    seconds.push([what, (performance.now() - from) / 1000]);
    return result;
  };

  const folder = mkdtempSync(join(parent, 'duewell-drill-'));
  const store = await freshDatabase();
  const files = createDiskStore({ folder: join(folder, 'files') });
  await timed('filling', () => fill(store.db, ledger));
  for (let at = 1; at <= FILES; at++) await files.put(`biz_${at}/fil_${at}`, Buffer.alloc(FILE_BYTES, at));
  const archive = { path: join(folder, 'backup.tar.gz'), key: null };
  const backup = await timed('backup', () =>
    makeBackup({ store, files, now: new Date(), key: null }, archive.path),
  );
  const target = {
    store: await freshDatabase(),
    files: createDiskStore({ folder: join(folder, 'restored') }),
  };
  const manifest = await timed('reading the archive through', () => checkArchive(archive));
  await timed('restoring', () => loadRecords(archive, manifest, target));
  const checks = await timed('comparing counts, sums and hashes', () => compareWith(manifest, target));
  checks.push(
    ...(await timed('bringing up to date', () =>
      finishRestore(archive, manifest, target, { jobs: true, now: new Date(), auditDetail: 'Drill' }),
    )),
  );
  const findings = await timed('checking the books', () => checkLedger(target.store.db));
  const { breaks } = await timed('checking the chains', () => verifyChains(target.store.db, manifest.heads));
  await store.close();
  await target.store.close();

  const missing = checks.filter(({ ok }) => !ok);
  const isComplete = missing.length === 0 && allHold(findings) && breaks.length === 0;
  console.log(
    `${backup.rows} records, of them ${ledger} ledger rows; ${backup.files} files; ${(backup.bytes / 1e6).toFixed(1)} MB; peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory`,
  );
  for (const [what, took] of seconds) console.log(`${what.padEnd(36)}${took.toFixed(1).padStart(8)} s`);
  const restored = seconds.slice(2).reduce((sum, [, took]) => sum + took, 0);
  console.log(
    `restored and checked: ${((restored / ledger) * 1e6).toFixed(1)} s for each million of ledger rows`,
  );
  console.log(
    isComplete
      ? `All ${checks.length} tables and files, ${findings.length} promises and ${manifest.heads.length} chains are as they were.`
      : 'Not all is as it was.',
  );
  await privatePostgres?.stop();
  return isComplete ? 0 : 1;
}
