import pg from 'pg';
import { pause } from '../../../tests/fault-injection/webhook-courier.ts';
import type { Owner } from '../../../tests/harness.ts';
import type { Machine } from './machines.ts';
import { type Fault, type Scene, untilWrites, writtenSince } from './round.ts';

const CUT_MS = 3_000;
const REFUSING_MS = 5_000;
const WITHOUT_MAJORITY_MS = 12_000;
const HANDOVER_MS = 30_000;
const LAG_MS = 60_000;
const FULL_MS = 20_000;

async function primaryOf({ deployment }: Scene): Promise<Machine> {
  const [primary] = await deployment.primaries();
  if (!primary) throw new Error('There is no primary');
  return primary;
}

/**
 * The machine of the primary is gone. Once another has taken over, the last replica goes too: nothing may be acknowledged that
 * one machine alone has. Then the old primary comes back, and the replica.
 */
export const primaryDies: Fault = {
  name: 'primary killed, a replica cut, the old primary back',
  strike: async (scene) => {
    const { deployment } = scene;
    const old = await primaryOf(scene);
    const from = performance.now();
    await deployment.killDatabase(old);
    const undo = async (): Promise<string> => {
      const now = await primaryOf(scene);
      const replica = deployment.machines.find((machine) => machine !== old && machine !== now) as Machine;
      await deployment.killDatabase(replica);
      const cut = performance.now();
      await pause(CUT_MS);
      const alone = writtenSince(scene, cut);
      const back = performance.now();
      old.patroni.start();
      const seconds = await untilWrites(scene, back);
      replica.patroni.start();
      return `${alone} acknowledged by one machine alone; again ${seconds.toFixed(1)} s after the old one came back`;
    };
    return { from, undo };
  },
};

/** Patroni of the primary hangs and PostgreSQL goes on: for a moment two servers take themselves for the primary. */
const twoPrimaries: Fault = {
  name: 'two primaries for a moment',
  strike: async (scene) => {
    const { deployment } = scene;
    const old = await primaryOf(scene);
    const from = performance.now();
    old.patroni.stop();
    await another(scene, old);
    const counted = performance.now();
    const undo = async (): Promise<string> => {
      const acknowledged = await acknowledgesAlone(deployment.addressOf(old, 'postgres'));
      old.patroni.goOn();
      if (acknowledged) throw new Error('The old primary acknowledged a write');
      return 'the old one still ran and acknowledged nothing';
    };
    return { from, counted, undo };
  },
};

// One that hangs is not asked: its answer would be waited for.
async function another({ deployment: { machines, primaries } }: Scene, old: Machine): Promise<void> {
  const others = machines.filter((machine) => machine !== old);
  const until = performance.now() + HANDOVER_MS;
  while (performance.now() < until) {
    if ((await primaries(others)).length > 0) return;
    await pause(100);
  }
  throw new Error('Nobody took over');
}

/** Whether a server takes a commit past HAProxy. */
async function acknowledgesAlone(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: CUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const written = client.query(`select pg_logical_emit_message(true, 'drill', 'alone')`).then(
      () => true,
      () => false,
    );
    return await Promise.race([written, pause(CUT_MS).then(() => false)]);
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

const noMajority: Fault = {
  name: 'etcd without a majority',
  strike: async ({ deployment: { machines } }) => {
    const from = performance.now();
    const gone = machines.slice(1);
    await Promise.all(gone.map(({ etcd }) => etcd.kill()));
    const undo = async (): Promise<string> => {
      await pause(WITHOUT_MAJORITY_MS);
      for (const { etcd } of gone) etcd.start();
      return 'the primary stayed while it reached the others';
    };
    return { from, undo };
  },
};

const poolerRefuses: Fault = {
  name: 'the pooler refuses',
  strike: async ({ deployment: { pooler } }) => {
    await pooler.kill();
    await pause(REFUSING_MS);
    pooler.start();
    return { from: performance.now(), undo: async () => 'counted from its return' };
  },
};

/** Nothing more fits on the primary's disk. Whatever it answers meanwhile, it is to work again once there is room. */
const diskFull: Fault = {
  name: "the primary's disk is full",
  strike: async (scene) => {
    const { disk } = await primaryOf(scene);
    if (!disk.fill)
      return { from: performance.now(), undo: async () => 'not played: no disk can be mounted' };
    disk.fill();
    const answers = await answersFor(scene, FULL_MS);
    disk.makeRoom();
    return { from: performance.now(), undo: async () => `counted from room again; meanwhile ${answers}` };
  },
};

/** Creates invoices for so long, and gives how often each status was answered. */
async function answersFor({ url, owners: [owner] }: Scene, ms: number): Promise<string> {
  const counts = new Map<number, number>();
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const answer = await fetch(`${url}/api/ngn/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner?.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'x'.repeat(100),
        email: `full-${Math.round(until - performance.now())}@example.test`,
      }),
    }).catch(() => null);
    await answer?.arrayBuffer();
    counts.set(answer?.status ?? 0, (counts.get(answer?.status ?? 0) ?? 0) + 1);
    await pause(100);
  }
  return [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
}

/** Neither replica plays what it has: reports must come from the primary before they are told from a minute ago. */
const replicasLag: Fault = {
  name: 'both replicas lag',
  strike: async (scene) => {
    const { deployment } = scene;
    const primary = await primaryOf(scene);
    const behind = deployment.machines.filter((machine) => machine !== primary);
    await onEach(scene, behind, 'select pg_wal_replay_pause()');
    const from = performance.now();
    const undo = async (): Promise<string> => {
      await pause(LAG_MS);
      const [owner] = scene.owners;
      if (!owner) throw new Error('There is no owner');
      const before = await invoicesIn(scene.services[0]?.url ?? '', owner);
      await untilWrites(scene, performance.now());
      await pause(REFUSING_MS);
      const after = await invoicesIn(scene.services[0]?.url ?? '', owner);
      await onEach(scene, behind, 'select pg_wal_replay_resume()');
      if (after <= before) throw new Error('A report was told from a replica that lags');
      return `reports of the moment after ${LAG_MS / 1000} s of lag`;
    };
    return { from, undo };
  },
};

async function onEach({ deployment }: Scene, machines: readonly Machine[], statement: string): Promise<void> {
  for (const machine of machines) {
    const client = new pg.Client({ connectionString: deployment.addressOf(machine, 'postgres') });
    await client.connect();
    await client.query(statement);
    await client.end();
  }
}

async function invoicesIn(url: string, { token, businessId }: Owner): Promise<number> {
  const answer = await fetch(`${url}/api/ngn/analytics/${businessId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { data: { invoiceStatus: { total: number } } }).data.invoiceStatus.total;
}

/** Played once each after the deaths of the primary. */
export const faults: readonly Fault[] = [twoPrimaries, noMajority, poolerRefuses, diskFull, replicasLag];
