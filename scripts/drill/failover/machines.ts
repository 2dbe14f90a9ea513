import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pause } from '../../../tests/fault-injection/webhook-courier.ts';
import { freePort } from '../../../tests/free-port.ts';
import { findPostgres, inMemory, serverAccount } from '../../../tests/postgres.ts';
import { killServer } from '../archiving-server.ts';
import { type Disk, makeDisk } from './disks.ts';
import { type Program, startProgram } from './programs.ts';

const OPS = join(import.meta.dirname, '../../../ops/failover');
const NAMES = ['db1', 'db2', 'db3'] as const;
const HEALTHY_WITHIN_MS = 120_000;
// As `maximum_lag_on_failover`: such a replica may become the primary. Under a load each is a little behind in what it last told.
const CLOSE_BYTES = 1_048_576;

type Name = (typeof NAMES)[number];
/** By the port in the files of ops/failover, the port here. */
type Ports = Record<'2379' | '2380' | '8008' | '5432', number>;

/** One of the three machines of the reference deployment. */
export type Machine = {
  name: Name;
  ports: Ports;
  disk: Disk;
  etcd: Program;
  patroni: Program;
};

/** The deployment of ops/failover on this machine: three servers, HAProxy and PgBouncer. */
export type Deployment = {
  /** Through HAProxy, through PgBouncer, and to a replica. */
  directUrl: string;
  poolerUrl: string;
  replicaUrl: string;
  machines: readonly Machine[];
  pooler: Program;
  /** The address of the server on one machine, past HAProxy. */
  addressOf(machine: Machine, login?: string): string;
  /** Those that say they are the primary, among these or all. */
  primaries(among?: readonly Machine[]): Promise<Machine[]>;
  /** Waits until there is one primary, both others follow it, and one of them has all that was acknowledged. */
  untilHealthy(): Promise<void>;
  /** As by a power cut. */
  killDatabase(machine: Machine): Promise<void>;
  /** Ends all it started, and removes every trace. */
  remove(): Promise<void>;
};

