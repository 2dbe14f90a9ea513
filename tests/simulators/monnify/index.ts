import { randomBytes } from 'node:crypto';
import { add, type Minor, subtract } from '#core/money.ts';
import { type Call, type Reply, serve } from '../serve.ts';
import type { Simulator } from '../simulator.ts';
import { chargeCardToken, decideCharge } from './cards.ts';
import { createInvoice, oneInvoice, oneTransaction, searchTransactions, type Shop } from './collections.ts';
import {
  listBanks,
  searchTransfers,
  sendSingle,
  summary,
  validateAccount,
  walletBalance,
} from './disbursements.ts';
import { actualPayment, actualPayout, actualRefund } from './ground-truth.ts';
import {
  beginTransaction,
  complete,
  createLedger,
  endRefund,
  endTransfer,
  type Ledger,
  leftOf,
  must,
  nextId,
  payInvoice,
  refundsOf,
} from './ledger.ts';
import { checkoutPage, isPage } from './pages.ts';
import { addManyRefunds, initiateRefund, listRefunds, oneRefund } from './refunds.ts';
import { createWebhooks } from './webhooks.ts';
import { accept, refuse } from './wire.ts';

const TOKEN_SECONDS = 3600;

export type MonnifySimulator = Simulator & {
  /** Adds completed refunds of payments that are none of ours, one each second from an instant on. */
  crowdRefunds(count: number, from: Date): void;
  /** Lists refunds the other way round. */
  listOldestFirst(isSo: boolean): void;
};

/** Monnify as its own sandbox would be: naira, invoices with accounts of their own, and a wallet to pay out from. */
export const startMonnifySimulator = async (now: () => Date): Promise<MonnifySimulator> => {
  const random = (bytes: number) => randomBytes(bytes).toString('hex').toUpperCase();
  const keys = { apiKey: `MK_TEST_${random(5)}`, secretKey: random(16) };
  const place = { contractCode: '5867418298', wallet: '3934178936' };
  const books = createLedger(now, createWebhooks(keys.secretKey));
  const shop: Shop = { books, contractCode: place.contractCode, url: () => served.url };
  const gate = createGate(now, keys);
  const served = await serve(
    (call) => (isPage(call) ? checkoutPage(books, call) : gate(call, () => route(shop, place.wallet, call))),
    isPage,
  );
  return {
    name: 'monnify',
    url: served.url,
    settings: {
      PAYMENTS_NGN: 'monnify',
      PAYOUTS_NGN: 'monnify',
      MONNIFY_API_KEY: keys.apiKey,
      MONNIFY_SECRET_KEY: keys.secretKey,
      MONNIFY_CONTRACT_CODE: place.contractCode,
      MONNIFY_WALLET_ACCOUNT: place.wallet,
      MONNIFY_URL: served.url,
    },
    currency: 'NGN',
    setFaults: served.setFaults,
    ...controlsOf(books),
    crowdRefunds: (count, from) => addManyRefunds(books, count, from),
    listOldestFirst: (isSo) => {
      books.oldestFirst = isSo;
    },
    close: async () => {
      await served.close();
      await books.webhooks.settled();
    },
  };
};

/** Lets in who has a token that is still good, and gives tokens to who knows the keys. */
function createGate(now: () => Date, { apiKey, secretKey }: { apiKey: string; secretKey: string }) {
  const tokens = new Map<string, number>();
  const basic = `Basic ${Buffer.from(`${apiKey}:${secretKey}`).toString('base64')}`;
  const logIn = (call: Call): Reply => {
    if (call.headers.get('authorization') !== basic) return refuse(401, 'Invalid credentials');
    const accessToken = randomBytes(24).toString('base64url');
    tokens.set(accessToken, now().getTime() + TOKEN_SECONDS * 1000);
    return accept({ accessToken, expiresIn: TOKEN_SECONDS });
  };
  return (call: Call, enter: () => Reply): Reply => {
    if (call.method === 'POST' && call.path === '/api/v1/auth/login') return logIn(call);
    const token = /^Bearer (\S+)$/.exec(call.headers.get('authorization') ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) > now().getTime()) return enter();
    return { status: 401, body: { error: 'invalid_token', error_description: 'Access token expired' } };
  };
}

