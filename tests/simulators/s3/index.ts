import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call } from '../serve.ts';
import { unsigned } from './signature.ts';

/** How one call fares. `error_after`: done, and answered 500. `cut`, `slow`, `other`: the body breaks off, hangs or is another's. */
export type S3Fault = 'error_before' | 'error_after' | 'lose_answer' | 'cut' | 'slow' | 'other' | 'slow_down';

type Stored = { bytes: Buffer; metadata: Record<string, string> };

const BUCKET = 'duewell-files';
const ACCESS_KEY = 'AKIDSIMULATED';
const SECRET = 'not/a+real+secret';
const PAGE = 3;

/** An object store on loopback, from the documents of S3: one bucket by path, signed requests, XML. Lists in pages of three. */
export async function startS3() {
  const objects = new Map<string, Stored>();
  const faults: (S3Fault | null)[] = [];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(`${call.method} ${call.path}`);
      const fault = faults.shift();
      if (fault === 'error_before') return respond(response, 500, errorXml('InternalError'));
      if (fault === 'slow_down') return respond(response, 503, errorXml('SlowDown'));
      const reply = answer(objects, call);
      if (fault === 'error_after') return respond(response, 500, errorXml('InternalError'));
      if (fault === 'lose_answer') return response.destroy();
      if (fault === 'other') reply.body = Buffer.from('somebody else’s');
      respond(response, reply.status, reply.body, reply.headers, fault ?? undefined);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    objects,
    calls,
    /** Faults of the next calls, one each; null for none. */
    next: (...coming: (S3Fault | null)[]) => void faults.push(...coming),
    settings: {
      bucket: BUCKET,
      prefix: '',
      endpoint,
      region: 'eu-west-1',
      accessKey: ACCESS_KEY,
      secretKey: SECRET,
      pathStyle: true,
      timeoutMs: 20_000,
    },
    environment: {
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_ENDPOINT: endpoint,
      FILES_S3_REGION: 'eu-west-1',
      FILES_S3_ACCESS_KEY: ACCESS_KEY,
      FILES_S3_SECRET_KEY: SECRET,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type Reply = { status: number; body: Buffer | string; headers: Record<string, string> };

function answer(objects: Map<string, Stored>, call: Call): Reply {
  const refused = unsigned(call, (key) => (key === ACCESS_KEY ? SECRET : null));
  if (refused) return xml(403, errorXml(refused));
  const [, bucket = '', ...rest] = call.path.split('/');
  if (bucket !== BUCKET) return xml(404, errorXml('NoSuchBucket'));
  const key = rest.join('/');
  if (key === '' && call.method === 'GET') return xml(200, listXml([...objects.keys()].sort(), call.query));
  if (call.method === 'PUT') {
    objects.set(key, { bytes: call.raw, metadata: metadataOf(call.headers) });
    return { status: 200, body: '', headers: { etag: etagOf(call.raw) } };
  }
  if (call.method === 'DELETE') {
    objects.delete(key);
    return { status: 204, body: '', headers: {} };
  }
  const stored = objects.get(key);
  if (call.method !== 'GET' || !stored) return xml(404, errorXml('NoSuchKey'));
  return { status: 200, body: stored.bytes, headers: { ...stored.metadata, etag: etagOf(stored.bytes) } };
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const metadataOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-amz-meta-')));
const xml = (status: number, body: string): Reply => ({
  status,
  body,
  headers: { 'content-type': 'application/xml' },
});
const errorXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

function listXml(keys: string[], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const left = keys.filter((key) => key > after && key.startsWith(prefix));
  const page = left.slice(0, PAGE);
  const next = left.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`;
}

function respond(
  response: ServerResponse,
  status: number,
  body: Buffer | string,
  headers: Record<string, string> = {},
  fault?: S3Fault | undefined,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': bytes.byteLength }),
  });
  if (fault === 'slow') return void response.write(bytes.subarray(0, 1));
  if (fault !== 'cut') return void response.end(bytes);
  response.write(bytes.subarray(0, Math.ceil(bytes.byteLength / 2)), () => response.destroy());
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://simulator');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers,
    raw: Buffer.concat(chunks),
  };
}
