import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { api } from '#contract/index.ts';
import { minor, ZERO } from '#core/money.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { payableByPublicId } from '#server/modules/invoices/queries/details.ts';
import { askedOf, startWith } from '#server/modules/payments/flows/checkout.ts';
import { serviceTime } from '../clock-ahead.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { startFlutterwaveSimulator } from '../simulators/flutterwave/index.ts';
import { startMonnifySimulator } from '../simulators/monnify/index.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator, SimWebhook } from '../simulators/simulator.ts';
import { startStripeSimulator } from '../simulators/stripe/index.ts';
import {
  type ForgedWebhook,
  malformedSignatures,
  postForged,
  type Target,
  unsigned,
} from './forged-webhooks.ts';
import { brokenLedgerInvariants } from './ledger-comparison.ts';
import { drainJobs } from './model/system.ts';
import { type Problem, type Result, timed } from './result.ts';

const signatures = {
  paystack: {
    header: 'x-paystack-signature',
    coversBody: true,
    secret: 'PAYSTACK_SECRET_KEY',
    algorithm: 'sha512',
  },
  monnify: {
    header: 'monnify-signature',
    coversBody: true,
    secret: 'MONNIFY_SECRET_KEY',
    algorithm: 'sha512',
  },
  flutterwave: {
    header: 'verif-hash',
    coversBody: false,
    secret: 'FLUTTERWAVE_SECRET_HASH',
    algorithm: 'sha256',
  },
  stripe: {
    header: 'stripe-signature',
    coversBody: true,
    secret: 'STRIPE_WEBHOOK_SECRET',
    algorithm: 'sha256',
  },
} as const;
type Name = keyof typeof signatures;

/** W2. Sends every provider's endpoint webhooks that are not the provider's, and malformed ones that are. */
export const forgedWebhooks = (): Promise<Result> =>
  timed('forged notices', async () => {
    const simulators = await Promise.all(
      [startPaystackSimulator, startMonnifySimulator, startFlutterwaveSimulator, startStripeSimulator].map(
        (start) => start(serviceTime),
      ),
    );
    const settings = Object.assign({}, ...simulators.map((simulator) => simulator.settings)) as Record<
      string,
      string
    >;
    const app = await testApp({
      ...settings,
      PAYMENTS_NGN: 'paystack,monnify,flutterwave,sandbox',
      PAYMENTS_USD: 'stripe',
      PAYOUTS_NGN: 'paystack',
    });
    try {
      return await attack(app, simulators);
    } finally {
      await app.close();
      await Promise.all(simulators.map((simulator) => simulator.close()));
    }
  });

async function attack(app: TestApp, simulators: Simulator[]) {
  const [owner, otherOwner] = [await newOwner(app), await newOwner(app)];
  const targets = [await sandboxTarget(app, owner, otherOwner)];
  for (const simulator of simulators) targets.push(await targetOf(app, simulator, owner, otherOwner));
  const problems: Problem[] = [];
  const counts: string[] = [];
  let forged = 0;
  for (const target of targets) {
    const url = `${app.url}/api/webhooks/${target.provider}`;
    const others = targets.filter((other) => other !== target);
    const unbelieved = unsigned(target, others);
    problems.push(...(await send(app, url, target, unbelieved, { includingWebhooks: true, refused: true })));
    problems.push(...(await authenticStillWorks(app, url, target)));
    const odd = malformedSignatures(target);
    problems.push(...(await send(app, url, target, odd, { includingWebhooks: false, refused: false })));
    forged += unbelieved.length + odd.length;
    counts.push(`${target.provider} ${unbelieved.length + odd.length}`);
  }
  problems.push(...(await brokenLedgerInvariants(app.system.db)));
  return { rounds: forged, acknowledged: targets.length, problems, note: counts.join(', ') };
}

type Expected = { includingWebhooks: boolean; refused: boolean };

async function send(
  app: TestApp,
  url: string,
  { provider }: Target,
  forgeries: ForgedWebhook[],
  { includingWebhooks, refused }: Expected,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  await handled(app);
  const before = await stateOf(app, includingWebhooks);
  for (const forgery of forgeries) {
    const status = await postForged(url, forgery);
    const fair = refused ? status >= 400 && status < 500 : status > 0 && status < 500;
    if (!fair) problems.push({ kind: 'wrong', text: `${provider}, ${forgery.name}: answered ${status}` });
  }
  await handled(app);
  const after = await stateOf(app, includingWebhooks);
  for (const [table, hash] of after)
    if (before.get(table) !== hash)
      problems.push({
        kind: 'wrong',
        text: `${provider}: ${refused ? 'a forgery' : 'an odd notice'} changed ${table}`,
      });
  return problems;
}

