import { api } from '#contract/index.ts';
import { type Minor, minor } from '#core/money.ts';
import type { Store } from '#server/kernel/db.ts';
import { freshDatabase } from '../databases.ts';
import { eventually, newOwner, type Owner, sampleInvoice } from '../harness.ts';
import { PIN, setPin } from '../money.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator } from '../simulators/simulator.ts';
import { settleAndVerify } from './kill-loop.ts';
import { type Problem, type Result, timed } from './result.ts';
import { type Child, sharedSettings, startChild } from './service-process.ts';
import { type HttpResult, type Post, sendSimultaneously } from './simultaneous-requests.ts';
import { startWebhookCourier } from './webhook-courier.ts';

const params = { currency: 'NGN' } as const;
const AT_ONCE = 50;
const PATIENCE_MS = 120_000;
const IDLE_MS = 20_000;

/** Two processes of the service on one PostgreSQL database, and the provider both speak to. */
export type Pair = {
  store: Store;
  settings: Record<string, string>;
  simulator: Simulator;
  courier: ReturnType<typeof startWebhookCourier>;
  processes: [Child, Child];
  stopProcesses(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPair(): Promise<Pair> {
  const simulator = await startPaystackSimulator(() => new Date());
  const store = await freshDatabase();
  const settings = sharedSettings({ ...simulator.settings, DATABASE_URL: store.connectionString ?? '' });
  const first = await startChild(settings);
  const second = await startChild(settings);
  const courier = startWebhookCourier(simulator, () => `${first.url}/api/webhooks/paystack`, 1);
  const stopProcesses = async () => {
    await courier.stop();
    await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')]);
  };
  return {
    store,
    settings,
    simulator,
    courier,
    processes: [first, second],
    stopProcesses,
    stop: async () => {
      await stopProcesses();
      await simulator.close();
    },
  };
}

/** An owner with a PIN. */
async function ownerAt(url: string): Promise<Owner> {
  const owner = await newOwner({ url });
  await setPin(owner);
  return owner;
}

/** Money comes in the way it really does: an invoice is sent, its pay page opened and the checkout paid. */
async function earnThrough(pair: Pair, owner: Owner, amount: Minor): Promise<void> {
  const items = [{ description: 'Work', quantity: 1_000_000, rate: amount }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  const body = { invoiceId: data.id, channels: ['whatsapp' as const] };
  const sent = await owner.call(api.invoices.send, { params, body });
  const page = await fetch(pair.processes[0].url + new URL(sent.data.invoice.checkoutUrl ?? '').pathname);
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(await page.text())?.[0];
  if (!checkout) throw new Error('the pay page has no checkout');
  await fetch(checkout, { method: 'POST', redirect: 'manual' });
  await eventually(async () => {
    return (await owner.call(api.invoices.detail, { params: { ...params, id: data.id } })).data.paidAt;
  }, PATIENCE_MS);
}

const spread = (pair: Pair, make: (at: number) => Omit<Post, 'port'>, count = AT_ONCE): Post[] =>
  Array.from({ length: count }, (_, at) => ({ ...make(at), port: pair.processes[at % 2]?.port ?? 0 }));

/** Retries, one by one and with the same keys, requests that only failed at the PIN's rate limit. */
const isRetryable = ({ status }: HttpResult) =>
  status === 423 || status === 429 || status >= 500 || status === 0;

/** M4. Everything is asked for many times at once, by two processes: one may have it. */
export const doubleSpends = (pair: Pair, { trials }: { trials: number }): Promise<Result> =>
  timed('double-spend, 2 processes', async () => {
    const problems: Problem[] = [];
    const owner = await ownerAt(pair.processes[0].url);
    let acknowledged = 0;
    let contended = 0;
    for (let trial = 0; trial < trials; trial++) {
      await earnThrough(pair, owner, minor(8_000_00 + trial));
      const { available } = (await owner.call(api.withdrawals.balance, { params })).data;
      const { most } = (await owner.call(api.withdrawals.quote, { params, query: { amount: 100 } })).data;
      const body = {
        type: 'self-withdraw',
        amount: most / 100,
        bankCode: '058',
        accountNumber: '0108024071',
        pin: PIN,
      };
      const posts = spread(pair, (at) => ({
        path: '/api/ngn/withdrawal',
        token: owner.token,
        body,
        key: `all-${trial}-${at}`,
      }));
      const responses = await sendSimultaneously(posts);
      const afterwards: HttpResult[] = [];
      for (const [at, one] of responses.entries())
        if (isRetryable(one) && posts[at] && afterwards.length < 5)
          afterwards.push(...(await sendSimultaneously([posts[at]])));
      const all = [...responses, ...afterwards];
      const accepted = all.filter(({ status }) => status === 200).length;
      contended += responses.filter(
        ({ status, code }) => status === 200 || code === 'insufficient_balance',
      ).length;
      acknowledged += accepted;
      if (accepted > 1)
        problems.push({ kind: 'doubled', text: `trial ${trial}: ${accepted} withdrawals of everything` });
      if (accepted < 1)
        problems.push({ kind: 'lost', text: `trial ${trial}: none was taken: ${responses[0]?.text}` });
      const after = (await owner.call(api.withdrawals.balance, { params })).data.available;
      if (after !== 0)
        problems.push({ kind: 'imbalance', text: `trial ${trial}: ${after} is left of ${available}` });
    }
    if (contended < trials * 2)
      problems.push({
        kind: 'wrong',
        text: `only ${contended} of them met at the wallet: this proves nothing`,
      });
    return {
      rounds: trials,
      acknowledged,
      problems,
      note: `${AT_ONCE} at once, ${contended} reached the wallet`,
    };
  });

/** W8. A payment is given back in parts, many times at once: never more than was paid. */
export const doubleRefunds = (pair: Pair, { trials }: { trials: number }): Promise<Result> =>
  timed('refund races, 2 processes', async () => {
    const problems: Problem[] = [];
    const owner = await ownerAt(pair.processes[0].url);
    await earnThrough(pair, owner, minor(900_000_00));
    let acknowledged = 0;
    for (let trial = 0; trial < trials; trial++) {
      const paid = minor(1_000_00 + trial);
      await earnThrough(pair, owner, paid);
      const { data } = await owner.call(api.payments.list, { params, query: { limit: 1 } });
      const [payment] = data.transactions;
      const part = minor(Math.floor(paid * 0.4));
      const posts = spread(pair, (at) => ({
        path: `/api/ngn/transactions/${payment?.id}/refund`,
        token: owner.token,
        body: { amount: part / 100, reason: 'Two at most', pin: PIN },
        key: `part-${trial}-${at}`,
      }));
      const responses = await sendSimultaneously(posts);
      for (const [at, one] of responses.entries())
        if (isRetryable(one) && posts[at] && at < 8)
          responses.push(...(await sendSimultaneously([posts[at]])));
      const accepted = responses.filter(({ status }) => status === 200).length;
      acknowledged += accepted;
      if (accepted * part > paid)
        problems.push({ kind: 'doubled', text: `trial ${trial}: ${accepted} parts of 40 %` });
      if (accepted === 0)
        problems.push({ kind: 'lost', text: `trial ${trial}: none was taken: ${responses[0]?.text}` });
    }
    return { rounds: trials, acknowledged, problems, note: `${AT_ONCE} at once` };
  });

/** M5. The same request under the same key, many times at once: one effect, one answer. */
export const sameKeys = (pair: Pair, options: { keys: number; times: number }): Promise<Result> =>
  timed('same key, 2 processes', async () => {
    const problems: Problem[] = [];
    const owner = await ownerAt(pair.processes[0].url);
    const { ...body } = sampleInvoice();
    let acknowledged = 0;
    for (let key = 0; key < options.keys; key++) {
      const wire = {
        ...body,
        taxRate: 7.5,
        items: [{ description: 'Tray', quantity: 2, rate: 45_000.5 }],
        title: `key ${key}`,
      };
      const posts = spread(
        pair,
        () => ({ path: '/api/ngn/invoice/create', token: owner.token, body: wire, key: `same-${key}` }),
        options.times,
      );
      const responses = await sendSimultaneously(posts);
      const answers = new Set(responses.filter(({ status }) => status === 201).map(({ text }) => text));
      const others = responses.filter(
        ({ status, code }) => status !== 201 && code !== 'idempotency_in_progress',
      );
      acknowledged += responses.length - others.length;
      if (answers.size !== 1)
        problems.push({ kind: 'differs', text: `key ${key} has ${answers.size} answers` });
      for (const one of others.filter(({ status }) => status !== 503).slice(0, 3))
        problems.push({ kind: 'wrong', text: `key ${key}: ${one.status} ${one.text}` });
    }
    const { page } = await owner.call(api.invoices.list, { params });
    if (page.total !== options.keys)
      problems.push({ kind: 'doubled', text: `${options.keys} keys made ${page.total} invoices` });
    return { rounds: options.keys, acknowledged, problems, note: `${options.times} at once` };
  });

/** Effects on the ledger, once the provider's webhooks are in. */
export const afterRaces = (pair: Pair): Promise<Result> =>
  timed('books after the races', async () => {
    await pair.courier.drain();
    const ended = async () => (await stillOpen(pair.store)).length === 0;
    // A timed-out call to the provider is polled by a scheduled job; that is not waited for.
    await eventually(ended, IDLE_MS).catch(() => undefined);
    await pair.stopProcesses();
    const problems = await settleAndVerify(pair.store, pair.settings, pair.simulator, null);
    return { rounds: 1, acknowledged: 0, problems, note: '' };
  });

/** Payouts and refunds that have not ended yet. */
async function stillOpen({ db }: Store): Promise<string[]> {
  const open = ['pending', 'processing'] as const;
  const payouts = await db.selectFrom('withdrawals').select('id').where('status', 'in', open).execute();
  const refunds = await db.selectFrom('refunds').select('id').where('status', 'in', open).execute();
  return [...payouts, ...refunds].map(({ id }) => id);
}
