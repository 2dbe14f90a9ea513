import { crc32, deflateSync } from 'node:zlib';

/** Marker that must not survive the re-encoding of a picture. */
export const MARK = 'HOSTILE-MARK';
export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
export const joined = (...parts: (Buffer | Uint8Array | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? bytes(part) : part)));

/** A PNG written by hand: of any declared size, with any chunks, whatever is really in it. */
export function png(
  about: { width: number; height: number; depth?: number; colour?: number; interlaced?: boolean },
  pixels: Buffer,
  chunks: [string, Buffer][] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(about.width, 0);
  header.writeUInt32BE(about.height, 4);
  header.writeUInt8(about.depth ?? 8, 8);
  header.writeUInt8(about.colour ?? 0, 9);
  header.writeUInt8(about.interlaced ? 1 : 0, 12);
  const extra = chunks.map(([type, data]) => chunk(type, data));
  return joined('\x89PNG\r\n\x1a\n', chunk('IHDR', header), ...extra, chunk('IDAT', pixels), chunk('IEND'));
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(joined(type, data)));
  return joined(length, type, data, sum);
}

/** A small grey PNG that is as it should be. */
export const smallPng = (chunks: [string, Buffer][] = []): Buffer =>
  png({ width: 8, height: 8 }, deflateSync(Buffer.alloc(8 * 9, 90)), chunks);

/** Pixels of one shade, packed as closely as it goes. */
export const zeros = (count: number): Buffer => deflateSync(Buffer.alloc(count), { level: 9 });

/** How many bytes an interlaced PNG of this size unpacks to. */
export function interlacedBytes(width: number, height: number, bytesPerPixel: number): number {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes.reduce((sum, [x, y, right, down]) => {
    const [across, lines] = [Math.ceil((width - x) / right), Math.ceil((height - y) / down)];
    return across > 0 && lines > 0 ? sum + lines * (1 + across * bytesPerPixel) : sum;
  }, 0);
}

/** A JPEG with a segment of its own right after its start. */
export function withSegment(jpeg: Uint8Array, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]);
  return joined(jpeg.subarray(0, 2), head, content, jpeg.subarray(2));
}

/** A JPEG that says it is of another size. */
export function resizedHeader(jpeg: Uint8Array, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = copy.findIndex(
    (byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(copy[index + 1] ?? 0),
  );
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

/** The same scan of a progressive JPEG again and again, each of which has to be decoded. */
export function manyScans(jpeg: Uint8Array, times: number): Buffer {
  const copy = Buffer.from(jpeg);
  const from = copy.indexOf(Buffer.from([0xff, 0xda]));
  const next = copy.indexOf(Buffer.from([0xff, 0xda]), from + 2);
  const end = next > 0 ? next : copy.length - 2;
  return joined(copy.subarray(0, end), ...Array(times).fill(copy.subarray(from, end)), copy.subarray(end));
}
