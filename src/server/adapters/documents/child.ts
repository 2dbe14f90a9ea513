import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from '#core/assert.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

/** A sandboxed program that opens untrusted files, and the limit of its JavaScript heap. */
export type Program = { file: 'process.ts' | 'picture-process.ts'; heapMegabytes: number };

/** Requests go before document processing, but a busy machine must not starve it. */
const A_LITTLE_LATER = 3;

/** Starts the process files are opened in: without settings or secrets, allowed to read its own program only. */
export function startChild(program: Program): ChildProcess {
  const readable = [realpathSync(HERE), HERE, realpathSync(packagesFolder()), packagesFolder()].map(
    (folder) => `--allow-fs-read=${folder}/*`,
  );
  const child = fork(join(HERE, program.file), {
    env: {},
    execArgv: [
      `--max-old-space-size=${program.heapMegabytes}`,
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
