import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const HEAP_MEGABYTES = 700;
/** Requests of people come before pages to read, but a busy machine must not starve these. */
const A_LITTLE_LATER = 3;

/** Starts the process documents are read in: without settings or secrets, allowed to read its own program only. */
export function startChild(): ChildProcess {
  const readable = [realpathSync(HERE), packagesFolder(), HERE].map(
    (folder) => `--allow-fs-read=${folder}/*`,
  );
  const child = fork(`${HERE}/process.ts`, {
    env: {},
    execArgv: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      // All of the models' code at once is smaller and sooner ready than bit by bit.
      '--no-wasm-lazy-compilation',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      ...readable,
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (child.pid) setPriority(child.pid, A_LITTLE_LATER);
  child.unref();
  child.channel?.unref();
  return child;
}

function packagesFolder(): string {
  const sharp = realpathSync(createRequire(import.meta.url).resolve('sharp'));
  return sharp.slice(0, sharp.lastIndexOf('node_modules') + 'node_modules'.length);
}
