import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Made } from './make.ts';
import { Unfit } from '../plainly.ts';

// The embedded database belongs to one process. Whoever wants a copy while that runs leaves a note in the data folder, which
// only its owner can write to; the service answers beside it.
const FOLDER = 'backup-asks';
const LOOK_MS = 1_000;

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

const folderOf = (dataDir: string): string => join(dataDir, FOLDER);

/** Has the running service make an archive, and puts it at `path`. Throws where none answers in time. */
export async function askService(
  dataDir: string,
  path: string,
  { id, patienceMs }: { id: string; patienceMs: number },
): Promise<Made> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const asked = join(folder, `${id}.ask`);
  await writeFile(asked, '', { mode: 0o600, flag: 'wx' });
  try {
    for (let waited = 0; waited < patienceMs; waited += LOOK_MS / 4) {
      const text = await readFile(join(folder, `${id}.answer`), 'utf8').catch(() => null);
      if (text !== null) return await taken(folder, id, text, path);
      await pause(LOOK_MS / 4);
    }
    throw new Unfit('The service that holds the data folder made no backup in time; its log says why');
  } finally {
    await rm(asked, { force: true });
  }
}

async function taken(folder: string, id: string, text: string, path: string): Promise<Made> {
  await rm(join(folder, `${id}.answer`));
  const told = z.parse(answer, JSON.parse(text));
  if ('failed' in told) throw new Unfit(`The service could not make the backup: ${told.failed}`);
  await moveWhole(told.path, path);
  return { ...told, path };
}

// A move does not work from one disk to another.
async function moveWhole(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch {
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
    await rm(from);
  }
}

/** Answers whoever asks, one at a time. Returns how to stop. */
export function answerAsks(
  dataDir: string,
  make: (path: string) => Promise<Made>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const folder = folderOf(dataDir);
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= answerAll(folder, make)
      .catch(onError)
      .finally(() => {
        current = null;
      });
  }, LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

async function answerAll(folder: string, make: (path: string) => Promise<Made>): Promise<void> {
  const asks = (await readdir(folder).catch(() => [])).filter((name) => /^[\w-]+\.ask$/.test(name));
  for (const name of asks) {
    const id = basename(name, '.ask');
    const told = await make(join(folder, `${id}.archive`)).catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }));
    await rm(join(folder, name), { force: true });
    await writeFile(join(folder, `${id}.draft`), JSON.stringify(told), { mode: 0o600 });
    await rename(join(folder, `${id}.draft`), join(folder, `${id}.answer`));
  }
}
