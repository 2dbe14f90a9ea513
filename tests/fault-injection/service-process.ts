import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;
const HUGE = '100000000';

/** One process of the service, as it is started for real. */
export type Child = {
  url: string;
  port: number;
  /** Whether it still runs; a process that ends by itself has failed. */
  alive(): boolean;
  /** Null while it runs, or when a signal ended it. */
  exitCode(): number | null;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Writes a line to its input. */
  tell(line: string): void;
  /** Its output, for diagnosing a failure. */
  output(): string;
};

/** Settings shared by every process on the same database; `dataDir` is a folder of their own. */
export function sharedSettings(more: Record<string, string> = {}): Record<string, string> {
  return {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'duewell-faults-')),
    LOG_LEVEL: 'error',
    RATE_REQUESTS_PER_MINUTE: HUGE,
    RATE_REQUESTS_PER_BUSINESS: HUGE,
    RATE_SENDS_PER_DAY: HUGE,
    RATE_SIGNUP_PER_HOUR: HUGE,
    RATE_UPLOADS_PER_HOUR: HUGE,
    RATE_UPLOADS_PER_BUSINESS: HUGE,
    // Compiling the sources takes longer than starting them.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled-tests'),
    ...more,
  };
}

/** Starts one and waits until it says that it is ready. `onSpawn` is given how to end it before it is. */
export async function startChild(
  env: Record<string, string>,
  program = 'src/server/main.ts',
): Promise<Child> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: String(port), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output.push(chunk.toString());
      if (output.length > 200) output.shift();
    });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const alive = () => child.exitCode === null && child.signalCode === null;
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (alive()) child.kill(signal);
    await ended;
  };
  orphans.add(child);
  void ended.then(() => orphans.delete(child));
  await ready(child, output, kill);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    alive,
    exitCode: () => child.exitCode,
    kill,
    tell: (line) => void child.stdin?.write(`${line}\n`),
    output: () => output.join(''),
  };
}

// A parent that exits early ends its children.
const orphans = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of orphans) child.kill('SIGKILL');
});

async function ready(child: ChildProcess, output: string[], kill: () => Promise<void>): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (!output.join('').includes('Duewell is ready at')) {
    const over = child.exitCode !== null || child.signalCode !== null || performance.now() > until;
    if (over) {
      await kill();
      throw new Error(`the service did not start:\n${output.join('')}`);
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}
