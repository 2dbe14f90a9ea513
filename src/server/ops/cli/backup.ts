import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { openFiles } from '#server/outbound/file-store.ts';
import { archiveName, type ArchiveSummary, keepNewest, makeBackup } from '../archive/create.ts';
import { requestBackup } from '../archive/service-requests.ts';
import { openIfFree } from '../operator-audit-log.ts';

// npm run backup -- <folder or file> [--keep 14]: writes all records and files of the configured instance
// into one archive. In a folder it is named by the time, and with --keep only that many of the newest stay.
// The service keeps running.
exitOnStartupError();
const USAGE = 'npm run backup -- <folder or file> [--keep <number>]';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});
const [target] = positionals;
const keepCount = values.keep === undefined ? null : Number(values.keep);
if (target === undefined || (keepCount !== null && !(Number.isInteger(keepCount) && keepCount > 0))) {
  console.error(`Say where to: ${USAGE}`);
  process.exit(2);
}
const config = readConfig();
const now = config.clock();
const { backupKey: key } = config.storage;
const intoFolder = /[\\/]$/.test(target) || (existsSync(target) && statSync(target).isDirectory());
const path = resolve(intoFolder ? join(target, archiveName(now, key !== null)) : target);
await mkdir(dirname(path), { recursive: true, mode: 0o700 });
const archive = await make();
const { bytes, rows, files, missing, seconds } = archive;
console.log(
  `${path}: ${rows} records, ${files} files, ${(bytes / 1e6).toFixed(1)} MB${key ? ', sealed' : ''}, in ${seconds} s`,
);
if (missing > 0) console.log(`${missing} files that records name were not there; the archive lists them.`);
if (intoFolder && keepCount !== null)
  for (const name of await keepNewest(dirname(path), keepCount)) console.log(`Removed ${name}`);

async function make(): Promise<ArchiveSummary> {
  const store = await openIfFree(config);
  if (!store) return requestBackup(config.dataDir, path, randomUUID());
  try {
    return await makeBackup({ store, files: await openFiles(config), now, key }, path, path);
  } finally {
    await store.close();
  }
}