// Rows that requests write by themselves, and webhooks where they are authentic.
const volatile = ['rate_counters', 'sessions', 'periodic_work', 'migrations'];

async function stateOf(app: TestApp, includingWebhooks: boolean): Promise<Map<string, string>> {
  const { db } = app.system;
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const state = new Map<string, string>();
  for (const { name } of rows) {
    if (volatile.includes(name) || (name === 'payment_notices' && !includingWebhooks)) continue;
    const { rows: hashes } = await sql<{
      hash: string;
    }>`select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${sql.table(name)} t`.execute(
      db,
    );
    state.set(name, hashes[0]?.hash ?? '');
  }
  return state;
}

/** Waits until all work that was caused is done, mails included. */
const handled = (app: TestApp) => drainJobs({ app }, '%');

async function authenticStillWorks(app: TestApp, url: string, target: Target): Promise<Problem[]> {
  const status = await postForged(url, { name: 'authentic', ...target.authentic });
  if (status !== 200)
    return [{ kind: 'lost', text: `${target.provider}: an authentic notice was answered ${status}` }];
  await handled(app);
  const credited = await app.system.db
    .selectFrom('payments')
    .select('status')
    .where('provider', '=', target.provider)
    .where('transaction_id', '=', target.transactionId)
    .execute();
  return credited.length === 1 && credited[0]?.status === 'completed'
    ? []
    : [{ kind: 'lost', text: `${target.provider}: an authentic notice credited nothing` }];
}

/** Two open checkouts, one of them paid at the provider and not yet reported here. */
async function targetOf(
  app: TestApp,
  simulator: Simulator,
  owner: Owner,
  otherOwner: Owner,
): Promise<Target> {
  const name = simulator.name as Name;
  const { currency } = simulator;
  const { secret, ...signature } = signatures[name];
  const transactionId = simulator.pay(await openCheckout(app, owner, name, currency));
  const [authentic] = simulator.takeWebhooks();
  if (!authentic) throw new Error(`${name} gave no notice`);
  return {
    ...signature,
    provider: name,
    secret: simulator.settings[secret] ?? '',
    authentic,
    sign: simulator.sign,
    transactionId,
    otherBusinessReference: await openCheckout(app, otherOwner, name, currency),
  };
}

async function sandboxTarget(app: TestApp, owner: Owner, otherOwner: Owner): Promise<Target> {
  await app.sandbox.changeSettings({ webhookDrop: true });
  const header = 'x-duewell-sandbox-signature';
  const secret = String(app.system.sealer.derive('sandbox-webhooks'));
  const sign = (body: string): SimWebhook => ({
    body,
    headers: {
      'content-type': 'application/json',
      [header]: createHmac('sha512', app.system.sealer.derive('sandbox-webhooks')).update(body).digest('hex'),
    },
  });
  const reference = await openCheckout(app, owner, 'sandbox', 'NGN');
  const paid = await app.sandbox.outside.payReference(reference);
  const transactionId = paid?.transaction_id ?? '';
  const data = { transactionId, reference, amount: minor(5_000_00), currency: 'NGN', status: 'completed' };
  return {
    provider: 'sandbox',
    header,
    coversBody: true,
    secret,
    algorithm: 'sha512',
    authentic: sign(
      JSON.stringify({ id: 'sbe_one', type: 'payment.completed', createdAt: '2026-11-21T09:00:00Z', data }),
    ),
    sign,
    transactionId,
    otherBusinessReference: await openCheckout(app, otherOwner, 'sandbox', 'NGN'),
  };
}

async function openCheckout(
  app: TestApp,
  owner: Owner,
  provider: string,
  currency: 'NGN' | 'USD',
): Promise<string> {
  const params = { currency };
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const sent = await owner.call(api.invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const publicId = new URL(sent.data.invoice.checkoutUrl ?? '').pathname.split('/').at(-1) ?? '';
  const invoice = await payableByPublicId(app.scope(), publicId);
  const made = providerByName(app.system.ports.payments, provider);
  const checkout =
    invoice && made && (await startWith(app.scope(), made, askedOf(invoice, invoice.view.asked), ZERO));
  if (!checkout) throw new Error(`${provider} started no checkout`);
  return checkout.reference;
}
