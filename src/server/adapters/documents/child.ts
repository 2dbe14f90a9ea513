import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '#core/assert.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const HEAP_MEGABYTES = 700;
/** Requests of people come before pages to read, but a busy machine must not starve these. */
const A_LITTLE_LATER = 3;

/** Starts the process documents are read in: without settings or secrets, allowed to read its own program only. */
export function startChild(): ChildProcess {
  const readable = [realpathSync(HERE), HERE, realpathSync(packagesFolder()), packagesFolder()].map(
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

// As it is named from here, which may be a link to where it lies.
function packagesFolder(from = HERE): string {
  const folder = join(from, 'node_modules');
  if (existsSync(join(folder, 'sharp'))) return folder;
  assert(dirname(from) !== from, 'the packages are not installed');
  return packagesFolder(dirname(from));
}
