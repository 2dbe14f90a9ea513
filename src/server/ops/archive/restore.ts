import { ConfigError } from '#server/config/startup-errors.ts';
import { knownMigrations, migrate, UNFINISHED_RESTORE } from '#server/database/migrate.ts';
import { type Store, transactOn, type Tx } from '#server/kernel/db.ts';
import { openJobs } from '#server/kernel/jobs.ts';
import type { FileStore } from '#server/kernel/ports/index.ts';
import { OPERATOR, recordOperator } from '#server/modules/audit/commands.ts';
import { jobRunners } from '#server/routes.ts';
import {
  aroundLoading,
  dropsOf,
  filledTables,
  isUnfinished,
  JOBS,
  queueVersionOf,
  quotedColumns,
  quotedTable,
  tablesOf,
} from './catalogue.ts';
import { inOneWrite, inSnapshot, type Session } from './copy-session.ts';
import { type Manifest, sha256, type TableCopy } from './manifest.ts';
import { type Archive, entriesOf } from './read.ts';
import { sumTable } from './write.ts';

/** Where an archive is put. */
export type Target = { store: Store; files: FileStore };

/** One line of the table a restore ends with. */
export type Check = { what: string; expected: string; found: string; ok: boolean };

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const ABANDONED_AFTER_SECONDS = 120;

/**
 * Contents that make a target not empty: tables with records, and files. An interrupted restore counts as
 * empty: its previous contents were saved before it began.
 */
export async function contentsOf({ store, files }: Target): Promise<string[]> {
  if (await inSnapshot(store, isUnfinished)) return [];
  const tables = await inSnapshot(store, filledTables);
  for await (const key of files.list()) return [...tables, `the file ${key}`];
  return tables;
}

/** Whether there are records, which an archive would save with the files they name. */
export const hasRecords = async ({ store }: Target): Promise<boolean> =>
  !(await inSnapshot(store, isUnfinished)) && (await inSnapshot(store, filledTables)).length > 0;

