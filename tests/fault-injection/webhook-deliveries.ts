import { api } from '#contract/index.ts';
import { DAY_MS, MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { seededRandom } from '#core/seeded-random.ts';
import { sampleInvoice } from '../harness.ts';
import type { SimWebhook } from '../simulators/simulator.ts';
import { checkEarly, type EarlyInvoice, earlyCases, payEarly } from './early-payments.ts';
import { brokenLedgerInvariants, compareLedgers } from './ledger-comparison.ts';
import { reconcileAll } from './model/money.ts';
import { type Invoice, newInvoice, owedOn } from './model/oracle.ts';
import {
  advanceClock,
  drainJobs,
  type ModelRun,
  newWorld,
  openReference,
  startSystem,
} from './model/system.ts';
import { type Batch, inBatches, type Problem, type Result, timed } from './result.ts';
import { postWebhook } from './webhook-courier.ts';

const params = { currency: 'NGN' } as const;
const CONCURRENT_POSTS = 12;
const MOST_COPIES = 7;
const LOST_SHARE = 0.1;
const BATCH = 300;
const EARLY_ONE_IN = 3;

type Options = { schedules: number; seed?: number };

/**
 * W1. What the provider has to tell comes up to seven times or never, in any order and side by side. Then only the clock
 * is left to find out what was lost.
 */
export const deliverySchedules = ({ schedules, seed = Date.now() % 1e9 }: Options): Promise<Result> =>
  timed('delivery schedules', () =>
    inBatches({ rounds: schedules, seed, batch: BATCH }, runBatch, (events) => `${events} events`),
  );

async function runBatch(schedules: number, seed: number): Promise<Batch> {
  const rng = seededRandom(seed);
  const system = await startSystem();
  try {
    const world = await newWorld(system);
    const invoices: Invoice[] = [];
    const early: EarlyInvoice[] = [];
    for (let at = 0; at < schedules; at++)
      if (at % EARLY_ONE_IN === 0) early.push(await offerDiscount(world, at, rng));
      else invoices.push(await simulateEvents(world, at, rng));
    // The days of the discounts are over before any of the news is there.
    world.app.advance(2 * DAY_MS);
    for (const { payLate } of early) payLate();
    world.webhooks.push(...world.simulator.takeWebhooks());
    const events = world.webhooks.splice(0);
    const deliveries = deliveriesOf(events, rng);
    let accepted = 0;
    const workers = Array.from({ length: CONCURRENT_POSTS }, async () => {
      for (let next = deliveries.pop(); next; next = deliveries.pop())
        if (await postWebhook(`${world.app.url}/api/webhooks/paystack`, next)) accepted += 1;
    });
    await Promise.all(workers);
    await drainJobs(world);
    await advanceClock(world, 3 * MINUTE_MS);
    await advanceClock(world, 15 * MINUTE_MS);
    await reconcileAll(world, 4 * DAY_MS);
    const settled = [...invoices, ...early.map(({ invoice }) => invoice)];
    const problems = [...(await compare(world, settled)), ...(await checkEarly(world, early))];
    return { acknowledged: accepted, problems, counted: events.length };
  } finally {
    await system.close();
  }
}

/** An invoice that is paid in time, late, short or twice for less. */
async function offerDiscount(world: ModelRun, at: number, rng: () => number): Promise<EarlyInvoice> {
  const [party] = world.parties;
  const name = earlyCases[(at / EARLY_ONE_IN) % earlyCases.length];
  if (!party || !name) throw new Error('there is nobody');
  return payEarly(world, party, { name, hundreds: 50 + Math.floor(rng() * 500) });
}

/** One invoice and what customers, banks and the provider do about it. */
async function simulateEvents(world: ModelRun, at: number, rng: () => number): Promise<Invoice> {
  const party = world.parties[at % world.parties.length];
  if (!party) throw new Error('there is nobody');
  const { owner } = party;
  const total = 20_000 + Math.floor(rng() * 1_000_000);
  const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(total) }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const invoice = newInvoice(data.id, total);
  const reference = await openReference(world, party, invoice);
  if (!reference) throw new Error('nothing can be paid');
  const { simulator } = world;
  const ids: string[] = [];
  const dice = rng();
  const part = minor(1 + Math.floor(rng() * (total - 1)));
  if (dice < 0.4) ids.push(simulator.pay(reference));
  else if (dice < 0.6)
    ids.push(simulator.pay(reference, { amount: part, method: 'card' }), simulator.pay(reference));
  else if (dice < 0.8) ids.push(simulator.pay(reference, { amount: minor(total + part), method: 'card' }));
  else ids.push(simulator.pay(reference, { method: 'card' }), simulator.pay(reference));
  const [first] = ids;
  if (first && rng() < 0.2) simulator.refundByProvider(first, rng() < 0.5 ? undefined : minor(1_000));
  if (rng() < 0.1) simulator.payUnknownReference(minor(7_500));
  world.webhooks.push(...simulator.takeWebhooks());
  return invoice;
}

/** Each event 1 to 7 times, a tenth of them never, all in one heap. */
function deliveriesOf(events: readonly SimWebhook[], rng: () => number): SimWebhook[] {
  const copies = events.flatMap((event) =>
    rng() < LOST_SHARE ? [] : Array.from({ length: 1 + Math.floor(rng() * MOST_COPIES) }, () => event),
  );
  return copies
    .map((event) => ({ event, at: rng() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event }) => event);
}

/** Every invoice is paid by the rest of its payments, and both ledgers agree. */
async function compare(world: ModelRun, invoices: readonly Invoice[]): Promise<Problem[]> {
  const { db } = world.app.system;
  const rows = await db.selectFrom('invoices').select(['id', 'paid_minor']).execute();
  const paid = new Map(rows.map((row) => [row.id, row.paid_minor]));
  const problems: Problem[] = [];
  for (const invoice of invoices) {
    const stayed = world.simulator.ledger.payments
      .filter(({ reference }) => invoice.references.includes(reference))
      .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
    const should = Math.min(stayed, owedOn(invoice));
    const is = paid.get(invoice.id) ?? 0;
    // Credit of one payment does not fill what another's return opened; only too much is wrong then.
    const isComplete = world.simulator.ledger.payments.every(
      ({ reference, refunded }) => refunded === 0 || !invoice.references.includes(reference),
    );
    if (is > should) problems.push({ kind: 'doubled', text: `${invoice.id} has ${is} of ${should}` });
    if (isComplete && is < should)
      problems.push({ kind: 'lost', text: `${invoice.id} has ${is} of ${should}` });
  }
  return [...problems, ...(await brokenLedgerInvariants(db)), ...(await compareLedgers(db, world.simulator))];
}
