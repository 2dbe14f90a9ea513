import pg from 'pg';
import { freshDatabase } from '../databases.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import { MID_FLIGHT, openBusinesses, PATIENCE_MS, settleAndVerify } from './kill-loop.ts';
import { createLoad } from './load.ts';
import { type Problem, type Result, timed } from './result.ts';
import { type Child, sharedSettings, startChild } from './service-process.ts';
import { pause, startWebhookCourier } from './webhook-courier.ts';

const RECOVERY_TIMEOUT_MS = 10_000;

/** `patienceMs`: how soon it has to answer again; longer where other work shares the machine. */
type Options = { kills: number; clients?: number; seed?: number; patienceMs?: number };

/**
 * H4. The database's side of the service's connections is ended in the midst of work, now all of them and now one. The
 * process must live on, lose nothing it acknowledged, and answer again within ten seconds.
 */
export const backendKills = (options: Options): Promise<Result> =>
  timed('database connections killed', () => run(options));

async function run({
  kills,
  clients = 20,
  seed = Date.now() % 1e6,
  patienceMs = RECOVERY_TIMEOUT_MS,
}: Options) {
  const simulator = await startPaystackSimulator(() => new Date());
  const store = await freshDatabase();
  const address = new URL(store.connectionString ?? '');
  const settings = sharedSettings({ ...simulator.settings, DATABASE_URL: address.href });
  const child = await startChild(settings);
  const load = createLoad(await openBusinesses(child.url, clients / 2), { clients, seed });
  const courier = startWebhookCourier(simulator, () => `${child.url}/api/webhooks/paystack`, seed);
  const killer = await connectToAdminDatabase(address);
  const problems: Problem[] = [];
  let slowest = 0;
  let ended = 0;
  load.run(child.url);
  for (let kill = 0; kill < kills; kill++) {
    const before = load.counts.acknowledged;
    const until = performance.now() + PATIENCE_MS;
    while (load.counts.acknowledged < before + MID_FLIGHT && performance.now() < until) await pause(5);
    ended += await killer.end(kill % 2 === 0 ? 100 : 1);
    const waited = await waitUntilReady(child, patienceMs);
    slowest = Math.max(slowest, waited);
    if (waited > patienceMs)
      problems.push({ kind: 'stuck', text: `kill ${kill}: no answer for ${waited} ms\n${child.output()}` });
    if (!child.alive()) {
      problems.push({ kind: 'wrong', text: `the process ended after kill ${kill}:\n${child.output()}` });
      break;
    }
  }
  await load.rest();
  await load.finish(child.url);
  await courier.drain();
  await load.replaySome(0.1);
  await courier.drain();
  await courier.stop();
  await killer.close();
  await child.kill('SIGTERM');
  load.close();
  problems.push(...load.problems, ...(await settleAndVerify(store, settings, simulator, load.asked)));
  await simulator.close();
  const { acknowledged } = load.counts;
  return {
    rounds: kills,
    acknowledged: acknowledged + courier.counts.taken,
    problems,
    note: `seed ${seed}: ${ended} connections ended, answering again after at most ${slowest} ms`,
  };
}

// From another database of the same server, so that it never ends itself.
async function connectToAdminDatabase(address: URL) {
  const database = decodeURIComponent(address.pathname.slice(1));
  const elsewhere = new URL(address);
  elsewhere.pathname = '/postgres';
  const client = new pg.Client({ connectionString: elsewhere.href });
  await client.connect();
  return {
    /** Ends at most so many; says how many there were. */
    end: async (most: number): Promise<number> => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = $1 and backend_type = 'client backend' order by state = 'active' desc, random() limit $2) those`,
        [database, most],
      );
      return rowCount ?? 0;
    },
    close: () => client.end(),
  };
}

async function waitUntilReady(child: Child, patienceMs: number): Promise<number> {
  const from = performance.now();
  while (child.alive() && performance.now() - from < 3 * patienceMs) {
    const answer = await fetch(`${child.url}/readyz`, {
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    await pause(20);
  }
  return Math.round(performance.now() - from);
}
