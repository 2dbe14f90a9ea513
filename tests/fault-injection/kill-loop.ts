import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { openEmbedded, type Store } from '#server/kernel/db.ts';
import { sweepCheckouts } from '#server/modules/payments/flows/collect.ts';
import { sweepRefunds } from '#server/modules/payments/flows/refunds.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { freshDatabase } from '../databases.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../harness.ts';
import { setPin } from '../money.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator } from '../simulators/simulator.ts';
import { brokenLedgerInvariants, compareLedgers } from './ledger-comparison.ts';
import { createLoad, type LoadRequest } from './load.ts';
import { checkAnswers } from './load-oracle.ts';
import { type Problem, type Result, timed } from './result.ts';
import { type Child, sharedSettings, startChild } from './service-process.ts';
import { pause, startWebhookCourier } from './webhook-courier.ts';

/** So many answers make a round, however slow the machine is. */
export const MID_FLIGHT = 20;
export const PATIENCE_MS = 120_000;

type Options = { rounds: number; clients?: number; seed?: number };

/** Opens the businesses that earn and pay: the clients share them. */
export async function openBusinesses(url: string, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let at = 0; at < count; at++) {
    const owner = await newOwner({ url });
    await setPin(owner);
    owners.push(owner);
  }
  return owners;
}

/**
 * H3. The process is killed while clients create invoices, pay, withdraw, refund and settle in all the ways without a provider;
 * it starts again and they go on with the keys they had. The provider lives outside and remembers what really happened.
 */
export const killLoop = (options: Options): Promise<Result> =>
  timed(`kill -9 (${process.env.TEST_DATABASE_URL ? 'server' : 'embedded'})`, () => run(options));

async function run({ rounds, clients = 20, seed = Date.now() % 1e6 }: Options) {
  const simulator = await startPaystackSimulator(() => new Date());
  const server = process.env.TEST_DATABASE_URL ? await freshDatabase() : null;
  const settings = sharedSettings({ ...simulator.settings, DATABASE_URL: server?.connectionString ?? '' });
  const rng = seededRandom(seed);
  let child: Child | null = await startChild(settings);
  const load = createLoad(await openBusinesses(child.url, clients / 2), { clients, seed });
  const courier = startWebhookCourier(simulator, () => child && `${child.url}/api/webhooks/paystack`, seed);
  for (let round = 0; round < rounds; round++) {
    const before = load.counts.acknowledged;
    load.run(child.url);
    // In the midst of work, however slow the machine is.
    const until = performance.now() + PATIENCE_MS;
    while (load.counts.acknowledged < before + MID_FLIGHT && performance.now() < until) await pause(5);
    await pause(80 + rng() * 250);
    const dying = child;
    child = null;
    await dying.kill();
    await load.rest();
    child = await startChild(settings);
  }
  await load.finish(child.url);
  await courier.drain();
  await load.replaySome(0.1);
  await courier.drain();
  await child.kill();
  await courier.stop();
  load.close();
  const store = server ?? (await openEmbedded(settings.DATA_DIR ?? ''));
  const problems = [...load.problems, ...(await settleAndVerify(store, settings, simulator, load.asked))];
  await simulator.close();
  const { acknowledged, replayed, paid, kinds } = load.counts;
  const each = [...kinds].map(([kind, times]) => `${times} ${kind}`).join(', ');
  return {
    rounds,
    acknowledged: acknowledged + courier.counts.taken,
    problems,
    note: `seed ${seed}: ${acknowledged} answers, ${courier.counts.taken} notices, ${paid} payments, ${replayed} replays; ${each}`,
  };
}

/**
 * Lost jobs are found by the scheduled jobs; then every answer is compared with the ledger. Closes the store.
 */
export async function settleAndVerify(
  store: Store,
  settings: Record<string, string>,
  simulator: Simulator,
  requests: readonly LoadRequest[] | null,
): Promise<Problem[]> {
  const app = await testApp({ ...settings, DATABASE_URL: '', LOG_LEVEL: 'silent' }, { store });
  try {
    // As far as the clock of questions may have come while the service was being killed.
    // Twice more for what was only sent at the end of it.
    for (const minutes of [3, 3, 10, 60, 360, 1440, 10, 60]) {
      app.advance(minutes * 60_000);
      await runScheduledJobs(app);
    }
    return [
      ...(requests ? await checkAnswers(store.db, requests) : []),
      ...(await brokenLedgerInvariants(store.db)),
      ...(await compareLedgers(store.db, simulator)),
    ];
  } finally {
    await app.close();
  }
}

/** All that a running service asks by the clock, until nothing is due. */
async function runScheduledJobs(app: TestApp): Promise<void> {
  // A scheduled job takes a batch and leaves the rest to the next minute; after a hundred kills there are
  // more than that.
  do await sweepCheckouts(app.scope());
  while (await anyDue(app, 'checkouts'));
  do await sweepRefunds(app.scope());
  while (await anyDue(app, 'refunds'));
  do await sweepWithdrawals(app.scope());
  while (await anyDue(app, 'withdrawals'));
}

async function anyDue(app: TestApp, table: 'checkouts' | 'refunds' | 'withdrawals'): Promise<boolean> {
  const now = app.config.clock();
  const dueQuery = app.system.db
    .selectFrom(table)
    .select('created_at')
    .where('next_poll_at', '<=', now)
    .limit(1);
  if (await dueQuery.executeTakeFirst()) return true;
  if (table === 'checkouts') return false;
  const unsent = app.system.db.selectFrom(table).select('created_at').where('status', '=', 'pending');
  return (
    (await unsent.where('updated_at', '<', plusMs(now, -180_000)).limit(1).executeTakeFirst()) !== undefined
  );
}

/** The PIN set and the balance of a business, for harnesses that query its money. */
export const balanceOf = async (owner: Owner) =>
  (await owner.call(api.withdrawals.balance, { params: { currency: 'NGN' } })).data;
