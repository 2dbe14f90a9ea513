// npm run image-check: does in empty folders what the Dockerfile does in images, without Docker and without a network, and
// starts what comes out. Packages are links to those installed here; the last stage sees only those it would have. With
// `-- --web-at-hand` the web app is not built anew.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../tests/free-port.ts';
import { ignored, readDockerfile, type Stage } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_MS = 60_000;
const packages = join(ROOT, 'node_modules');
const work = mkdtempSync(join(tmpdir(), 'duewell-image-'));
const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));

try {
  for (const stage of stages) build(stage);
  await startImage(stages.at(-1) as Stage);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function folderOf(stage: Pick<Stage, 'name'>): string {
  return join(work, stage.name, 'app');
}

function build(stage: Stage): void {
  const folder = folderOf(stage);
  mkdirSync(folder, { recursive: true });
  const base = stages.find(({ name }) => name === stage.from);
  if (base) cpSync(folderOf(base), folder, { recursive: true, verbatimSymlinks: true });
  for (const step of stage.steps) {
    if (step.kind === 'copy') copy(step, folder);
    else if (step.command.startsWith('npm ci')) symlinkSync(packages, join(folder, 'node_modules'));
    else if (step.command.startsWith('npm prune')) prune(folder);
    else if (/\bnode node_modules\//.test(step.command)) run(step.command, folder);
  }
  console.log(`${stage.name}: built`);
}

function copy({ from, sources, target }: Extract<Stage['steps'][number], { kind: 'copy' }>, folder: string) {
  for (const source of sources) {
    const path = from ? join(work, from, source) : join(ROOT, source);
    const into = target.endsWith('/') ? join(folder, target, source) : join(folder, target);
    mkdirSync(dirname(into), { recursive: true });
    const keep = (file: string) => Boolean(from) || file === path || !ignored(file.slice(ROOT.length + 1));
    cpSync(path, into, { recursive: true, verbatimSymlinks: true, filter: keep });
  }
}

type Lock = { packages: Record<string, { dev?: boolean }> };

// Packages the lock file does not mark as dev dependencies stay.
function prune(folder: string): void {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  rmSync(join(folder, 'node_modules'));
  const top = Object.entries(lock.packages).filter(
    ([path, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev,
  );
  for (const [path] of top) {
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
}

function run(command: string, folder: string): void {
  if (command.includes('vite') && process.argv.includes('--web-at-hand')) {
    cpSync(join(ROOT, 'dist/web'), join(folder, 'dist/web'), { recursive: true });
    return;
  }
  execFileSync('sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startImage(stage: Stage): Promise<void> {
  const port = await freePort();
  const [program = '', ...args] = stage.command;
  const env = { ...stage.env, NODE_ENV: 'development', PATH: process.env.PATH ?? '', PORT: String(port) };
  const child = spawn(program, ['--preserve-symlinks', ...args], {
    cwd: folderOf(stage),
    env: {
      ...env,
      HOST: '127.0.0.1',
      DATA_DIR: join(work, 'data'),
      NODE_COMPILE_CACHE: join(work, 'compiled'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const until = performance.now() + READY_MS;
  let ready = false;
  while (!ready && child.exitCode === null && performance.now() < until) {
    ready = await fetch(`http://127.0.0.1:${port}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false);
    if (!ready) await new Promise((done) => setTimeout(done, 100));
  }
  const page = ready ? await fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status) : 0;
  child.kill('SIGTERM');
  const code = await ended;
  console.log(`started: ready ${ready}, front page ${page}, stopped with ${code}`);
  if (!ready || page !== 200 || code !== 0) process.exitCode = 1;
}
