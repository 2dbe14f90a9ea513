import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, serverAccount } from '../../../tests/postgres.ts';

const ROOM = '4g';

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

/** Makes one below a folder; it takes no more memory than what is on it. */
export function makeDisk(below: string): Disk {
  const folder = join(below, 'disk');
  mkdirSync(folder, { mode: 0o700 });
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOM},mode=0700${ownerOf(serverAccount())}`, 'tmpfs', folder);
  } catch {
    return { folder, fill: null, makeRoom: () => {}, remove: () => {} };
  }
  const resize = (size: string) => mount('-o', `remount,size=${size}`, folder);
  return {
    folder,
    fill: () => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize(`${(blocks - bfree) * bsize}`);
    },
    makeRoom: () => resize(ROOM),
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
