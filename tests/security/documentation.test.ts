import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Each `path` in a document, with the titles in quotes that follow it. */
const namedIn = (text: string) =>
  [...text.matchAll(/`((?:src|tests|scripts)\/[^`]+)`((?:,? "[^"]+")*)/g)].map(
    ([, path = '', titles = '']) => ({
      path,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  );

/** Every text of a file that stands where a title does: first in a call. */
const titlesOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1\s*,/g)].map(
    ([, , title = '']) => title,
  );

const fits = (title: string) => (found: string) => found === title || found === `\${COUNT} ${title}`;

test.each([
  ['docs/reports/peers.md', 88],
  ['docs/reports/asvs.md', 60],
] as const)('every file and test %s names is there', (document, least) => {
  const text = readFileSync(document, 'utf8');
  const named = namedIn(text);
  const missing = named.flatMap(({ path, titles }) => {
    if (!existsSync(path)) return [`${path} is not there`];
    if (titles.length === 0) return [];
    const found = titlesOf(path);
    return titles.filter((title) => !found.some(fits(title))).map((title) => `${path} has no "${title}"`);
  });
  expect(missing).toEqual([]);
  expect(named.length, 'the document is read as it is written').toBeGreaterThanOrEqual(least);
});
