import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { appPages, appRoutes } from '../scripts/web-build/app-pages.ts';

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

test('a page that cannot be read stops the build', () => {
  const onboarding = `path: '/onboarding', component: lazyRouteComponent(() => import('#web/a.tsx'), 'A')`;
  const page = `dashboardPage('/', () => import('#web/b.tsx'), 'B')`;
  expect(appRoutes(`${onboarding} ${page}`)).toHaveLength(2);
  expect(() => appRoutes(`${onboarding} ${page} dashboardPage('/c', () => import('./c.tsx'), 'C')`)).toThrow(
    'routes.tsx',
  );
  expect(() => appRoutes(page)).toThrow('routes.tsx');
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
