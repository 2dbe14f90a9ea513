import { join } from 'node:path';
import { authPages } from '#web/auth/pages.ts';
import { appRoutes } from './app-pages.ts';

type ModuleInfo = { importedIds: readonly string[]; code: string | null };
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const WEB = join(import.meta.dirname, '../../src/web');
const SHELL = 'pages/dashboard/layout.tsx';
const COMMON_AREAS = 4;
/** Packages that name all they have in one file, of which the build keeps only what is used. */
const LISTS: readonly [packageName: string, file: RegExp][] = [
  ['radix-ui', /[\\/]radix-ui[\\/]dist[\\/]index\.mjs$/],
  ['lucide-react', /[\\/]lucide-react\.mjs$/],
];
/** Code that knows no feature. */
const SHARED = /[\\/](?:node_modules|web[\\/]ui)[\\/]/;
/** Primitives every dialog, menu or list over a page is built from. */
const OVERLAY_PRIMITIVES =
  /[\\/](?:@floating-ui|react-remove-scroll|react-focus-scope|react-roving-focus)[\\/]/;
const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const OVERLAYS = /[\\/](?:@radix-ui|@floating-ui|react-remove-scroll|aria-hidden|use-sidecar|tslib)/;

/**
 * Which file a module that several pages share goes into: few files, of which no page loads much that it does not use.
 * Every set holds all that its modules import, or leaves it to a set before it, so that no two files wait for each other.
 */
export function chunkName(id: string, graph: Graph): string | null {
  const { uses, overlaid } = usesOf(graph);
  const by = uses.get(id);
  if (!by || by.has('public')) return null;
  const everywhereInApp = by.has('app') || (by.has('shell') && by.has('/onboarding'));
  if (by.has('auth') && (everywhereInApp || by.has('shell') || by.has('toasts'))) return 'base';
  if (everywhereInApp) return 'app';
  if (by.has('shell')) return 'shell';
  const areas = new Set([...by].flatMap((use) => /^\/(?:dashboard\/)?([\w-]+)/.exec(use)?.[1] ?? []));
  if (by.has('toasts') && OVERLAYS.test(id)) return areas.size > 0 ? 'layers' : null;
  if (by.has('auth') && areas.size > 0) {
    if (ICON.test(id)) return 'base';
    return by.has('/onboarding') ? 'forms' : 'fields';
  }
  if (by.has('auth')) return 'auth-parts';
  if (by.has('/dashboard') || ICON.test(id)) {
    // Our own code that only two pages share is not carried by the others.
    if (areas.size < (SHARED.test(id) ? 2 : 3)) return null;
    return by.has('/onboarding') ? 'kit' : 'wares';
  }
  const opens = overlaid.has(id) || OVERLAYS.test(id);
  return SHARED.test(id) && areas.size >= (opens ? 3 : COMMON_AREAS) ? 'overlays' : null;
}

type Uses = Map<string, Set<string>>;
let found: { uses: Uses; overlaid: Set<string> } | null = null;

/**
 * Users of each module (an entry, the shell, a page's path), and the modules that need overlay primitives.
 */
function usesOf(graph: Graph) {
  if (found) return found;
  const uses: Uses = new Map();
  const roots = rootsOfAll();
  for (const [use, root] of roots) markAll(graph, uses, use, root);
  const overlaid = new Set([...uses.keys()].filter((id) => OVERLAY_PRIMITIVES.test(id)));
  for (let before = -1; before < overlaid.size; ) {
    before = overlaid.size;
    for (const id of uses.keys())
      if (neededIds(graph, id).some((next) => overlaid.has(next))) overlaid.add(id);
  }
  // An entry or a lazy page keeps a file of its own, by which the manifest finds it.
  for (const [, root] of roots) uses.delete(root);
  found = { uses, overlaid };
  return found;
}

function rootsOfAll(): [use: string, root: string][] {
  const roots: [string, string][] = [
    ['public', 'pay/main.ts'],
    ['public', 'landing/main.ts'],
    ['app', 'main.tsx'],
    ['shell', SHELL],
    ['auth', 'auth/main.tsx'],
    ['toasts', 'ui/toasts.tsx'],
    ...Object.values(authPages).map(({ module }): [string, string] => ['auth', module]),
    ...appRoutes().map(({ path, modules }): [string, string] => [path, modules.at(-1) ?? SHELL]),
  ];
  return roots.map(([use, module]) => [use, join(WEB, module)]);
}

function markAll(graph: Graph, uses: Uses, use: string, id: string): void {
  const before = uses.get(id) ?? new Set();
  if (before.has(use)) return;
  uses.set(id, before.add(use));
  for (const next of neededIds(graph, id)) markAll(graph, uses, use, next);
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
