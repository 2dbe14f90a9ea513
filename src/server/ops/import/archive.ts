import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, MANIFEST, type Manifest, manifest } from '#server/modules/account/rules/format.ts';

/** An export that can be read piece by piece. */
export type Archive = {
  manifest: Manifest;
  /** The bytes of an entry; throws where they are not those the manifest names. */
  read(entry: Entry): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/** The reason an archive is rejected. */
export class UnusableArchive extends Error {}

type EntryLocation = { method: number; offset: number; packed: number };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const HEAD_BYTES = 46;
const MOST_COMMENT = 65_535;
const STORED = 0;
const CHUNK_BYTES = 64 * 1024;
const MOST_MANIFEST = 16 * 1024 * 1024;
const MOST_CONTENTS = 4 * 1024 * 1024;

/** Opens an export, whose entries must be exactly those of the manifest. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const locations = await readDirectory(file);
    const contents = await readManifest(file, locations);
    const listed = new Set(contents.entries.map(({ name }) => name));
    const missing = contents.entries.find(({ name }) => !locations.has(name));
    if (missing) throw new UnusableArchive(`${missing.name} is missing`);
    const extra = [...locations.keys()].find((name) => name !== MANIFEST && !listed.has(name));
    if (extra || listed.size !== contents.entries.length)
      throw new UnusableArchive(`${extra ?? 'An entry'} is not what the manifest says`);
    return {
      manifest: contents,
      read: (entry) => checked(entry, unpacked(file, locations.get(entry.name) as EntryLocation)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readManifest(file: FileHandle, locations: Map<string, EntryLocation>): Promise<Manifest> {
  const location = locations.get(MANIFEST);
  if (!location) throw new UnusableArchive(`There is no ${MANIFEST}: this is no export, or an older one`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(file, location)) {
    bytes += chunk.length;
    if (bytes > MOST_MANIFEST) throw new UnusableArchive(`${MANIFEST} is too long`);
    chunks.push(chunk);
  }
  try {
    return manifest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    throw new UnusableArchive(`${MANIFEST} cannot be read: this is no export, or of another version`);
  }
}

// Where each entry lies, by the directory at the archive's end.
async function readDirectory(file: FileHandle): Promise<Map<string, EntryLocation>> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - END_BYTES - MOST_COMMENT), size);
  let at = tail.length - END_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--;
  if (at < 0) throw new UnusableArchive('This is no ZIP, or its end is missing');
  const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (length > MOST_CONTENTS) throw new UnusableArchive('The list of contents is too long');
  const directory = await bytesAt(file, start, start + length);
  const locations = new Map<string, EntryLocation>();
  for (let next = 0; next < directory.length; ) {
    if (next + HEAD_BYTES > directory.length || directory.readUInt32LE(next) !== CENTRAL)
      throw new UnusableArchive('The list of contents is broken');
    const nameBytes = directory.readUInt16LE(next + 28);
    const name = directory.toString('utf8', next + HEAD_BYTES, next + HEAD_BYTES + nameBytes);
    locations.set(name, {
      method: directory.readUInt16LE(next + 10),
      packed: directory.readUInt32LE(next + 20),
      offset: directory.readUInt32LE(next + 42),
    });
    next += HEAD_BYTES + nameBytes + directory.readUInt16LE(next + 30) + directory.readUInt16LE(next + 32);
  }
  return locations;
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  if (bytesRead !== buffer.length) throw new UnusableArchive('The archive ends too soon');
  return buffer;
}

async function* readChunks(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += CHUNK_BYTES) yield bytesAt(file, at, Math.min(to, at + CHUNK_BYTES));
}

async function* unpacked(file: FileHandle, location: EntryLocation): AsyncGenerator<Buffer> {
  const head = await bytesAt(file, location.offset, location.offset + 30);
  if (head.readUInt32LE(0) !== LOCAL) throw new UnusableArchive('The list of contents is broken');
  const start = location.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (location.packed === 0) return;
  if (location.method === STORED) return yield* readChunks(file, start, start + location.packed);
  const inflating = createInflateRaw();
  Readable.from(readChunks(file, start, start + location.packed))
    .once('error', (error) => inflating.destroy(error))
    .pipe(inflating);
  try {
    yield* inflating;
  } catch (error) {
    throw new UnusableArchive('An entry cannot be unpacked', { cause: error });
  }
}

async function* checked(entry: Entry, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > entry.bytes) throw new UnusableArchive(`${entry.name} is longer than the manifest says`);
    hash.update(chunk);
    yield chunk;
  }
  if (bytes !== entry.bytes || hash.digest('hex') !== entry.sha256)
    throw new UnusableArchive(`${entry.name} was changed or damaged: its checksum is another`);
}
