// The house rules that a machine can keep. docs/architecture.md says why they are as they are; when one must
// change, change both in the same commit.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Module } from '#server/kernel/module.ts';
import { modules } from '#server/modules/all.ts';
import { circlesIn, twinsIn } from './layout.ts';
import { type Import, scanFile, scanFolder, scanSource, type Source } from './source-scan.ts';

const LONGEST_FILE = 350;
const MOST_LOOSE = 4;

/** Files of a module others may import, and their order: each knows only its own kind and those before it. */
const open = ['rules', 'queries', 'commands', 'flows'];
const layers = ['table', 'rules', 'queries', 'commands', 'flows', 'routes'];

/** The storeys of the server that modules stand on: `all` of it, or the files named. */
const ground: Record<string, 'all' | string[]> = {
  kernel: 'all',
  crypto: 'all',
  database: ['errors', 'owed-parts', 'searches'],
  config: ['config', 'limits'],
  http: ['endpoints', 'request-body', 'attachment', 'loopback'],
  observability: ['events', 'spans', 'request-context'],
  outbound: ['polling'],
  tables: ['file'],
  workers: ['pool', 'protocol'],
};

type Wanted = Pick<Import, 'target' | 'ours' | 'typeOnly'>;
type Place = { zone: string; name: string; part: string };

function placeOf(path: string): Place {
  const [, side = '', zone = '', name = '', part = ''] = path.replace(/\.tsx?$/, '').split('/');
  if (side === 'extension') return { zone: side, name: zone, part: '' };
  if (side === 'core' || side === 'contract') return { zone: side, name: zone, part: '' };
  const folders = ['ui', 'lib', 'features', 'pages', 'pay', 'landing'];
  if (side === 'server' ? name !== '' : folders.includes(zone))
    return { zone: `${side}/${zone}`, name, part };
  return { zone: side, name: zone, part: name };
}

/** Why an import is not allowed, or null when it is. */
function objection(path: string, to: Wanted): string | null {
  const from = placeOf(path);
  if (!to.ours) return objectionToPackage(path, from, to);
  if (!to.target.startsWith('src/')) return 'src must not depend on anything beside it';
  const at = placeOf(to.target);
  if (at.zone === 'core') return null;
  if (from.zone === 'core') return 'core knows nothing of ours but core';
  if (from.zone === 'extension') return objectionInExtension(at);
  if (at.zone === 'extension') return 'only the extension may import the extension';
  if (from.zone.startsWith('web')) return objectionInWeb(from, at, to.typeOnly);
  if (at.zone.startsWith('web')) return 'only the web app may import the web app';
  if (from.zone === 'contract')
    return at.zone === 'contract' ? null : 'the contract knows only core and itself';
  if (['server/adapters', 'server/sandbox'].includes(from.zone))
    return objectionInAdapter(from, at, to.typeOnly);
  if (at.zone === 'contract') return null;
  if (from.zone === 'server/pages') return objectionInPage(at, to.typeOnly);
  return from.zone === 'server/modules' ? objectionInModule(from, at) : null;
}

function objectionToPackage(path: string, from: Place, { target: name, typeOnly }: Wanted): string | null {
  const isZod = /^zod(\/|$)/.test(name);
  if (from.zone === 'core' && !isZod && !(path === 'src/core/ids.ts' && name === 'node:crypto')) {
    return 'core imports no package but zod';
  }
  if (from.zone === 'contract' && !isZod) return 'the contract imports no package but zod';
  if (/^(?:web|extension)/.test(from.zone) && name.startsWith('node:'))
    return 'a browser has no Node modules';
  const small = ['web/pay', 'web/landing'].includes(from.zone);
  return small && isZod && !typeOnly ? 'zod is too heavy for the pay and front pages' : null;
}

