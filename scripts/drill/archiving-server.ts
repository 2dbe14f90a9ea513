import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../tests/free-port.ts';
import { serverAccount } from '../../tests/postgres.ts';

const ROOT = join(import.meta.dirname, '../..');
const PID_FILE = 'postmaster.pid';
const LOG_BYTES = 64_000_000;
const run = promisify(execFile);

/** A PostgreSQL that archives its log as docs/operations.md says, in a folder of its own, and what an operator does to it. */
export type Cluster = {
  url: string;
  port: string;
  data: string;
  /** The folder that survives a loss of the server: `log` and `base`. */
  backupFolder: string;
  /**
   * Runs shell commands as PostgreSQL's account, its programs on the path; gives their output. Throws where
   * one fails.
   */
  sh(lines: string, more?: Record<string, string>): Promise<string>;
  /** A server of this folder is killed with all its processes, as by a power cut. */
  kill(data?: string): Promise<void>;
  /** Ends and removes whatever is left of it. */
  remove(): Promise<void>;
};

/** The lines of the code block of a page that begins with this remark. */
export function commandsOf(page: string, remark: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const block = text.split('```').find((part) => part.trimStart().startsWith(`# ${remark}\n`));
  if (block === undefined) throw new Error(`${page} has no block "# ${remark}"`);
  return block.trim();
}

/** Makes one and starts it. `own` are further lines of its configuration. */
export async function startArchiving(
  programs: string,
  extraConfig: readonly string[] = [],
): Promise<Cluster> {
  const account = serverAccount();
  const root = mkdtempSync(join(tmpdir(), 'duewell-log-'));
  const [data, backupFolder, ops] = [join(root, 'data'), join(root, 'safe'), join(root, 'ops')];
  const folders = [backupFolder, join(backupFolder, 'log'), join(backupFolder, 'base')];
  for (const folder of folders) mkdirSync(folder);
  cpSync(join(ROOT, 'ops'), ops, { recursive: true });
  if (account) for (const folder of [root, ...folders]) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const here = (lines: string) =>
    lines.replaceAll('/opt/duewell/ops', ops).replaceAll('/mnt/safe', backupFolder);
  const env = {
    PATH: `${programs}:${process.env.PATH ?? ''}`,
    PGDATA: data,
    PGHOST: root,
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  const sh: Cluster['sh'] = async (lines, more = {}) => {
    const how = { ...account, cwd: root, env: { ...env, ...more }, maxBuffer: LOG_BYTES };
    const { stdout } = await run('sh', ['-euc', here(lines)], how);
    return stdout.trim();
  };
  const remove = async () => {
    for (const name of readdirSync(root))
      if (existsSync(join(root, name, PID_FILE))) await killServer(join(root, name));
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  const conf = [
    commandsOf('docs/operations.md', 'postgresql.conf'),
    `port = ${port}`,
    `unix_socket_directories = '${root}'`,
    `listen_addresses = '127.0.0.1'`,
    ...extraConfig,
  ];
  try {
    await sh('initdb -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >initdb.log');
    appendFileSync(join(data, 'postgresql.conf'), `\n${here(conf.join('\n'))}\n`);
    await sh('pg_ctl start --log=postgres.log --wait >start.log');
  } catch (error) {
    await remove();
    throw error;
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    port: String(port),
    data,
    backupFolder,
    sh,
    kill: (which = data) => killServer(which),
    remove,
  };
}

/**
 * Kills a server by its data folder. Its processes have sessions of their own, so that no signal reaches them all. With `SIGQUIT` it
 * takes its shared memory away as it goes.
 */
export async function killServer(data: string, signal: 'SIGKILL' | 'SIGQUIT' = 'SIGKILL'): Promise<void> {
  const [first, , , port, sockets = ''] = readFileSync(join(data, PID_FILE), 'utf8').split('\n');
  const pid = Number(first);
  if (hasExited(pid)) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const all = [pid, ...(signal === 'SIGKILL' ? children : [])].filter((one) => one > 0);
  for (const one of all) {
    try {
      process.kill(one, signal);
    } catch (error) {
      // Some end by themselves as soon as the first is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  while (!all.every(hasExited)) await new Promise((done) => setTimeout(done, 10));
  // A new machine has no trace of it: another process with its pid must not be taken for it.
  for (const end of ['', '.lock']) rmSync(join(sockets, `.s.PGSQL.${port}${end}`), { force: true });
}

function hasExited(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
