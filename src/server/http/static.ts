import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import { contentPolicy } from './headers.ts';
import { acceptsEncoding } from './json-response.ts';

const FOLDER = join(import.meta.dirname, '../../../dist/web');
const YEAR_SECONDS = 31_536_000;
// Pages the app knows; a document of its own for one of them only names what to fetch first.
const APP = /^\/(?:onboarding|connect-extension|dashboard(?:\/.*)?)$/;
const RECORD = /\/[a-z]{3}_\w+$/;
// Where the public address of the service belongs in a document, such as in its canonical link.
const PUBLIC_URL = '__PUBLIC_URL__';

type Encoding = 'br' | 'gzip' | 'identity';
type Page = {
  modifiedAt: number;
  publicUrl: string;
  etag: string;
  robots: string;
  policy: string;
  as: Record<Encoding, Uint8Array<ArrayBuffer>>;
};

/** Serves the built web: hashed assets for a year, and the document of every page. */
export function serveWebApp(app: Hono<Env>, publicUrl: () => string, folder: string = FOLDER): void {
  if (!existsSync(folder)) return;
  app.use(
    '/assets/*',
    cacheControlHeader(`public, max-age=${YEAR_SECONDS}, immutable`),
    serveStatic({ root: folder, precompressed: true }),
  );
  const pages = pageCache(folder);
  app.get('*', async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/api/') || path.startsWith('/assets/') || path.startsWith('/.')) return c.notFound();
    const found = await pages(fileOf(path), publicUrl());
    if (found) return send(c, found, 200);
    await next();
  });
  app.use('*', cacheControlHeader('no-cache'), serveStatic({ root: folder, index: 'none' }));
  app.get('*', async (c) => {
    const path = withoutSlash(c.req.path);
    const known = APP.test(path);
    const page = await pages(known ? 'app.html' : '404.html', publicUrl());
    return page ? send(c, page, known ? 200 : 404) : c.notFound();
  });
}

function cacheControlHeader(cacheControl: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header('Cache-Control', cacheControl);
  };
}

/**
 * The document written for exactly this address: `/terms` is terms.html, `/dashboard/invoices` app/dashboard/invoices.html,
 * `/dashboard/customers/cus_…` app/dashboard/customers/$id.html.
 * The service worker asks for `/app.html` by its file's name.
 */
function fileOf(path: string): string {
  const address = withoutSlash(path).replace(/\.html$/, '');
  if (address === '/') return 'index.html';
  return APP.test(address) ? `app${address.replace(RECORD, '/$id')}.html` : `${address.slice(1)}.html`;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Documents read and compressed once, and again when a new build or another public address asks for it. */
function pageCache(folder: string) {
  const cache = new Map<string, Page>();
  return async (file: string, publicUrl: string): Promise<Page | null> => {
    if (!/^[\w/$-]+\.html$/.test(file)) return null;
    const found = await stat(join(folder, file)).catch(() => null);
    if (!found?.isFile()) return null;
    const before = cache.get(file);
    if (before?.modifiedAt === found.mtimeMs && before.publicUrl === publicUrl) return before;
    const page = await readPage(join(folder, file), found.mtimeMs, publicUrl);
    cache.set(file, page);
    return page;
  };
}

async function readPage(file: string, modifiedAt: number, publicUrl: string): Promise<Page> {
  const html = (await readFile(file, 'utf8')).replaceAll(PUBLIC_URL, publicUrl);
  const bytes = Uint8Array.from(Buffer.from(html));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return {
    modifiedAt,
    publicUrl,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    policy: contentPolicy(scriptHashes(html)),
    robots: /<meta name="robots" content="([^"]+)"/.exec(html)?.[1] ?? 'noindex',
    as: { br: Uint8Array.from(br), gzip: Uint8Array.from(zipped), identity: bytes },
  };
}

/** Of the scripts that stand in a document. */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

function send(c: Context<Env>, page: Page, status: 200 | 404): Response {
  const encoding = (['br', 'gzip'] as const).find((one) => acceptsEncoding(c, one)) ?? 'identity';
  const etag = `"${page.etag}-${encoding}"`;
  c.header('Cache-Control', 'no-cache');
  c.header('X-Robots-Tag', page.robots);
  // On a 304 too: a browser takes the headers of the answer it kept from it.
  c.header('Content-Security-Policy', page.policy);
  c.header('Vary', 'Accept-Encoding');
  c.header('ETag', etag);
  if (status === 200 && c.req.header('If-None-Match') === etag) return c.body(null, 304);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  c.header('Content-Type', 'text/html; charset=utf-8');
  return c.body(page.as[encoding], status);
}
