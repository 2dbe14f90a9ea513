import { minor, ZERO } from '#core/money.ts';
import { type Call, type Reply, serve } from '../serve.ts';
import type { SimWebhook, StartSimulator } from '../simulator.ts';
import { chargeAuthorization, deactivate, decideCharge } from './cards.ts';
import { charge, fetchOne, initialize, list, verify } from './collect.ts';
import {
  decidePayout,
  decideRefunds,
  finish,
  ledgerOf,
  pay,
  payUnknownReference,
  refundByProvider,
} from './controls.ts';
import { type Ledger, signed } from './ledger.ts';
import { afterPaying, checkoutPage, noPage, rowOfPage } from './page.ts';
import { createRefund, fetchRefund, listRefunds } from './refunds.ts';
import { whyUnauthorised } from './responses.ts';
import {
  addRecipient,
  balanceReply,
  listBanks,
  listTransfers,
  resolve,
  send,
  verifyTransfer,
} from './send.ts';

export const PAYSTACK_TEST_KEY = 'sk_test_3f9c1d27a84b5e60c2d19f7ab3e4850617c2da9e';

/** Paystack as far as the adapter speaks with it, and what may happen there besides. */
export const startPaystackSimulator: StartSimulator = async (now) => {
  const webhooks: SimWebhook[] = [];
  const posts = new Set<Promise<unknown>>();
  let webhookUrl: string | null = null;
  let count = 0;
  const books: Ledger = {
    now,
    key: PAYSTACK_TEST_KEY,
    url: () => served.url,
    transactions: [],
    refunds: [],
    recipients: [],
    transfers: [],
    reversed: new Map(),
    balance: ZERO,
    payoutsEnd: 'completed',
    refundsEnd: 'completed',
    chargesEnd: 'completed',
    revoked: new Set(),
    next: () => (count += 1),
    notify: (event, data) => {
      const webhook = signed(books.key, JSON.stringify({ event, data }));
      if (!webhookUrl) return void webhooks.push(webhook);
      const post = fetch(webhookUrl, {
        method: 'POST',
        ...webhook,
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined);
      posts.add(post);
      void post.finally(() => posts.delete(post));
    },
  };
  const served = await serve(async (call) => {
    if (!isPage(call)) return whyUnauthorised(call, books.key) ?? answer(books, call);
    const reply = answerPage(books, call);
    await Promise.all(posts);
    return reply;
  }, isPage);
  return {
    ...served,
    name: 'paystack',
    currency: 'NGN',
    settings: {
      PAYMENTS_NGN: 'paystack',
      PAYOUTS_NGN: 'paystack',
      PAYSTACK_SECRET_KEY: books.key,
      PAYSTACK_URL: served.url,
    },
    pay: (reference, how = {}) => pay(books, reference, how),
    payUnknownReference: (amount) => payUnknownReference(books, amount),
    refundByProvider: (transactionId, amount) => refundByProvider(books, transactionId, amount),
    payoutsEnd: (as) => {
      books.payoutsEnd = as;
    },
    decidePayout: (reference, as) => decidePayout(books, reference, as),
    refundsEnd: (as) => {
      books.refundsEnd = as;
    },
    decideRefunds: (transactionId, as) => decideRefunds(books, transactionId, as),
    chargesEnd: (as) => {
      books.chargesEnd = as;
    },
    decideCharge: (reference, as) => decideCharge(books, reference, as),
    fund: (amount) => {
      books.balance = minor(books.balance + amount);
    },
    get ledger() {
      return ledgerOf(books);
    },
    takeWebhooks: () => webhooks.splice(0),
    sign: (body) => signed(books.key, body),
    postTo: (url) => {
      webhookUrl = url;
    },
    close: async () => {
      await Promise.all(posts);
      await served.close();
    },
  };
};

const isPage = ({ path }: Call): boolean => path.startsWith('/checkout/');

function answerPage(books: Ledger, { method, path }: Call): Reply {
  const row = rowOfPage(books, path.slice('/checkout/'.length));
  if (!row) return noPage;
  if (method !== 'POST') return checkoutPage(row);
  if (row.status !== 'success' && row.status !== 'reversed') finish(books, row, {});
  return afterPaying(row);
}

type Route = [method: string, path: RegExp, answer: (books: Ledger, call: Call, part: string) => Reply];
const routes: Route[] = [
  ['POST', /^\/transaction\/initialize$/, initialize],
  ['POST', /^\/charge$/, charge],
  ['POST', /^\/transaction\/charge_authorization$/, chargeAuthorization],
  ['POST', /^\/customer\/authorization\/deactivate$/, deactivate],
  ['GET', /^\/transaction\/verify\/(.+)$/, (books, _, reference) => verify(books, reference)],
  ['GET', /^\/charge\/(.+)$/, (books, _, reference) => verify(books, reference)],
  ['GET', /^\/transaction\/(\d+)$/, (books, _, id) => fetchOne(books, id)],
  ['GET', /^\/transaction$/, list],
  ['GET', /^\/bank$/, (_, call) => listBanks(call)],
  ['GET', /^\/bank\/resolve$/, (_, call) => resolve(call)],
  ['POST', /^\/transferrecipient$/, addRecipient],
  ['POST', /^\/transfer$/, send],
  ['GET', /^\/transfer\/verify\/(.+)$/, (books, _, reference) => verifyTransfer(books, reference)],
  ['GET', /^\/transfer$/, listTransfers],
  ['POST', /^\/refund$/, createRefund],
  ['GET', /^\/refund$/, listRefunds],
  ['GET', /^\/refund\/(\d+)$/, (books, _, id) => fetchRefund(books, id)],
  ['GET', /^\/balance$/, balanceReply],
];

function answer(books: Ledger, call: Call): Reply {
  for (const [method, path, reply] of routes) {
    const found = call.method === method ? path.exec(call.path) : null;
    if (found) return reply(books, call, found[1] ?? '');
  }
  return { status: 404, body: { status: false, message: `Cannot ${call.method} ${call.path}` } };
}
