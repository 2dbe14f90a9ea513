import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { plusMs } from '#core/dates.ts';
import type { Log } from '#server/kernel/scope.ts';
import { archiveName, ARCHIVES, archivesIn, keepNewest, makeBackup } from '#server/ops/archive/create.ts';
import { serveRequests } from '#server/ops/archive/service-requests.ts';
import type { Source } from '#server/ops/archive/write.ts';
import { noteOperator } from '#server/ops/operator-audit-log.ts';

const BACKUP_INTERVAL_MS = 24 * 3_600_000;
const CHECK_INTERVAL_MS = 3_600_000;
const MAX_BACKUPS = 7;

type BackupOptions = Omit<Source, 'now'> & { dataDir: string; clock: () => Date; log: Log };

/**
 * Backs up the embedded database and its files once a day into `backups/` of the data folder and keeps the
 * last seven, since that database does not survive every power cut; also makes a backup for `npm run backup`
 * on request. Does nothing for a database server, which others can reach. Returns a stop function.
 */
export function startBackups(options: BackupOptions): () => Promise<void> {
  const { store, dataDir, clock, log } = options;
  if (!store.pglite) return async () => {};
  let current: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    current = current
      .then(() => backUpWhenDue({ ...options, now: clock() }, join(dataDir, ARCHIVES)))
      .catch((error: unknown) => log.error({ err: error }, 'A backup failed'));
  }, CHECK_INTERVAL_MS);
  timer.unref();
  const stopAnswering = serveRequests(
    dataDir,
    {
      clock,
      make: (path, requestedPath) => makeBackup({ ...options, now: clock() }, path, requestedPath),
      note: (text) => noteOperator(store.db, clock(), text),
    },
    (error) => log.error({ err: error }, 'What a command asked of the running service failed'),
  );
  return async () => {
    clearInterval(timer);
    await current;
    await stopAnswering();
  };
}

/** Makes a backup when the newest is a day old or there is none; returns its path, or null. */
export async function backUpWhenDue(source: Source, folder: string): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newest = (await archivesIn(folder)).at(-1);
  if (newest && (await stat(join(folder, newest))).mtime > plusMs(source.now, -BACKUP_INTERVAL_MS))
    return null;
  const path = join(folder, archiveName(source.now, source.key !== null));
  await makeBackup(source, path);
  await keepNewest(folder, MAX_BACKUPS);
  return path;
}