function objectionInExtension(at: Place): string | null {
  const allowed = ['extension', 'contract', 'web/ui'].includes(at.zone);
  const isCard = at.zone === 'web/features' && ['chat', 'invoices'].includes(at.name);
  const isForm = at.zone === 'web/lib' && at.name === 'forms';
  return allowed || isCard || isForm
    ? null
    : 'the extension may import only core, contract, web/ui, web/lib/forms and what shows and shares an invoice';
}

function objectionInAdapter(from: Place, at: Place, typeOnly: boolean): string | null {
  if (at.zone === from.zone && (at.name === from.name || from.zone === 'server/sandbox')) return null;
  if (at.zone === 'server/adapters' && at.name === 'shared') return null;
  if (at.zone === 'server/kernel' && (at.name === 'ports' || (at.name === 'db' && typeOnly))) return null;
  if (at.zone === 'server/workers' && ['pool', 'protocol'].includes(at.name)) return null;
  return 'an adapter knows core, kernel/ports, types of kernel/db, workers, adapters/shared and its own folder';
}

function objectionInPage(at: Place, typeOnly: boolean): string | null {
  if (at.zone === 'server/pages') return null;
  const shown: Record<string, string[]> = {
    'server/kernel': ['ports', 'scope', 'db', 'rate-limits'],
    'server/http': ['env', 'error-response', 'throttle'],
  };
  if (shown[at.zone]?.includes(at.name)) return null;
  if (at.zone === 'server/adapters')
    return typeOnly ? null : 'a page is given adapters, it imports only their types';
  if (at.zone !== 'server/modules')
    return 'of the server a page sees only ports, scope, db, rate-limits, env, error-response and throttle';
  return ['queries', 'commands', 'flows', 'locales'].includes(at.part) || at.part.endsWith('-view')
    ? null
    : 'of a module a page sees only queries, commands, flows, locales and *-view';
}

const manifestOf = (name: string): Module => {
  const manifest = Object.entries(modules).find(([one]) => one === name)?.[1];
  if (!manifest) throw new Error(`module ${name} is missing in src/server/modules/all.ts`);
  return manifest;
};

function objectionInModule(from: Place, at: Place): string | null {
  if (from.name === 'all') return null;
  if (at.name === 'all') return 'no module knows the list of them';
  if (at.zone === 'server/adapters') return 'a module reaches the world through kernel/ports only';
  if (at.zone !== 'server/modules') {
    const shown = ground[at.zone.replace('server/', '')];
    const allowed = shown === 'all' || shown?.includes(at.name);
    return allowed ? null : `${at.zone}/${at.name} is not for modules (see ground)`;
  }
  const upward = layers.indexOf(at.part) > layers.indexOf(from.part) && layers.includes(from.part);
  if (upward) return `${from.part} must not know ${at.part}`;
  if (at.name === from.name) return null;
  const caller = manifestOf(from.name);
  if (!caller.uses.includes(at.name) && !manifestOf(at.name).shared)
    return `module ${from.name} may not call ${at.name} (see uses in its index.ts)`;
  return open.includes(at.part) || at.part === caller.sees
    ? null
    : `${at.part} of ${at.name} is private to it`;
}

function objectionInWeb(from: Place, at: Place, typeOnly: boolean): string | null {
  if (at.zone.startsWith('server'))
    return typeOnly ? 'shapes shared with the server live in contract' : 'the browser never gets server code';
  const allowed: Record<string, string[]> = {
    'web/ui': ['web/ui'],
    'web/lib': ['web/lib', 'web/ui', 'contract'],
    'web/features': ['web/lib', 'web/ui', 'contract'],
    'web/pay': ['web/pay'],
    'web/landing': ['web/landing', 'web/ui'],
  };
  const zones = allowed[from.zone];
  if (!zones || zones.includes(at.zone)) return null;
  if (from.zone === 'web/features' && at.zone === 'web/features') {
    return from.name === at.name ? null : 'a feature never knows another feature; pages bring them together';
  }
  if (from.zone === 'web/pay' && at.zone === 'contract' && typeOnly) return null;
  return `${from.zone} may import only ${['core', ...zones].join(', ')}`;
}

