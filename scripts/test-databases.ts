import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { scanSource } from '../tests/source-scan.ts';

const ROOT = join(import.meta.dirname, '..');
const OPENS_DATABASE = 'tests/databases.ts';

// The embedded database is the same PostgreSQL, but it has one connection and lives in the service's own process. With a
// server at hand only tests of what that changes run on it too: transactions that must not wait for each other (random
// commands, scheduled jobs, ledger checks), live events, recovery after a kill. The browser journeys run on it anyway,
// and without a server every test does.
const alsoOnEmbedded = [
  'src/server/ops/ledger-checks/check.test.ts',
  'src/server/kernel/live.test.ts',
  'src/server/schedule/scheduled-jobs.test.ts',
  'tests/process-kill.test.ts',
  'tests/fault-injection/model.test.ts',
];

// A plan's steps are the same statements on either.
const atLength = ['tests/plan-kills.test.ts'];

// With a server tests/several-processes.pg.test.ts kills one under the same load, held against the same oracle, and
// monitor.test.ts beside the checks has the monitor find the same breaches.
const onServerAtLength = ['tests/process-kill.test.ts', 'src/server/ops/ledger-checks/check.test.ts'];

/**
 * The test files that open a database: all of them, those run on a PostgreSQL, and those run on the embedded one next to
 * it; `long`, as by `npm run test:long`, more of them.
 */
export function databaseTests(long = false): { all: string[]; onServer: string[]; alsoOnEmbedded: string[] } {
  const all = testFiles().filter((path) => reaches(path, new Set()));
  const gone = [...alsoOnEmbedded, ...atLength, ...onServerAtLength].filter((path) => !all.includes(path));
  if (gone.length > 0) throw new Error(`scripts/test-databases.ts names ${gone.join(', ')}`);
  return {
    all,
    onServer: all.filter((path) => long || !onServerAtLength.includes(path)),
    alsoOnEmbedded: long ? [...alsoOnEmbedded, ...atLength] : alsoOnEmbedded,
  };
}

const testFiles = (): string[] =>
  ['src/server', 'tests'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.test.ts'))
      .sort(),
  );

// Shared test code lives in tests/ or in a file called testing.ts.
function reaches(path: string, seen: Set<string>): boolean {
  if (path === OPENS_DATABASE) return true;
  if (seen.has(path) || !existsSync(join(ROOT, path))) return false;
  seen.add(path);
  return importsOf(path).some((target) => reaches(target, seen));
}

const known = new Map<string, string[]>();

function importsOf(path: string): string[] {
  const found = known.get(path) ?? scanImports(path);
  known.set(path, found);
  return found;
}

const scanImports = (path: string): string[] =>
  scanSource(path, readFileSync(join(ROOT, path), 'utf8'))
    .imports.filter(({ ours, typeOnly }) => ours && !typeOnly)
    .map(({ target }) => target)
    .filter((target) => target.startsWith('tests/') || /(^|\/)testing\.ts$/.test(target));
