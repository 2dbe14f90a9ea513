import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { authPages } from '#web/auth/pages.ts';
import { appRoutes } from './app-pages.ts';

type ModuleInfo = {
  importedIds: readonly string[];
  dynamicallyImportedIds?: readonly string[];
  code: string | null;
};
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const WEB = join(import.meta.dirname, '../../src/web');
const SHELL = 'pages/dashboard/layout.tsx';
const HOME = '/dashboard';
const FEW_CHARACTERS = 800;
const COMMON_PAGES = 3;
const COMMON_AREAS = 4;
/** A few lines each, used by nearly every page. */
const SMALL = /[\\/]web[\\/]lib[\\/](?:navigation|lists)[\\/]/;
/** Pages without lists and what opens over them. */
const LIGHT = ['/dashboard/chat', '/dashboard/reminders'];
/** Shared by several of these: a few lines each. */
const LIST_PAGES = ['/dashboard/invoices', '/dashboard/customers/$id', '/dashboard/payments'];
/** Packages that name all they have in one file, of which the build keeps only what is used. */
const LISTS: readonly [packageName: string, file: RegExp][] = [
  ['radix-ui', /[\\/]radix-ui[\\/]dist[\\/]index\.mjs$/],
  ['lucide-react', /[\\/]lucide-react\.mjs$/],
];
/** Primitives every dialog, menu or list over a page is built from. */
const OVERLAY_PRIMITIVES =
  /[\\/](?:@floating-ui|react-remove-scroll|react-focus-scope|react-roving-focus)[\\/]/;
const CORE = /[\\/]src[\\/]core[\\/]/;
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const OVERLAYS = /[\\/](?:@radix-ui|@floating-ui|react-remove-scroll|aria-hidden|use-sidecar|tslib)/;

/**
 * Which file a module that several pages share goes into: few files, of which no page loads much that it does not use.
 * Every set holds all that its modules import, or leaves it to a set before it, so that no two files wait for each other.
 */
export function chunkName(id: string, graph: Graph): string | null {
  const { uses, overlaid, opens: openedBy } = usesOf(graph);
  const by = uses.get(id);
  const reachedBy = [...(openedBy.get(id) ?? [])];
  // Else a part that is opened later would load another page for an icon.
  const isIconOfMany = by && ICON.test(id) && areasOf(reachedBy).size > 2;
  if (isIconOfMany && !by.has('auth') && !by.has('/onboarding')) return 'shell';
  if (!by) return partName(reachedBy);
  if (by.has('public')) return null;
  const everywhereInApp = by.has('app') || (by.has('/onboarding') && (by.has('shell') || by.has(HOME)));
  if (by.has('auth') && (everywhereInApp || by.has('shell') || by.has('toasts'))) return 'base';
  if (everywhereInApp) return 'app';
  if (by.has('shell')) return 'shell';
  const areas = areasOf(by);
  if (by.has('auth') && areas.size > 0) {
    if (ICON.test(id)) return 'base';
    return by.has('/onboarding') ? 'forms' : 'fields';
  }
  if (by.has('auth')) return 'auth-parts';
  const opens = overlaid.has(id) || OVERLAYS.test(id);
  if (by.has('toasts') && opens) return areas.size > 0 ? 'lists' : null;
  const isOfHome = by.has(HOME) || (ICON.test(id) && reachedBy.includes(HOME));
  if (areas.size === 1 && !isOfHome) return ofOneArea(id, graph, by, reachedBy);
  if (by.has('/onboarding')) return by.size > 1 ? 'app' : null;
  if (isOfHome && reachedBy.length === 1) return 'page';
  if (isOfHome || ICON.test(id) || SMALL.test(id)) return 'shell';
  const isForAll = areas.size >= (opens ? 3 : COMMON_AREAS);
  if (isForAll && !LIGHT.some((path) => by.has(path))) return 'lists';
  if (by.has('/dashboard/chat')) return 'papers';
  return isFewLines(id, graph) ? 'shell' : ofThese(by);
}

/** Less than a file of its own would cost, and in need of nothing that the shell has not. */
const isFewLines = (id: string, graph: Graph): boolean =>
  (graph.getModuleInfo(id)?.code ?? '').length < FEW_CHARACTERS &&
  neededIds(graph, id).every((next) =>
    ['app', 'shell'].some((use) => usesOf(graph).uses.get(next)?.has(use)),
  );

/** Nobody's first: home asks for its own soon; a business's looks, papers and account stand in onboarding and in one or two areas. */
function partName(reachedBy: readonly string[]): string | null {
  if (reachedBy.join() === HOME) return 'page';
  const [first, ...others] = [...areasOf(reachedBy)].sort((a, b) =>
    b === 'onboarding' ? 1 : a < b ? -1 : 1,
  );
  return first === 'onboarding' && [1, 2].includes(others.length) ? `profile-${others.join('-')}` : null;
}

