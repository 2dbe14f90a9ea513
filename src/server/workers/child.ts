import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '#core/assert.ts';
import type { ProcessLimits } from './protocol.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCES = dirname(dirname(HERE));

/** Starts a worker process: without settings or secrets, allowed to read the program only. */
export function startChild({ nodeFlags = [], ...limits }: ProcessLimits): ChildProcess {
  const packages = packagesFolder();
  const readable = [
    ...[realpathSync(SOURCES), SOURCES, realpathSync(packages), packages].map((folder) => `${folder}/*`),
    // The short names of imports stand in it.
    join(dirname(SOURCES), 'package.json'),
  ].map((path) => `--allow-fs-read=${path}`);
  const child = fork(join(HERE, 'process.ts'), [String(limits.growthBytes)], {
    env: {},
    execArgv: [
      `--max-old-space-size=${limits.heapMegabytes}`,
      // A process that read a large file keeps less of what it no longer needs.
      '--max-semi-space-size=4',
      // All of the models' code at once is smaller and sooner ready than bit by bit, and smallest by one compiler.
      '--no-wasm-lazy-compilation',
      '--wasm-num-compilation-tasks=1',
      ...nodeFlags,
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
  if (child.pid) setPriority(child.pid, limits.niceness);
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
