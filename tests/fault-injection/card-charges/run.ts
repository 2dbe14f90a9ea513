import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { issueDuePlans } from '#server/modules/plans/flows/issue.ts';
import { sweepCharges } from '#server/modules/saved-cards/flows/charge.ts';
import { onlyProvider } from '../../fake-provider.ts';
import { documentOwner, newOwner, type Owner } from '../../harness.ts';
import { seededFaults } from '../../simulators/faults.ts';
import type { ChargeEnd, SimWebhook } from '../../simulators/simulator.ts';
import { pick } from '../model/pick.ts';
import { drainJobs, hurryJobs, type ModelRun, newWorld, startSystem } from '../model/system.ts';
import { type Batch, inBatches, type Result, timed } from '../result.ts';
import { duePolls } from '#server/outbound/polling.ts';
import { postWebhook } from '../webhook-courier.ts';
import { changes, invoiceChanges, openInvoice, reopen } from './changes.ts';
import { type Holder, hindrance, newHolder, saveCard } from './holders.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { invoicesTold, plansTold } from './pages.ts';
import { atRest, type Counts, type Fate, startWorker, type Worker } from './worker.ts';

const FAULTY_SHARE = 0.4;
const TIMEOUT_MS = 150;
const HOLDERS = 150;
/** Among fewer of them less is changed, or nobody would be left to charge. */
const BUSY = 60;
const BATCH = 1_700;
const MOST_WEEKS = 60;
/** Lagos time; the last minutes of each of the hours in which attempts are made, and between. */
const HOURS = [10, 12, 14, 18];
const DAYS = 7;
const SETTLING_DAYS = 14;

type Options = { charges: number; seed?: number };
type Kinds = Record<string, number>;

/**
 * H10. Plans charge saved cards while the provider fares badly, workers die, pause past their leases and meet each other, notices come
 * late, twice or never, and owners and customers stop, pause, reprice and pay. The provider's own books say what was charged.
 */
export const faultyCharges = ({ charges, seed = Date.now() % 1e9 }: Options): Promise<Result> => {
  const kinds: Kinds = {};
  return timed('charges of saved cards under faults', async () => {
    const found = await inBatches(
      { rounds: charges, seed, batch: BATCH },
      (rounds, from) => runBatch(rounds, from, kinds),
      (paid) => `${paid} brought money`,
    );
    const told = Object.entries(kinds).map(([kind, times]) => `${times} ${kind}`);
    return { ...found, note: `${found.note}; ${told.join(', ')}` };
  });
};

type Run = {
  world: ModelRun;
  owner: Owner;
  holders: Holder[];
  oracle: Oracle;
  rng: () => number;
  counts: Counts;
  /** Workers that stand still. */
  paused: Worker[];
  /** Notices the provider still has to deliver. */
  notices: SimWebhook[];
  count: (kind: string) => void;
};

async function runBatch(charges: number, seed: number, kinds: Kinds): Promise<Batch> {
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
    const run = await prepare(
      await newWorld(system),
      Math.min(HOLDERS, Math.ceil(charges / 2)),
      seededRandom(seed),
    );
    run.count = (kind) => {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    };
    const { oracle, world } = run;
    for (let week = 1; oracle.sent() < charges && week < MOST_WEEKS && oracle.problems.length === 0; week++)
      await playWeek(run);
    await settle(run);
    await oracle.checkEnd(world);
    const seen = { place: world, owner: run.owner, oracle };
    oracle.problems.push(...(await plansTold(seen, run.holders)), ...(await invoicesTold(seen, run.holders)));
    const { payments } = world.simulator.ledger;
    const paid = payments.filter(
      ({ status, reference }) => status === 'completed' && oracle.wasSent(reference),
    );
    if (paid.length < charges / 10)
      oracle.problems.push({ kind: 'stuck', text: `only ${paid.length} were paid` });
    kinds.deaths = (kinds.deaths ?? 0) + run.counts.deaths;
    kinds.pauses = (kinds.pauses ?? 0) + run.counts.pauses;
    return { acknowledged: oracle.sent(), problems: oracle.problems, counted: paid.length };
  } finally {
    await system.close();
  }
}

async function prepare(world: ModelRun, count: number, rng: () => number): Promise<Run> {
  const owner = await newOwner(world.app);
  await documentOwner(world.app.store.db, owner);
  await toHour(world, 8);
  const holders: Holder[] = [];
  for (let at = 0; at < count; at++) holders.push(await newHolder(world, owner, at));
  const oracle = createOracle(holders);
  await oracle.learnInvoices(world);
  for (const holder of holders) oracle.paidByHand(await saveCard(world, holder));
  for (let day = 0; day < DAYS; day++) await toHour(world, 19);
  const counts = { deaths: 0, pauses: 0 };
  return { world, owner, holders, oracle, rng, counts, paused: [], notices: [], count: () => {} };
}

