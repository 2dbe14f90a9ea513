import { AppError } from '#core/errors.ts';

/** Parts a form may have: more than any screen sends. */
const MAX_PARTS = 10;
/** The last closes the form. */
const MOST_DELIMITERS = MAX_PARTS + 1;
const MAX_HEADER_BYTES = 4096;
const MAX_TEXT_BYTES = 64 * 1024;
const HEADER_END = '\r\n\r\n';
const CR = 13;
/** Bytes looked at one by one before the native search is asked: a call for each would cost more. */
const NEAR = 32;
// RFC 2046, 5.1.1.
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70}))\s*(?:;|$)/i;

/** Boundary of a form by its Content-Type; null where there is none to be read. */
export function boundaryOf(contentType: string): string | null {
  const found = BOUNDARY.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

export const tooManyParts = () => new AppError('bad_request', 'The upload has too many parts');
export const unreadableForm = () => new AppError('bad_request', 'The upload could not be read');

/** Finds the delimiters of a form as its bytes arrive. */
export type DelimiterSearch = {
  /** Searches on. False once there are too many parts: the rest is not looked at. */
  add(chunk: Uint8Array): boolean;
  /** Where the delimiters end that were found, in bytes of the whole. */
  readonly ends: number[];
  /** Bytes compared one by one, for tests. */
  compared: number;
};

/**
 * Searches in time linear in the bytes, whatever they are: a line break begins a delimiter and is nowhere else in it, so no
 * byte is compared again. One loop without calls: it may run over ten megabytes.
 */
export function delimiterSearch(boundary: string): DelimiterSearch {
  const delimiter = new Uint8Array(delimiterOf(boundary));
  // A form begins with a delimiter, as if a line ended before it.
  let matched = 2;
  let before = 0;
  const search: DelimiterSearch = { add, ends: [], compared: 0 };
  return search;

  function add(chunk: Uint8Array): boolean {
    const [needle, whole] = [delimiter, delimiter.length];
    let state = matched;
    let strange = 0;
    let skipped = 0;
    let at = 0;
    let left = MOST_DELIMITERS + 1 - search.ends.length;
    for (; at < chunk.length && left > 0; at++) {
      const byte = chunk[at];
      if (byte === needle[state]) state++;
      else state = byte === CR ? 1 : 0;
      if (state === whole) {
        search.ends.push(before + at + 1);
        left--;
        state = 0;
      } else if (state === 0 && ++strange === NEAR) {
        strange = 0;
        const next = breakFrom(chunk, at + 1);
        skipped += next - at - 1;
        at = next - 1;
      }
    }
    matched = state;
    before += chunk.length;
    search.compared += at - skipped;
    return left > 0;
  }
}

function breakFrom(chunk: Uint8Array, from: number): number {
  const found = chunk.indexOf(CR, from);
  return found === -1 ? chunk.length : found;
}

const delimiterOf = (boundary: string): Buffer => Buffer.from(`\r\n--${boundary}`);

/** A part: its name, its file's name if it is one, and its bytes. */
export type FormPart = { name: string; fileName: string | null; bytes: Uint8Array };

/**
 * The parts of a form whose delimiters were found. Only their headers are parsed: the bytes are taken as they lie, never
 * decoded. Throws 400 for a form that is none, headers over 4 KB and texts over 64 KB.
 */
export async function partsOf(
  bytes: Uint8Array,
  boundary: string,
  ends: readonly number[],
): Promise<FormPart[]> {
  const raw = rawParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), boundary, ends);
  const entries = await entriesOf(boundary, raw);
  if (entries.length !== raw.length) throw unreadableForm();
  return raw.map(({ from, to }, at) => {
    const [name, value] = entries[at] ?? ['', ''];
    const fileName = typeof value === 'string' ? null : value.name;
    if (fileName === null && to - from > MAX_TEXT_BYTES) throw unreadableForm();
    return { name, fileName, bytes: bytes.subarray(from, to) };
  });
}

type RawPart = { headers: Buffer; from: number; to: number };

function rawParts(bytes: Buffer, boundary: string, ends: readonly number[]): RawPart[] {
  const delimiterBytes = delimiterOf(boundary).length;
  const parts: RawPart[] = [];
  for (const [at, end] of ends.entries()) {
    const mark = bytes.toString('latin1', end, end + 2);
    if (mark === '--') return parts;
    const start = end + 2;
    const length = bytes.toString('latin1', start, start + MAX_HEADER_BYTES).indexOf(HEADER_END);
    const from = start + length + HEADER_END.length;
    const to = (ends[at + 1] ?? 0) - delimiterBytes;
    if (mark !== '\r\n' || length < 1 || to < from) throw unreadableForm();
    parts.push({ headers: bytes.subarray(start, start + length), from, to });
  }
  throw unreadableForm();
}

/** Names and file names, as the platform reads a form of the same headers without contents. */
async function entriesOf(boundary: string, parts: RawPart[]): Promise<[string, string | File][]> {
  const lines = parts.flatMap(({ headers }) => [`--${boundary}\r\n`, headers, `${HEADER_END}\r\n`]);
  const bare = Buffer.concat([...lines, `--${boundary}--\r\n`].map((line) => Buffer.from(line)));
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  try {
    return [...(await new Response(bare, { headers }).formData()).entries()];
  } catch {
    throw unreadableForm();
  }
}
