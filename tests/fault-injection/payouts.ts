import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { onlyProvider } from '../fake-provider.ts';
import type { Owner } from '../harness.ts';
import { ownAccountPayout } from '../money.ts';
import { seededFaults } from '../simulators/faults.ts';
import { brokenLedgerInvariants, compareLedgers } from './ledger-comparison.ts';
import { fundFirstBusiness, reconcileAll } from './model/money.ts';
import { drainJobs, type ModelRun, newWorld, startSystem } from './model/system.ts';
import { type Batch, inBatches, type Problem, type Result, timed } from './result.ts';
import { postWebhook } from './webhook-courier.ts';

const params = { currency: 'NGN' } as const;
const FAULTY_SHARE = 0.45;
const TIMEOUT_MS = 100;
const BATCH = 200;

// When the service asks by its own schedule, and eight days in all.
const STEPS_MS = [MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS, 45 * MINUTE_MS, 5 * HOUR_MS, 18 * HOUR_MS].concat(
  Array.from({ length: 7 }, () => DAY_MS),
);

type Options = { payouts: number; seed?: number };

/**
 * W6. Payouts while nearly every second call to the provider goes wrong in one of all known ways. Afterwards, and at
 * every step of a simulated week: nothing left twice, and no hold was released while the money might have gone.
 */
export const faultyPayouts = ({ payouts, seed = Date.now() % 1e9 }: Options): Promise<Result> =>
  timed('payouts under faults', () =>
    inBatches(
      { rounds: payouts, seed, batch: BATCH },
      runBatch,
      (waiting) => `on day 7 ${waiting} waited for a person`,
    ),
  );

async function runBatch(payouts: number, seed: number): Promise<Batch> {
  const rng = seededRandom(seed);
  const system = await startSystem((made, simulator, clock) => ({
    ...made,
    payments: onlyProvider(
      createPaystack({
        baseUrl: simulator.url,
        secretKey: simulator.settings.PAYSTACK_SECRET_KEY ?? '',
        timeoutMs: TIMEOUT_MS,
        clock,
      }),
    ),
  }));
  try {
    const world = await newWorld(system);
    await fundFirstBusiness(world, payouts * 10_000_00);
    world.simulator.setFaults(seededFaults(seed, FAULTY_SHARE));
    await requestAll(world, payouts, rng);
    const problems: Problem[] = [];
    for (const step of STEPS_MS) {
      await simulateProviderEvents(world, rng);
      await pollPayouts(world, step);
      problems.push(...(await prematurelyReleased(world)));
    }
    const { open, reviewed } = await openNow(world);
    if (open > reviewed)
      problems.push({
        kind: 'stuck',
        text: `${open - reviewed} payouts are neither ended nor under review`,
      });
    world.simulator.setFaults(null);
    await pollPayouts(world, 2 * DAY_MS);
    // Completed payouts are not polled: a return whose webhook was lost is found by reconciliation.
    await reconcileAll(world, 30 * DAY_MS);
    problems.push(...(await brokenLedgerInvariants(world.app.system.db)));
    problems.push(...(await compareLedgers(world.app.system.db, world.simulator)));
    return { acknowledged: payouts, problems, counted: reviewed };
  } finally {
    await system.close();
  }
}

async function requestAll(world: ModelRun, payouts: number, rng: () => number): Promise<void> {
  const [party] = world.parties;
  for (let at = 0; at < payouts; at++) {
    const dice = rng();
    world.simulator.payoutsEnd(dice < 0.4 ? 'completed' : dice < 0.55 ? 'failed' : 'processing');
    const body = ownAccountPayout(minor(1_000_00 + Math.floor(rng() * 800_000)));
    if (party) await request(party.owner, body);
    if (rng() < 0.5) await drainJobs(world);
  }
  await drainJobs(world);
}

// Nothing is taken before the bank gave the name, so its silence is answered by asking again.
async function request(owner: Owner, body: ReturnType<typeof ownAccountPayout>): Promise<void> {
  for (;;) {
    try {
      return void (await owner.call(api.withdrawals.create, { params, body }));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'bank_unanswered')) throw error;
    }
  }
}

/**
 * Banks decide, completed payouts are returned, and webhooks come late, twice, out of order, outdated, or
 * never.
 */
async function simulateProviderEvents(world: ModelRun, rng: () => number): Promise<void> {
  const { simulator, app } = world;
  for (const { reference, state } of simulator.ledger.payouts) {
    const dice = rng();
    if (state === 'processing' && dice < 0.3)
      simulator.decidePayout(reference, dice < 0.15 ? 'completed' : dice < 0.22 ? 'failed' : 'reversed');
    if (state === 'completed' && dice < 0.03) simulator.decidePayout(reference, 'reversed');
  }
  const notices = simulator.takeWebhooks().filter(() => rng() < 0.5);
  const flapping = notices.map(({ body }) =>
    simulator.sign(body.replaceAll(/transfer\.\w+/g, 'transfer.failed').replaceAll('"success"', '"failed"')),
  );
  const shuffled = [...notices, ...notices, ...flapping]
    .map((webhook) => ({ notice: webhook, at: rng() }))
    .toSorted((a, b) => a.at - b.at);
  for (const { notice: webhook } of shuffled) await postWebhook(`${app.url}/api/webhooks/paystack`, webhook);
  await drainJobs(world);
}

async function pollPayouts(world: ModelRun, ms: number): Promise<void> {
  const { app } = world;
  app.advance(ms);
  const due = async () =>
    app.system.db
      .selectFrom('withdrawals')
      .select('reference')
      .where('next_poll_at', '<=', app.config.clock())
      .execute();
  for (let tries = 0; tries < 20 && (await due()).length > 0; tries++) await sweepWithdrawals(app.scope());
}

/** A hold that was given back although the provider may have sent the money, and references sent twice. */
async function prematurelyReleased({ app, simulator }: ModelRun): Promise<Problem[]> {
  const rows = await app.system.db.selectFrom('withdrawals').select(['reference', 'status']).execute();
  const truth = new Map(simulator.ledger.payouts.map((payout) => [payout.reference, payout]));
  const problems: Problem[] = [];
  for (const { reference, status } of rows) {
    const there = truth.get(reference);
    const gone = there?.state === 'processing' || there?.state === 'completed';
    if ((status === 'failed' || status === 'reversed') && gone)
      problems.push({ kind: 'imbalance', text: `${reference} is ${status} here and ${there.state} there` });
    if ((there?.sent ?? 0) > 1)
      problems.push({ kind: 'doubled', text: `${reference} was sent ${there?.sent} times` });
    if (status === 'completed' && there?.state !== 'completed' && there?.state !== 'reversed')
      problems.push({
        kind: 'lost',
        text: `${reference} is completed here and ${there?.state ?? 'unknown'} there`,
      });
  }
  return problems;
}

async function openNow({ app }: ModelRun): Promise<{ open: number; reviewed: number }> {
  const rows = await app.system.db
    .selectFrom('withdrawals')
    .select(['status', 'needs_review_at'])
    .where('status', 'in', ['pending', 'processing'])
    .execute();
  return { open: rows.length, reviewed: rows.filter((row) => row.needs_review_at !== null).length };
}
