import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { Env } from './http.ts';

const FOLDER = join(import.meta.dirname, '../../dist/web');
const YEAR_SECONDS = 31_536_000;
// Any other address shows the app's own not-found page, told as such.
const PAGES = /^\/(?:(?:terms|privacy|cookies|onboarding)\/?|(?:auth|dashboard)(?:\/.*)?)?$/;

/** Serves the built web app: hashed assets for a year, every other page as the app's one document. */
export function serveWebApp(app: Hono<Env>, folder: string = FOLDER): void {
  if (!existsSync(folder)) return;
  app.use(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: false,
      onFound: (_path, c) => c.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`),
    }),
  );
  app.use(
    '*',
    serveStatic({
      root: folder,
      index: 'none',
      onFound: (_path, c) => c.header('Cache-Control', 'no-cache'),
    }),
  );
  app.get('*', async (c) => {
    if (c.req.path.startsWith('/api/') || c.req.path.startsWith('/assets/')) return c.notFound();
    c.header('Cache-Control', 'no-cache');
    c.header('X-Robots-Tag', c.req.path === '/' ? 'index, follow' : 'noindex');
    return c.html(await readFile(join(folder, 'index.html'), 'utf8'), PAGES.test(c.req.path) ? 200 : 404);
  });
}