/** The folder whose files import each other by relative paths. */
function roomOf(path: string): string {
  const [top = '', side = '', ...rest] = path.split('/').slice(0, -1);
  if (top !== 'src' || ['core', 'contract', 'extension'].includes(side))
    return top === 'src' ? `${top}/${side}` : top;
  const depth = ['modules', 'adapters', 'features'].includes(rest[0] ?? '') ? 2 : 1;
  return [top, side, ...rest.slice(0, depth)].join('/');
}

// The extension has no # name, and nothing beside src has one.
function isOddWay(path: string, target: string, specifier: string): boolean {
  const isNamed = target.startsWith('src/') && !target.startsWith('src/extension/');
  const relative = !isNamed || roomOf(path) === roomOf(target);
  return relative !== specifier.startsWith('.');
}

const sources = scanFolder('src');
const everything = [
  ...sources,
  ...['tests', 'scripts', 'bench', 'eval'].flatMap((folder) => scanFolder(folder)),
];
const isTest = ({ path }: Source) => /\.test\.tsx?$|\/testing\.ts$/.test(path);
const product = sources.filter((source) => !isTest(source));
const onServerSide = ({ path }: Source) => /^src\/(server|core|contract)\//.test(path);

const where = (of: Source[], lines: (source: Source) => number[]) =>
  of.flatMap((source) => lines(source).map((line) => `${source.path}:${line}`));

