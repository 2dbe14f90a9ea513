import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/.bin/node');
const STATE = stateOfServer();

type Flag = '--demo';

/** The product as its user starts it, in a process of its own. */
export type RunningService = {
  url: string;
  /** The warnings and errors it has logged since it was last asked. */
  logged(): string;
  /** `checked`: runs the ledger checks after stopping. */
  stop(how?: { checked?: boolean }): Promise<void>;
};

/** Starts the service and waits until it is ready; `--demo` gives it a business with a year of work. */
export async function startService(
  env: Record<string, string> = {},
  ...flags: Flag[]
): Promise<RunningService> {
  const dataDir = newFolder();
  cpSync(await preparedFolder(...flags), dataDir, { recursive: true });
  return serviceOn(dataDir, env);
}

/** Starts the service after an operator's command was run on its data; gives what the command printed beside it. */
export async function startServiceAfter(
  command: string,
  args: string[],
): Promise<{ service: RunningService; printed: string }> {
  const dataDir = newFolder();
  cpSync(await preparedFolder(), dataDir, { recursive: true });
  const printed = runCommand(dataDir, command, ...args);
  return { service: await serviceOn(dataDir, {}), printed };
}

async function serviceOn(dataDir: string, env: Record<string, string>): Promise<RunningService> {
  const { url, logged, end } = await start(env, dataDir);
  return {
    url,
    logged,
    stop: async ({ checked = false } = {}) => {
      await end();
      if (checked) runCommand(dataDir, 'verify-ledger');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The data folder after a first start. Making the tables takes seconds and living through the year of `--demo` half a
 * minute, so it is done once for each state of the server.
 */
export async function preparedFolder(...flags: Flag[]): Promise<string> {
  const prepared = join(tmpdir(), ['duewell-prepared', STATE, ...flags].join('-'));
  if (existsSync(prepared)) return prepared;
  const made = newFolder();
  await (await start({}, made, ...flags)).end();
  try {
    renameSync(made, prepared);
  } catch {
    // Another worker was faster.
    rmSync(made, { recursive: true, force: true });
  }
  return prepared;
}

// The year ends today, and holds whatever the server's sources make of it.
function stateOfServer(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 13));
  for (const folder of ['src/server', 'src/core', 'src/contract', 'db'])
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex').slice(0, 16);
}

// Making the embedded database's program faster costs a short life more than it gives.
const HURRIED = ['--liftoff-only'];

const newFolder = () => mkdtempSync(join(tmpdir(), 'duewell-journey-'));
const environment = (dataDir: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'duewell-compile-cache'),
  DATA_DIR: dataDir,
});

async function start(env: Record<string, string>, dataDir: string, ...flags: Flag[]) {
  const port = await freePort();
  const child = spawn(NODE, ['src/server/main.ts', ...flags], {
    cwd: ROOT,
    env: { ...environment(dataDir), PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  return {
    url: `http://localhost:${port}`,
    logged: () => {
      const lines = log;
      log = '';
      return lines;
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs one of `src/server/ops/cli` and gives its output; throws where it does not exit with 0. */
function runCommand(dataDir: string, command: string, ...args: string[]): string {
  const words = [...HURRIED, `src/server/ops/cli/${command}.ts`, ...args];
  const { status, stdout, stderr } = spawnSync(NODE, words, {
    cwd: ROOT,
    env: environment(dataDir),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Duewell is ready at')) done();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => fail(new Error(`the service ended with ${code}:\n${output}`)));
  });
}
