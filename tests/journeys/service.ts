import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
const START_TIMEOUT_MS = 120_000;

/** The product as its user starts it: a process of its own on an empty data folder. */
export type RunningService = {
  url: string;
  dataDir: string;
  /** `checked`: runs the ledger checks after stopping. */
  stop(how?: { checked?: boolean }): Promise<void>;
  /** Ends it as a crash would, leaving its data. */
  kill(): Promise<void>;
};

/** Starts the service and waits until it says where it is; `--demo` gives it a business with a year of work. */
export async function startService(
  env: Record<string, string> = {},
  ...flags: readonly '--demo'[]
): Promise<RunningService> {
  const dataDir = env.DATA_DIR ?? newFolder();
  if (flags.includes('--demo')) cpSync(await demoFolder(), dataDir, { recursive: true });
  return start(env, dataDir);
}

// Living through the year takes a loaded machine most of a minute, so it is done once for each state of the server.
async function demoFolder(): Promise<string> {
  const cachedFolder = join(tmpdir(), `duewell-demo-${demoKey()}`);
  if (existsSync(cachedFolder)) return cachedFolder;
  const made = newFolder();
  const service = await start({ LOG_LEVEL: 'warn' }, made, '--demo');
  await service.end();
  try {
    renameSync(made, cachedFolder);
  } catch {
    // Another worker was faster.
    rmSync(made, { recursive: true, force: true });
  }
  return cachedFolder;
}

// The year ends today, and holds whatever the server's sources make of it.
function demoKey(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 13));
  for (const folder of ['src/server', 'src/core', 'src/contract', 'db'])
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex').slice(0, 16);
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'duewell-journey-'));

async function start(env: Record<string, string>, dataDir: string, ...flags: readonly '--demo'[]) {
  const port = await freePort();
  const child = spawn(NODE, ['src/server/main.ts', ...flags], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(child);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://localhost:${port}`,
    dataDir,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    stop: async ({ checked = false } = {}) => {
      await end('SIGTERM');
      if (checked) verifyBooks(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function verifyBooks(dataDir: string): void {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(NODE, ['src/server/ops/cli/verify-ledger.ts'], {
    cwd: ROOT,
    env,
  });
  if (status !== 0) throw new Error(`the books do not hold afterwards:\n${stdout}${stderr}`);
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(
      () => fail(new Error(`the service did not start:\n${output}`)),
      START_TIMEOUT_MS,
    );
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Duewell is ready at')) {
        clearTimeout(timer);
        done();
      }
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => fail(new Error(`the service ended with ${code}:\n${output}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
