import { ApiError, createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { onlyProvider } from '#server/kernel/providers.ts';
import { sweepCheckouts, syncReference } from '#server/modules/payments/flows/collect.ts';
import { issueDuePlans } from '#server/modules/plans/flows/issue.ts';
import { sweepCharges } from '#server/modules/saved-cards/flows/charge.ts';
import { sweepAgreedCards } from '#server/modules/saved-cards/flows/keep.ts';
import { documentOwner, newOwner, type Owner } from '../harness.ts';
import { seeded, seededFaults } from '../simulators/faults.ts';
import { brokenLedgerInvariants, compareLedgers } from './ledger-comparison.ts';
import { drainJobs, type ModelRun, newWorld, startSystem } from './model/system.ts';
import { type Batch, inBatches, type Problem, type Result, timed } from './result.ts';
import { postWebhook } from './webhook-courier.ts';

const params = { currency: 'NGN' } as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FAULTY_SHARE = 0.45;
const TIMEOUT_MS = 100;
/** Plans of a batch, each with an invoice a week for so many weeks. */
const PLANS = 10;
const WEEKS = 10;
const AMOUNT = minor(5_000_00);

type Options = { charges: number; seed?: number };

/**
 * Charges of saved cards while nearly every second call to the provider goes wrong in one of all known ways, answers come late and
 * notices twice or never. At every step: no invoice was charged twice, and nothing is called charged that is not.
 */
export const faultyCharges = ({ charges, seed = Date.now() % 1e9 }: Options): Promise<Result> =>
  timed('charges of saved cards under faults', () =>
    inBatches(
      { rounds: charges, seed, batch: PLANS * WEEKS },
      runBatch,
      (charged) => `${charged} invoices were charged`,
    ),
  );

async function runBatch(charges: number, seed: number): Promise<Batch> {
  const rng = seeded(seed);
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
    const owner = await newOwner(world.app);
    await documentOwner(world.app.store.db, owner);
    await toHour(world, 8);
    const plans = Math.min(PLANS, charges);
    for (let at = 0; at < plans; at++) await savedCard(world, owner, at);
    await keepAll(world, plans);
    const problems: Problem[] = [];
    world.simulator.setFaults(seededFaults(seed, FAULTY_SHARE));
    for (let week = 0; week < Math.ceil(charges / plans); week++) {
      world.app.advance(4 * DAY_MS);
      await toHour(world, 8);
      await issueDuePlans(world.app.scope());
      for (let day = 0; day < 4; day++) {
        for (const hour of [8, 10, 12, 14, 16, 18]) await step(world, rng, hour);
        problems.push(...(await doubled(world)));
      }
    }
    world.simulator.setFaults(null);
    await settle(world, rng);
    problems.push(...(await doubled(world)), ...(await untrue(world)));
    problems.push(...(await brokenLedgerInvariants(world.app.system.db)));
    problems.push(...(await compareLedgers(world.app.system.db, world.simulator)));
    const charged = (await statuses(world)).filter((one) => one === 'completed').length;
    if (charged === 0) problems.push({ kind: 'stuck', text: 'no card was charged at all' });
    return { acknowledged: charges, problems, counted: charged };
  } finally {
    await system.close();
  }
}

/** A plan that charges, whose customer agreed and paid its first invoice by card. */
async function savedCard(world: ModelRun, owner: Owner, at: number): Promise<void> {
  const { app, simulator } = world;
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: `Card holder ${at}`, email: `holder${at}@buyers.example` },
  });
  const { data: plan } = await owner.call(api.plans.create, {
    params,
    body: {
      customerId: customer.id,
      items: [{ description: 'Rent', quantity: 1_000_000, rate: AMOUNT }],
      taxRate: 0,
      starts: dateIn(app.config.clock()),
      rhythm: { weeks: 1 },
      dueDays: 7,
      mode: 'charge',
      cap: AMOUNT,
    },
  });
  await owner.call(api.plans.issue, { params: { ...params, id: plan.id }, body: { number: 1 } });
  const { public_id: publicId } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('business_id', '=', owner.businessId)
    .where('customer_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  await agree(world, publicId);
  const { reference } = await app.system.db
    .selectFrom('saved_cards')
    .select('reference')
    .where('plan_id', '=', plan.id)
    .executeTakeFirstOrThrow();
  simulator.pay(reference, { method: 'card' });
  simulator.takeWebhooks();
  await syncReference(app.scope(), { provider: 'paystack', reference });
}

