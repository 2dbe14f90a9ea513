import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { newToken } from '#core/ids.ts';
import type { Db } from '#server/kernel/db.ts';
import { givingWay } from '#server/kernel/periodic.ts';
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
  FORMAT,
  FORMAT_VERSION,
  fileEntry,
  MANIFEST,
  type Manifest,
  schemaDocument,
  tableEntry,
} from '../rules/format.ts';

type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
type Writer = {
  add(name: string, chunks: Chunks, kind: 'text' | 'stored'): Promise<Entry>;
  end(): Promise<void>;
};

// The archive begun last, which the next one waits for.
let latest: Promise<unknown> = Promise.resolve();

/**
 * Writes all stored data of a business into one archive. Rows come from one repeatable-read transaction; the
 * immutable files follow. At most a batch of rows or one file is in memory. The caller closes the spool.
 * It reads everything a business has, so a process writes one at a time, and gives way to requests.
 */
export function writeArchive(scope: SystemScope, db: Db, owner: DataOwner): Promise<Spool> {
  const archive = latest.then(() => givingWay((rest) => write({ scope, db, owner }, rest)));
  latest = archive.catch(() => undefined);
  return archive;
}

type Archive = { scope: SystemScope; db: Db; owner: DataOwner };

async function write({ scope, db, owner }: Archive, rest: () => Promise<void>): Promise<Spool> {
  const spool = await openSpool(`${scope.config.dataDir}/exports`);
  try {
    const zip = zipInto(spool, scope.now, rest);
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

// APPNOTE.TXT of PKWARE, 4.4.5.
const STORED = 0;
const DEFLATED = 8;

/** Deflates on Node's threads: a year of records takes tens of milliseconds. */
function zipInto(spool: Spool, madeAt: Date, rest: () => Promise<void>): Writer {
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
      const isText = kind === 'text';
      const entry: ZipInputFile = {
        filename: name,
        mtime: madeAt,
        compression: isText ? DEFLATED : STORED,
        crc: 0,
        size: 0,
      };
      zip.add(entry);
      const measured = measure();
      const packing = isText ? createDeflateRaw() : new PassThrough();
      await pipeline(Readable.from(measured.watch(chunks)), packing, async (packed) => {
        for await (const bytes of packed) {
          entry.ondata?.(null, bytes, false);
          await flush();
        }
      });
      const { crc, size, sha256 } = measured.result();
      Object.assign(entry, { crc, size });
      entry.ondata?.(null, new Uint8Array(), true);
      await flush();
      await rest();
      return { name, bytes: size, sha256 };
    },
    end: async () => {
      zip.end();
      await flush();
    },
  };
}

/** A file without a name: gone as soon as nobody has it open, however the process ends. */
type Spool = {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything written, from the start; the file is gone at the end. */
  read(): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};

/** Opens one in a folder, readable by its owner alone. */
async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${newToken()}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  // Windows keeps a file that is open; there it goes with the folder's next sweep.
  await rm(path, { force: true }).catch(() => undefined);
  return {
    write: async (bytes) => void (await file.writeFile(bytes)),
    // Typed apart by the two libraries, the same at run time.
    read: () => Readable.toWeb(file.createReadStream({ start: 0 })) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  };
}

/** Counts and digests what passes. */
function measure() {
  const hash = createHash('sha256');
  let size = 0;
  let crc = 0;
  return {
    async *watch(chunks: Chunks): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        hash.update(bytes);
        crc = crc32(bytes, crc);
        size += bytes.byteLength;
        yield bytes;
      }
    },
    result: () => ({ crc, size, sha256: hash.digest('hex') }),
  };
}
