import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../tests/free-port.ts';
import { type BenchDatabase, unlimited } from '../environment.ts';
import type { Reading } from './probe.ts';

/** A service as a process of its own. */
export type Service = {
  url: string;
  /** How it fared since it was last asked; null when it ended before it could tell. */
  read(): Promise<Reading | null>;
  /** Asks it to end; gives its exit code, null where a signal ended it. */
  stop(): Promise<number | null>;
  /** Ends it as it stands. */
  kill(): Promise<void>;
  alive(): boolean;
};

/**
 * `log`: an open file for what it writes, which otherwise nobody reads; `node`: arguments of Node itself; `root`: the checkout it
 * is of.
 */
export type More = {
  port?: number;
  env?: Record<string, string>;
  node?: string[];
  log?: number;
  root?: string;
};

const running = new Set<ChildProcess>();

/** Stops whatever is still running. */
export const stopAll = (): Promise<unknown> =>
  Promise.all(Array.from(running, (child) => end(child, 'SIGTERM')));

/** This checkout. */
export const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** Starts the product as it is started for real, on a free port, with the limits for one address out of the way. */
export async function startService(
  { dataDir, databaseUrl }: BenchDatabase,
  more: More = {},
): Promise<Service> {
  const port = more.port ?? (await freePort());
  const { root = ROOT } = more;
  const child = fork(join(root, 'src/server/main.ts'), {
    execArgv: [...(more.node ?? []), '--import', join(import.meta.dirname, 'probe.ts')],
    cwd: root,
    stdio: ['ignore', more.log ?? 'ignore', more.log ?? 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...unlimited,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...more.env,
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    read: () => requestReading(child),
    stop: () => end(child, 'SIGTERM'),
    kill: async () => void (await end(child, 'SIGKILL')),
    alive: () => running.has(child),
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
  }
  throw new Error('the service did not answer in time');
}

async function requestReading(child: ChildProcess): Promise<Reading | null> {
  if (!running.has(child)) return null;
  const inherited = new AbortController();
  const { signal } = inherited;
  const answer = once(child, 'message', { signal }).then(([reading]) => reading as Reading);
  const ended = once(child, 'exit', { signal }).then(() => null);
  child.send('how are you', () => undefined);
  try {
    return await Promise.race([answer, ended]);
  } finally {
    for (const rest of [answer, ended]) rest.catch(() => undefined);
    inherited.abort();
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!running.has(child)) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
