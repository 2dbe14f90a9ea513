import { sql } from 'kysely';
import { ConfigError } from '#server/config/startup-errors.ts';
import type { Store } from '#server/kernel/db.ts';
import type { FileStore } from '#server/kernel/ports/index.ts';
import { type Sink, writeAtomically } from './archive-file.ts';
import {
  headsOf,
  isUnfinished,
  masterKeysOf,
  migrationsOf,
  queueVersionOf,
  selectOf,
  sequencesOf,
  type Table,
  tablesOf,
} from './catalogue.ts';
import { inSnapshot, type Session } from './copy-session.ts';
import { createRowSum, MANIFEST, type Manifest, sha256, type TableCopy } from './manifest.ts';

/** Sources of an archive. `key`: encrypts it as a whole, null for none. */
export type Source = {
  store: Store;
  files: FileStore;
  now: Date;
  key: Buffer | null;
};

const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Writes one archive of a consistent snapshot of all records, and of the files they name. Never in it: the
 * master key, and the service's own data (finished jobs). Returns its manifest, and its size.
 */
export async function writeArchive(
  source: Source,
  path: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  const { store, now } = source;
  const written: { manifest?: Manifest } = {};
  const bytes = await writeAtomically(path, source, async (sink) => {
    const { kept: storedFiles, ...database } = await inSnapshot(store, (session) =>
      addDatabase(session, sink),
    );
    const files = await addFiles(source.files, storedFiles, sink);
    await refuseMoved(store, files.missing);
    const manifest: Manifest = {
      format: 'duewell-backup',
      version: 1,
      madeAt: now.toISOString(),
      from: store.kind,
      ...database,
      files: files.files,
      missingFiles: files.missing.map(({ key }) => key),
    };
    await sink.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    written.manifest = manifest;
  });
  if (!written.manifest) throw new ConfigError('the archive has no manifest');
  return { manifest: written.manifest, bytes };
}

async function addDatabase(session: Session, sink: Sink) {
  if (await isUnfinished(session))
    throw new ConfigError('A restore into this database was not finished: there is nothing whole to back up');
  const tables: TableCopy[] = [];
  for (const table of await tablesOf(session)) tables.push(await addTable(session, table, sink));
  const storedFiles = await session.rows<FileRow>('select id, storage_key as key from files order by 2');
  return {
    migrations: await migrationsOf(session),
    queueVersion: await queueVersionOf(session),
    tables,
    sequences: await sequencesOf(session),
    heads: await headsOf(session),
    masterKeys: await masterKeysOf(session),
    kept: storedFiles,
  };
}

async function addTable(session: Session, table: Table, sink: Sink): Promise<TableCopy> {
  const sum = createRowSum();
  const parts: TableCopy['parts'] = [];
  for await (const bytes of completeRows(session.copyOut(selectOf(table)))) {
    sum.add(bytes);
    const entry = `tables/${table.name}/${String(parts.length + 1).padStart(6, '0')}`;
    parts.push({ entry, bytes: bytes.byteLength, sha256: sha256(bytes) });
    await sink.add(entry, bytes);
  }
  return { ...table, rows: sum.rows(), rowsum: sum.sum(), parts };
}

/** The rows a table has now, counted and summed as in a manifest. */
export async function sumTable(session: Session, table: Table): Promise<Pick<TableCopy, 'rows' | 'rowsum'>> {
  const sum = createRowSum();
  for await (const bytes of completeRows(session.copyOut(selectOf(table)))) sum.add(bytes);
  return { rows: sum.rows(), rowsum: sum.sum() };
}

async function* completeRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.byteLength;
    if (length < PART_BYTES) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    held = [all.subarray(end)];
    length = all.byteLength - end;
  }
  if (length > 0) yield Buffer.concat(held);
}

type FileRow = { id: string; key: string };

async function addFiles(store: FileStore, storedFiles: readonly FileRow[], sink: Sink) {
  const files: Manifest['files'] = [];
  const missing: FileRow[] = [];
  for (const one of storedFiles) {
    const bytes = await store.get(one.key);
    if (!bytes) {
      missing.push(one);
      continue;
    }
    const entry = `files/${String(files.length + 1).padStart(8, '0')}`;
    files.push({ key: one.key, entry, bytes: bytes.byteLength, sha256: sha256(bytes) });
    await sink.add(entry, bytes);
  }
  return { files, missing };
}

// Sealed anew between the records and the files, they are under another name with another key: not in this archive's records.
async function refuseMoved(store: Store, missing: readonly FileRow[]): Promise<void> {
  if (missing.length === 0) return;
  const { rows } = await sql<{ id: string }>`select f.id from files f
    join jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as was (id text, key text) on was.id = f.id
    where f.storage_key <> was.key limit 1`.execute(store.db);
  if (rows.length > 0)
    throw new ConfigError(
      'Files were sealed anew while the backup was made, so it would lack them: make it again when rotate-keys is through',
    );
}
