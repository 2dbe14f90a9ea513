import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/database/migrate.ts';
import { openEmbedded, openServer, type Store } from '#server/kernel/db.ts';
import { openJobs } from '#server/kernel/jobs.ts';
import { jobRunners } from '#server/routes.ts';
import { guarded } from './tenant-guard.ts';
import { unscoped } from './unscoped.ts';

const MIGRATIONS = join(import.meta.dirname, '../db/migrations');
const CACHE = join(import.meta.dirname, '../node_modules/.cache/duewell-tests');
const LOCK = 7_220_111;
// Enough to race on; each one costs the server a process, and plans of its own.
const CONNECTIONS = 4;
// A job that begins a second after its request begins at once: half the time of the tests of sign-in was that second, and
// the one until the next look at what is due.
const SOONER = [
  `create function begin_sooner() returns trigger language plpgsql as $$ begin
    new.start_after := now();
    return new;
  end $$`,
  `create trigger begin_sooner before insert on pgboss.job_common for each row
    when (new.state = 'created' and new.start_after > now() and new.start_after <= now() + interval '1 second')
    execute function begin_sooner()`,
];
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A ready, empty database of a test's own: embedded in memory, or on the server of TEST_DATABASE_URL. */
export async function freshDatabase(): Promise<Store> {
  const server = process.env.TEST_DATABASE_URL;
  const store = await (server ? copyOfTemplate(server) : openEmbedded(null, new Blob([await snapshot()])));
  return process.env.WITHOUT_CODE_SCOPE ? unscoped(store) : guarded(store);
}

/** Removes a closed database from the server; an embedded one is gone already. */
export async function dropDatabase({ connectionString }: Pick<Store, 'connectionString'>): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server || !connectionString) return;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database "${new URL(connectionString).pathname.slice(1)}" with (force)`);
  await admin.end();
}

/** A database without any schema, of the same kind. */
export async function emptyDatabase(): Promise<Store> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return openEmbedded(null);
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `duewell_test_${process.pid}_${process.hrtime.bigint()}`;
  await admin.query(`create database "${name}" template template0`);
  await admin.end();
  return openServer(addressOf(server, name), CONNECTIONS);
}

// Making the schema takes seconds, restoring it a fraction of one: it is made once for each state of the sources.
async function snapshot(): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(CACHE, `${fingerprint()}.tar`);
  if (existsSync(path)) return new Uint8Array(readFileSync(path));
  const store = await openEmbedded(null);
  await prepare(store);
  const dump = await store.pglite?.dumpDataDir('none');
  await store.close();
  if (!dump) throw new Error('the embedded database could not be dumped');
  const bytes = new Uint8Array(await dump.arrayBuffer());
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, bytes);
  renameSync(`${path}.${process.pid}`, path);
  return bytes;
}

async function copyOfTemplate(server: string): Promise<Store> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query('select pg_advisory_lock($1)', [LOCK]);
  const template = `duewell_template_${fingerprint()}`;
  const known = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (known.rowCount === 0) await makeTemplate(admin, server, template);
  const name = `duewell_test_${process.pid}_${process.hrtime.bigint()}`;
  await admin.query(`create database "${name}" template "${template}" ${await byFileCopy(admin)}`);
  await admin.end();
  return openServer(addressOf(server, name), CONNECTIONS);
}

// Copying the template's files takes a third of the time of copying its blocks through the log, as newer servers do.
async function byFileCopy(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query('show server_version_num');
  return Number(rows[0].server_version_num) >= 150_000 ? 'strategy file_copy' : '';
}

async function makeTemplate(admin: pg.Client, server: string, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`drop database if exists "${draft}"`);
  await admin.query(`create database "${draft}"`);
  const store = openServer(addressOf(server, draft), 2);
  await prepare(store);
  await store.close();
  await admin.query(`alter database "${draft}" rename to "${template}"`);
}

async function prepare(store: Store): Promise<void> {
  await migrate(store);
  const queue = await openJobs(store, jobRunners, silent, 120);
  await queue.stop();
  for (const statement of SOONER) await sql.raw(statement).execute(store.db);
}

function addressOf(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.toString();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  hash
    .update(readFileSync(join(import.meta.dirname, '../package-lock.json')))
    .update(jobRunners.map(({ job }) => job.name).join())
    .update(SOONER.join());
  return hash.digest('hex').slice(0, 16);
}
