import type { SimWebhook } from '../simulator.ts';
import type { Refund, Transaction, Transfer } from './ledger.ts';
import { major, refundWebhook, transactionOut, transferOut } from './wire.ts';

export type Webhooks = {
  about: {
    payment(transaction: Transaction): void;
    transfer(transfer: Transfer, bankName: string): void;
    refund(refund: Refund): void;
  };
  sign(body: string): SimWebhook;
  takeQueued(): SimWebhook[];
  postTo(url: string | null): void;
  close(): Promise<void>;
};

/** The webhooks of one account. The header is the secret itself; nothing is computed from the body. */
export function createWebhooks(secretHash: string): Webhooks {
  let queue: SimWebhook[] = [];
  let url: string | null = null;
  let turn = 0;
  const ending = new AbortController();
  const posts = new Set<Promise<unknown>>();
  const sign = (body: string): SimWebhook => ({
    body,
    headers: { 'content-type': 'application/json', 'verif-hash': secretHash },
  });
  const send = (payload: unknown) => {
    const webhook = sign(JSON.stringify(payload));
    if (url === null) return void queue.push(webhook);
    const post = fetch(url, { method: 'POST', signal: ending.signal, ...webhook }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
    posts.add(post);
    void post.finally(() => posts.delete(post));
  };
  return {
    about: {
      payment: (transaction) => send(paymentShapes[turn++ % paymentShapes.length]?.(transaction)),
      transfer: (transfer, bankName) =>
        send(transferShapes[turn++ % transferShapes.length]?.(transferOut(transfer, bankName))),
      refund: (refund) => send(refundWebhook(refund)),
    },
    sign,
    takeQueued: () => {
      const queuedWebhooks = queue;
      queue = [];
      return queuedWebhooks;
    },
    postTo: (next) => {
      url = next;
    },
    close: async () => {
      ending.abort();
      await Promise.allSettled(posts);
    },
  };
}

const customerOf = ({ name, email, at }: Transaction) => ({
  id: 2_362_222,
  name,
  phone_number: null,
  email,
  created_at: at.toISOString(),
});

const paymentShapes: ((transaction: Transaction) => unknown)[] = [
  (transaction) => ({
    event: 'charge.completed',
    data: { ...transactionOut(transaction), customer: customerOf(transaction) },
  }),
  (transaction) => ({
    event: 'charge.completed',
    data: {
      ...transactionOut(transaction),
      amount: major(transaction.amount).toFixed(2),
      created_at: transaction.at.toISOString().slice(0, 19).replace('T', ' '),
      customer: customerOf(transaction),
    },
    meta_data: 0,
    'event.type': 'BANK_TRANSFER_TRANSACTION',
  }),
  // The older form, which an account has until it is switched to the newer.
  (transaction) => ({
    id: transaction.id,
    txRef: transaction.txRef,
    flwRef: transaction.flwRef,
    orderRef: `URF_${transaction.id}`,
    paymentPlan: null,
    createdAt: transaction.at.toISOString(),
    amount: major(transaction.amount),
    charged_amount: major(transaction.amount),
    status: transaction.status,
    IP: '127.0.0.1',
    currency: transaction.currency,
    customer: customerOf(transaction),
    entity: { id: 'NO-ENTITY' },
    'event.type': 'CARD_TRANSACTION',
  }),
];

const transferShapes: ((transfer: ReturnType<typeof transferOut>) => unknown)[] = [
  (data) => ({ event: 'transfer.completed', 'event.type': 'Transfer', data }),
  (data) => ({ event: 'transfer.completed', data: { ...data, amount: String(data.amount) } }),
  ({ full_name: fullname, created_at: date, ...data }) => ({
    'event.type': 'Transfer',
    transfer: { ...data, fullname, date_created: date },
  }),
];
