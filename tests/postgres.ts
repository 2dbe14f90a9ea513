import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of our own: its address, and how to stop it and remove every trace. */
export type PrivatePostgres = { url: string; stop(): Promise<void> };

export type Account = { uid: number; gid: number } | undefined;

const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 100;
const MEMORY = '/dev/shm';
const ROOM_BYTES = 8_000_000_000;
const PREFIX = 'duewell-pg-';
const ABANDONED_AFTER_MS = 60_000;

// The data is thrown away afterwards, so nothing has to survive a power cut.
const THROWAWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  // Its workers would go through the hundred databases of the tests, one after the other, all the time.
  autovacuum: 'off',
  max_connections: '300',
  // Without statistics, plans look dear enough to be compiled, which takes longer than they do.
  jit: 'off',
};

/** The folder of the newest PostgreSQL programs on this machine, or null. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** Starts a server on a free port in a new folder under the system's temporary one. */
export async function startPostgres(programs: string): Promise<PrivatePostgres> {
  const account = serverAccount();
  const folder = mkdtempSync(join(inMemory() ?? tmpdir(), PREFIX));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const initArguments = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  try {
    execFileSync(join(programs, 'initdb'), initArguments, {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const port = await freePort();
  const settings = Object.entries(THROWAWAY_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, ...settings],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  // A socket of the file system costs less than one of the network.
  const url = `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`;
  const stop = () => stopServer(server, folder);
  try {
    await untilAnswering(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** A folder in memory with room for the databases of all tests, where the machine has one. */
export function inMemory(): string | null {
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : null;
  } catch {
    return null;
  }
}

// A killed run leaves its server's folder behind, which would hold memory until the machine restarts.
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const lock = join(MEMORY, name, 'data/postmaster.pid');
    const pid = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n')[0] : undefined;
    const isOld = Date.now() - statSync(join(MEMORY, name)).mtimeMs > ABANDONED_AFTER_MS;
    if (isOld && !(pid && existsSync(join('/proc', pid))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** The account PostgreSQL runs as: it refuses root, and Debian makes an account for it. */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string, name: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}

async function untilAnswering(url: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${server.exitCode} while starting`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
    }
  }
  throw new Error('PostgreSQL did not answer in time');
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((done) => server.once('exit', done));
    // Immediate shutdown: the data is not wanted any more.
    server.kill('SIGQUIT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