/** The programs that are missing on this machine, besides PostgreSQL. */
export function missingPrograms(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const missing = ['patroni', 'etcd', 'haproxy', 'pgbouncer'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  return findPostgres() ? missing : ['postgresql', ...missing];
}

const portsOf = async (): Promise<Ports> => ({
  '2379': await freePort(),
  '2380': await freePort(),
  '8008': await freePort(),
  '5432': await freePort(),
});

/** A file of ops/failover with the addresses and folders of this machine in place of those of the three. */
function fileHere(name: string, own: Name, ports: Record<Name, Ports>, paths: [string, string][]): string {
  const lines = readFileSync(join(OPS, name), 'utf8').split('\n');
  const here = lines.map((line) => {
    const mine = line.includes('db2') ? line : line.replaceAll(/\bdb1\b/g, own);
    const check = /\bserver (db\d) .*check port/.exec(mine)?.[1] as Name | undefined;
    return (check ? mine.replace('port 8008', `port ${ports[check]['8008']}`) : mine).replaceAll(
      /\b(db\d):(\d+)/g,
      (_, machine: Name, port: keyof Ports) => `127.0.0.1:${ports[machine][port]}`,
    );
  });
  return paths.reduce((text, [from, to]) => text.replaceAll(from, to), here.join('\n'));
}

type Making = {
  ports: Record<Name, Ports>;
  write(folder: string, name: string, machine: Name, paths: [string, string][]): string;
  own(path: string): unknown;
};

const dataOn = ({ folder }: Disk): string => join(folder, 'data');

/** Starts etcd and Patroni of one machine in a folder of its own. */
function startMachine(name: Name, folder: string, { ports, write, own }: Making): Machine {
  mkdirSync(folder, { mode: 0o700 });
  own(folder);
  const disk = makeDisk(folder);
  own(disk.folder);
  const paths: [string, string][] = [
    ['/var/lib/etcd', join(folder, 'etcd')],
    ['/var/lib/postgresql/duewell', dataOn(disk)],
    ['/var/lib/postgresql', folder],
    ['/var/run/postgresql', folder],
    ['/usr/lib/postgresql/15/bin', findPostgres() ?? ''],
  ];
  const etcd = write(folder, 'etcd.yml', name, paths);
  const patroni = write(folder, 'patroni.yml', name, paths);
  return {
    name,
    disk,
    ports: ports[name],
    etcd: startProgram('etcd', ['--config-file', etcd], folder),
    patroni: startProgram('patroni', [patroni], folder),
  };
}

/** Starts all of it, with an empty database `duewell` as docs/operations.md prepares it. */
export async function startDeployment(): Promise<Deployment> {
  const root = mkdtempSync(join(inMemory() ?? tmpdir(), 'duewell-failover-'));
  const account = serverAccount();
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  own(root);
  const ports: Record<Name, Ports> = { db1: await portsOf(), db2: await portsOf(), db3: await portsOf() };
  const [primary, replicas, pooler] = [await freePort(), await freePort(), await freePort()];
  const write = (folder: string, name: string, machine: Name, paths: [string, string][]): string => {
    const path = join(folder, name);
    writeFileSync(path, fileHere(name, machine, ports, paths), { mode: 0o600 });
    own(path);
    return path;
  };
  const local: [string, string][] = [
    ['127.0.0.1:5000', `127.0.0.1:${primary}`],
    ['127.0.0.1:5001', `127.0.0.1:${replicas}`],
    ['port=5000', `port=${primary}`],
    ['listen_port = 6432', `listen_port = ${pooler}`],
    ['/etc/pgbouncer/userlist.txt', join(root, 'userlist.txt')],
  ];
  const machines = NAMES.map((name) => startMachine(name, join(root, name), { ports, write, own }));
  write(root, 'userlist.txt', 'db1', []);
  const haproxy = startProgram('haproxy', ['-db', '-f', write(root, 'haproxy.cfg', 'db1', local)], root);
  const pgbouncer = startProgram('pgbouncer', [write(root, 'pgbouncer.ini', 'db1', local)], root);
  const address = (port: number, login = 'duewell', database = 'duewell') =>
    `postgres://${login}:change-me@127.0.0.1:${port}/${database}`;
  const killDatabase = async ({ disk, patroni }: Machine, signal?: 'SIGQUIT'): Promise<void> => {
    await patroni.kill();
    const data = dataOn(disk);
    if (existsSync(join(data, 'postmaster.pid'))) await killServer(data, signal);
  };
  return {
    directUrl: address(primary),
    poolerUrl: address(pooler),
    replicaUrl: address(replicas),
    machines,
    pooler: pgbouncer,
    addressOf: ({ ports: { '5432': port } }, login) =>
      login ? address(port, login, 'postgres') : address(port),
    primaries: (among = machines) => primariesOf(among),
    untilHealthy: () => untilHealthy(machines),
    killDatabase: (machine) => killDatabase(machine),
    remove: async () => {
      await Promise.all([
        haproxy.kill(),
        pgbouncer.kill(),
        ...machines.map((one) => killDatabase(one, 'SIGQUIT')),
      ]);
      await Promise.all(machines.map(({ etcd }) => etcd.kill()));
      for (const { disk } of machines) disk.remove();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const asked = (machine: Machine, path: string): Promise<Response | null> =>
  fetch(`http://127.0.0.1:${machine.ports['8008']}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  );

async function primariesOf(machines: readonly Machine[]): Promise<Machine[]> {
  const answers = await Promise.all(machines.map((machine) => asked(machine, '/primary')));
  return machines.filter((_, at) => answers[at]?.status === 200);
}

type Member = { role: string; state: string; timeline?: number; lag?: number | string };

async function untilHealthy(machines: readonly Machine[]): Promise<void> {
  const until = performance.now() + HEALTHY_WITHIN_MS;
  let seen = '';
  while (performance.now() < until) {
    const [primary] = await primariesOf(machines);
    const answer = primary ? await asked(primary, '/cluster') : null;
    const { members = [] } = ((await answer?.json()) ?? {}) as {
      members?: Member[];
    };
    seen = JSON.stringify(members);
    const synced = members.some(({ role }) => role === 'sync_standby');
    const same = members.every(({ timeline }) => timeline === members[0]?.timeline);
    const running = members.every(
      ({ state, lag = 0 }) => /^(running|streaming)$/.test(state) && Number(lag) <= CLOSE_BYTES,
    );
    if (members.length === machines.length && synced && same && running) return;
    await pause(250);
  }
  throw new Error(`The three servers did not find together: ${seen}`);
}
