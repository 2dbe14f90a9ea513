import { type Call, type Reply, serve } from '../serve.ts';
import type { Simulator } from '../simulator.ts';
import { chargeToken } from './cards.ts';
import * as collect from './collect.ts';
import { type Controls, createControls } from './controls.ts';
import { ledgerOf } from './ground-truth.ts';
import { createLedger, hex, type Ledger, move, type Transfer } from './ledger.ts';
import { hostedPage, noPage, paidPage, redirectTo } from './page.ts';
import * as payout from './payout.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';
import { refuse } from './wire.ts';

const PAGES = '/v3/hosted/pay/';

export type FlutterwaveSimulator = Simulator & Controls;

/** Flutterwave's API v3 in test mode, with its own ledger. */
export const startFlutterwaveSimulator = async (now: () => Date): Promise<FlutterwaveSimulator> => {
  const secretKey = `FLWSECK_TEST-${hex(16)}-X`;
  const secretHash = hex(24);
  const books = createLedger(now);
  const webhooks = createWebhooks(secretHash);
  let url = '';
  const served = await serve(
    (call) =>
      call.path.startsWith(PAGES)
        ? handleControlPage(books, webhooks, call)
        : answer({ books, webhooks, secretKey, url }, call),
    (call) => call.path.startsWith(PAGES),
  );
  url = served.url;
  return {
    name: 'flutterwave',
    url,
    settings: {
      PAYMENTS_NGN: 'flutterwave',
      PAYOUTS_NGN: 'flutterwave',
      FLUTTERWAVE_SECRET_KEY: secretKey,
      FLUTTERWAVE_SECRET_HASH: secretHash,
      FLUTTERWAVE_URL: url,
    },
    currency: 'NGN',
    setFaults: served.setFaults,
    ...createControls(books, webhooks),
    fund: (amount) => move(books, amount),
    ledger: ledgerOf(books),
    takeWebhooks: webhooks.takeQueued,
    sign: webhooks.sign,
    postTo: webhooks.postTo,
    close: async () => {
      await webhooks.close();
      await served.close();
    },
  };
};

type SimulatorContext = { books: Ledger; webhooks: Webhooks; secretKey: string; url: string };

function answer({ books, webhooks, secretKey, url }: SimulatorContext, call: Call): Reply {
  const authorization = call.headers.get('authorization');
  if (!authorization) return refuse('Authorization required', 401);
  if (authorization !== `Bearer ${secretKey}`) return refuse('Invalid authorization key', 401);
  const body = call.method === 'POST' ? bodyOf(call) : {};
  if (body === null) return refuse('Unexpected token in JSON', 400);
  const ended = (transfer: Transfer) =>
    webhooks.about.transfer(transfer, payout.bankNameOf(transfer.bankCode));
  const routes: [string, RegExp, (id: string) => Reply][] = [
    ['POST', /^\/v3\/payments$/, () => collect.createLink(books, body, url)],
    ['POST', /^\/v3\/tokenized-charges$/, () => chargeToken(books, webhooks, body)],
    ['POST', /^\/v3\/virtual-account-numbers$/, () => collect.createAccount(books, body)],
    [
      'GET',
      /^\/v3\/transactions\/verify_by_reference$/,
      () => collect.verifyByReference(books, call.query.get('tx_ref')),
    ],
    ['GET', /^\/v3\/transactions\/(\d+)\/verify$/, (id) => collect.verify(books, id)],
    ['GET', /^\/v3\/transactions$/, () => collect.listTransactions(books, call)],
    [
      'POST',
      /^\/v3\/transactions\/(\d+)\/refund$/,
      (id) => collect.refund(books, id, body, webhooks.about.refund),
    ],
    ['GET', /^\/v3\/refunds$/, () => collect.listRefunds(books, call)],
    ['GET', /^\/v3\/refunds\/(\d+)$/, (id) => collect.oneRefund(books, id)],
    ['GET', /^\/v3\/chargebacks$/, () => collect.listChargebacks(books, call)],
    ['GET', /^\/v3\/banks\/NG$/, () => payout.listBanks()],
    ['POST', /^\/v3\/accounts\/resolve$/, () => payout.resolve(body)],
    ['POST', /^\/v3\/transfers$/, () => payout.createTransfer(books, body, ended)],
    ['GET', /^\/v3\/transfers$/, () => payout.listTransfers(books, call)],
    ['GET', /^\/v3\/transfers\/(\d+)\/retries$/, (id) => payout.listRetries(books, id)],
    ['POST', /^\/v3\/transfers\/(\d+)\/retries$/, (id) => payout.retry(books, id, ended)],
    ['GET', /^\/v3\/balances\/([A-Z]{3})$/, (currency) => payout.balanceReply(books, currency)],
  ];
  for (const [method, path, reply] of routes) {
    const found = method === call.method ? path.exec(call.path) : null;
    if (found) return reply(found[1] ?? '');
  }
  return refuse(`Cannot ${call.method} ${call.path}`, 404);
}

function bodyOf(call: Call): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(call.raw.toString());
    return typeof json === 'object' && json !== null ? { ...json } : null;
  } catch {
    // A call for all of something may come without a body.
    return call.raw.length === 0 ? {} : null;
  }
}

/** The hosted page: what a customer sees and does. */
function handleControlPage(books: Ledger, webhooks: Webhooks, call: Call): Reply {
  const checkout = books.checkouts.find(({ token }) => call.path === `${PAGES}${token}`);
  if (!checkout) return noPage();
  const isPaid = books.transactions.some(
    ({ txRef, status }) => txRef === checkout.txRef && status === 'successful',
  );
  if (isPaid) return paidPage(checkout);
  if (call.query.has('cancel')) return redirectTo(checkout, 'cancelled', null);
  if (call.method !== 'POST') return hostedPage(checkout);
  const id = createControls(books, webhooks).pay(checkout.txRef);
  return redirectTo(checkout, 'successful', Number(id));
}
