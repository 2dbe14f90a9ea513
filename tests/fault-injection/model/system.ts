import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ApiError } from '#contract/client.ts';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Clock } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import type { Ports } from '#server/kernel/scope.ts';
import { sweepCheckouts } from '#server/modules/payments/flows/collect.ts';
import { sweepRefunds } from '#server/modules/payments/flows/refunds.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { duePolls } from '#server/outbound/polling.ts';
import { documentOwner, newOwner, type Owner, type TestApp, testApp } from '../../harness.ts';
import { setPin } from '../../money.ts';
import { startPaystackSimulator } from '../../simulators/paystack/index.ts';
import type { Simulator, SimWebhook } from '../../simulators/simulator.ts';
import { pause, postWebhook } from '../webhook-courier.ts';
import * as oracle from './oracle.ts';

const params = { currency: 'NGN' } as const;

/** The real thing: the service behind its HTTP surface, and the provider it talks to. */
export type System = { app: TestApp; simulator: Simulator; close(): Promise<void> };

type ChangePorts = (made: Ports, simulator: Simulator, clock: Clock) => Ports;

/** Starts both on one clock. PDFs and mails are stubs: they cost most of the time and move no money. */
export async function startSystem(change: ChangePorts = (made) => made): Promise<System> {
  const clock = { now: () => new Date() };
  const simulator = await startPaystackSimulator(() => clock.now());
  const bytes = async () => new Uint8Array([37]);
  const app = await testApp(
    { ...simulator.settings, SESSION_IDLE_MINUTES: '50000000', SESSION_MAX_DAYS: '36500' },
    {
      // Only the model says when the clock's work is done, for it has to know what was learned by it.
      sweeps: false,
      ports: (made) => ({
        ...change(made, simulator, () => clock.now()),
        pdf: { version: '1', invoice: bytes, receipt: bytes, report: bytes, table: bytes, poster: bytes },
        mailer: { send: async ({ key }) => ({ ok: true, id: key }) },
      }),
    },
  );
  clock.now = app.config.clock;
  return {
    app,
    simulator,
    close: async () => {
      await app.close();
      await simulator.close();
    },
  };
}

/** A business and what should be true of it. */
export type BusinessUnderTest = { owner: Owner; wallet: oracle.Wallet };

/** One run of the model against the system. */
export type ModelRun = System & {
  parties: BusinessUnderTest[];
  /** Queued by the provider and not yet delivered. */
  webhooks: SimWebhook[];
  /** Transactions in other money than ours: they credit nobody. */
  foreign: Set<string>;
  commands: number;
  /** No more commands are played after so many. */
  most: number;
  counts: Counts;
};

/** The work of a run: commands, calls and comparisons. */
export type Counts = {
  /** Times of each kind of command. */
  kinds: Record<string, number>;
  /** Calls that had to be refused, and were; and calls sent again with their key. */
  refused: number;
  repeated: number;
  /** Records and promises compared after a command, and checks of everything. */
  records: number;
  promises: number;
  whole: number;
};

export const noCounts = (): Counts => ({
  kinds: {},
  refused: 0,
  repeated: 0,
  records: 0,
  promises: 0,
  whole: 0,
});

/** A command on one business, with random numbers below `of`. */
export type Step = {
  name: string;
  run: (world: ModelRun, party: BusinessUnderTest, roll: (of: number) => number) => Promise<void>;
};

export async function newWorld(
  system: System,
  { counts = noCounts(), most = Number.POSITIVE_INFINITY } = {},
): Promise<ModelRun> {
  const parties: BusinessUnderTest[] = [];
  for (const _ of [1, 2]) {
    const owner = await newOwner(system.app);
    await setPin(owner);
    await documentOwner(system.app.store.db, owner);
    // The second business forgives small rests.
    const wallet = { ...oracle.emptyWallet(), forgives: parties.length * 100_00 };
    await owner.call(api.settings.updateProfile, {
      params: { ...params, id: owner.businessId },
      body: { forgiveRests: { NGN: minor(wallet.forgives) } },
    });
    parties.push({ owner, wallet });
  }
  return { ...system, parties, webhooks: [], foreign: new Set(), commands: 0, most, counts };
}

const REPEATED_ONE_IN = 8;

