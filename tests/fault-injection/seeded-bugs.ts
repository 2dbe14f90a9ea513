import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Problem, type Result, timed } from './result.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATCHES = join(import.meta.dirname, 'patches');
const SOURCES = [
  'src',
  'assets',
  'db',
  'tests',
  'scripts',
  'bench',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const PATIENCE_MS = 300_000;

/** Which harness must catch each bug: its words, how many rounds at a time, and how often at most. */
const catchers: Record<string, { only: string; rounds: number; tries: number; server?: true }> = {
  'acknowledge-before-commit': { only: 'kill', rounds: 3, tries: 4 },
  'key-ignored': { only: 'kill', rounds: 3, tries: 4 },
  'check-then-debit': { only: 'races', rounds: 5, tries: 4, server: true },
  'dedupe-after-effect': { only: 'deliveries', rounds: 20, tries: 4 },
  'hold-released-on-timeout': { only: 'payouts', rounds: 30, tries: 3 },
  'model-says-yes': { only: 'agent', rounds: 400, tries: 6 },
  'charge-sent-again': { only: 'card-charges', rounds: 60, tries: 3 },
  'charge-credited-again': { only: 'card-charges', rounds: 60, tries: 3 },
  'consent-forgotten': { only: 'card-charges', rounds: 120, tries: 4 },
  'charge-of-paid-invoice': { only: 'card-charges', rounds: 300, tries: 4 },
  'attempt-after-pause': { only: 'card-charges', rounds: 300, tries: 4 },
  'late-money-is-early': { only: 'deliveries', rounds: 30, tries: 3 },
  'float-money': { only: 'model', rounds: 200, tries: 5 },
};

/** M3. Seeds one bug at a time in a copy of the sources; what does not catch it proves nothing. */
export async function catchBugs(server: string | null): Promise<Result[]> {
  const results = [await timed('no bug', () => withoutBug(server))];
  if (results.some(({ problems }) => problems.length > 0)) return results;
  for (const file of readdirSync(PATCHES).filter((name) => name.endsWith('.patch'))) {
    const name = file.replace('.patch', '');
    const result = await timed(`bug: ${name}`, () => catchOne(name, join(PATCHES, file), server));
    console.log(`${result.harness}: ${result.note}`);
    results.push(result);
  }
  const missing = Object.keys(catchers).filter(
    (name) => !results.some(({ harness }) => harness.endsWith(name)),
  );
  return missing.length === 0
    ? results
    : [
        ...results,
        await timed('bugs', () => Promise.reject(new Error(`there is no patch for ${missing.join(', ')}`))),
      ];
}

/** Without a bug the same harnesses find nothing in such a copy: what they find with one is its doing. */
async function withoutBug(server: string | null) {
  const copy = copyOfSources();
  const problems: Problem[] = [];
  const harnesses = new Map(Object.values(catchers).map((catcher) => [catcher.only, catcher]));
  try {
    for (const catcher of harnesses.values()) {
      if (catcher.server && !server) continue;
      const few = { ...catcher, rounds: catcher.only === 'model' ? 60 : 2 };
      const output = await runFaultInjection(copy, few, 1, catcher.server ? server : null);
      if (output !== null)
        problems.push({ kind: 'wrong', text: `${catcher.only} found without any bug: ${output}` });
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return { rounds: harnesses.size, acknowledged: 0, problems, note: 'nothing is found where nothing is' };
}

async function catchOne(name: string, patch: string, server: string | null) {
  const catcher = catchers[name];
  if (!catcher) throw new Error(`nothing is said to catch ${name}`);
  if (catcher.server && !server) throw new Error('this one needs PostgreSQL');
  const copy = copyOfSources();
  try {
    execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: copy, stdio: 'pipe' });
    for (let at = 1; at <= catcher.tries; at++) {
      const output = await runFaultInjection(copy, catcher, at, catcher.server ? server : null);
      if (output === null) continue;
      const rounds = at * catcher.rounds;
      return {
        rounds,
        acknowledged: 0,
        problems: [],
        note: `caught by ${catcher.only} within ${rounds} rounds: ${output}`,
      };
    }
    const text = `${catcher.only} did not catch it in ${catcher.tries * catcher.rounds} rounds`;
    const problems: Problem[] = [{ kind: 'wrong', text }];
    return { rounds: catcher.tries * catcher.rounds, acknowledged: 0, problems, note: text };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'duewell-bug-'));
  for (const name of SOURCES) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

type Catcher = (typeof catchers)[string];

/** The harness's findings; null when it found nothing. Throws when it broke. */
async function runFaultInjection(
  cwd: string,
  { only, rounds }: Catcher,
  seed: number,
  server: string | null,
): Promise<string | null> {
  const args = [
    'scripts/fault-injection.ts',
    '--only',
    only,
    '--rounds',
    `${rounds}`,
    '--model',
    `${rounds}`,
    '--seed',
    `${seed}`,
  ];
  const child = spawn(process.execPath, [...args, ...(server ? [] : ['--embedded'])], {
    cwd,
    env: { ...process.env, TEST_DATABASE_URL: server ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const code = await new Promise<number | null>((done) => child.once('exit', (exitCode) => done(exitCode)));
  clearTimeout(timer);
  const text = lines.join('');
  if (code === 0) return null;
  if (code !== 1 || text.includes('broke off'))
    throw new Error(`the harness itself broke (${code}):\n${text}`);
  return /: (lost|doubled|imbalance|differs|stuck|wrong): .*/.exec(text)?.[0].slice(2, 90) ?? 'something';
}
