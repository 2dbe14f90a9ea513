// npm run fuzz: malicious files, texts, requests and addresses, all of them; one table at the end, exit code 1 when anything
// was found.
//   --only uploads,regexps,spreadsheets,texts,headers,pdf,pages,public-pages,outbound,browser     some of it
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const OUTGOING = 'src/server/adapters/shared/guarded-fetch.test.ts';
const parts = [
  'uploads',
  'regexps',
  'spreadsheets',
  'texts',
  'headers',
  'pdf',
  'pages',
  'public-pages',
  'outgoing',
  'journey',
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = values.only?.split(',').map((name) => name.trim()) ?? parts;
const unknown = chosen.filter((name) => !parts.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${parts.join(', ')}`);

const report = join(mkdtempSync(join(tmpdir(), 'duewell-fuzz-')), 'figures.jsonl');
const from = performance.now();

function run(command: string, args: string[]): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_LENGTH: 'long', FUZZ_REPORT: report },
      shell: process.platform === 'win32',
    });
    child.on('error', () => done(1));
    child.on('exit', (code) => done(code ?? 1));
  });
}

const files = chosen
  .filter((name) => name !== 'journey')
  .map((name) => (name === 'outgoing' ? OUTGOING : `tests/fuzz/${name}.test.ts`));
const testExitCode = files.length > 0 ? await run('vitest', ['run', '--reporter=dot', ...files]) : 0;
const browserExitCode = chosen.includes('journey') ? await run('playwright', ['test', 'fuzz']) : 0;

type FuzzResult = { goal: string; tried: number; told: string };
const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').filter(Boolean) : [];
for (const line of lines) {
  const { goal, tried, told }: FuzzResult = JSON.parse(line);
  console.log(`${goal.padEnd(14)}${String(tried).padStart(8)}  ${told}`);
}
const seconds = Math.round((performance.now() - from) / 1000);
console.log(
  `\n${testExitCode + browserExitCode === 0 ? 'Nothing was found' : 'Something was found'}, ${seconds} s`,
);
process.exitCode = testExitCode + browserExitCode === 0 ? 0 : 1;
