import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { plusMs } from '#core/dates.ts';
import type { Store } from './db.ts';
import type { Log } from './scope.ts';

const EVERY_MS = 24 * 3_600_000;
const LOOK_MS = 3_600_000;
const KEPT = 7;
const NAME = /^database-[0-9TZ-]+\.tar\.gz$/;

/**
 * Copies the embedded database once a day into `backups/` of the data folder and keeps the last seven: it does not
 * survive every power cut, a copy does. Does nothing for a server, which has its own ways. Returns how to stop.
 */
export function startBackups(store: Store, dataDir: string, now: () => Date, log: Log): () => Promise<void> {
  const folder = join(dataDir, 'backups');
  let current: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await backUpWhenDue(store, folder, now());
    } catch (error) {
      log.error({ err: error }, 'A backup failed');
    }
  };
  if (!store.pglite) return async () => {};
  const timer = setInterval(() => {
    current = current.then(look);
  }, LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/** Makes a copy when the newest is a day old or there is none; gives its path, or null. */
export async function backUpWhenDue(store: Store, folder: string, now: Date): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await backupsIn(folder);
  const newest = names.at(-1);
  if (newest && (await stat(join(folder, newest))).mtime > plusMs(now, -EVERY_MS)) return null;
  const path = join(folder, `database-${now.toISOString().replace(/[:.]/g, '-')}.tar.gz`);
  await writeWhole(path, await copyOf(store));
  for (const old of (await backupsIn(folder)).slice(0, -KEPT)) await rm(join(folder, old));
  return path;
}

async function copyOf(store: Store): Promise<Uint8Array> {
  const dump = await store.pglite?.dumpDataDir('gzip');
  if (!dump) throw new Error('only the embedded database is copied');
  return new Uint8Array(await dump.arrayBuffer());
}

const backupsIn = async (folder: string) => (await readdir(folder)).filter((name) => NAME.test(name)).sort();

// Whole or absent: a half-written copy would be worse than none.
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
}