const areasOf = (pages: Iterable<string>): Set<string> =>
  new Set([...pages].flatMap((page) => /^\/(?:dashboard\/)?([\w-]+)/.exec(page)?.[1] ?? []));

/** One file for all that just these pages need: none of them loads more. */
function ofThese(by: Set<string>): string {
  const isOfLists = by.has('/dashboard/invoices') && [...by].every((page) => LIST_PAGES.includes(page));
  if (isOfLists) return 'lists';
  const these = createHash('sha256')
    .update([...by].sort().join())
    .digest('hex')
    .slice(0, 4);
  return `of-${these}`;
}

/** One file for all that one page alone ever needs of its first screen; one for what several of an area share. */
function ofOneArea(id: string, graph: Graph, by: Set<string>, reachedBy: readonly string[]): string {
  const isOfHomeToo = reachedBy.includes(HOME);
  if (by.has('/dashboard/chat') && areasOf(reachedBy).size > 1)
    return isOfHomeToo || ICON.test(id) ? 'papers' : ofThese(by);
  if (CORE.test(id) && areasOf(reachedBy).size > 1 && isFewLines(id, graph)) return 'shell';
  // Others that open a part of it later load the page with it, which is less than one file more for each visit; only the chat weighs more.
  if (by.size === 1 && !isOfHomeToo)
    return [...by]
      .join()
      .replace(/^\/(?:dashboard)?/, 'page')
      .replaceAll('/', '-');
  return by.size >= COMMON_PAGES ? `of-${[...areasOf(by)].join()}` : ofThese(by);
}

type Uses = Map<string, Set<string>>;
let found: { uses: Uses; overlaid: Set<string>; opens: Uses } | null = null;

/**
 * Users of each module (an entry, the shell, a page's path), those pages that may ask for it later as well, and the modules
 * that need overlay primitives.
 */
function usesOf(graph: Graph) {
  if (found) return found;
  const uses: Uses = new Map();
  const roots = rootsOfAll();
  for (const [use, root] of roots) markAll(graph, uses, use, root);
  const opens: Uses = new Map();
  const pages = new Set(roots.map(([, root]) => root));
  for (const [use, root] of roots) if (use.startsWith('/')) markAll(graph, opens, use, root, pages);
  const overlaid = new Set([...uses.keys()].filter((id) => OVERLAY_PRIMITIVES.test(id)));
  for (let before = -1; before < overlaid.size; ) {
    before = overlaid.size;
    for (const id of uses.keys())
      if (neededIds(graph, id).some((next) => overlaid.has(next))) overlaid.add(id);
  }
  found = { uses, overlaid, opens };
  return found;
}

function rootsOfAll(): [use: string, root: string][] {
  const roots: [string, string][] = [
    ['public', 'pay/main.ts'],
    ['public', 'landing/main.ts'],
    ['app', 'main.tsx'],
    ['app', 'start.tsx'],
    ['shell', SHELL],
    ['auth', 'auth/main.tsx'],
    ['toasts', 'ui/toasts.tsx'],
    ...Object.values(authPages).map(({ module }): [string, string] => ['auth', module]),
    ...appRoutes().map(({ path, modules }): [string, string] => [path, modules.at(-1) ?? SHELL]),
  ];
  return roots.map(([use, module]) => [use, join(WEB, module)]);
}

/** Marks what a module imports; with `pages` also what it imports later and is none of these. */
function markAll(graph: Graph, uses: Uses, use: string, id: string, pages?: Set<string>): void {
  const before = uses.get(id) ?? new Set();
  if (before.has(use)) return;
  uses.set(id, before.add(use));
  const later = pages ? (graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) : [];
  for (const next of [...neededIds(graph, id), ...later.filter((module) => !pages?.has(module))])
    markAll(graph, uses, use, next, pages);
}

/** Modules imported by a module; of a package's barrel file only the named ones. */
function neededIds(graph: Graph, id: string): string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {};
  return importedIds.flatMap((next) => {
    const list = LISTS.find(([, file]) => file.test(next));
    return list ? idsBehind(graph, next, namesFrom(code ?? '', list[0])) : [next];
  });
}

function namesFrom(code: string, packageName: string): string[] {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)];
  return imports
    .filter(([, , from]) => from === packageName)
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '');
}

function idsBehind(graph: Graph, list: string, names: readonly string[]): string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(list) ?? {};
  const lines = (code ?? '').matchAll(/(?:import \* as (\w+)|export \{([^}]*)\}) from ['"]([^'"]+)['"]/g);
  const wanted = [...lines].filter(([, whole, parts = '']) =>
    names.some((name) => name === whole || new RegExp(`\\b${name}\\b`).test(parts)),
  );
  return wanted.flatMap(([, , , from = '']) =>
    importedIds.filter((id) =>
      id.includes(`${from.replace(/^\.|\.mjs$/g, '')}${from.startsWith('.') ? '.' : '/'}`),
    ),
  );
}
