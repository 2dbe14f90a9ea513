import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '#server/config/startup-errors.ts';
import { decryptStream, isSealed } from './encryption.ts';
import { MANIFEST, type Manifest, parseManifest, sha256 } from './manifest.ts';
import { readTar } from './tar.ts';

/** An archive on disk; `key` opens a sealed one, and then no other is taken. */
export type Archive = { path: string; key: Buffer | null };
type Entry = { name: string; bytes: Buffer };

/** The entries of an archive from its beginning. Throws where it breaks off, was damaged or cannot be opened. */
export async function* entriesOf({ path, key }: Archive): AsyncGenerator<Entry> {
  const sealed = await isSealedFile(path);
  if (sealed && !key) throw new ConfigError('This archive is sealed: set the BACKUP_KEY it was made with');
  if (!sealed && key)
    throw new ConfigError(
      'This archive is not sealed although BACKUP_KEY is set: whoever can write there may have made it. If you know where it comes from, take it with --unsealed',
    );
  const decrypted = new PassThrough();
  const source: Readable = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const read = key
    ? pipeline(source, decryptStream(key), createGunzip(), decrypted)
    : pipeline(source, createGunzip(), decrypted);
  read.catch(() => undefined);
  try {
    yield* readTar(decrypted);
    decrypted.resume();
    await read;
  } finally {
    decrypted.destroy();
  }
}

async function isSealedFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return isSealed(buffer);
  } finally {
    await file.close();
  }
}

/** Reads a complete archive and compares every entry with the manifest. Throws with what is wrong. */
export async function checkArchive(archive: Archive): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | null = null;
  for await (const { name, bytes } of entriesOf(archive)) {
    if (name === MANIFEST) manifest = parseManifest(bytes.toString('utf8'));
    else found.set(name, { bytes: bytes.byteLength, sha256: sha256(bytes) });
  }
  if (!manifest) throw new ConfigError('This is no archive of Duewell: it has no manifest');
  for (const part of [...manifest.tables.flatMap(({ parts }) => parts), ...manifest.files]) {
    const one = found.get(part.entry);
    if (!one || one.sha256 !== part.sha256 || one.bytes !== part.bytes)
      throw new ConfigError(
        `The archive is damaged: ${part.entry} is ${one ? 'not what was written' : 'missing'}`,
      );
    found.delete(part.entry);
  }
  const [stray] = found.keys();
  if (stray) throw new ConfigError(`The archive was changed: ${stray} is not in its manifest`);
  return manifest;
}
