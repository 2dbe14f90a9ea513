import { type Context, Hono } from 'hono';
import type { Env } from '#server/http/env.ts';

/** Every page that search engines may show. */
const PUBLIC_PAGES = ['/', '/privacy', '/terms', '/cookies'];
const DAY_SECONDS = 86_400;

/**
 * robots.txt and sitemap. Only the API is disallowed: a page that must not be indexed says so itself, and has
 * to be read for that.
 */
export function crawlerPages(publicUrl: () => string): Hono<Env> {
  const pages = new Hono<Env>();
  pages.get('/robots.txt', (c) =>
    send(
      c,
      'text/plain',
      `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
    ),
  );
  pages.get('/sitemap.xml', (c) => {
    const places = PUBLIC_PAGES.map((path) => `<url><loc>${escaped(publicUrl() + path)}</loc></url>`);
    const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>`;
    return send(c, 'application/xml', `<?xml version="1.0" encoding="UTF-8"?>\n${sitemap}\n`);
  });
  return pages;
}

function send(c: Context, type: string, body: string): Response {
  c.header('Content-Type', `${type}; charset=utf-8`);
  c.header('Cache-Control', `public, max-age=${DAY_SECONDS}`);
  return c.body(body);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
