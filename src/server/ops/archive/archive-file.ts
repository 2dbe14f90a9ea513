import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { encryptStream } from './encryption.ts';
import { tarEnd, tarEntry } from './tar.ts';

/** An archive that is being written. */
export type Sink = { add(name: string, bytes: Uint8Array): Promise<void> };

// Rows of text pack well at any level; the fastest keeps up with the database.
const GZIP = { level: 1 };

/** Lets `fill` write an archive atomically. `key` encrypts it; returns its size in bytes. */
export async function writeAtomically(
  path: string,
  { key, now }: { key: Buffer | null; now: Date },
  fill: (sink: Sink) => Promise<void>,
): Promise<number> {
  const draft = `${path}.part`;
  const input = new PassThrough();
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  const packed = createGzip(GZIP);
  const ended = key ? pipeline(input, packed, encryptStream(key), file) : pipeline(input, packed, file);
  // Reported by the next write.
  ended.catch(() => undefined);
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (input.destroyed) await ended;
    if (!input.write(bytes)) await Promise.race([once(input, 'drain'), ended]);
  };
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    for (const chunk of tarEntry(name, bytes, now)) await write(chunk);
  };
  try {
    await fill({ add });
    await write(tarEnd());
    input.end();
    await ended;
    await rename(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    input.destroy();
    await ended.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
  return (await stat(path)).size;
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
