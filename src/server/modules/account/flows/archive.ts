import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { fileBytes } from '#server/modules/files/flows/bytes.ts';
import { csvFiles } from '../queries/csv.ts';
import { balancesOf, carriedColumns, filesOf, type Owned, rowsOf, schemaVersion } from '../queries/export.ts';
import { readmeOf } from '../rules.ts';
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
import { carried } from '../rules/tables.ts';
import { measure, openSpool, type Spool } from './spool.ts';

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
type Writer = {
  add(name: string, pieces: Pieces, kind: 'text' | 'stored'): Promise<Entry>;
  end(): Promise<void>;
};

/**
 * Writes all stored data of a business into one archive. Rows come from one repeatable-read transaction; the
 * immutable files follow. At most a batch of rows or one file is in memory. The caller closes the spool.
 */
export async function writeArchive(scope: SystemScope, db: Db, owned: Owned): Promise<Spool> {
  const spool = await openSpool(`${scope.config.dataDir}/exports`);
  try {
    const zip = zipInto(spool, scope.now);
    const { entries, ...facts } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => writeRecords(zip, tx, owned, scope.now));
    for await (const file of filesOf(db, owned.businessId)) {
      const bytes = await fileBytes(scope, file);
      if (bytes) entries.push(await zip.add(fileEntry(file.id), [bytes], 'stored'));
    }
    const whole: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      madeAt: scope.now.toISOString(),
      ...facts,
      businessId: owned.businessId,
      userId: owned.userId,
      entries,
    };
    await zip.add(MANIFEST, [JSON.stringify(whole, null, 1)], 'text');
    await zip.end();
    return spool;
  } catch (error) {
    await spool.drop();
    throw error;
  }
}

async function writeRecords(zip: Writer, db: Db, owned: Owned, now: Date) {
  const entries = [
    await zip.add('README.txt', [readmeOf(now)], 'text'),
    await zip.add('schema.json', [schemaDocument(await carriedColumns(db))], 'text'),
  ];
  for (const { name, pieces } of csvFiles(db, owned.businessId))
    entries.push(await zip.add(name, pieces, 'text'));
  for (const of of carried) {
    const counted = { rows: 0 };
    const lines = linesOf(rowsOf(db, owned, of), counted);
    entries.push({ ...(await zip.add(tableEntry(of.table), lines, 'text')), rows: counted.rows });
  }
  return {
    entries,
    schema: await schemaVersion(db),
    balances: await balancesOf(db, owned.businessId),
  };
}

async function* linesOf(batches: AsyncIterable<object[]>, counted: { rows: number }): AsyncGenerator<string> {
  for await (const rows of batches) {
    counted.rows += rows.length;
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

function zipInto(spool: Spool, madeAt: Date): Writer {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const flush = async () => {
    for (const chunk of made.splice(0)) await spool.write(chunk);
  };
  return {
    add: async (name, pieces, kind) => {
      const entry = kind === 'text' ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      entry.mtime = madeAt;
      zip.add(entry);
      const measured = measure();
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        measured.take(bytes);
        entry.push(bytes);
        await flush();
      }
      entry.push(new Uint8Array(), true);
      await flush();
      return { name, ...measured.told() };
    },
    end: async () => {
      zip.end();
      await flush();
    },
  };
}