/** A call with a key, sent again at times: then it must be answered the same. `wanted`: the refusal it must meet, null for none. */
export async function ask<E extends Endpoint>(
  world: ModelRun,
  { owner, roll, wanted }: { owner: Owner; roll: (of: number) => number; wanted: string | null },
  endpoint: E,
  input: CallInput<E>,
) {
  const options = { idempotencyKey: `ask-${world.commands}-${roll(1e9)}` };
  const outcome = await codeOr(owner.call(endpoint, input, options));
  if (outcome.code !== wanted)
    throw new Error(`${endpoint.path} was ${outcome.code ?? 'taken'}, and should be ${wanted ?? 'taken'}`);
  if (outcome.code !== null) {
    world.counts.refused += 1;
    return null;
  }
  if (roll(REPEATED_ONE_IN) === 0) {
    const again = await owner.call(endpoint, input, options);
    if (!isDeepStrictEqual(again, outcome.answer)) throw new Error(`${endpoint.path} was answered otherwise`);
    world.counts.repeated += 1;
  }
  return outcome.answer;
}

/** The code of a refusal, or what was answered. */
export async function codeOr<T>(call: Promise<T>): Promise<{ code: string } | { code: null; answer: T }> {
  try {
    return { code: null, answer: await call };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { code: error.code };
    throw error;
  }
}

const PATIENCE_MS = 240_000;
const LONGEST_PAUSE_MS = 40;

const ABOUT_MONEY = '(inbox|payments|withdrawals).%';

/** Waits until no work is left over that is about money, or of other names; `isPatient`: also for what has to be tried again. */
export async function drainJobs(
  { app }: Pick<ModelRun, 'app'>,
  names = ABOUT_MONEY,
  { isPatient = true } = {},
): Promise<void> {
  const open = isPatient ? ['created', 'retry', 'active'] : ['created', 'active'];
  const until = performance.now() + PATIENCE_MS;
  // Asking has its price where the database has one connection.
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const { rows } = await sql<{ open: number }>`select count(*) as open from pgboss.job
      where state::text = any(${open}) and name similar to ${names}`.execute(app.system.db);
    if (Number(rows[0]?.open) === 0) return;
    if (performance.now() > until) throw new Error('the jobs did not end');
    await pause(pauseMs);
  }
}

/** Has jobs that wait to be tried again tried now: the queue goes by the clock of the machine. */
export async function hurryJobs({ app }: Pick<ModelRun, 'app'>): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(app.system.db);
}

/** Drains the jobs after a command, and holds the provider's webhooks for later. */
export async function settle(world: ModelRun): Promise<void> {
  await drainJobs(world);
  world.webhooks.push(...world.simulator.takeWebhooks());
}

/** Delivers webhooks in the given order; the oracle applies each. */
export async function deliver(world: ModelRun, webhooks: readonly SimWebhook[]): Promise<void> {
  for (const notice of webhooks) {
    if (!(await postWebhook(`${world.app.url}/api/webhooks/paystack`, notice)))
      throw new Error(`an authentic notice was not taken: ${notice.body}`);
    await drainJobs(world);
    applyWebhook(world, notice);
  }
  await settle(world);
}

type WebhookPayload = {
  event: string;
  data: { reference?: string; transaction_reference?: string | null; transaction?: { reference: string } };
};

function applyWebhook(world: ModelRun, { body }: SimWebhook): void {
  const { event, data } = JSON.parse(body) as WebhookPayload;
  if (event.startsWith('transfer.')) return applyPayout(world, data.reference ?? '');
  if (event === 'charge.success') return applyPayment(world, data.reference ?? '');
  const transactionId = data.transaction_reference ?? data.transaction?.reference ?? '';
  for (const { wallet } of world.parties)
    for (const refund of wallet.refunds.filter(({ payment }) => payment.transactionId === transactionId))
      oracle.applyRefundState(wallet, refund);
  applyPayment(world, transactionId);
}

/** The service polled a transaction. */
export function applyPayment(world: ModelRun, transactionId: string): void {
  const truth = world.simulator.ledger.payments.find((payment) => payment.transactionId === transactionId);
  if (!truth || !['completed', 'refunded'].includes(truth.status) || world.foreign.has(transactionId)) return;
  for (const { wallet } of world.parties) {
    const invoices = oracle.invoicesOf(wallet, truth.reference);
    if (invoices) oracle.recordPayment(wallet, invoices, truth);
  }
}

function applyPayout(world: ModelRun, reference: string): void {
  const truth = world.simulator.ledger.payouts.find((payout) => payout.reference === reference);
  for (const { wallet } of world.parties) {
    const payout = wallet.payouts.find((known) => known.reference === reference);
    if (payout && truth) oracle.applyPayoutState(wallet, payout, truth.state);
  }
}