/** Moves on to the next time it is an hour in Lagos. */
async function toHour({ app }: ModelRun, hour: number): Promise<void> {
  const now = app.config.clock().getTime();
  const today = Math.floor(now / DAY_MS) * DAY_MS + (hour - 1) * HOUR_MS;
  app.advance((today <= now ? today + DAY_MS : today) - now);
}

/** One invoice of every plan, and the days in which its card is charged. */
async function playWeek(run: Run): Promise<void> {
  const { world, owner, holders, oracle, rng } = run;
  world.simulator.setFaults(null);
  for (const holder of holders) {
    if (rng() < 0.7) await reopen(owner, holder);
    const isLost = !(await isCharged(world, holder));
    if (isLost && holder.plan === 'charges') await another(run, holder);
  }
  await toHour(world, 8);
  await Promise.all([issueDuePlans(world.app.scope()), issueDuePlans(world.app.scope())]);
  for (const holder of holders) if (holder.plan === 'charges' || holder.plan === 'sends') holder.issued += 1;
  await oracle.learnInvoices(world);
  for (let day = 0; day < DAYS; day++) for (const hour of HOURS) await step(run, hour);
  await oracle.checkCharges(world);
  oracle.problems.push(...(await plansTold({ place: world, owner, oracle }, holders)));
}

async function isCharged({ app }: ModelRun, { card, hasConsent }: Holder): Promise<boolean> {
  if (!card || !hasConsent) return false;
  const { status } = await app.system.db
    .selectFrom('saved_cards')
    .select('status')
    .where('id', '=', card.id)
    .executeTakeFirstOrThrow();
  return status === 'active';
}

/** The card that stays behind without a consent is stopped first. */
async function another(run: Run, holder: Holder): Promise<void> {
  const { world, owner, rng } = run;
  if (holder.card) (await stopped({ world, owner, holder, rng }))();
  const paid = await saveCard(world, holder);
  run.oracle.paidByHand(paid);
  if (paid) run.count('cards saved anew');
}

const stopped = changes['stopped by the owner'] as (typeof changes)[string];

async function step(run: Run, hour: number): Promise<void> {
  const { world, rng } = run;
  const { simulator, app } = world;
  await toHour(world, hour);
  app.advance(50 * MINUTE_MS);
  const most = Math.min(1, run.holders.length / BUSY);
  simulator.setFaults(null);
  if (rng() < 0.35 * most) (await change(run))();
  // Nobody could say what should be charged if the sum that is owed changed while workers run.
  if (rng() < 0.35 * most) await changeInvoice(run);
  simulator.setFaults(faultsOf(rng));
  // A call is on its way for less than the day after which one nobody knows of is taken for lost.
  const isOverdue = hour === HOURS[0] || hour === HOURS.at(-1);
  for (const worker of run.paused) if (isOverdue || rng() < 0.5) worker.wake();
  for (let turn = 0; turn < 2; turn++) {
    const isIdle =
      run.paused.length === 0 &&
      (await duePolls(app.system.db, 'card_charges', app.config.clock())).length === 0;
    if (isIdle) break;
    const workers = [work(run), work(run)];
    const [note] = await Promise.all([
      rng() < 0.15 * most ? change(run, ', meanwhile') : () => {},
      deliver(run),
    ]);
    run.paused = await atRest([...run.paused, ...workers]);
    note();
    decide(run, 0.3);
    // Leases have lapsed, and first questions are due.
    app.advance(3 * MINUTE_MS);
  }
  await drainJobs(world, undefined, { isPatient: false });
}

function faultsOf(rng: () => number) {
  const dice = rng();
  if (dice < 0.1) return () => 'error_before' as const;
  return dice < 0.75 ? seededFaults(Math.floor(rng() * 1e9), FAULTY_SHARE) : null;
}

/** Several of them at once are what several processes are to the database. */
function work(run: Run): Worker {
  const { world, oracle, rng, counts } = run;
  const fate = (): Fate => {
    const dice = rng();
    return dice < 0.01 ? 'death' : dice < 0.02 ? 'pause' : 'none';
  };
  const onCharge: Parameters<typeof startWorker>[2]['onCharge'] = (request) => {
    world.simulator.chargesEnd(endOf(rng()));
    oracle.charge(request);
  };
  return startWorker(world.app.scope(), sweepCharges, {
    fate,
    onCharge,
    beforeAnswer: () => overtake(run),
    counts,
  });
}

