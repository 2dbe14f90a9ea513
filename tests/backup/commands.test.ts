import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { openEmbedded, type Store } from '#server/kernel/db.ts';
import { makeBackup } from '#server/ops/archive/create.ts';
import {
  type RequestHandlers,
  serveAllRequests,
  serveRequests,
  serviceRequestsFolder,
} from '#server/ops/archive/service-requests.ts';
import { noteOperator, recordCommand } from '#server/ops/operator-audit-log.ts';
import { freshDatabase } from '../databases.ts';
import { startS3 } from '../simulators/s3/index.ts';

const run = promisify(execFile);
const dataDir = mkdtempSync(join(tmpdir(), 'duewell-commands-'));
const files = createDiskStore({ folder: join(dataDir, 'files') });
/** Holds the folder like a running service does, whichever database the records are in. */
let holder: Store;
let store: Store;
let made = 0;

beforeAll(async () => {
  [holder, store] = await Promise.all([openEmbedded(dataDir), freshDatabase()]);
});
afterAll(async () => {
  await holder.close();
  await store.close();
});

const clock = () => new Date();
const answering: RequestHandlers = {
  clock,
  make: (path, told) => {
    made += 1;
    return makeBackup({ store, files, now: clock(), key: null }, path, told);
  },
  note: (text) => noteOperator(store.db, clock(), text),
};
const trail = async () => {
  const { rows } = await sql<{ detail: string }>`select detail from security_events
    where business_id = 'service' and event = 'operator_acted' order by position`.execute(store.db);
  return rows.map(({ detail }) => detail);
};
const command = (name: string, args: string[], more: Record<string, string> = {}) => {
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, ...env } = process.env;
  return run(process.execPath, [`src/server/ops/cli/${name}.ts`, ...args], {
    env: { ...env, NODE_ENV: 'test', DATA_DIR: dataDir, ...more },
  });
};

test('a backup and a move of files by command stand in the audit trail, also beside a running service', async () => {
  const s3 = await startS3();
  await files.put('biz_1/fil_1', Buffer.from('a paper'));
  const path = join(dataDir, 'wanted.tar.gz');
  const failed: unknown[] = [];
  const stop = serveRequests(dataDir, answering, (error) => failed.push(error));
  await command('backup', [path]);
  await command('move-files', ['--to', 's3', '--remove'], s3.environment);
  await stop();
  await serveAllRequests(serviceRequestsFolder(dataDir), answering);
  expect(await trail()).toEqual([
    expect.stringMatching(`^Backup made at ${path}: \\d+ records, 0 files$`),
    'Files are moved to the object store, removed where they were',
    'Files were moved to the object store, removed where they were: 1 copied, 0 there already, 1 removed',
  ]);
  expect([failed, made, existsSync(path), readdirSync(serviceRequestsFolder(dataDir))]).toEqual([
    [],
    1,
    true,
    [],
  ]);
  await s3.close();
});

test('where nobody holds the database the note is written at once, and where there are no records nowhere', async () => {
  const place = {
    databaseUrl: store.connectionString,
    dataDir: mkdtempSync(join(tmpdir(), 'duewell-empty-')),
    clock,
  };
  if (place.databaseUrl) {
    await recordCommand(place, 'Noted by a test');
    expect(await trail()).toContain('Noted by a test');
  }
  await recordCommand({ ...place, databaseUrl: null }, 'Nobody reads this');
  expect(readdirSync(place.dataDir)).toEqual([]);
});

test('nothing is made for whoever asked an hour ago', async () => {
  const folder = serviceRequestsFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  const before = made;
  for (const [name, minutesAgo] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    const at = new Date(clock().getTime() - minutesAgo * 60_000);
    writeFileSync(join(folder, `${name}.ask`), join(dataDir, `${name}.tar.gz`));
    utimesSync(join(folder, `${name}.ask`), at, at);
  }
  await serveAllRequests(folder, answering);
  expect(made).toBe(before + 1);
  expect(readdirSync(folder).sort()).toEqual(['young.answer', 'young.archive']);
});

test('of the backups in a folder as many of the newest stay as the command says', async () => {
  const folder = join(dataDir, 'nightly');
  mkdirSync(folder);
  const stop = serveRequests(dataDir, answering, () => {});
  for (const day of ['01', '02', '03'])
    await command('backup', [folder, '--keep', '2'], { CLOCK: `2026-03-${day}T02:00:00Z` });
  await stop();
  expect(readdirSync(folder).map((name) => /2026-?03-?(\d\d)/.exec(name)?.[1])).toEqual(['02', '03']);
});