/** The clock moves on and the service asks what is due by it. */
export async function advanceClock(world: ModelRun, ms: number): Promise<void> {
  const { app, simulator } = world;
  app.advance(ms);
  const { db } = app.system;
  for (
    let due = await duePolls(db, 'checkouts', app.config.clock());
    due.length > 0;
    due = await duePolls(db, 'checkouts', app.config.clock())
  ) {
    await sweepCheckouts(app.scope());
    for (const { reference } of due)
      for (const payment of simulator.ledger.payments.filter((one) => one.reference === reference))
        applyPayment(world, payment.transactionId);
  }
  const refunds = await duePolls(db, 'refunds', app.config.clock());
  await sweepRefunds(app.scope());
  await drainJobs(world);
  for (const { wallet } of world.parties)
    for (const refund of wallet.refunds.filter(({ id }) =>
      refunds.some(({ reference }) => reference === id.replace('_', '-')),
    )) {
      oracle.applyRefundState(wallet, refund);
      if (refund.actual === 'failed') applyPayment(world, refund.payment.transactionId);
    }
  const payouts = await duePolls(db, 'withdrawals', app.config.clock());
  await sweepWithdrawals(app.scope());
  for (const { reference } of payouts) applyPayout(world, reference);
  await settle(world);
}

/** Compares the API's view of a business with the oracle's. Gives every difference. */
export async function differences(
  { owner, wallet }: BusinessUnderTest,
  { whole: includingDetails = false } = {},
): Promise<string[]> {
  const { data } = await owner.call(api.withdrawals.balance, { params });
  const found: string[] = [];
  const compare = (what: string, is: unknown, should: unknown) => {
    if (is !== should) found.push(`${what} is ${is} and should be ${should}`);
  };
  compare('available', data.available, wallet.available);
  compare('on its way', data.pending, oracle.heldOf(wallet));
  if (!includingDetails) return found;
  const { data: invoices } = await owner.call(api.invoices.list, { params });
  for (const invoice of wallet.invoices) {
    const actual = invoices.find(({ id }) => id === invoice.id);
    if (invoice.deleted) continue;
    compare(`${invoice.id} total`, actual?.totalAmount, invoice.total);
    compare(`${invoice.id} paid`, actual?.amountPaid, invoice.paid);
    compare(`${invoice.id} credited`, actual?.credited, invoice.credited);
    compare(`${invoice.id} written off`, actual?.writtenOff, invoice.writtenOff);
    compare(`${invoice.id} withheld`, actual?.withheld, invoice.withheld);
    compare(`${invoice.id} balance`, actual?.balance, oracle.owedOn(invoice));
    const settled = ['paid', 'credited', 'written_off'].find((status) => status === actual?.status) ?? null;
    compare(`${invoice.id} settled`, settled, oracle.settledAs(invoice));
  }
  const { data: payments } = await owner.call(api.payments.list, { params });
  compare('payments', payments.transactions.length, wallet.payments.length + wallet.records.length);
  for (const payment of [...wallet.payments, ...wallet.records]) {
    const actual = payments.transactions.find(({ id }) => id === payment.id);
    if (!payment.id) continue;
    // Refunded and handed back are told in one.
    compare(`${payment.id} went back`, actual?.refundedAmount, payment.refunded + payment.givenBack);
    if (payment.refunded < payment.amount)
      compare(`${payment.id} credit`, actual?.creditAmount, oracle.freeCredit(wallet, payment));
  }
  return found;
}

/** The reference under which an invoice can be paid now; null when there is none any more. */
export async function openReference(
  world: ModelRun,
  { owner }: BusinessUnderTest,
  invoice: oracle.Invoice,
): Promise<string | null> {
  if (oracle.owedOn(invoice) > 0)
    await owner.call(api.payments.counter, { params: { ...params, id: invoice.id } });
  const known = await world.app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', invoice.id)
    .where('checkout_url', 'is not', null)
    .orderBy('created_at')
    .execute();
  invoice.references = known.map(({ reference }) => reference);
  const { payments } = world.simulator.ledger;
  const used = (reference: string) =>
    payments.filter((payment) => payment.reference === reference && payment.status !== 'pending').length;
  return invoice.references.findLast((reference) => used(reference) < 2) ?? null;
}

/** Gives every payment of a business its id, by which they are ordered. */
export async function identifyPayments({ app }: ModelRun, { wallet }: BusinessUnderTest): Promise<void> {
  for (const payment of wallet.payments) await assignPaymentId(app, payment);
}

/** Payments are known by the provider's id; the API has its own. */
export async function assignPaymentId(app: TestApp, payment: oracle.Payment): Promise<string> {
  if (payment.id) return payment.id;
  const { id } = await app.system.db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', 'paystack')
    .where('transaction_id', '=', payment.transactionId)
    .executeTakeFirstOrThrow();
  payment.id = id;
  return id;
}
