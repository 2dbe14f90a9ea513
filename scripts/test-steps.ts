import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, startPostgres } from '../tests/postgres.ts';
import { findChromium } from './browser.ts';
import { databaseTests } from './test-databases.ts';

/** `broken` names the tests that failed, with the first line of why. */
type Count = { passed: number; failed: number; failedTests?: string[]; retried?: number };
type Outcome = { state: 'ok' | 'failed' | 'not run'; reason?: string; count?: Count };
type Step = { name: string; run: (output: Output) => Promise<Outcome> };
/** The words of a step's tools, told at its end; null for straight to the terminal, as the first of a stage does. */
type Output = Buffer[] | null;

const { values: options } = parseArgs({ options: { only: { type: 'string' }, long: { type: 'boolean' } } });
const inCi = process.env.CI === 'true' || process.env.CI === '1';
const length = { TEST_LENGTH: options.long ? 'long' : undefined };
const reports = mkdtempSync(join(tmpdir(), 'duewell-reports-'));

/** Each of the first has one core's worth of work and two share the machine; the others fill it. */
const stages: Step[][] = [
  [
    { name: 'types', run: checkTypes },
    { name: 'lint', run: (output) => runCommand(output, 'oxlint', ['--deny-warnings']) },
    { name: 'format', run: (output) => runCommand(output, 'biome', ['format']) },
    {
      name: 'commits',
      run: (output) => runCommand(output, process.execPath, ['scripts/commit-subjects.mjs']),
    },
    { name: 'architecture', run: architecture },
    { name: 'build', run: (output) => runCommand(output, process.execPath, ['scripts/build.mjs']) },
  ],
  [{ name: 'unit', run: unit }],
  [{ name: 'postgres', run: onPostgres }],
  [{ name: 'journeys', run: journeys }],
];

async function checkTypes(output: Output): Promise<Outcome> {
  let state: Outcome['state'] = 'ok';
  for (const project of [
    'tsconfig.json',
    'tsconfig.web.json',
    'tsconfig.build.json',
    'tests/journeys/tsconfig.json',
  ]) {
    // Each further checker does much of the work again, and the other core has a step of its own.
    if ((await run(output, 'tsc', ['--project', project, '--checkers', '1'])) !== 0) state = 'failed';
  }
  return { state };
}

async function runCommand(output: Output, command: string, args: string[]): Promise<Outcome> {
  return { state: (await run(output, command, args)) === 0 ? 'ok' : 'failed' };
}

async function vitest(
  output: Output,
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(output, 'vitest', ['run', ...reporters, ...args], {
    TEST_DATABASE_URL: undefined,
    ...length,
    ...env,
  });
  return counted(code, report, (r) => ({
    passed: r.numPassedTests ?? 0,
    failed: r.numFailedTests ?? 0,
    failedTests: brokenIn(r),
  }));
}

const ARCHITECTURE = 'tests/architecture.test.ts';

// It loads every module, as the unit tests do anyway.
async function architecture(output: Output): Promise<Outcome> {
  if (chosen('unit')) return { state: 'ok', reason: 'with the unit tests' };
  return vitest(output, 'architecture', [ARCHITECTURE], {});
}

// Every test that opens a database is played on PostgreSQL where there is one, and a part of them here as well.
async function unit(output: Output): Promise<Outcome> {
  const { all, alsoOnEmbedded: onEmbeddedToo } = databaseTests(options.long);
  const elsewhere = serverComes() ? all.filter((path) => !onEmbeddedToo.includes(path)) : [];
  const excluded = chosen('architecture') ? elsewhere : [ARCHITECTURE, ...elsewhere];
  const outcome = await vitest(
    output,
    'unit',
    excluded.flatMap((path) => ['--exclude', path]),
    {},
  );
  const here = elsewhere.length > 0 ? `${onEmbeddedToo.length} of ${all.length}` : 'all';
  return { ...outcome, reason: `${here} files of database tests on the embedded database` };
}

const serverComes = (): boolean =>
  chosen('postgres') && Boolean(process.env.TEST_DATABASE_URL || findPostgres());

async function onPostgres(output: Output): Promise<Outcome> {
  const testDatabaseUrl = process.env.TEST_DATABASE_URL;
  if (testDatabaseUrl) return runOn(output, testDatabaseUrl);
  const programs = findPostgres();
  if (!programs) return missing('no PostgreSQL found (install one, or set TEST_DATABASE_URL)');
  const server = await startPostgres(programs);
  atEnd = server.stop;
  try {
    return await runOn(output, server.url);
  } finally {
    await server.stop();
    atEnd = async () => {};
  }
}

