import { type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import { type Call, type Reply, serve } from '../serve.ts';
import type { Pay, Simulator, StartSimulator } from '../simulator.ts';
import { answerApi } from './api.ts';
import { declines, type NewCharge } from './charges.ts';
import {
  emptyLedger,
  endIntent,
  endRefund,
  type Intent,
  type Ledger,
  newId,
  openDispute,
  openRefund,
  type Refund,
  type Session,
} from './ledger.ts';
import { chargeObject, disputeObject, intentObject, refundObject, sessionObject } from './objects.ts';
import { checkoutPage, closedPage } from './page.ts';
import { signWebhook, webhookQueue } from './webhooks.ts';

const SECRET_KEY = 'sk_test_51SimDuewell00000000000000';
const WEBHOOK_SECRET = 'whsec_5imDuewell0000000000000000';

type WebhookQueue = ReturnType<typeof webhookQueue>;
type SimulatorContext = { books: Ledger; webhooks: WebhookQueue; url: () => string };

/** Imitates Stripe, as far as collecting dollars goes. */
export const startStripeSimulator: StartSimulator = async (now) => {
  const books = emptyLedger(now);
  const webhooks = webhookQueue(WEBHOOK_SECRET, now);
  const context: SimulatorContext = { books, webhooks, url: () => served.url };
  const api = {
    books,
    secretKey: SECRET_KEY,
    url: context.url,
    onRefund: (refund: Refund) => sendRefundWebhook(context, refund),
    openCharge: (charge: NewCharge) => openCharge(context, charge),
  };
  const isApi = ({ path }: Call) => path.startsWith('/v1/');
  const served = await serve(
    (call) => (isApi(call) ? answerApi(api, call) : answerPage(context, call)),
    (call) => !isApi(call),
  );
  return {
    name: 'stripe',
    url: served.url,
    currency: 'USD',
    settings: {
      PAYMENTS_USD: 'stripe',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_URL: served.url,
    },
    setFaults: served.setFaults,
    ...controlsOf(context),
    takeWebhooks: webhooks.take,
    postTo: webhooks.postTo,
    sign: (body) => signWebhook(WEBHOOK_SECRET, now(), body),
    close: served.close,
  };
};

type Controls = Omit<
  Simulator,
  'name' | 'url' | 'currency' | 'settings' | 'setFaults' | 'takeWebhooks' | 'postTo' | 'sign' | 'close'
>;

function controlsOf(context: SimulatorContext): Controls {
  const { books } = context;
  let backs = 0;
  return {
    pay: (reference, how) => pay(context, reference, how),
    payUnknownReference: (amount) => {
      const intent = openIntent(books, { amount, reference: newId('nobody') });
      finish(context, null, intent, 'completed');
      return intent.id;
    },
    refundByProvider: (transactionId, amount) => {
      backs += 1;
      refundByProvider(
        context,
        intentOf(books, transactionId),
        amount ?? null,
        backs % 2 === 0 ? 'dispute' : 'refund',
      );
    },
    payoutsEnd: noPayouts,
    decidePayout: noPayouts,
    refundsEnd: (as) => {
      books.refundsEnd = ({ completed: 'succeeded', failed: 'failed', processing: 'pending' } as const)[as];
    },
    decideRefunds: (transactionId, as) => {
      for (const refund of books.refunds) {
        if (refund.intent.id !== transactionId || refund.status !== 'pending') continue;
        endRefund(books, refund, as === 'completed' ? 'succeeded' : 'failed');
        sendRefundWebhook(context, refund, 'decided');
      }
    },
    chargesEnd: (as) => {
      books.chargesEnd = as;
    },
    decideCharge: (reference, as) => {
      const intent = books.intents.find(
        ({ truth }) => truth.reference === reference && truth.status === 'pending',
      );
      if (!intent) throw new Error(`no charge ${reference} is under way`);
      if (as === 'failed') intent.error = declines.funds;
      finish(context, null, intent, as);
    },
    fund: (amount) => {
      books.balance = minor(books.balance + amount);
    },
    ledger: {
      get payments() {
        return books.intents.map(({ truth }) => truth);
      },
      payouts: [],
      get refunds() {
        return books.refunds.map(({ truth }) => truth);
      },
      get balance() {
        return books.balance;
      },
    },
  };
}

function noPayouts(): never {
  throw new Error('Stripe pays out nothing here');
}

const methodTypes: Record<PaymentMethod, string> = {
  card: 'card',
  bank_transfer: 'us_bank_account',
  qr_code: 'wechat_pay',
  wallet: 'cashapp',
  ussd: 'card',
};

const methodOf = (keepsCard: boolean) => ({
  keepsCard,
  customer: keepsCard ? newId('cus') : null,
  method: newId('pm'),
});

function intentOf(books: Ledger, id: string): Intent {
  const intent = books.intents.find((one) => one.id === id);
  if (!intent) throw new Error(`Stripe knows no payment ${id}`);
  return intent;
}

function openIntent(
  books: Ledger,
  payment: { amount: Minor; reference: string; currency?: string } & Pick<Pay, 'method' | 'otherMode'>,
  metadata: Record<string, string> = { reference: payment.reference },
  keepsCard = false,
): Intent {
  const createdAt = books.now();
  const method = payment.method === 'ussd' ? 'card' : (payment.method ?? 'card');
  const id = newId('pi');
  const intent: Intent = {
    id,
    chargeId: newId('ch'),
    metadata,
    ...methodOf(keepsCard),
    error: null,
    // Stripe itself hides the other mode's payments from a key; a provider that shows them is harder to stand.
    livemode: payment.otherMode ?? false,
    methodType: methodTypes[method],
    createdAt,
    truth: {
      transactionId: id,
      reference: payment.reference,
      amount: payment.amount,
      fee: ZERO,
      refunded: ZERO,
      currency: (payment.currency ?? 'USD').toUpperCase(),
      method,
      status: 'pending',
      at: createdAt,
    },
  };
  books.intents.push(intent);
  return intent;
}

/** A customer acts on a checkout. After a failed attempt the next one uses the same intent, as at Stripe. */
function pay(context: SimulatorContext, reference: string, how: Pay = {}): string {
  const { books } = context;
  const session = books.sessions.findLast((one) => one.reference === reference);
  if (!session) throw new Error(`Stripe knows no checkout ${reference}`);
  const open = books.intents.find(({ id, truth }) =>
    how.transactionId
      ? id === how.transactionId
      : id === session.intentId &&
        truth.status === 'failed' &&
        truth.amount === (how.amount ?? session.amount),
  );
  const intent =
    open ??
    openIntent(
      books,
      { currency: session.currency, ...how, amount: how.amount ?? session.amount, reference },
      session.intentMetadata,
      session.keepsCard,
    );
  session.intentId = intent.id;
  finish(context, session, intent, how.status ?? 'completed');
  return intent.id;
}

/** A charge of a kept card: an intent that ends at once, as charges end now. */
function openCharge(context: SimulatorContext, { amount, reference, customer, method }: NewCharge): Intent {
  const { books } = context;
  const intent = openIntent(books, { amount, reference });
  Object.assign(intent, { customer, method });
  const as = books.chargesEnd;
  if (as !== 'completed' && as !== 'processing') intent.error = declines[as];
  finish(context, null, intent, as === 'completed' ? as : as === 'processing' ? 'pending' : 'failed');
  return intent;
}

function finish(
  { books, webhooks: told, url }: SimulatorContext,
  session: Session | null,
  intent: Intent,
  as: 'completed' | 'failed' | 'pending',
): void {
  const wasWaiting = session?.status === 'complete' && intent.truth.status === 'pending';
  if (as === 'pending') intent.truth.status = 'pending';
  else endIntent(books, intent, as);
  if (session && as !== 'failed') session.status = 'complete';
  const word = { completed: 'succeeded', failed: 'payment_failed', pending: 'processing' }[as];
  const sends = [() => told.tell(`payment_intent.${word}`, intentObject(books, intent, 0))];
  const sessionWord = wasWaiting
    ? { completed: 'async_payment_succeeded', failed: 'async_payment_failed', pending: null }[as]
    : as === 'failed'
      ? null
      : 'completed';
  if (session && sessionWord)
    sends.push(() => told.tell(`checkout.session.${sessionWord}`, sessionObject(session, url(), intent)));
  // The two come in no certain order.
  for (const send of books.intents.length % 2 ? sends : sends.toReversed()) send();
}

function refundByProvider(
  context: SimulatorContext,
  intent: Intent,
  amount: Minor | null,
  by: 'refund' | 'dispute',
): void {
  const { books, webhooks: told } = context;
  const all = amount ?? subtract(intent.truth.amount, intent.truth.refunded);
  if (by === 'refund') {
    const refundInput = { amount: all, status: 'succeeded', reason: 'duplicate', metadata: {} } as const;
    sendRefundWebhook(context, openRefund(books, intent, refundInput));
    return;
  }
  const dispute = disputeObject(openDispute(books, intent, all));
  told.tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
  told.tell('charge.dispute.closed', dispute);
}

function sendRefundWebhook(
  { books, webhooks: told }: SimulatorContext,
  refund: Refund,
  when: 'opened' | 'decided' = 'opened',
): void {
  const object = refundObject(refund);
  if (when === 'opened') told.tell('refund.created', object);
  else told.tell('charge.refund.updated', object);
  if (refund.status === 'failed') told.tell('refund.failed', object);
  else if (when === 'opened') told.tell('charge.refunded', chargeObject(books, refund.intent, false));
  else told.tell('refund.updated', object);
}

function answerPage(context: SimulatorContext, call: Call): Reply {
  const session = context.books.sessions.find(({ id }) => call.path === `/c/pay/${id}`);
  if (!session) return { status: 404, body: closedPage('There is nothing here.') };
  if (session.status === 'open' && session.expiresAt <= context.books.now()) session.status = 'expired';
  if (session.status !== 'open') return { status: 200, body: closedPage('This checkout is over.') };
  if (call.method !== 'POST') return { status: 200, body: checkoutPage(session) };
  pay(context, session.reference ?? '');
  const location = session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  return { status: 303, body: '', headers: { location } };
}
