import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { exportedOf } from '#server/kernel/table-facts.ts';
import { fileBytes } from '#server/modules/files/flows/storage.ts';
import { csvFiles } from '../queries/csv.ts';
import {
  balancesOf,
  type DataOwner,
  exportedColumns,
  filesOf,
  rowsOf,
  schemaVersion,
} from '../queries/export.ts';
import { readmeOf } from '../rules/export.ts';
import {
  type Entry,
  fileEntry,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  schemaDocument,
  tableEntry,
} from '../rules/format.ts';
import { measure, openSpool, type Spool } from './spool.ts';

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
type Writer = {
  add(name: string, chunks: Chunks, kind: 'text' | 'stored'): Promise<Entry>;
  end(): Promise<void>;
};

/**
 * Writes all stored data of a business into one archive. Rows come from one repeatable-read transaction; the
 * immutable files follow. At most a batch of rows or one file is in memory. The caller closes the spool.
 */
export async function writeArchive(scope: SystemScope, db: Db, owner: DataOwner): Promise<Spool> {
  const spool = await openSpool(`${scope.config.dataDir}/exports`);
  try {
    const zip = zipInto(spool, scope.now);
    const { entries, ...facts } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => writeRecords(zip, tx, owner, scope));
    for await (const file of filesOf(db, owner.businessId)) {
      const bytes = await fileBytes(scope, file);
      if (bytes) entries.push(await zip.add(fileEntry(file.id), [bytes], 'stored'));
    }
    const manifestData: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      madeAt: scope.now.toISOString(),
      ...facts,
      businessId: owner.businessId,
      userId: owner.userId,
      entries,
    };
    await zip.add(MANIFEST, [JSON.stringify(manifestData, null, 1)], 'text');
    await zip.end();
    return spool;
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function writeRecords(zip: Writer, db: Db, owner: DataOwner, { now, data }: SystemScope) {
  const exported = exportedOf(data);
  const entries = [
    await zip.add('README.txt', [readmeOf(now, exported)], 'text'),
    await zip.add('schema.json', [schemaDocument(await exportedColumns(db, exported))], 'text'),
  ];
  for (const { name, chunks } of csvFiles(db, owner.businessId))
    entries.push(await zip.add(name, chunks, 'text'));
  for (const spec of exported) {
    const counted = { rows: 0 };
    const lines = linesOf(rowsOf(db, owner, spec), counted);
    entries.push({ ...(await zip.add(tableEntry(spec.table), lines, 'text')), rows: counted.rows });
  }
  return {
    entries,
    schema: await schemaVersion(db),
    balances: await balancesOf(db, owner.businessId),
  };
}

async function* linesOf(batches: AsyncIterable<object[]>, counted: { rows: number }): AsyncGenerator<string> {
  for await (const rows of batches) {
    counted.rows += rows.length;
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

function zipInto(spool: Spool, madeAt: Date): Writer {
  const pending: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    pending.push(chunk);
  });
  const flush = async () => {
    for (const chunk of pending.splice(0)) await spool.write(chunk);
  };
  return {
    add: async (name, chunks, kind) => {
      const entry = kind === 'text' ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      entry.mtime = madeAt;
      zip.add(entry);
      const measured = measure();
      for await (const part of chunks) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        measured.update(bytes);
        entry.push(bytes);
        await flush();
      }
      entry.push(new Uint8Array(), true);
      await flush();
      return { name, ...measured.result() };
    },
    end: async () => {
      zip.end();
      await flush();
    },
  };
}
