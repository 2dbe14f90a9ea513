import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '#core/durations.ts';

// Plays tests again and again and tells which of them fail now and then. A failure that draws its cases prints their seed.
const USAGE = 'npm run flaky-check -- [--times 20] [--minutes 60] <paths>';
const ROOT = join(import.meta.dirname, '.');
const SEED = /\bseed\W{1,4}-?\d+/i;

type Failure = { test: string; message: string };
type VitestReport = {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || positionals.length === 0) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duewell-flaky-check-'));
  const until = performance.now() + Number(values.minutes) * MINUTE_MS;
  const failures: Failure[] = [];
  let [runs, tests] = [0, 0];
  while (runs < Number(values.times) && performance.now() < until) {
    const vitestReport = await runTests(join(folder, 'report.json'));
    runs++;
    tests += vitestReport.testResults.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
    failures.push(...failuresOf(vitestReport));
    process.stderr.write(`  play ${runs}: ${failures.length} failures so far\n`);
  }
  rmSync(folder, { recursive: true, force: true });
  report(runs, tests, failures);
}

async function runTests(path: string): Promise<VitestReport> {
  const args = ['run', '--reporter=json', `--outputFile.json=${path}`, ...positionals];
  await new Promise((done) => {
    spawn(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: ROOT, stdio: 'ignore' }).once('exit', done);
  });
  if (!existsSync(path)) throw new Error('The tests could not be played');
  const vitestReport: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return vitestReport;
}

function failuresOf({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap(({ name, message = '', assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [{ test: name, message }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      test: fullName,
      message: failureMessages.join('\n'),
    }));
  });
}

function report(runs: number, tests: number, failures: Failure[]): void {
  for (const { test, message } of failures) {
    const seed = SEED.exec(message)?.[0];
    console.log(`FAILED  ${test}${seed ? `, ${seed}` : ''}\n        ${message.split('\n')[0] ?? ''}`);
  }
  console.log(`${runs} plays, ${tests} tests played, ${failures.length} failures.`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
