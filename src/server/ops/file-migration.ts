import type { FileStore } from '#server/kernel/ports/index.ts';

/** Result of a file migration. `there`: already copied before. */
type Moved = { copied: number; there: number; removed: number; bytes: number };

/**
 * Copies all files of one store into another, and verifies each before it counts or is deleted at the source.
 * It can be interrupted and run again. Throws at the first file that does not match.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  remove: boolean,
  onProgress: (done: number) => void = () => {},
): Promise<Moved> {
  const moved: Moved = { copied: 0, there: 0, removed: 0, bytes: 0 };
  for await (const key of from.list()) {
    const bytes = await from.get(key);
    if (!bytes) continue;
    if (await isStored(to, key, bytes)) moved.there += 1;
    else {
      await to.put(key, bytes);
      if (!(await isStored(to, key, bytes))) throw new Error(`${key} did not arrive as it was`);
      moved.copied += 1;
      moved.bytes += bytes.byteLength;
    }
    if (remove) {
      await from.remove(key);
      moved.removed += 1;
    }
    onProgress(moved.copied + moved.there);
  }
  return moved;
}

async function isStored(store: FileStore, key: string, bytes: Uint8Array): Promise<boolean> {
  const there = await store.get(key);
  return there !== null && Buffer.compare(there, bytes) === 0;
}
