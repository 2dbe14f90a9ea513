import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const HEAP_MEGABYTES = 700;

/** Starts the process documents are read in: without settings or secrets, allowed to read its own program only. */
export function startChild(): ChildProcess {
  const readable = [realpathSync(HERE), packagesFolder(), HERE].map(
    (folder) => `--allow-fs-read=${folder}/*`,
  );
  const child = fork(`${HERE}/process.ts`, {
    env: {},
    execArgv: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
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
  // Requests of people come before pages to read.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.unref();
  child.channel?.unref();
  return child;
}

function packagesFolder(): string {
  const sharp = realpathSync(createRequire(import.meta.url).resolve('sharp'));
  return sharp.slice(0, sharp.lastIndexOf('node_modules') + 'node_modules'.length);
}
