import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '#core/durations.ts';
import { type Mutation, mutations, nameOf } from './guards.ts';

// Removes each guard in a copy of the sources and expects one of its tests to fail. Results are stored in a file, and the next
// run goes on behind it; `--again` tries the survivors once more, `--minutes` ends a run early.
const USAGE = 'npm run mutation-test [-- --results file --minutes 60 --at-once 2 --only words --again]';
const ROOT = join(import.meta.dirname, '../..');
const TEST_TIMEOUT_MS = 240_000;

/** Of `red` and `broken` nothing was learnt: its tests fail anyway, or nothing could be loaded without it. */
type Verdict = 'killed' | 'survived' | 'gone' | 'red' | 'broken';
/** `by`: the test that noticed. */
type Outcome = { verdict: Verdict; by?: string };
type Result = Outcome & { guard: string; seconds: number };

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: join(ROOT, 'node_modules/.cache/guard-mutation.jsonl') },
    minutes: { type: 'string', default: '600' },
    'at-once': { type: 'string', default: '2' },
    only: { type: 'string' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const baseline = new Map<string, Promise<boolean>>();
if (values.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const known = readResults(values.results);
  const waiting = mutations.filter((guard) => isWanted(guard, known));
  const until = performance.now() + Number(values.minutes) * MINUTE_MS;
  const workers = Array.from({ length: Number(values['at-once']) }, () => runWorker(waiting, until));
  await Promise.all(workers);
  report(readResults(values.results));
}

function isWanted(guard: Mutation, known: Map<string, Result>): boolean {
  const before = known.get(nameOf(guard))?.verdict;
  if (values.only && !nameOf(guard).includes(values.only)) return false;
  const isOpen = before === undefined || before === 'red' || before === 'broken';
  return isOpen || (values.again && before !== 'killed');
}

async function runWorker(waiting: Mutation[], until: number): Promise<void> {
  const folder = await copyOfSources();
  try {
    for (let guard = waiting.shift(); guard && performance.now() < until; guard = waiting.shift()) {
      const began = performance.now();
      const outcome = await runMutant(folder, guard);
      const seconds = Math.round((performance.now() - began) / 1000);
      const result: Result = { guard: nameOf(guard), ...outcome, seconds };
      appendFileSync(values.results, `${JSON.stringify(result)}\n`);
      console.log(`${outcome.verdict.padEnd(8)} ${String(seconds).padStart(4)} s  ${result.guard}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function copyOfSources(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'duewell-mutation-'));
  await run('git', ['clone', '-q', ROOT, folder], ROOT);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function runMutant(
  folder: string,
  { file, find, replacement: put, tests }: Mutation,
): Promise<Outcome> {
  const path = join(folder, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!text.includes(find)) return { verdict: 'gone' };
  if (!(await passes(folder, tests))) return { verdict: 'red' };
  // A function, so that `$` in what is put stays what it is.
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
  const { code, failed } = await runTests(folder, tests);
  writeFileSync(path, text);
  if (code === 0) return { verdict: 'survived' };
  return failed ? { verdict: 'killed', by: failed } : { verdict: 'broken' };
}

// The same tests belong to many guards: their baseline runs once.
function passes(folder: string, tests: readonly string[]): Promise<boolean> {
  const key = tests.join(' ');
  const known = baseline.get(key) ?? runTests(folder, tests).then(({ code }) => code === 0);
  baseline.set(key, known);
  return known;
}

type TestRun = { code: number; failed: string | null };

/** Plays tests to the first that fails, and names it; a run that never ends names itself. */
async function runTests(folder: string, tests: readonly string[]): Promise<TestRun> {
  const report = join(folder, 'played.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--bail=1'];
  const code = await run(join(ROOT, 'node_modules/.bin/vitest'), ['run', ...reporters, ...tests], folder);
  return { code, failed: existsSync(report) ? firstFailed(readFileSync(report, 'utf8')) : 'it did not end' };
}

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

function firstFailed(text: string): string | null {
  const report: Report = JSON.parse(text);
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.find(({ status }) => status === 'failed')?.fullName ?? null;
}

/** The exit code; a run that never ends counts as one that noticed. */
function run(command: string, args: string[], cwd: string): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), TEST_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      done(code ?? 1);
    });
  });
}

function readResults(path: string): Map<string, Result> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  const results = lines.map((line) => JSON.parse(line) as Result);
  return new Map(results.map((result) => [result.guard, result]));
}

function report(results: Map<string, Result>): void {
  const of = (verdict: Verdict) =>
    mutations.filter((guard) => results.get(nameOf(guard))?.verdict === verdict);
  const [killed, survived, unmatched] = [of('killed'), of('survived'), of('gone')];
  for (const guard of [...survived, ...unmatched]) console.log(`NOT NOTICED  ${nameOf(guard)}`);
  for (const guard of of('red')) console.log(`RED ANYWAY   ${nameOf(guard)}`);
  for (const guard of of('broken')) console.log(`NOT LOADED   ${nameOf(guard)}`);
  const tried = killed.length + survived.length + unmatched.length;
  console.log(
    `${killed.length} of ${tried} noticed; ${mutations.length - tried} of ${mutations.length} not tried yet.`,
  );
  process.exitCode = survived.length + unmatched.length === 0 ? 0 : 1;
}
