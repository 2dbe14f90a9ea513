// npm run drill -- [--ledger 1000000] [--folder /tmp]: fills a new database with so many ledger rows and all that belongs to them,
// backs it up, restores it elsewhere, holds everything against the archive, and says how long each took. On the PostgreSQL of
// TEST_DATABASE_URL, or one started for it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { makeBackup } from '#server/archive/make.ts';
import { checkArchive } from '#server/archive/read.ts';
import { compareWith, finishRestore, loadRecords } from '#server/archive/restore.ts';
import { verifyChains } from '#server/books/chains.ts';
import { areSound, checkBooks } from '#server/books/check.ts';
import type { Db } from '#server/db.ts';
import { findPostgres, startPostgres } from '../tests/pg.ts';
import { freshStore } from '../tests/stores.ts';

const BUSINESSES = 1_000;
const FILES = 100;
const FILE_BYTES = 200_000;

const { values } = parseArgs({
  options: { ledger: { type: 'string', default: '1000000' }, folder: { type: 'string', default: tmpdir() } },
});
const ledger = Number(values.ledger);
const programs = process.env.TEST_DATABASE_URL ? null : findPostgres();
const own = programs ? await startPostgres(programs) : null;
if (own) process.env.TEST_DATABASE_URL = own.url;
if (!process.env.TEST_DATABASE_URL)
  throw new Error('There is no PostgreSQL: install one or set TEST_DATABASE_URL');

const seconds: [what: string, took: number][] = [];
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now();
  const result = await work();
  seconds.push([what, (performance.now() - from) / 1000]);
  return result;
};

/** Opening balances, each chained to the one before it in its business, as the service would have written them. */
async function fill(db: Db): Promise<void> {
  await sql`insert into users (id, business_id, email, password_hash, first_name, last_name, currency, created_at)
    select 'usr_' || b, 'biz_' || b, 'o' || b || '@example.test', 'x', 'A', 'B', 'NGN', now() from generate_series(1, ${BUSINESSES}) b`.execute(
    db,
  );
  await sql`insert into ledger_accounts (id, business_id, currency, may_be_negative)
    select 'biz:' || b, 'biz_' || b, 'NGN', false from generate_series(1, ${BUSINESSES}) b
    union all select 'outside', null, 'NGN', true`.execute(db);
  await sql`alter table ledger_transfers disable trigger user`.execute(db);
  await sql`insert into ledger_transfers (ref, debit_account, credit_account, currency, amount_minor, reason, cause, business_id, created_at)
    select 'opening:' || n, 'outside', 'biz:' || n % ${BUSINESSES} + 1, 'NGN', 1 + n % 100000, 'opening_balance', 'opening:' || n,
      'biz_' || n % ${BUSINESSES} + 1, now() from generate_series(1, ${ledger}) n`.execute(db);
  await sql`alter table ledger_transfers enable trigger user`.execute(db);
  await sql`update ledger_accounts a set balance_minor = moved.amount from (
      select credit_account as id, sum(amount_minor) as amount from ledger_transfers group by 1
      union all select 'outside', -sum(amount_minor) from ledger_transfers) moved where moved.id = a.id`.execute(
    db,
  );
  await sql`do $$ declare t ledger_transfers; chain text; n bigint; h bytea; d bytea; begin
    for t in select * from ledger_transfers order by business_id, sequence loop
      if chain is distinct from t.business_id then
        chain := t.business_id; n := 0; d := sha256(''::bytea); h := first_hash('ledger', chain, 0, d);
        insert into ledger_links values (chain, 0, 0, d, h);
      end if;
      n := n + 1; d := digest_of(t); h := next_hash(h, n, t.sequence, d);
      insert into ledger_links values (chain, n, t.sequence, d, h);
    end loop; end $$`.execute(db);
  await sql`insert into files (business_id, id, purpose, name, mime_type, size, storage_key, created_at)
    select 'biz_' || n, 'fil_' || n, 'attachment', 'a.pdf', 'application/pdf', ${FILE_BYTES}, 'biz_' || n || '/fil_' || n, now()
    from generate_series(1, ${FILES}) n`.execute(db);
}

const folder = mkdtempSync(join(values.folder, 'duewell-drill-'));
const store = await freshStore();
const files = createDiskStore({ folder: join(folder, 'files') });
await timed('filling', () => fill(store.db));
for (let at = 1; at <= FILES; at++) await files.put(`biz_${at}/fil_${at}`, Buffer.alloc(FILE_BYTES, at));
const archive = { path: join(folder, 'drill.tar.gz'), key: null };
const made = await timed('backup', () =>
  makeBackup({ store, files, now: new Date(), key: null }, archive.path),
);
const target = { store: await freshStore(), files: createDiskStore({ folder: join(folder, 'restored') }) };
const manifest = await timed('reading the archive through', () => checkArchive(archive));
await timed('restoring', () => loadRecords(archive, manifest, target));
const checks = await timed('comparing counts, sums and hashes', () => compareWith(manifest, target));
checks.push(
  ...(await timed('bringing up to date', () =>
    finishRestore(archive, manifest, target, { jobs: true, now: new Date(), noted: 'Drill' }),
  )),
);
const findings = await timed('checking the books', () => checkBooks(target.store.db));
const { breaks } = await timed('checking the chains', () => verifyChains(target.store.db, manifest.heads));
await store.close();
await target.store.close();

const wrong = checks.filter(({ ok }) => !ok);
const whole = wrong.length === 0 && areSound(findings) && breaks.length === 0;
console.log(
  `${made.rows} records, of them ${ledger} ledger rows; ${made.files} files; ${(made.bytes / 1e6).toFixed(1)} MB; peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory`,
);
for (const [what, took] of seconds) console.log(`${what.padEnd(36)}${took.toFixed(1).padStart(8)} s`);
const back = seconds.slice(2).reduce((sum, [, took]) => sum + took, 0);
console.log(`restored and checked: ${((back / ledger) * 1e6).toFixed(1)} s for each million of ledger rows`);
console.log(
  whole
    ? `All ${checks.length} tables and files, ${findings.length} promises and ${manifest.heads.length} chains are as they were.`
    : 'Not all is as it was.',
);
process.exitCode = whole ? 0 : 1;
await own?.stop();
process.exit();
