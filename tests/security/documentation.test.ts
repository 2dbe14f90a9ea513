import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  countWords,
  deadLinks,
  guidePages,
  markdownIn,
  missingPaths,
  read,
  unknownScripts,
} from '../documents.ts';

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

const MOST_GUIDES = 12;
const MOST_WORDS = 20_000;

const guides = guidePages();
const pages = ['README.md', 'AGENTS.md', ...markdownIn('docs'), ...markdownIn('src')];
/** Each page with what is wrong on it. */
const wrong = (among: readonly string[], find: (text: string, page: string) => string[]) =>
  among.flatMap((page) => find(read(page), page).map((what) => `${page}: ${what}`));

describe('documents', () => {
  test('the guides stay few and short, and lead only to what there is', () => {
    expect(guides.length, 'extend a guide rather than adding one').toBeLessThanOrEqual(MOST_GUIDES);
    expect(countWords(guides), 'one fact in one place, figures in docs/reports').toBeLessThanOrEqual(
      MOST_WORDS,
    );
    expect(pages.length).toBeGreaterThan(40);
    expect(wrong(pages, (text, page) => deadLinks(page, text))).toEqual([]);
    const ways = ['README.md', 'AGENTS.md', ...guides];
    expect(wrong(ways, unknownScripts)).toEqual([]);
    expect(wrong(ways, missingPaths)).toEqual([]);
  });

  test('what leads nowhere is found', () => {
    const text = `# A title, with \`code\`
      [here](#a-title-with-code) [page](limits.md#throttle) [elsewhere](https://example.com/x.md)
      [gone](limits.md#gone) [nowhere](gone.md) <img src="pictures/gone.webp">
      \`npm run check\` \`npm run gone\` \`kernel/ports/\` \`modules/<noun>/\` \`data/files.ndjson\` \`npx vitest run src/gone\`
\`\`\`sh
node scripts/gone.ts # [no link](gone.md)
\`\`\``.replaceAll(/^ +/gm, '');
    expect(deadLinks('docs/settings.md', text)).toEqual(['limits.md#gone', 'gone.md', 'pictures/gone.webp']);
    expect(unknownScripts(text)).toEqual(['gone']);
    expect(missingPaths(text)).toEqual(['src/gone', 'scripts/gone.ts']);
  });
});
