import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../tests/pg.ts';
import { type Place, unlimited } from '../world.ts';
import type { Reading } from './probe.ts';

/** A service as a process of its own. */
export type Service = { url: string; read(): Promise<Reading>; stop(): Promise<void> };

const running = new Set<ChildProcess>();

/** Stops whatever is still running. */
export const stopAll = (): Promise<unknown> => Promise.all(Array.from(running, stop));

const ROOT = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 50;

/** Starts the product as it is started for real, on a free port, with the limits for one address out of the way. */
export async function startService({ dataDir, databaseUrl }: Place): Promise<Service> {
  const port = await freePort();
  const child = fork(join(ROOT, 'src/server/main.ts'), {
    execArgv: ['--import', join(import.meta.dirname, 'probe.ts')],
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...unlimited,
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, read: () => ask(child), stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
  }
  throw new Error('the service did not answer in time');
}

async function ask(child: ChildProcess): Promise<Reading> {
  const told = once(child, 'message');
  child.send('how are you');
  return (await told)[0] as Reading;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
