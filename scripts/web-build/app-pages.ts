import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '#core/assert.ts';
import type { RenderedPage } from '#web/rendered-page.ts';

const ROUTES = join(import.meta.dirname, '../../src/web/routes.tsx');
const SHELL = 'pages/dashboard/layout.tsx';

/** A page of the app: where it is, and the modules its router will ask for. */
export type AppRoute = { path: string; modules: string[] };

/** The routes as `src/web/routes.tsx` names them, so that a new page needs no second list. */
export function appRoutes(source: string = readFileSync(ROUTES, 'utf8')): AppRoute[] {
  const inShell = [...source.matchAll(/dashboardPage\(\s*'([^']+)',\s*\(\) => import\('#web\/([^']+)'\)/g)];
  const alone = [
    ...source.matchAll(
      /path: '(\/onboarding)',[^}]*?lazyRouteComponent\(\s*\(\) => import\('#web\/([^']+)'\)/g,
    ),
  ];
  // A page written another way would have no document, no chunks of its own and no budget.
  assert(
    alone.length === 1 && inShell.length > 0 && inShell.length === source.match(/\bdashboardPage\(/g)?.length,
    'src/web/routes.tsx names a page in a way that scripts/web-build/app-pages.ts does not read',
  );
  return [
    ...alone.map(([, path = '', module = '']) => ({ path, modules: [module] })),
    ...inShell.map(([, path = '', module = '']) => ({
      path: `/dashboard${path}`.replace(/\/$/, ''),
      modules: [SHELL, module],
    })),
  ];
}

/** One document for any address of the app, and one for each route that fetches its chunks at once. */
export function appPages(): RenderedPage[] {
  return [
    appPage('app.html', []),
    ...appRoutes().map(({ path, modules }) => appPage(`app${path}.html`, modules)),
  ];
}

function appPage(file: string, modules: readonly string[]): RenderedPage {
  return {
    file,
    title: 'Duewell',
    description: 'AI-assisted invoicing and payment collection for Nigerian small businesses.',
    robots: 'noindex',
    head: '',
    body: '<div id="app"></div><noscript>Duewell needs JavaScript switched on.</noscript>',
    entry: 'main.tsx',
    modules,
    // Amounts begin with ₦, which has a font file of its own.
    fonts: ['display-latin', 'text-latin', ...(modules.includes(SHELL) ? ['display-ng'] : [])],
  };
}