describe('the tree', () => {
  test('imports only what its place may know (docs/architecture.md, "Who may import what")', () => {
    const found = product.flatMap((source) =>
      source.imports.flatMap((to) => {
        const why = objection(source.path, to);
        return why ? [`${source.path}:${to.line} imports ${to.specifier}: ${why}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('has every module in the list of modules, and uses no module without saying so or in vain', () => {
    const folders = readdirSync('src/server/modules', { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(modules).sort());
    const used = (name: string) =>
      new Set(
        product
          .filter(({ path }) => path.startsWith(`src/server/modules/${name}/`))
          .flatMap(({ imports }) => imports.map(({ target }) => placeOf(target)))
          .flatMap((at) => (at.zone === 'server/modules' ? [at.name] : [])),
      );
    const inVain = Object.entries(modules).flatMap(([name, { uses }]) =>
      uses.filter((one) => !used(name).has(one)).map((one) => `${name} uses ${one}`),
    );
    expect(inVain).toEqual([]);
    const graph = Object.keys(modules).map((name) => ({
      path: name,
      imports: [...used(name)].map((target) => ({ target, ours: true })),
    }));
    expect(circlesIn(graph), 'modules that lead back to themselves').toEqual([]);
  });

  test('has no circle of imports, types counted', () => {
    expect(circlesIn(product)).toEqual([]);
  });

  test('has no file beside a folder of the same name', () => {
    expect(twinsIn(everything.map(({ path }) => path))).toEqual([]);
  });

  test('imports its own room by a relative path and another by its # name', () => {
    const found = everything.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ ours, target, specifier }) =>
            ours && /\.tsx?$/.test(target) && isOddWay(path, target, specifier),
        )
        .map(({ line, specifier }) => `${path}:${line} imports ${specifier}`),
    );
    expect(found).toEqual([]);
  });

  test(`has at most ${MOST_LOOSE} loose files in src/server`, () => {
    const loose = readdirSync('src/server', { withFileTypes: true }).filter((one) => one.isFile());
    expect(loose.map(({ name }) => name).length).toBeLessThanOrEqual(MOST_LOOSE);
  });

  test('has no comment that begins with Who, Whoever, What or That', () => {
    expect(
      where(everything, (s) => s.vagueComments),
      'name the thing, then the reason',
    ).toEqual([]);
  });

  test('reads the environment in server/config only', () => {
    const others = product.filter(({ path }) => !path.startsWith('src/server/config/'));
    expect(
      where(others, (s) => s.readsEnvironment),
      'settings come from Config',
    ).toEqual([]);
  });

  test('asks for the time in core/dates.ts and server/main.ts only', () => {
    const clocks = ['src/core/dates.ts', 'src/server/main.ts'];
    const others = product.filter((s) => onServerSide(s) && !clocks.includes(s.path));
    expect(
      where(others, (s) => s.readsClock),
      'time comes in as `now`',
    ).toEqual([]);
  });

  test('has no default exports', () => {
    expect(
      where(sources, (s) => s.defaultExports),
      'export by name',
    ).toEqual([]);
  });

  // Counted by the word: a name counts as used where the code of any other file has it, whatever is meant by it there, or a
  // string, as the router has pages. Types do not count.
  test('exports no value that no other file names', () => {
    const settings = readdirSync('.').filter((name) => name.endsWith('.config.ts'));
    const namedIn = new Map<string, number>();
    for (const { names } of [...everything, ...settings.map(scanFile)])
      for (const name of names) namedIn.set(name, (namedIn.get(name) ?? 0) + 1);
    const found = everything.flatMap(({ path, exportedValues }) =>
      exportedValues
        .filter(({ name }) => namedIn.get(name) === 1)
        .map(({ name, line }) => `${path}:${line} exports ${name}`),
    );
    expect(found, 'drop the export, or what is left over').toEqual([]);
  });

  test('has no files that only pass on what others export, but contract/index.ts', () => {
    const barrels = sources.filter((s) => s.onlyReexports && s.path !== 'src/contract/index.ts');
    expect(
      barrels.map(({ path }) => path),
      'import from the file that has it',
    ).toEqual([]);
  });

  test('has codecs, not transforms, in the contract', () => {
    const contract = sources.filter(({ path }) => path.startsWith('src/contract/'));
    expect(
      where(contract, (s) => s.transforms),
      'a transform cannot be encoded back for the client',
    ).toEqual([]);
  });

  test('explains every setting in docs/settings.md', () => {
    const files = readdirSync('src/server/config')
      .filter((name) => !name.includes('.test.'))
      .map((name) => readFileSync(`src/server/config/${name}`, 'utf8'));
    const settings = files.join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]{3,}):/gm);
    const rows = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z0-9_]+)` /gm)];
    const named = new Set(rows.map((row) => row[1]));
    const all = [...settings].map((found) => found[1]);
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((name) => !named.has(name))).toEqual([]);
    expect(
      [...named].filter((name) => !all.includes(name)),
      'settings that are no more',
    ).toEqual([]);
  });

  test(`has no file longer than ${LONGEST_FILE} lines`, () => {
    const long = product.filter(({ lineCount }) => lineCount > LONGEST_FILE);
    expect(
      long.map(({ path, lineCount }) => `${path}: ${lineCount} lines`),
      'split it by what it is about',
    ).toEqual([]);
  });
});

describe('the rules themselves', () => {
  test.each([
    ['src/core/money.ts', 'src/contract/wire.ts', 'core knows'],
    ['src/contract/invoices.ts', 'src/server/kernel/db.ts', 'the contract knows'],
    [
      'src/server/modules/invoices/commands/lifecycle.ts',
      'src/server/modules/payments/commands/record.ts',
      'may not call payments',
    ],
    ['src/server/modules/payments/flows/collect.ts', 'src/server/modules/invoices/table.ts', 'private to it'],
    [
      'src/server/modules/invoices/commands/lifecycle.ts',
      'src/server/modules/invoices/flows.ts',
      'must not know flows',
    ],
    [
      'src/server/modules/invoices/commands/send.ts',
      'src/server/modules/invoices/flows.ts',
      'must not know flows',
    ],
    ['src/server/modules/invoices/flows.ts', 'src/server/adapters/email/smtp.ts', 'through kernel/ports'],
    ['src/server/modules/invoices/flows.ts', 'src/server/app.ts', 'not for modules'],
    ['src/server/adapters/email/smtp.ts', 'src/server/modules/invoices/rules/invoice.ts', 'an adapter knows'],
    ['src/server/adapters/email/smtp.ts', 'src/server/kernel/db.ts', 'an adapter knows'],
    ['src/server/pages/docs/index.ts', 'src/server/config/config.ts', 'of the server a page'],
    ['src/server/app.ts', 'src/web/main.tsx', 'only the web app'],
    ['src/web/ui/button.tsx', 'src/contract/wire.ts', 'web/ui may import only'],
    ['src/web/lib/api.ts', 'src/web/features/invoices/api.ts', 'web/lib may import only'],
    ['src/web/features/invoices/api.ts', 'src/web/features/customers/api.ts', 'never knows another feature'],
    ['src/web/landing/islands/waitlist.ts', 'src/contract/wire.ts', 'web/landing may import only'],
    ['src/web/pages/root.tsx', 'src/server/config/config.ts', 'never gets server code'],
    ['src/web/lib/api.ts', 'tests/harness.ts', 'beside it'],
    ['src/extension/lib/storage.ts', 'src/web/lib/session/session.ts', 'the extension may import only'],
    ['src/web/lib/api.ts', 'src/extension/lib/storage.ts', 'only the extension'],
  ])('%s may not import %s', (path, target, why) => {
    expect(objection(path, { target, ours: true, typeOnly: false })).toContain(why);
  });

  test('the scan sees comments of either kind, at the beginning of their text, and none in strings', () => {
    const text = `/** What it is. */
      const a = '// What'; // That is why
      // The rest
      // What goes on here belongs to the comment above
      const b = 1; /*
       * Whoever comes */`;
    expect(scanSource('src/core/x.ts', text).vagueComments).toEqual([1, 2, 5]);
  });

  test.each([
    ['src/server/modules/a/routes.ts', 'src/server/modules/a/rules.ts', './rules.ts', false],
    ['src/server/modules/a/routes.ts', 'src/server/modules/a/rules.ts', '#server/modules/a/rules.ts', true],
    ['src/server/modules/a/routes.ts', 'src/server/modules/b/rules.ts', '../b/rules.ts', true],
    ['src/server/app.ts', 'src/server/routes.ts', './routes.ts', false],
    ['src/server/app.ts', 'src/server/http/health.ts', './http/health.ts', true],
    ['src/server/http/health.test.ts', 'tests/harness.ts', '../../../tests/harness.ts', false],
    ['tests/harness.ts', 'src/core/ids.ts', '#core/ids.ts', false],
    ['tests/harness.ts', 'src/core/ids.ts', '../src/core/ids.ts', true],
  ])('%s to %s as %s is odd: %s', (path, target, specifier, odd) => {
    expect(isOddWay(path, target, specifier)).toBe(odd);
  });

  test('the scan sees every way to import, and nothing in comments or strings', () => {
    const scanned = scanSource(
      'src/server/modules/invoices/flows.ts',
      `import type { A } from '../payments/table.ts';
       export { b } from '#core/money.ts';
       type C = import('#server/kernel/db.ts').Db;
       const d = () => import('pg'); // import('./comment.ts')
       const e = "new Date()"; const f = [new Date(), Date.now(), new Date(0), process.env.X, z.transform(e)];
       export default f;`,
    );
    expect(scanned.imports.map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
      ['src/server/modules/payments/table.ts', true],
      ['src/core/money.ts', false],
      ['src/server/kernel/db.ts', true],
      ['pg', false],
    ]);
    expect(scanned).toMatchObject({
      readsClock: [5, 5],
      readsEnvironment: [5],
      transforms: [5],
      defaultExports: [6],
      vagueComments: [],
    });
  });
});