function endOf(dice: number): ChargeEnd {
  if (dice < 0.5) return 'completed';
  if (dice < 0.7) return 'funds';
  if (dice < 0.85) return 'processing';
  return dice < 0.92 ? 'declined' : dice < 0.96 ? 'holder' : 'card';
}

/** Something is changed, also while workers are at it; gives how to note that. */
async function change(run: Run, when = ''): Promise<() => void> {
  const { world, owner, holders, rng, count } = run;
  const roll = (of: number) => Math.floor(rng() * of);
  const open = holders.filter((one) => hindrance(one) === null);
  const plans = new Set(roll(2) === 0 ? await plansUnderWay(run) : []);
  const underWay = open.filter(({ planId }) => plans.has(planId));
  const holder = pick(underWay.length > 0 ? underWay : open, roll);
  const [name, make] = pick(Object.entries(changes), roll) ?? [];
  if (!holder || !make) return () => {};
  count(`${name}${when}`);
  return make({ world, owner, holder, rng });
}

async function changeInvoice({ world, owner, oracle, rng, count }: Run): Promise<void> {
  const roll = (of: number) => Math.floor(rng() * of);
  const open = await openInvoice(world, oracle, roll);
  const [name, make] = pick(Object.entries(invoiceChanges), roll) ?? [];
  if (!open || !name || !make) return;
  count(name);
  (await make({ world, owner, open, rng }))();
  oracle.problems.push(...(await plansTold({ place: world, owner, oracle }, [open.holder])));
}

// A change while the provider has not answered yet is the likeliest to go wrong.
const plansUnderWay = async ({ world }: Run): Promise<string[]> => {
  const { db } = world.app.system;
  const rows = await db
    .selectFrom('card_charges')
    .select('plan_id')
    .where('status', '=', 'processing')
    .execute();
  return rows.map(({ plan_id }) => plan_id);
};

/** Notices of a charge that come, and are worked through, before its caller has the answer. */
async function overtake({ world, rng, count }: Run): Promise<void> {
  if (rng() > 0.3) return;
  const notices = world.simulator.takeWebhooks();
  for (const notice of notices) await postWebhook(`${world.app.url}/api/webhooks/paystack`, notice);
  await drainJobs(world, undefined, { isPatient: false });
  if (notices.length > 0) count('answers overtaken by notices');
}

/** Late, twice, in another order, or never. */
async function deliver({ world, rng, notices }: Run): Promise<void> {
  notices.push(...world.simulator.takeWebhooks());
  const now = notices.splice(0).filter((notice) => {
    const dice = rng();
    if (dice < 0.35) notices.push(notice);
    return dice > 0.35 && dice < 0.9;
  });
  const copies = now.flatMap((notice) => (rng() < 0.5 ? [notice, notice] : [notice]));
  const shuffled = copies.map((notice) => ({ notice, at: rng() })).toSorted((a, b) => a.at - b.at);
  for (const { notice } of shuffled) await postWebhook(`${world.app.url}/api/webhooks/paystack`, notice);
}

/** The bank says what became of charges under way. */
function decide({ world: { simulator }, oracle, rng }: Run, share: number): void {
  const underWay = simulator.ledger.payments.filter(
    ({ status, reference }) => status === 'pending' && oracle.wasSent(reference),
  );
  for (const { reference } of underWay)
    if (rng() < share) simulator.decideCharge(reference, rng() < 0.7 ? 'completed' : 'failed');
}

// Weeks without faults or changes: what is under way ends, everything is asked about, no attempt is left.
async function settle(run: Run): Promise<void> {
  const { world } = run;
  world.simulator.setFaults(null);
  while (run.paused.length > 0) {
    for (const worker of run.paused) worker.wake();
    run.paused = await atRest(run.paused);
  }
  for (let day = 0; day < SETTLING_DAYS; day++)
    for (const hour of HOURS) {
      await toHour(world, hour);
      world.app.advance(50 * MINUTE_MS);
      decide(run, 1);
      const worker = startWorker(world.app.scope(), sweepCharges, {
        fate: () => 'none',
        onCharge: (request) => {
          world.simulator.chargesEnd('completed');
          run.oracle.charge(request);
        },
        beforeAnswer: async () => {},
        counts: run.counts,
      });
      await atRest([worker]);
    }
  await hurryJobs(world);
  await drainJobs(world);
}