function route(shop: Shop, wallet: string, call: Call): Reply {
  const { books } = shop;
  const name = `${call.method} ${call.path}`;
  if (name === 'POST /api/v1/invoice/create') return createInvoice(shop, call);
  if (/^(GET .*\/details|DELETE .*\/cancel)$/s.test(name) && call.path.startsWith('/api/v1/invoice/'))
    return oneInvoice(shop, call);
  if (name === 'GET /api/v1/transactions/search') return searchTransactions(shop, call);
  if (name === 'GET /api/v2/merchant/transactions/query' || name.startsWith('GET /api/v2/transactions/'))
    return oneTransaction(shop, call);
  if (name === 'POST /api/v1/merchant/cards/charge-card-token') return chargeCardToken(shop, call);
  if (name === 'GET /api/v1/banks') return listBanks();
  if (name === 'GET /api/v1/disbursements/account/validate') return validateAccount(call);
  if (name === 'POST /api/v2/disbursements/single') return sendSingle(books, wallet, call);
  if (name === 'GET /api/v2/disbursements/single/summary') return summary(books, call);
  if (name === 'GET /api/v2/disbursements/search-transactions') return searchTransfers(books, wallet, call);
  if (name === 'GET /api/v2/disbursements/wallet-balance') return walletBalance(books, wallet, call);
  if (name === 'POST /api/v1/refunds/initiate-refund') return initiateRefund(books, call);
  if (name === 'GET /api/v1/refunds') return listRefunds(books, call);
  if (name.startsWith('GET /api/v1/refunds/')) return oneRefund(books, call);
  return { status: 404, body: { error: 'Not Found', path: call.path } };
}

type Controls = Omit<Simulator, 'name' | 'url' | 'settings' | 'currency' | 'setFaults' | 'close'>;

/** Controls: what customers, banks and Monnify's own people do. */
function controlsOf(books: Ledger): Controls {
  return {
    pay: (reference, how = {}) => payInvoice(books, reference, how),
    payUnknownReference: (amount) => payUnknownReference(books, amount),
    refundByProvider: (id, amount) => refundByProvider(books, id, amount),
    payoutsEnd: (as) => {
      books.payoutsEnd = as;
    },
    decidePayout: (reference, as) => endTransfer(books, must(books.transfers.get(reference), reference), as),
    refundsEnd: (as) => {
      books.refundsEnd = as;
    },
    decideRefunds: (id, as) => {
      for (const refund of refundsOf(books, id))
        if (refund.status === 'IN_PROGRESS') endRefund(books, refund, as);
    },
    chargesEnd: (as) => {
      books.chargesEnd = as;
    },
    decideCharge: (reference, as) => decideCharge(books, reference, as),
    fund: (amount) => {
      books.balance = add(books.balance, amount);
    },
    ledger: {
      get payments() {
        return [...books.transactions.values()]
          .filter(({ isTaken }) => isTaken)
          .map((one) => actualPayment(books, one));
      },
      get payouts() {
        return [...books.transfers.values()].map(actualPayout);
      },
      get refunds() {
        return [...books.refunds.values()].map(actualRefund);
      },
      get balance() {
        return books.balance;
      },
    },
    takeWebhooks: books.webhooks.take,
    sign: books.webhooks.sign,
    postTo: books.webhooks.postTo,
  };
}

/** A transfer into an account of the merchant's that belongs to no invoice. */
function payUnknownReference(books: Ledger, amount: Minor): string {
  const transaction = beginTransaction(books, {
    product: { type: 'RESERVED_ACCOUNT', reference: nextId(books, 'RSV') },
    requestedAmount: amount,
    description: 'Transfer',
    customer: { name: 'MUSA BELLO', email: 'musa@example.com' },
  });
  transaction.isTaken = true;
  transaction.method = 'ACCOUNT_TRANSFER';
  complete(books, transaction, 'PAID');
  return transaction.id;
}

function refundByProvider(books: Ledger, id: string, amount?: Minor): void {
  const transaction = must(books.transactions.get(id), id);
  const refund = {
    reference: nextId(books, 'MFRF'),
    transaction: id,
    amount: amount ?? leftOf(books, transaction),
    reason: 'Asked for at the dashboard',
    note: 'Refund',
    status: 'IN_PROGRESS' as const,
    createdOn: books.now(),
    completedOn: null,
  };
  books.refunds.set(refund.reference, refund);
  books.balance = subtract(books.balance, refund.amount);
  endRefund(books, refund, 'completed');
}
