import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, serverAccount } from '../../../tests/postgres.ts';

const ROOM = '4g';
const LEFT_BYTES = 1_000_000;
const TRIES = 20;

/** Where a server of the drill keeps its records: a disk of its own where this account may mount one (only root may). */
export type Disk = {
  folder: string;
  /** Leaves no room for another page; null where it is no disk of its own. */
  fill: (() => void) | null;
  makeRoom(): void;
  remove(): void;
};

const mount = (...words: string[]): void => void execFileSync('mount', words, { stdio: 'ignore' });
const ownerOf = (account: Account): string => (account ? `,uid=${account.uid},gid=${account.gid}` : '');

function usedOn(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder);
  return (blocks - bfree) * bsize;
}

function fillUp(path: string): void {
  const page = Buffer.alloc(4_096);
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

// A disk cannot be made smaller than what is on it, and the server writes meanwhile.
function retried(work: () => void): void {
  for (let tries = 1; ; tries++)
    try {
      return work();
    } catch (error) {
      if (tries === TRIES) throw error;
    }
}

/** Makes one below a folder; it takes no more memory than what is on it. */
export function makeDisk(below: string): Disk {
  const folder = join(below, 'disk');
  mkdirSync(folder, { mode: 0o700 });
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOM},mode=0700${ownerOf(serverAccount())}`, 'tmpfs', folder);
  } catch {
    return { folder, fill: null, makeRoom: () => {}, remove: () => {} };
  }
  const ballast = join(folder, 'ballast');
  const resize = (size: string) => mount('-o', `remount,size=${size}`, folder);
  return {
    folder,
    fill: () => {
      retried(() => resize(`${usedOn(folder) + LEFT_BYTES}`));
      fillUp(ballast);
    },
    makeRoom: () => {
      resize(ROOM);
      rmSync(ballast, { force: true });
    },
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
