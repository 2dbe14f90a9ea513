import { expect, test } from 'vitest';
import { crawlerPages } from './crawlers.ts';

const pages = crawlerPages(() => 'https://duewell.example');

test('search engines learn of every public page under the public address, and of nothing else', async () => {
  const robots = await (await pages.request('/robots.txt')).text();
  expect(robots).toContain('Sitemap: https://duewell.example/sitemap.xml');
  expect(robots).not.toMatch(/Disallow: \/$/m);
  const answer = await pages.request('/sitemap.xml');
  expect(answer.headers.get('Content-Type')).toContain('xml');
  const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((found) => found[1]);
  expect(places).toEqual(
    ['', 'privacy', 'terms', 'cookies'].map((page) => `https://duewell.example/${page}`),
  );
});
