import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Outcome } from '#server/kernel/ports/index.ts';
import { callApi, type Client, toRefusal } from './client.ts';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const METAS_HOSTS = /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net|whatsapp\.com)$/;

const about = z.object({
  url: z.string().min(1).max(4_000),
  mime_type: z.string().max(200).catch('application/octet-stream'),
  sha256: z.string().catch(''),
  file_size: z.union([z.number(), z.string().transform(Number)]).catch(0),
});

type File = Outcome<{ content: Uint8Array; mime: string }>;

const failure = (reason: string, retry: boolean): File & { ok: false } => ({ ok: false, reason, retry });
const TOO_LARGE = failure('the file is over 16 MB', false);

/** Looks up the file's address, then fetches it; that address is valid for five minutes. */
export async function media(client: Client, mediaId: string): Promise<File> {
  if (!/^[\w-]{1,128}$/.test(mediaId)) return failure('there is no such file', false);
  const path = `/${mediaId}?phone_number_id=${client.phoneId}`;
  const result = await callApi(client, { method: 'GET', path }, about);
  if (result.kind !== 'said') return toRefusal(result);
  if (result.data.file_size > MOST_BYTES) return TOO_LARGE;
  const fetched = await download(client, result.data.url);
  if (!fetched.ok) return fetched;
  if (isAnother(result.data.sha256, fetched.content)) return failure('the file did not arrive whole', true);
  return { ok: true, content: fetched.content, mime: mimeOf(result.data.mime_type) };
}

const mimeOf = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';

function isAnother(sha256: string, content: Uint8Array): boolean {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return false;
  return createHash('sha256').update(content).digest('hex') !== sha256;
}

/** Whether the token may be shown to an address: Meta's own over https, or where the API itself is. */
function isMetas(address: URL, { baseUrl }: Client): boolean {
  if (address.origin === new URL(baseUrl).origin) return true;
  return address.protocol === 'https:' && address.port === '' && METAS_HOSTS.test(address.hostname);
}

type Bytes = { ok: true; content: Uint8Array } | (File & { ok: false });

async function download(client: Client, from: string): Promise<Bytes> {
  const signal = AbortSignal.timeout(client.downloadTimeoutMs);
  try {
    let address = URL.parse(from);
    for (let turn = 0; turn <= MOST_REDIRECTS; turn += 1) {
      if (!address || !isMetas(address, client)) return failure('the file is not with Meta', false);
      const response = await client.fetch(address.href, {
        headers: { authorization: `Bearer ${client.token}`, 'user-agent': 'Duewell' },
        redirect: 'manual',
        signal,
      });
      if (response.ok) return await readBytes(response);
      await response.body?.cancel();
      if (response.status < 300 || response.status > 399) return unfetched(response.status);
      address = URL.parse(response.headers.get('location') ?? '', address.href);
    }
    return failure('the file is nowhere to be found', true);
  } catch {
    return failure('the file could not be fetched', true);
  }
}

// An expired address answers 404: the next attempt requests a new one.
const unfetched = (status: number): File & { ok: false } =>
  failure(`the file was answered with ${status}`, status >= 500 || [404, 408, 429].includes(status));

async function readBytes(response: Response): Promise<Bytes> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) return TOO_LARGE;
    pieces.push(piece);
  }
  return { ok: true, content: new Uint8Array(Buffer.concat(pieces)) };
}
