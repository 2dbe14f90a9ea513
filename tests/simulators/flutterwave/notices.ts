import type { SimNotice } from '../simulator.ts';
import type { Refund, Transaction, Transfer } from './books.ts';
import { major, refundNotice, transactionOut, transferOut } from './wire.ts';

export type Notices = {
  about: {
    payment(transaction: Transaction): void;
    transfer(transfer: Transfer, bankName: string): void;
    refund(refund: Refund): void;
  };
  sign(body: string): SimNotice;
  take(): SimNotice[];
  postTo(url: string | null): void;
  close(): Promise<void>;
};

/** The notices of one account. The header is the secret itself; nothing is computed from the body. */
export function openNotices(secretHash: string): Notices {
  let queue: SimNotice[] = [];
  let url: string | null = null;
  let turn = 0;
  const ending = new AbortController();
  const posts = new Set<Promise<unknown>>();
  const sign = (body: string): SimNotice => ({
    body,
    headers: { 'content-type': 'application/json', 'verif-hash': secretHash },
  });
  const send = (told: unknown) => {
    const notice = sign(JSON.stringify(told));
    if (url === null) return void queue.push(notice);
    const post = fetch(url, { method: 'POST', signal: ending.signal, ...notice }).then(
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
      refund: (refund) => send(refundNotice(refund)),
    },
    sign,
    take: () => {
      const taken = queue;
      queue = [];
      return taken;
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

const paymentShapes: ((told: Transaction) => unknown)[] = [
  (told) => ({ event: 'charge.completed', data: { ...transactionOut(told), customer: customerOf(told) } }),
  (told) => ({
    event: 'charge.completed',
    data: {
      ...transactionOut(told),
      amount: major(told.amount).toFixed(2),
      created_at: told.at.toISOString().slice(0, 19).replace('T', ' '),
      customer: customerOf(told),
    },
    meta_data: 0,
    'event.type': 'BANK_TRANSFER_TRANSACTION',
  }),
  // The older form, which an account has until it is switched to the newer.
  (told) => ({
    id: told.id,
    txRef: told.txRef,
    flwRef: told.flwRef,
    orderRef: `URF_${told.id}`,
    paymentPlan: null,
    createdAt: told.at.toISOString(),
    amount: major(told.amount),
    charged_amount: major(told.amount),
    status: told.status,
    IP: '127.0.0.1',
    currency: told.currency,
    customer: customerOf(told),
    entity: { id: 'NO-ENTITY' },
    'event.type': 'CARD_TRANSACTION',
  }),
];

const transferShapes: ((told: ReturnType<typeof transferOut>) => unknown)[] = [
  (data) => ({ event: 'transfer.completed', 'event.type': 'Transfer', data }),
  (data) => ({ event: 'transfer.completed', data: { ...data, amount: String(data.amount) } }),
  ({ full_name: fullname, created_at: date, ...data }) => ({
    'event.type': 'Transfer',
    transfer: { ...data, fullname, date_created: date },
  }),
];
