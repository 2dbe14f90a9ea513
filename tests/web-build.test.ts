import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { MOST_READS } from '#contract/batch.ts';
import { endpoints } from '#contract/index.ts';
import { firstReads } from '#web/first-reads.ts';
import { appPages, appRoutes } from '../scripts/web-build/app-pages.ts';
import { completeManifest, neededBy } from '../scripts/web-build/manifest.ts';

const WEB = join(import.meta.dirname, '../src/web');

test('every page of the app has a document that names its chunks', async () => {
  const pages = await appPages(async (path) => `<main>${path}</main>`);
  expect(pages.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'app.html',
      'app/onboarding.html',
      'app/dashboard.html',
      'app/dashboard/settings/privacy.html',
    ]),
  );
  expect(pages.flatMap(({ modules }) => modules).filter((module) => !existsSync(join(WEB, module)))).toEqual(
    [],
  );
});

test('what pages read first are calls that a batch answers', () => {
  const gets = endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.media);
  const patterns = gets.map(
    ({ endpoint: { path } }) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`),
  );
  const reads = appRoutes().map(({ path }) => firstReads(path));
  expect(Math.max(...reads.map(({ length }) => length))).toBeLessThanOrEqual(MOST_READS);
  const unknown = reads.flat().filter((read) => !patterns.some((pattern) => pattern.test(read)));
  expect(unknown).toEqual([]);
});

test('a page that cannot be read stops the build', () => {
  const onboarding = `path: '/onboarding', component: lazyRouteComponent(() => import('#web/a.tsx'), 'A')`;
  const page = `dashboardPage('/', () => import('#web/b.tsx'), 'B')`;
  expect(appRoutes(`${onboarding} ${page}`)).toHaveLength(2);
  expect(() => appRoutes(`${onboarding} ${page} dashboardPage('/c', () => import('./c.tsx'), 'C')`)).toThrow(
    'routes.tsx',
  );
  expect(() => appRoutes(page)).toThrow('routes.tsx');
});

test('a part that stands in a chunk of many needs its own file too, by which it is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  mkdirSync(join(folder, '.vite'));
  const written = {
    'ui/toasts.tsx': { file: 'assets/toasts.js', imports: ['_many.js'] },
    '_many.js': { file: 'assets/many.js' },
    'main.tsx': { file: 'assets/gone.js' },
  };
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(written));
  const chunk = (fileName: string, moduleIds: string[], code = '') => ({
    type: 'chunk',
    fileName,
    moduleIds,
    code,
  });
  const many = ['/web/ui/toasts.tsx', '/web/ui/toast-store.ts', '/web/main.tsx'];
  const bundle = {
    'assets/toasts.js': chunk('assets/toasts.js', [], 'import{a}from"./many.js";export{a};'),
    'assets/many.js': chunk('assets/many.js', many),
  };
  const manifest = completeManifest(folder, '/web', bundle);
  const scripts = (module: string) => neededBy(manifest, [module]).scripts;
  expect(scripts('ui/toasts.tsx')).toEqual(['assets/toasts.js', 'assets/many.js']);
  expect(scripts('ui/toast-store.ts')).toEqual(['assets/many.js']);
  expect(scripts('main.tsx')).toEqual(['assets/many.js']);
});

/** The patterns of a style sheet's `@source`, one for each alternative in braces. */
function sourcePatterns(sheet: string): string[] {
  const patterns = [...readFileSync(sheet, 'utf8').matchAll(/@source "([^"]+)"/g)].map(
    ([, pattern = '']) => pattern,
  );
  return patterns.flatMap((pattern) => {
    const [whole = '', list] = /\{([^}]+)\}/.exec(pattern) ?? [];
    return list ? list.split(',').map((name) => pattern.replace(whole, name)) : [pattern];
  });
}

test.each(['extension/styles.css', 'web/landing/landing.css'])(
  '%s takes its classes from files that exist',
  (path) => {
    const sheet = join(WEB, '..', path);
    const patterns = sourcePatterns(sheet);
    expect(patterns.length).toBeGreaterThan(5);
    const cwd = dirname(sheet);
    const finds = (pattern: string) =>
      existsSync(join(cwd, pattern)) || globSync(pattern, { cwd }).length > 0;
    expect(patterns.filter((pattern) => !finds(pattern))).toEqual([]);
  },
);