async function runOn(output: Output, url: string): Promise<Outcome> {
  const { all, onServer } = databaseTests(options.long);
  const outcome = await vitest(output, 'postgres', onServer, { TEST_DATABASE_URL: url });
  return { ...outcome, reason: `${onServer.length} of ${all.length} files of database tests on PostgreSQL` };
}

async function journeys(output: Output): Promise<Outcome> {
  if (!findChromium()) return missing('no browser found (install Chromium, or set CHROMIUM_PATH)');
  if (failed.has('build')) return { state: 'not run', reason: 'the web app was not built' };
  if (!existsSync('dist/web')) return missing('the web app is not built: --only build,journeys');
  const report = join(reports, 'journeys.json');
  const code = await run(output, 'playwright', ['test'], { ...length, JOURNEYS_REPORT: report });
  const outcome = counted(code, report, ({ stats }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    retried: stats?.flaky ?? 0,
  }));
  const retried = outcome.count?.retried ?? 0;
  return retried > 0 ? { ...outcome, reason: `${retried} passed only at the second try` } : outcome;
}

// Missing tools fail in CI, where a skipped step would hide untested code.
function missing(reason: string): Outcome {
  return inCi ? { state: 'failed', reason } : { state: 'not run', reason };
}

type Report = {
  testResults?: {
    name: string;
    message?: string;
    assertionResults?: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected?: number; flaky?: number; unexpected?: number };
};

const firstLine = (text = ''): string => text.trim().split('\n')[0] ?? '';

function brokenIn({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, message, assertionResults = [] }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0) return message ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

// A runner that crashes outside its tests counts as one failure, whatever its report says.
function counted(code: number, report: string, read: (report: Report) => Count): Outcome {
  const count = readCount(report, read);
  if (code !== 0 && count.failed === 0) count.failed = 1;
  return { state: code === 0 ? 'ok' : 'failed', count };
}

function readCount(report: string, read: (report: Report) => Count): Count {
  try {
    const parsed: Report = JSON.parse(readFileSync(report, 'utf8'));
    return read(parsed);
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function run(output: Output, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: output ? 'pipe' : 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.stdout?.on('data', (bytes: Buffer) => output?.push(bytes));
    child.stderr?.on('data', (bytes: Buffer) => output?.push(bytes));
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

function chosenNames(): string[] | null {
  const names = options.only?.split(',').map((name) => name.trim()) ?? null;
  const known = stages.flat().map(({ name }) => name);
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length === 0) return names;
  console.error(`There is no step ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  return process.exit(2);
}

const named = chosenNames();
const chosen = (name: string): boolean => named?.includes(name) ?? true;

const failed = new Set<string>();
let atEnd = async (): Promise<void> => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void atEnd().finally(() => process.exit(1)));
}

const lines: string[] = [];
const failedTests: string[] = [];
const total: Count = { passed: 0, failed: 0 };
for (const stage of stages) {
  const waiting = stage.filter(({ name }) => chosen(name));
  const first = waiting[0];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      await play(step, step === first ? null : []);
  };
  await Promise.all([worker(), worker()]);
}

async function play(step: Step, output: Output): Promise<void> {
  if (!output) console.log(`\n── ${step.name}`);
  const from = performance.now();
  const { state, reason, count } = await step.run(output);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  if (output) console.log(`\n── ${step.name}\n${Buffer.concat(output).toString()}`);
  if (state === 'failed') failed.add(step.name);
  total.passed += count?.passed ?? 0;
  total.failed += count?.failed ?? 0;
  failedTests.push(...(count?.failedTests ?? []).map((test) => `${step.name}: ${test}`));
  const detail = [count ? `${count.passed} passed, ${count.failed} failed` : '', reason ?? '']
    .filter(Boolean)
    .join(', ');
  lines.push(`${step.name.padEnd(13)}${state.padEnd(8)}${seconds.padStart(7)} s  ${detail}`.trimEnd());
}
rmSync(reports, { recursive: true, force: true });
if (failedTests.length > 0) console.log(`\nFailed:\n${failedTests.join('\n')}`);
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = failed.size === 0 ? 0 : 1;
