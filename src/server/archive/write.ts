import type { FileStore } from '../ports.ts';
import type { Store } from '../db.ts';
import {
  headsOf,
  masterKeysOf,
  migrationsOf,
  queueVersionOf,
  selectOf,
  sequencesOf,
  type Table,
  tablesOf,
} from './catalogue.ts';
import { createRowSum, MANIFEST, type Manifest, sha256, type TableCopy } from './manifest.ts';
import { inSnapshot, type Session } from './session.ts';
import { type Sink, writeWhole } from './sink.ts';

/** What an archive is made of. `key`: with which it is sealed as a whole, null for none. */
export type Source = {
  store: Store;
  files: FileStore;
  now: Date;
  key: Buffer | null;
};

const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Writes one archive of all records, of one moment, and of the files they name. Never in it: the master key, and what is
 * only the service's own (finished jobs). Returns what it says of itself, and its size.
 */
export async function writeArchive(
  source: Source,
  path: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  const { store, now } = source;
  const made: { manifest?: Manifest } = {};
  const bytes = await writeWhole(path, source, async (sink) => {
    const { keys, ...database } = await inSnapshot(store, (session) => addDatabase(session, sink));
    const manifest: Manifest = {
      format: 'duewell-backup',
      version: 1,
      madeAt: now.toISOString(),
      from: store.kind,
      ...database,
      ...(await addFiles(source.files, keys, sink)),
    };
    await sink.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    made.manifest = manifest;
  });
  if (!made.manifest) throw new Error('the archive has no manifest');
  return { manifest: made.manifest, bytes };
}

async function addDatabase(session: Session, sink: Sink) {
  const tables: TableCopy[] = [];
  for (const table of await tablesOf(session)) tables.push(await addTable(session, table, sink));
  const kept = await session.rows<{ key: string }>('select storage_key as key from files order by 1');
  return {
    migrations: await migrationsOf(session),
    queueVersion: await queueVersionOf(session),
    tables,
    sequences: await sequencesOf(session),
    heads: await headsOf(session),
    masterKeys: await masterKeysOf(session),
    keys: kept.map(({ key }) => key),
  };
}

async function addTable(session: Session, table: Table, sink: Sink): Promise<TableCopy> {
  const sum = createRowSum();
  const parts: TableCopy['parts'] = [];
  for await (const bytes of wholeRows(session.copyOut(selectOf(table)))) {
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
  for await (const bytes of wholeRows(session.copyOut(selectOf(table)))) sum.add(bytes);
  return { rows: sum.rows(), rowsum: sum.sum() };
}

async function* wholeRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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

async function addFiles(store: FileStore, keys: readonly string[], sink: Sink) {
  const files: Manifest['files'] = [];
  const missingFiles: string[] = [];
  for (const key of keys) {
    const bytes = await store.get(key);
    if (!bytes) {
      missingFiles.push(key);
      continue;
    }
    const entry = `files/${String(files.length + 1).padStart(8, '0')}`;
    files.push({ key, entry, bytes: bytes.byteLength, sha256: sha256(bytes) });
    await sink.add(entry, bytes);
  }
  return { files, missingFiles };
}
