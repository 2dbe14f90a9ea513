import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

/** The product as its user starts it: a process of its own on an empty data folder. */
export type RunningService = {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Ends it as a crash would, leaving its data. */
  kill(): Promise<void>;
};

/** Starts the service and waits until it says where it is; `--demo` gives it a business with a year of work. */
export async function startService(
  env: Record<string, string> = {},
  ...flags: readonly '--demo'[]
): Promise<RunningService> {
  const port = await freePort();
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'duewell-journey-'));
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), ['src/server/main.ts', ...flags], {
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
    stop: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let said = '';
    const timer = setTimeout(() => fail(new Error(`the service did not start:\n${said}`)), START_TIMEOUT_MS);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Duewell is ready at')) {
        clearTimeout(timer);
        done();
      }
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => fail(new Error(`the service ended with ${code}:\n${said}`)));
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
