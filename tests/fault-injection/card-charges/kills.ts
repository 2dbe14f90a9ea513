import { addDays, type CalendarDate, plusMs } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { instantAt } from '#core/time-zones.ts';
import { openEmbedded, type Store } from '#server/kernel/db.ts';
import { sweepCheckouts } from '#server/modules/payments/flows/collect.ts';
import { issueDuePlans } from '#server/modules/plans/flows/issue.ts';
import { sweepCharges } from '#server/modules/saved-cards/flows/charge.ts';
import { freshDatabase } from '../../databases.ts';
import { documentOwner, newOwner, type Owner, type TestApp, testApp } from '../../harness.ts';
import { startPaystackSimulator } from '../../simulators/paystack/index.ts';
import type { Simulator } from '../../simulators/simulator.ts';
import { type Result, timed } from '../result.ts';
import { type Child, sharedSettings, startChild } from '../service-process.ts';
import { pause } from '../webhook-courier.ts';
import { type Holder, newHolder, saveCard } from './holders.ts';
import { createOracle, heldAgainstProvider } from './oracle.ts';

const PROGRAM = 'tests/fault-injection/card-charges/mortal.ts';
const ZONE = 'Africa/Lagos';
const MONDAY: CalendarDate = '2027-03-01';
const PATIENCE_MS = 120_000;
/** Plans whose invoices the dying processes issue; those whose cards they charge are as many as may be needed. */
const ISSUED = 3;
const STEPS_OF_A_CHARGE = 70;
const LOADED_AHEAD = 3;

type Options = {
  /** Between the steps after which a process dies: with 1 it is each of them. */
  stride: number;
};

type Stage = {
  settings: Record<string, string>;
  server: Store | null;
  simulator: Simulator;
  clock: { now: Date };
  kills: number;
  /** Processes that are to live next. */
  loading: Promise<Child>[];
  /** Processes that died once a charge was theirs, and before its answer. */
  silent: number;
};

const at = (day: number, hour: number, minutes = 0): Date =>
  plusMs(instantAt(addDays(MONDAY, day), hour, ZONE), minutes * MINUTE_MS);

/**
 * H11. A process is killed after each step of issuing the invoice of a plan, of charging its card, and of asking about the charge. Each day
 * has one invoice; each charge is made once, or never where its process died before it had an answer.
 */
export const chargeKills = (options: Options): Promise<Result> =>
  timed(`kill -9 of plans (${process.env.TEST_DATABASE_URL ? 'server' : 'embedded'})`, () => run(options));

async function run({ stride }: Options) {
  const clock = { now: at(0, 8) };
  const simulator = await startPaystackSimulator(() => clock.now);
  const server = process.env.TEST_DATABASE_URL ? await freshDatabase() : null;
  const settings = sharedSettings({ ...simulator.settings, DATABASE_URL: server?.connectionString ?? '' });
  const stage: Stage = { settings, server, simulator, clock, kills: 0, loading: [], silent: 0 };
  const holders = await inThisProcess(stage, (app) =>
    prepare(app, stage, Math.ceil(STEPS_OF_A_CHARGE / stride) + 2),
  );
  const kills: number[] = [];
  for (const now of [at(8, 8), at(10, 10, 51), at(10, 12)]) {
    clock.now = now;
    kills.push(await killAtEach(stage, stride));
  }
  for (const child of stage.loading) await (await child).kill();
  const { problems, note } = await inThisProcess(stage, (app) => settle(app, stage, holders));
  await simulator.close();
  return {
    rounds: stage.kills,
    acknowledged: holders.length,
    problems,
    note: `${kills.join(', ')} kills in issuing, charging and asking; ${note}`,
  };
}

/** A service of this process, on the database the others have. */
async function inThisProcess<T>(
  { settings, server, clock }: Stage,
  work: (app: TestApp) => Promise<T>,
): Promise<T> {
  const store = server ? { ...server, close: async () => {} } : await openEmbedded(settings.DATA_DIR ?? '');
  const own = { ...settings, DATABASE_URL: '', LOG_LEVEL: 'silent', CLOCK: clock.now.toISOString() };
  const app = await testApp(own, { store });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** Cards to charge on the third day after their next invoice, and plans that have theirs a day later. */
async function prepare(app: TestApp, { simulator, clock }: Stage, charged: number): Promise<Holder[]> {
  const owner = await newOwner(app);
  await documentOwner(app.store.db, owner);
  const goTo = (now: Date): void => {
    clock.now = now;
    app.advance(now.getTime() - app.config.clock().getTime());
  };
  const holders = await holdersOf({ app, simulator }, owner, { from: 0, count: charged });
  goTo(at(1, 8));
  holders.push(...(await holdersOf({ app, simulator }, owner, { from: charged, count: ISSUED })));
  goTo(at(7, 8));
  await issueDuePlans(app.scope());
  return holders;
}

async function holdersOf(
  place: { app: TestApp; simulator: Simulator },
  owner: Owner,
  { from, count }: { from: number; count: number },
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (let index = from; index < from + count; index++) {
    const holder = await newHolder(place, owner, index);
    await saveCard(place, holder);
    holders.push({ ...holder, issued: 2 });
  }
  return holders;
}

/** Processes that die one step later each time, until one gets through; gives how many died. */
async function killAtEach(stage: Stage, stride: number): Promise<number> {
  for (let died = 0; ; died++) {
    const output = await live(stage, 1 + died * stride);
    if (output.includes('done after')) return died;
    stage.kills += 1;
    const last = output.slice(output.lastIndexOf("set status = 'processing'"));
    if (last.startsWith('set') && !last.includes('chargeSaved was answered')) stage.silent += 1;
    stage.clock.now = plusMs(stage.clock.now, 1_000);
  }
}

async function live({ settings, clock, loading }: Stage, diesAfter: number): Promise<string> {
  while (loading.length < LOADED_AHEAD) loading.push(startChild(settings, PROGRAM));
  const child = (await loading.shift()) ?? (await startChild(settings, PROGRAM));
  child.tell(JSON.stringify({ CLOCK: clock.now.toISOString(), DIES_AFTER: String(diesAfter) }));
  const until = performance.now() + PATIENCE_MS;
  while (child.alive() && !child.output().includes('done after') && performance.now() < until) await pause(5);
  if (child.exitCode()) throw new Error(`a process failed by itself:\n${child.output()}`);
  await child.kill();
  return child.output();
}

/** Days on which nobody dies. Then each invoice is there once, and so is its charge. */
async function settle(app: TestApp, stage: Stage, holders: Holder[]) {
  for (let day = 10; day < 14; day++)
    for (const hour of [10, 13, 17, 20]) {
      app.advance(Math.max(0, at(day, hour, 55).getTime() - app.config.clock().getTime()));
      await sweepCharges(app.scope());
      await sweepCheckouts(app.scope());
    }
  const place = { app, simulator: stage.simulator };
  const oracle = createOracle(holders);
  await oracle.learnInvoices(place);
  const charges = await app.system.db.selectFrom('card_charges').select(['status', 'failure']).execute();
  const made = charges.filter(({ status }) => status === 'completed').length;
  const lost = charges.filter(({ failure }) => failure === 'lost').length;
  const problems = [...oracle.problems, ...(await heldAgainstProvider(place))];
  if (made + lost !== holders.length || lost > stage.silent)
    problems.push({
      kind: 'lost',
      text: `${made} charges were made and ${lost} never left, of ${holders.length}; ${stage.silent} had no answer`,
    });
  return { problems, note: `${made} charges were made once, ${lost} died before they left` };
}
