import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Clock, plusMs } from '#core/dates.ts';
import { Unfit } from '#server/config/startup-errors.ts';
import type { Made } from './create.ts';

// The embedded database belongs to one process. Whoever wants a copy while that runs leaves a note in the data folder, which
// only its owner can write to; the service answers beside it. So does a command that has something to say to the audit trail.
const FOLDER = 'backup-asks';
const LOOK_MS = 1_000;
const PATIENCE_MS = 3_600_000;
const MOST_NOTED = 1_000;

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

/** Where asks, answers and notes are left in the data folder. */
export const asksFolder = (dataDir: string): string => join(dataDir, FOLDER);

/** Has the running service make an archive, and puts it at `path`. Throws where none answers within an hour. */
export async function askService(dataDir: string, path: string, id: string): Promise<Made> {
  const folder = await leave(dataDir, `${id}.ask`, path);
  const asked = join(folder, `${id}.ask`);
  try {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS / 4) {
      const text = await readFile(join(folder, `${id}.answer`), 'utf8').catch(() => null);
      if (text !== null) return await taken(folder, id, text, path);
      await pause(LOOK_MS / 4);
    }
    throw new Unfit('The service that holds the data folder made no backup in time; its log says why');
  } finally {
    await rm(asked, { force: true });
  }
}

/** Leaves a text for the audit trail, which the service that holds the data folder writes down, at its next start if it ends. */
export async function leaveNote(dataDir: string, id: string, text: string): Promise<void> {
  await leave(dataDir, `${id}.note`, text);
}

// Whole or not at all: the service may look at any moment.
async function leave(dataDir: string, name: string, text: string): Promise<string> {
  const folder = asksFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${name}.draft`), text, { mode: 0o600, flag: 'wx' });
  await rename(join(folder, `${name}.draft`), join(folder, name));
  return folder;
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

/** What the service does for those who ask: an archive that is wanted at `told`, and a line in the audit trail. */
export type Answering = {
  clock: Clock;
  make(path: string, told: string): Promise<Made>;
  note(text: string): Promise<void>;
};

/** Answers whoever asks, one at a time. Returns how to stop. */
export function answerAsks(
  dataDir: string,
  answering: Answering,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const folder = asksFolder(dataDir);
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= answerAll(folder, answering)
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

/** Answers all that was asked so far. */
export async function answerAll(folder: string, { clock, make, note }: Answering): Promise<void> {
  const left = (await readdir(folder).catch(() => [])).sort();
  for (const name of left.filter((one) => /^[\w-]+\.note$/.test(one))) {
    await note(await textOf(folder, name));
    await rm(join(folder, name));
  }
  for (const name of left.filter((one) => /^[\w-]+\.ask$/.test(one))) {
    if (await isGivenUp(join(folder, name), clock())) await rm(join(folder, name), { force: true });
    else await answerOne(folder, name, make);
  }
}

async function answerOne(folder: string, name: string, make: Answering['make']): Promise<void> {
  const id = basename(name, '.ask');
  const wanted = await textOf(folder, name);
  const told = await make(join(folder, `${id}.archive`), wanted).catch((error: unknown) => ({
    failed: error instanceof Error ? error.message : String(error),
  }));
  await rm(join(folder, name), { force: true });
  await writeFile(join(folder, `${id}.draft`), JSON.stringify(told), { mode: 0o600 });
  await rename(join(folder, `${id}.draft`), join(folder, `${id}.answer`));
}

// Whoever asked so long ago waits no more: nobody would fetch it.
const isGivenUp = async (path: string, now: Date): Promise<boolean> =>
  stat(path).then(
    ({ mtime }) => mtime < plusMs(now, -PATIENCE_MS),
    () => true,
  );

const textOf = async (folder: string, name: string): Promise<string> =>
  (await readFile(join(folder, name), 'utf8')).slice(0, MOST_NOTED);
