import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Clock, plusMs } from '#core/dates.ts';
import { ConfigError } from '#server/config/startup-errors.ts';
import type { ArchiveSummary } from './create.ts';

// The embedded database belongs to one process. A command that wants a backup while it runs writes a request
// file into the data folder, which only its owner can write to; the service answers beside it. Notes for the
// audit trail go the same way.
const FOLDER = 'backup-asks';
const POLL_MS = 1_000;
const TIMEOUT_MS = 3_600_000;
const MAX_TEXT = 1_000;

const answer = z.union([
  z.object({
    path: z.string(),
    bytes: z.number(),
    rows: z.number(),
    files: z.number(),
    missing: z.number(),
    seconds: z.number(),
  }),
  z.object({ failed: z.string() }),
]);

/** Folder of requests, responses and audit notes in the data folder. */
export const serviceRequestsFolder = (dataDir: string): string => join(dataDir, FOLDER);

/**
 * Has the running service make an archive, and moves it to `path`. Throws where none answers within an hour.
 */
export async function requestBackup(dataDir: string, path: string, id: string): Promise<ArchiveSummary> {
  const folder = await writeRequest(dataDir, `${id}.ask`, path);
  const request = join(folder, `${id}.ask`);
  try {
    for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS / 4) {
      const text = await readFile(join(folder, `${id}.answer`), 'utf8').catch(() => null);
      if (text !== null) return await receiveArchive(folder, id, text, path);
      await pause(POLL_MS / 4);
    }
    throw new ConfigError('The service that holds the data folder made no backup in time; its log says why');
  } finally {
    await rm(request, { force: true });
  }
}

/**
 * Leaves a text for the audit trail, which the service that holds the data folder records, at its next start
 * at the latest.
 */
export async function leaveAuditNote(dataDir: string, id: string, text: string): Promise<void> {
  await writeRequest(dataDir, `${id}.note`, text);
}

// Written atomically: the service may read at any moment.
async function writeRequest(dataDir: string, name: string, text: string): Promise<string> {
  const folder = serviceRequestsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${name}.draft`), text, { mode: 0o600, flag: 'wx' });
  await rename(join(folder, `${name}.draft`), join(folder, name));
  return folder;
}

async function receiveArchive(
  folder: string,
  id: string,
  text: string,
  path: string,
): Promise<ArchiveSummary> {
  await rm(join(folder, `${id}.answer`));
  const told = z.parse(answer, JSON.parse(text));
  if ('failed' in told) throw new ConfigError(`The service could not make the backup: ${told.failed}`);
  await moveFile(told.path, path);
  return { ...told, path };
}

// A rename does not work across disks.
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch {
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await rm(from);
  }
}

/** Handlers of the service: an archive requested for `requestedPath`, and an entry in the audit trail. */
export type RequestHandlers = {
  clock: Clock;
  make(path: string, told: string): Promise<ArchiveSummary>;
  note(text: string): Promise<void>;
};

/** Serves requests one at a time. Returns a stop function. */
export function serveRequests(
  dataDir: string,
  handlers: RequestHandlers,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const folder = serviceRequestsFolder(dataDir);
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= serveAllRequests(folder, handlers)
      .catch(onError)
      .finally(() => {
        current = null;
      });
  }, POLL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/** Serves all pending requests. */
export async function serveAllRequests(
  folder: string,
  { clock, make, note }: RequestHandlers,
): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).sort();
  for (const name of names.filter((one) => /^[\w-]+\.note$/.test(one))) {
    await note(await textOf(folder, name));
    await rm(join(folder, name));
  }
  for (const name of names.filter((one) => /^[\w-]+\.ask$/.test(one))) {
    if (await isAbandoned(join(folder, name), clock())) await rm(join(folder, name), { force: true });
    else await serveRequest(folder, name, make);
  }
}

async function serveRequest(folder: string, name: string, make: RequestHandlers['make']): Promise<void> {
  const id = basename(name, '.ask');
  const requestedPath = await textOf(folder, name);
  const told = await make(join(folder, `${id}.archive`), requestedPath).catch((error: unknown) => ({
    failed: error instanceof Error ? error.message : String(error),
  }));
  await rm(join(folder, name), { force: true });
  await writeFile(join(folder, `${id}.draft`), JSON.stringify(told), { mode: 0o600 });
  await rename(join(folder, `${id}.draft`), join(folder, `${id}.answer`));
}

// A request this old is abandoned: its result would not be fetched.
const isAbandoned = async (path: string, now: Date): Promise<boolean> =>
  stat(path).then(
    ({ mtime }) => mtime < plusMs(now, -TIMEOUT_MS),
    () => true,
  );

const textOf = async (folder: string, name: string): Promise<string> =>
  (await readFile(join(folder, name), 'utf8')).slice(0, MAX_TEXT);
