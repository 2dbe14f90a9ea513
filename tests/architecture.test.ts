// The house rules that a machine can keep. docs/architecture.md says why they are as they are; when one must
// change, change both in the same commit.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Import, scanFolder, scanSource, type Source } from './source-scan.ts';

const LONGEST_FILE = 350;

/** Which other modules a module may call. Everyone may also call the modules of `everyones`. */
const graph: Record<string, string[]> = {
  activity: [],
  audit: [],
  consents: [],
  files: [],
  live: ['identity'],
  ledger: [],
  geography: [],
  notifications: [],
  waitlist: [],
  customers: ['business'],
  identity: ['notifications'],
  business: ['identity', 'notifications'],
  invoices: ['business', 'customers', 'notifications'],
  reminders: ['invoices', 'business', 'customers', 'identity', 'notifications'],
  payments: ['invoices', 'customers', 'business', 'identity', 'ledger', 'notifications'],
  withdrawals: ['identity', 'business', 'ledger', 'notifications'],
  capture: ['business'],
  pos: ['business', 'customers', 'invoices'],
  webhooks: ['payments', 'withdrawals'],
  whatsapp: ['identity', 'business', 'invoices', 'payments', 'notifications', 'assistant'],
  reconciliation: ['payments', 'withdrawals', 'ledger', 'notifications'],
};
const everyones = ['activity', 'audit', 'consents', 'files', 'live'];
// Three look at everything: analytics and account read tables, the assistant offers every module's tools.
const lookers: Record<string, string> = { account: 'table', analytics: 'table', assistant: 'tools' };

/** Files of a module others may import, and their order: each knows only its own kind and those before it. */
const open = ['rules', 'queries', 'commands', 'flows'];
const layers = ['table', 'rules', 'queries', 'commands', 'flows', 'routes'];

/** The storeys of the server that modules stand on: `all` of it, or the files named. */
const ground: Record<string, 'all' | string[]> = {
  kernel: 'all',
  crypto: 'all',
  database: ['searches'],
  config: ['config', 'limits'],
  http: ['endpoints', 'request-body', 'attachment', 'loopback'],
  observability: ['events', 'spans', 'request-context'],
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
  return allowed || isCard
    ? null
    : 'the extension may import only core, contract, web/ui and what shows and shares an invoice';
}

function objectionInAdapter(from: Place, at: Place, typeOnly: boolean): string | null {
  if (at.zone === from.zone && (at.name === from.name || from.zone === 'server/sandbox')) return null;
  if (at.zone === 'server/adapters' && at.name === 'shared') return null;
  if (at.zone === 'server/kernel' && (at.name === 'ports' || (at.name === 'db' && typeOnly))) return null;
  return 'an adapter knows core, kernel/ports, types of kernel/db, adapters/shared and its own folder';
}

function objectionInPage(at: Place, typeOnly: boolean): string | null {
  if (at.zone === 'server/pages') return null;
  const shown: Record<string, string[]> = {
    'server/kernel': ['ports', 'scope', 'db', 'requests'],
    'server/http': ['endpoints', 'rate-limiter', 'error-response'],
  };
  if (shown[at.zone]?.includes(at.name)) return null;
  if (at.zone === 'server/adapters')
    return typeOnly ? null : 'a page is given adapters, it imports only their types';
  if (at.zone !== 'server/modules')
    return 'of the server a page sees only ports, scope, db, requests, endpoints, rate-limiter and error-response';
  return ['queries', 'commands', 'flows'].includes(at.part) || at.part.endsWith('-view')
    ? null
    : 'of a module a page sees only queries, commands, flows and *-view';
}

function objectionInModule(from: Place, at: Place): string | null {
  if (at.zone === 'server/adapters') return 'a module reaches the world through kernel/ports only';
  if (at.zone !== 'server/modules') {
    const shown = ground[at.zone.replace('server/', '')];
    const allowed = shown === 'all' || shown?.includes(at.name);
    return allowed ? null : `${at.zone}/${at.name} is not for modules (see ground)`;
  }
  const upward = layers.indexOf(at.part) > layers.indexOf(from.part) && layers.includes(from.part);
  if (upward) return `${from.part} must not know ${at.part}`;
  if (at.name === from.name) return null;
  const special = lookers[from.name];
  if (!special && ![...everyones, ...(graph[from.name] ?? [])].includes(at.name)) {
    return `module ${from.name} may not call ${at.name} (see graph)`;
  }
  return open.includes(at.part) || at.part === special ? null : `${at.part} of ${at.name} is private to it`;
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

const sources = scanFolder('src');
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

  test('has every module in the graph, and no module that leads back to itself', () => {
    const named = new Set(
      sources.map((s) => placeOf(s.path)).flatMap((p) => (p.zone === 'server/modules' ? [p.name] : [])),
    );
    const unknown = [...named].filter((name) => !graph[name] && !lookers[name]);
    expect(unknown, 'modules missing in the graph of this test').toEqual([]);
    const reaches = (from: string, seen: string[]): string[] =>
      seen.includes(from)
        ? [[...seen, from].join(' → ')]
        : (graph[from] ?? []).flatMap((next) => reaches(next, [...seen, from]));
    expect(Object.keys(graph).flatMap((name) => reaches(name, []))).toEqual([]);
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
    });
  });
});
