import { Buffer } from 'node:buffer';
import { ConfigError } from '#server/config/startup-errors.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;
const SIZE_AT = 124;

/** One entry of a tar file: its header, its bytes, filled up to whole blocks. Names have at most 100 bytes. */
export function tarEntry(name: string, bytes: Uint8Array, madeAt: Date): Uint8Array[] {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new ConfigError(`${name} is too long for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(bytes.byteLength, 11)} `, SIZE_AT);
  header.write(`${octal(Math.floor(madeAt.getTime() / 1000), 11)} `, 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.byteLength % BLOCK)) % BLOCK)];
}

/** The end marker of a tar file. */
export const tarEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK);

/** The entries of a tar file as it comes in. Throws where it breaks off or its headers are damaged. */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const readBytes = byteReader(chunks);
  for (;;) {
    const header = await readBytes(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (sumOf(header) !== Number.parseInt(header.toString('latin1', 148, 156), 8))
      throw new ConfigError('The archive is damaged: a header does not add up');
    const size = Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + 12), 8);
    const name = header.toString('utf8', 0, LONGEST_NAME).replace(/\0.*$/s, '');
    const bytes = await readBytes(size);
    await readBytes((BLOCK - (size % BLOCK)) % BLOCK);
    yield { name, bytes };
  }
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

// The sum of a header is made as if its own field were blank.
function sumOf(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum;
}

function byteReader(chunks: AsyncIterable<Uint8Array>): (size: number) => Promise<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let length = 0;
  return async (size) => {
    while (length < size) {
      const next = await source.next();
      if (next.done) throw new ConfigError('The archive breaks off: it was not written to its end');
      held.push(next.value);
      length += next.value.byteLength;
    }
    const all =
      held.length === 1 && held[0]
        ? Buffer.from(held[0].buffer, held[0].byteOffset, length)
        : Buffer.concat(held);
    held = [all.subarray(size)];
    length -= size;
    return all.subarray(0, size);
  };
}