/** Throws while a service works on the database: it would go on writing into what is being replaced. */
export async function refuseInUse(store: Store): Promise<void> {
  if (store.pglite) return;
  const listening = await inSnapshot(store, (session) =>
    session.rows(
      `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    ),
  );
  if (listening.length > 0)
    throw new ConfigError(
      `${listening.length} connections of a running service are on this database. Stop it first`,
    );
}

/** Throws where these sources cannot take an archive: it is of a newer version than they are. */
export async function refuseNewer(manifest: Manifest): Promise<void> {
  const known = await knownMigrations();
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new ConfigError(
      `This archive is of a newer version: it needs ${newer.join(', ')}. Restore it with that version`,
    );
}

/**
 * Replaces all records and files with those of a checked archive; the schema is the archive's then. Files it
 * does not list are removed only where they were `saved`: with their records lost they may be the only copy.
 * An interrupted run leaves a target that no service starts on, and that may be restored to again.
 */
export async function loadRecords(
  archive: Archive,
  manifest: Manifest,
  target: Target,
  saved = false,
): Promise<void> {
  await inOneWrite(target.store, async (session) => {
    for (const drop of await dropsOf(session)) await session.run(drop);
    await session.run(`create table ${UNFINISHED_RESTORE} ()`);
  });
  await migrate(target.store, { only: manifest.migrations, restoring: true });
  if (saved) await removeUnlistedFiles(manifest, target.files);
  await loadFiles(archive, manifest, target.files);
  const tables = manifest.tables.filter(({ name }) => name !== JOBS);
  await inOneWrite(target.store, (session) => loadTables(session, archive, { ...manifest, tables }));
}

/** Options of the last step: `auditDetail` goes into the audit trail. */
export type FinishOptions = { jobs: boolean; now: Date; auditDetail: string };

/**
 * Migrates restored records and puts the queue's jobs back, unless `jobs` is false: another version of the
 * queue cannot take them. Records the restore, and revokes sessions and links. Returns the job check; then
 * the target may be used. Throws for jobs it cannot take.
 */
export async function finishRestore(
  archive: Archive,
  manifest: Manifest,
  { store }: Target,
  { jobs, now, auditDetail }: FinishOptions,
): Promise<Check[]> {
  await migrate(store, { restoring: true });
  await transactOn(store.db, async (tx) => {
    await recordOperator({ tx, now, origin: OPERATOR }, auditDetail);
    await revokeAccess(tx, now);
  });
  await (await openJobs(store, jobRunners, silent, ABANDONED_AFTER_SECONDS)).stop();
  const table = jobs ? manifest.tables.find(({ name }) => name === JOBS) : undefined;
  return inOneWrite(store, async (session) => {
    if (table) {
      await refuseQueueVersion(session, manifest.queueVersion, table.rows);
      await session.run(`delete from ${quotedTable(JOBS)}`);
      await copyAll(session, archive, [table]);
    }
    await session.run(`drop table ${UNFINISHED_RESTORE}`);
    return table ? [await checkTable(session, table)] : [];
  });
}

// Sessions ended and links used since the archive was made would become valid again.
async function revokeAccess(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  for (const table of [
    'portal_sessions',
    'portal_links',
    'email_tokens',
    'sign_in_codes',
    'extension_codes',
    'step_up_codes',
    'quote_codes',
    'passkey_challenges',
    'whatsapp_codes',
  ] as const)
    await tx.deleteFrom(table).execute();
}

async function removeUnlistedFiles({ files }: Manifest, store: FileStore): Promise<void> {
  const listed = new Set(files.map(({ key }) => key));
  for await (const key of store.list()) if (!listed.has(key)) await store.remove(key);
}

async function loadFiles(archive: Archive, { files }: Manifest, store: FileStore): Promise<void> {
  const keys = new Map(files.map(({ entry, key }) => [entry, key]));
  if (keys.size === 0) return;
  for await (const { name, bytes } of entriesOf(archive)) {
    const key = keys.get(name);
    if (key) await store.put(key, bytes);
  }
}

async function loadTables(
  session: Session,
  archive: Archive,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
): Promise<void> {
  const present = (await tablesOf(session)).filter(({ name }) => name !== JOBS);
  const strange = tables.find(({ name }) => !present.some((table) => table.name === name));
  if (strange)
    throw new ConfigError(`The archive has a table ${strange.name} that its migrations do not make`);
  const around = await aroundLoading(session, present);
  for (const statement of around.before) await session.run(statement);
  await session.run(`truncate ${present.map(({ name }) => quotedTable(name)).join(', ')}`);
  await copyAll(session, archive, tables);
  for (const [name, last] of Object.entries(sequences))
    await session.run(`select setval('${quotedTable(name)}', ${last})`);
  for (const statement of around.after) await session.run(statement);
}

async function refuseQueueVersion(session: Session, version: number, open: number): Promise<void> {
  const installed = await queueVersionOf(session);
  if (open > 0 && installed !== version)
    throw new ConfigError(
      `The archive has ${open} open jobs of queue version ${version}, and here it is ${installed}: restore with the version it was made with, or leave them out with --without-jobs; the sweeps find what matters`,
    );
}

// The parts of a table follow each other in the archive, so each is one COPY that ends with the table's last part.
async function copyAll(session: Session, archive: Archive, tables: readonly TableCopy[]): Promise<void> {
  const owners = new Map(tables.flatMap((table) => table.parts.map(({ entry }) => [entry, table] as const)));
  for await (const { name, bytes } of entriesOf(archive)) {
    const table = owners.get(name);
    if (table)
      await session.copyIn(`${quotedTable(table.name)} (${quotedColumns(table.columns)})`, once(bytes));
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Compares restored records with the manifest: each table's rows and sums, each file's bytes. */
export async function compareWith(manifest: Manifest, { store, files }: Target): Promise<Check[]> {
  const tables = await inSnapshot(store, async (session) => {
    const checks: Check[] = [];
    for (const table of manifest.tables)
      if (table.name !== JOBS) checks.push(await checkTable(session, table));
    return checks;
  });
  return [...tables, await compareFiles(manifest, files)];
}

const checkTable = async (session: Session, table: TableCopy): Promise<Check> =>
  checkOf(table.name, textOf(table), textOf(await sumTable(session, table)));

const textOf = ({ rows, rowsum }: Pick<TableCopy, 'rows' | 'rowsum'>): string =>
  `${rows} rows, ${rowsum.slice(0, 12)}`;

const checkOf = (what: string, expected: string, found: string): Check => ({
  what,
  expected,
  found,
  ok: expected === found,
});

async function compareFiles({ files }: Manifest, store: FileStore): Promise<Check> {
  const wrong: string[] = [];
  for (const { key, sha256: expected } of files) {
    const bytes = await store.get(key);
    if (!bytes || sha256(bytes) !== expected) wrong.push(key);
  }
  const found = wrong.length === 0 ? `${files.length} files` : `not ${wrong.slice(0, 10).join(', ')}`;
  return checkOf('files', `${files.length} files`, found);
}

/** The checks as a table for a person; tables without rows are left out. */
export function printChecks(checks: readonly Check[]): string {
  const rows = checks.filter(({ ok, expected }) => !ok || !expected.startsWith('0 '));
  const width = Math.max(...rows.map(({ what }) => what.length), 0) + 2;
  return rows
    .map(({ what, expected, found, ok }) =>
      ok
        ? `ok    ${what.padEnd(width)}${found}`
        : `FAIL  ${what.padEnd(width)}${found} instead of ${expected}`,
    )
    .join('\n');
}
