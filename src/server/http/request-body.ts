import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { AppError } from '#core/errors.ts';
import {
  boundaryOf,
  delimiterSearch,
  type FormPart,
  partsOf,
  tooManyParts,
  unreadableForm,
} from './form-parts.ts';
import { withBodyTimeout } from './slow-clients.ts';

export type UploadedFile = { name: string; bytes: Uint8Array };

const MAX_JSON_BYTES = 256 * 1024;
const MULTIPART_ROOM_BYTES = 64 * 1024;
const PATIENCE_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 32;
const FORM = /^multipart\/form-data\b/i;

/** A received body; `delimiterEnds` where the delimiters of a form end in it. */
export type Body = { bytes: Uint8Array; delimiterEnds: readonly number[] };
const NO_BODY: Body = { bytes: new Uint8Array(), delimiterEnds: [] };

/** Receives the body, at most what the endpoint takes; 413 past it, 400 for a form of too many parts. */
export async function receiveBody(request: Request, endpoint: Endpoint): Promise<Body> {
  if (endpoint.method === 'GET') return NO_BODY;
  const usual = endpoint.multipart ? MAX_UPLOAD_BYTES + MULTIPART_ROOM_BYTES : MAX_JSON_BYTES;
  const most = endpoint.mostBytes ?? usual;
  // Node reads no more than was declared, and a body read at once arrives sooner than one read as a stream.
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  const boundary = isFormRequest(endpoint, request.headers) ? formBoundary(request.headers) : null;
  const search = boundary === null ? null : delimiterSearch(boundary);
  const inspect = search?.add ?? (() => true);
  const delimiterEnds = search?.ends ?? [];
  if (declared <= Math.min(most, MAX_JSON_BYTES)) {
    const bytes = await withBodyTimeout(async () => new Uint8Array(await request.arrayBuffer()));
    if (!inspect(bytes)) throw tooManyParts();
    return { bytes, delimiterEnds };
  }
  if (!request.body) return NO_BODY;
  const { chunks, size, refused } = await readStream(request.body, most, inspect);
  if (refused) throw tooManyParts();
  if (size > most)
    throw new AppError(
      'too_large',
      endpoint.multipart ? 'That file is larger than 10 MB' : 'That request is too large',
    );
  return { bytes: Buffer.concat(chunks, size), delimiterEnds };
}

const formBoundary = (headers: Headers) => boundaryOf(headers.get('Content-Type') ?? '');

// A client still sending cannot read a refusal, so what is refused or somewhat too large is read to its end and thrown
// away, without a look at it.
async function readStream(
  body: ReadableStream<Uint8Array>,
  most: number,
  inspect: (chunk: Uint8Array) => boolean,
): Promise<{ chunks: Uint8Array[]; size: number; refused: boolean }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let refused = false;
  try {
    await withBodyTimeout(async (arrived) => {
      while (size <= most + PATIENCE_BYTES) {
        const { done, value } = await reader.read();
        if (done) return;
        arrived(value.byteLength);
        size += value.byteLength;
        if (size > most || refused) continue;
        refused = !inspect(value);
        if (refused) chunks.length = 0;
        else chunks.push(value);
      }
    });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return { chunks, size, refused };
}

/** Whether the body is to be read as a form with a file. */
export const isFormRequest = (endpoint: Endpoint, headers: Headers): boolean =>
  endpoint.multipart === true ||
  (endpoint.multipart === 'optional' && FORM.test(headers.get('Content-Type') ?? ''));

/** The JSON body, or undefined when there is none. Refuses other types, broken JSON and text no database can hold. */
export function jsonOf(headers: Headers, bytes: Uint8Array, endpoint: Endpoint): unknown {
  if (!endpoint.body || bytes.byteLength === 0) return undefined;
  if (!/^application\/json\b/i.test(headers.get('Content-Type') ?? ''))
    throw new AppError('unsupported_media', 'Send JSON, with Content-Type: application/json');
  const value = parse(bytes);
  refuseUnstorable(value, [], 0);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new AppError('bad_json', 'The request is not valid JSON');
  }
}

function refuseUnstorable(value: unknown, path: string[], depth: number): void {
  if (depth > MAX_DEPTH) throw new AppError('bad_json', 'The request is nested too deeply');
  if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\u0000'))) {
    const message = 'This text has characters we cannot store';
    throw new AppError('invalid_input', message, { errors: [{ path: path.join('.'), message }] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) refuseUnstorable(inner, [...path, key], depth + 1);
}

/** The `file` of a multipart body and its text fields. */
export async function filePart(
  headers: Headers,
  { bytes, delimiterEnds }: Body,
): Promise<{ file: UploadedFile | null; fields: Record<string, string> }> {
  if (!FORM.test(headers.get('Content-Type') ?? ''))
    throw new AppError('unsupported_media', 'Send the file as multipart/form-data');
  const boundary = formBoundary(headers);
  if (boundary === null) throw unreadableForm();
  const parts = await partsOf(bytes, boundary, delimiterEnds);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const fields = Object.fromEntries(
    parts.flatMap(({ name, fileName, bytes: text }) =>
      fileName === null && name !== '__proto__' ? [[name, decoder.decode(text)]] : [],
    ),
  );
  return { fields, file: fileOf(parts.find(({ name }) => name === 'file')) };
}

const fileOf = (part: FormPart | undefined): UploadedFile | null =>
  part && part.fileName !== null ? { name: part.fileName, bytes: new Uint8Array(part.bytes) } : null;
