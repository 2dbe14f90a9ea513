import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newToken } from '#core/ids.ts';

/** A file without a name: gone as soon as nobody has it open, however the process ends. */
export type Spool = {
  write(bytes: Uint8Array): Promise<void>;
  /** Everything written, from the start; the file is gone at the end. */
  read(): ReadableStream<Uint8Array>;
  close(): Promise<void>;
};

/** Opens one in a folder, readable by its owner alone. */
export async function openSpool(folder: string): Promise<Spool> {
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
export function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    update(chunk: Uint8Array): void {
      hash.update(chunk);
      bytes += chunk.byteLength;
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}
