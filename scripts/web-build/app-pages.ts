import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '#core/assert.ts';
import { firstReads } from '#web/first-reads.ts';
import type { RenderedPage } from '#web/rendered-page.ts';

const ROUTES = join(import.meta.dirname, '../../src/web/routes.tsx');
const SHELL = 'pages/dashboard/layout.tsx';

/** Parts that a page's first screen shows and that are not in its own file. */
const PARTS: Record<string, readonly string[]> = {
  '/dashboard': ['features/dashboard/money-answers.tsx', 'features/dashboard/todays-messages.tsx'],
};

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

/** Draws a page of the app as it looks before anything is known. */
type RenderFrame = (path: string) => Promise<string>;

/** One document for any address of the app, and one for each route that fetches its chunks at once. */
export async function appPages(renderFrame: RenderFrame): Promise<RenderedPage[]> {
  const pages = [appPage('', [], '')];
  for (const { path, modules } of appRoutes())
    pages.push(appPage(path, modules, modules.includes(SHELL) ? await renderFrame(path) : ''));
  return pages;
}

function appPage(path: string, modules: readonly string[], frame: string): RenderedPage {
  return {
    file: `app${path}.html`,
    title: 'Duewell',
    description: 'AI-assisted invoicing and payment collection for Nigerian small businesses.',
    robots: 'noindex',
    head: '',
    // Inert: pressed and read out is the page that takes the frame's place.
    body: `<div id="app">${frame && `<div inert aria-hidden="true" data-frame>${frame}</div>`}</div><noscript>Duewell needs JavaScript switched on.</noscript>`,
    hasFrame: frame !== '',
    entry: 'main.tsx',
    modules: ['start.tsx', ...modules],
    reads: firstReads(path),
    parts: PARTS[path] ?? [],
  };
}
