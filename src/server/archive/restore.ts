import type { FileStore } from '../ports.ts';
import type { Store } from '../db.ts';
import { openJobs } from '../jobs.ts';
import { knownMigrations, migrate } from '../migrate.ts';
import { jobRunners } from '../routes.ts';
import {
  aroundLoading,
  dropsOf,
  filledTables,
  JOBS,
  queueVersionOf,
  quotedColumns,
  quotedTable,
  tablesOf,
} from './catalogue.ts';
import { type Manifest, sha256, type TableCopy } from './manifest.ts';
import { type Archive, entriesOf } from './read.ts';
import { inOneWrite, inSnapshot, type Session } from './session.ts';
import { sumTable } from './write.ts';

/** Where an archive is put. */
export type Target = { store: Store; files: FileStore };

/** One line of the table a restore ends with. */
export type Check = { what: string; expected: string; found: string; ok: boolean };

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const ABANDONED_AFTER_SECONDS = 120;

/** What makes a place not empty: its tables with records, and whether there are files. */
export async function contentsOf({ store, files }: Target): Promise<string[]> {
  const tables = await inSnapshot(store, filledTables);
  for await (const key of files.list()) return [...tables, `the file ${key}`];
  return tables;
}

/** Throws where these sources cannot take an archive: it is of a newer version than they are. */
export async function refuseNewer(manifest: Manifest): Promise<void> {
  const known = await knownMigrations();
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new Error(`This archive is of a newer version: it needs ${newer.join(', ')}. Restore it with that version`);
}

/**
 * Puts a checked archive in the place of everything that is there: files first, then all records in one transaction, so that
 * whoever ends it in between leaves a place without records. `jobs` false leaves out the queue's, which another version of
 * the queue cannot take. Afterwards the schema is the archive's, not yet brought up to date.
 */
export async function loadArchive(
  archive: Archive,
  manifest: Manifest,
  target: Target,
  jobs = true,
): Promise<void> {
  await inOneWrite(target.store, async (session) => {
    for (const drop of await dropsOf(session)) await session.run(drop);
  });
  await migrate(target.store, { only: manifest.migrations });
  await (await openJobs(target.store, jobRunners, silent, ABANDONED_AFTER_SECONDS)).stop();
  await loadFiles(archive, manifest, target.files);
  await inOneWrite(target.store, (session) => loadTables(session, archive, wantedOf(manifest, jobs)));
}

type Wanted = Pick<Manifest, 'tables' | 'sequences' | 'queueVersion'>;

const wantedOf = (manifest: Manifest, jobs: boolean): Wanted => ({
  ...manifest,
  tables: manifest.tables.filter(({ name }) => jobs || name !== JOBS),
});

async function loadFiles(archive: Archive, { files }: Manifest, store: FileStore): Promise<void> {
  const keys = new Map(files.map(({ entry, key }) => [entry, key]));
  const kept = new Set(keys.values());
  for await (const key of store.list()) if (!kept.has(key)) await store.remove(key);
  if (keys.size === 0) return;
  for await (const { name, bytes } of entriesOf(archive)) {
    const key = keys.get(name);
    if (key) await store.put(key, bytes);
  }
}

async function loadTables(session: Session, archive: Archive, wanted: Wanted): Promise<void> {
  await refuseOtherQueue(session, wanted);
  const there = await tablesOf(session);
  const strange = wanted.tables.find(({ name }) => !there.some((table) => table.name === name));
  if (strange) throw new Error(`The archive has a table ${strange.name} that its migrations do not make`);
  const around = await aroundLoading(session, there);
  for (const statement of around.before) await session.run(statement);
  await session.run(`truncate ${there.map(({ name }) => quotedTable(name)).join(', ')}`);
  await copyAll(session, archive, wanted.tables);
  for (const [name, last] of Object.entries(wanted.sequences))
    await session.run(`select setval('${quotedTable(name)}', ${last})`);
  for (const statement of around.after) await session.run(statement);
}

async function refuseOtherQueue(session: Session, { tables, queueVersion }: Wanted): Promise<void> {
  const here = await queueVersionOf(session);
  const open = tables.find(({ name }) => name === JOBS)?.rows ?? 0;
  if (open > 0 && here !== queueVersion)
    throw new Error(
      `The archive has ${open} open jobs of queue version ${queueVersion}, and here it is ${here}: restore with the version it was made with, or leave them out with --without-jobs; the sweeps find what matters`,
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

/** Compares a place with what an archive says of itself: each table's rows and sums, each file's bytes. */
export async function compareWith(manifest: Manifest, { store, files }: Target, jobs = true): Promise<Check[]> {
  const tables = await inSnapshot(store, async (session) => {
    const checks: Check[] = [];
    for (const table of wantedOf(manifest, jobs).tables) {
      const found = await sumTable(session, table);
      checks.push(checkOf(table.name, textOf(table), textOf(found)));
    }
    return checks;
  });
  return [...tables, await compareFiles(manifest, files)];
}

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
      ok ? `ok    ${what.padEnd(width)}${found}` : `FAIL  ${what.padEnd(width)}${found} instead of ${expected}`,
    )
    .join('\n');
}