// On a busy machine the provider's short time may be up before it answers.
async function agree({ app }: ModelRun, publicId: string): Promise<void> {
  const open = createClient({ baseUrl: app.url });
  for (;;) {
    try {
      await open(api.savedCards.agree, { params: { publicId }, body: { agrees: true } });
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503)) throw error;
      app.advance(MINUTE_MS);
    }
  }
}

/** Has every card kept that was agreed to; the provider may need asking again. */
async function keepAll({ app }: ModelRun, plans: number): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
    await sweepAgreedCards(app.scope());
    const kept = await app.system.db
      .selectFrom('saved_cards')
      .select('id')
      .where('status', '=', 'active')
      .execute();
    if (kept.length === plans) return;
    for (const { reference } of await app.system.db.selectFrom('saved_cards').select('reference').execute())
      await syncReference(app.scope(), { provider: 'paystack', reference });
    app.advance(MINUTE_MS);
  }
  throw new Error('not every card was kept');
}

/** Moves on to the next time it is an hour in Lagos. */
async function toHour({ app }: ModelRun, hour: number): Promise<void> {
  const now = app.config.clock().getTime();
  const today = Math.floor(now / DAY_MS) * DAY_MS + (hour - 1) * HOUR_MS;
  app.advance((today <= now ? today + DAY_MS : today) - now);
}

async function step(world: ModelRun, rng: () => number, hour: number): Promise<void> {
  const { app, simulator } = world;
  await toHour(world, hour);
  app.advance(50 * MINUTE_MS);
  const dice = rng();
  simulator.chargesEnd(
    dice < 0.5 ? 'completed' : dice < 0.7 ? 'funds' : dice < 0.9 ? 'processing' : 'holder',
  );
  await sweepCharges(app.scope());
  await decide(world, rng);
  const notices = simulator.takeWebhooks().filter(() => rng() < 0.6);
  for (const notice of [...notices, ...notices.toReversed()])
    await postWebhook(`${app.url}/api/webhooks/paystack`, notice);
  await drainJobs(world);
}

async function decide({ simulator, app }: ModelRun, rng: () => number, share = 0.3): Promise<void> {
  const open = await app.system.db
    .selectFrom('card_charges')
    .select('reference')
    .where('status', '=', 'processing')
    .execute();
  const underWay = new Set(
    simulator.ledger.payments.filter(({ status }) => status === 'pending').map((one) => one.reference),
  );
  for (const { reference } of open)
    if (underWay.has(reference) && rng() < share)
      simulator.decideCharge(reference, rng() < 0.7 ? 'completed' : 'failed');
}

// A week without faults: all that is under way ends, and everything is asked about.
async function settle(world: ModelRun, rng: () => number): Promise<void> {
  for (let day = 0; day < 8; day++) {
    await decide(world, rng, 1);
    world.app.advance(DAY_MS);
    await sweepCharges(world.app.scope());
    await sweepCheckouts(world.app.scope());
    await drainJobs(world);
  }
}

const statuses = async ({ app }: ModelRun): Promise<string[]> =>
  (await app.system.db.selectFrom('card_charges').select('status').execute()).map(({ status }) => status);

/** Invoices for which more than one charge brought money. */
async function doubled({ app, simulator }: ModelRun): Promise<Problem[]> {
  const rows = await app.system.db.selectFrom('card_charges').select(['reference', 'invoice_id']).execute();
  const invoiceOf = new Map(rows.map((row) => [row.reference, row.invoice_id]));
  const charged = simulator.ledger.payments.filter(
    ({ reference, status }) => status === 'completed' && invoiceOf.has(reference),
  );
  return [...Map.groupBy(charged, ({ reference }) => invoiceOf.get(reference))]
    .filter(([, payments]) => payments.length > 1)
    .map(([id, payments]) => ({ kind: 'doubled', text: `${id} was charged ${payments.length} times` }));
}

/** Charges that are said here to be what they are not there. */
async function untrue({ app, simulator }: ModelRun): Promise<Problem[]> {
  const rows = await app.system.db.selectFrom('card_charges').select(['reference', 'status']).execute();
  const paid = new Set(
    simulator.ledger.payments.filter(({ status }) => status === 'completed').map((one) => one.reference),
  );
  return rows
    .filter(({ reference, status }) => (status === 'completed') !== paid.has(reference))
    .map(({ reference, status }) => ({
      kind: paid.has(reference) ? 'lost' : 'imbalance',
      text: `${reference} is ${status} here and ${paid.has(reference) ? '' : 'not '}paid there`,
    }));
}
