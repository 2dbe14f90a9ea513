import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { assert } from '#core/assert.ts';
import type { FileStore } from '#server/kernel/ports/index.ts';
import { isFileKey } from './key.ts';

/**
 * Stores files in a folder. A key consists of lower-case letters, digits, `_` and `-`, in parts split by `/`;
 * another key throws. Writes are atomic, also across a power cut.
 */
export function createDiskStore({ folder }: { folder: string }): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    assert(isFileKey(key), 'a file key is made of lower-case letters, digits, _ and -');
    return join(root, key);
  };
  return {
    put: async (key, bytes) => writeAtomically(pathOf(key), bytes),
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(pathOf(key)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    list: () => keysIn(root),
  };
}

// Temporary files have names that no key can have.
async function* keysIn(root: string): AsyncGenerator<string> {
  try {
    for await (const one of await opendir(root, { recursive: true })) {
      const key = relative(root, join(one.parentPath, one.name)).split(sep).join('/');
      if (one.isFile() && isFileKey(key)) yield key;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

// Written beside its destination under a temporary name, synced, then renamed.
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await withFile(draft, 'wx', async (file) => {
      await file.writeFile(bytes);
      await file.sync();
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolders(folder, firstMade === undefined ? folder : dirname(firstMade));
}

// A new name is durable once its folder is, so are new folders in turn. Windows cannot open one and needs no such step.
async function syncFolders(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return;
  await withFile(from, 'r', (folder) => folder.sync());
  if (from !== to) await syncFolders(dirname(from), to);
}

async function withFile(
  path: string,
  flags: string,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
