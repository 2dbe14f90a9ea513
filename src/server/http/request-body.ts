import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { AppError } from '#core/errors.ts';
import { withBodyTimeout } from './slow-clients.ts';

export type UploadedFile = { name: string; bytes: Uint8Array };

const MAX_JSON_BYTES = 256 * 1024;
const MULTIPART_ROOM_BYTES = 64 * 1024;
const PATIENCE_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 32;
const MAX_PARTS = 10;
const FORM = /^multipart\/form-data\b/i;

/** The body's bytes, at most what the endpoint takes; 413 past it. */
export async function bytesOf(request: Request, endpoint: Endpoint): Promise<Uint8Array> {
  if (endpoint.method === 'GET') return new Uint8Array();
  const usual = endpoint.multipart ? MAX_UPLOAD_BYTES + MULTIPART_ROOM_BYTES : MAX_JSON_BYTES;
  const most = endpoint.mostBytes ?? usual;
  // Node reads no more than was declared, and a body read at once arrives sooner than one read as a stream.
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared <= Math.min(most, MAX_JSON_BYTES))
    return withBodyTimeout(async () => new Uint8Array(await request.arrayBuffer()));
  if (!request.body) return new Uint8Array();
  const { chunks, size } = await readStream(request.body, most);
  if (size > most)
    throw new AppError(
      'too_large',
      endpoint.multipart ? 'That file is larger than 10 MB' : 'That request is too large',
    );
  return Buffer.concat(chunks, size);
}

// A client still sending cannot read a refusal, so what is somewhat too large is read to its end and thrown away.
async function readStream(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<{ chunks: Uint8Array[]; size: number }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    await withBodyTimeout(async (arrived) => {
      while (size <= most + PATIENCE_BYTES) {
        const { done, value } = await reader.read();
        if (done) return;
        arrived(value.byteLength);
        size += value.byteLength;
        if (size <= most) chunks.push(value);
      }
    });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return { chunks, size };
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
  bytes: Uint8Array,
): Promise<{ file: UploadedFile | null; fields: Record<string, string> }> {
  const type = headers.get('Content-Type') ?? '';
  if (!FORM.test(type)) throw new AppError('unsupported_media', 'Send the file as multipart/form-data');
  const form = await readForm(type, bytes);
  const parts = [...form.entries()];
  if (parts.length > MAX_PARTS) throw new AppError('bad_request', 'The upload has too many parts');
  const fields = Object.fromEntries(
    parts.flatMap(([name, value]) =>
      typeof value === 'string' && name !== '__proto__' ? [[name, value]] : [],
    ),
  );
  const file = form.get('file');
  return {
    fields,
    file: file instanceof File ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : null,
  };
}

async function readForm(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } }).formData();
  } catch {
    throw new AppError('bad_request', 'The upload could not be read');
  }
}
