import { Hono } from 'hono';
import { assert } from '#core/assert.ts';
import { banks } from '#core/banks.ts';
import type { Clock } from '#core/dates.ts';
import { currencies } from '#core/money.ts';
import type { Checkout, CheckoutRequest, Outcome, PaymentProvider } from '#server/ports.ts';
import {
  accountOf,
  type Books,
  findPayment,
  openCheckout,
  paymentsOf,
  presentPayment,
  settlePayments,
  ussdCodeOf,
} from './books.ts';
import { checkoutPages } from './checkout-page.ts';
import type { PageEnv } from './layout.ts';
import { createLoop } from './loop.ts';
import { accountNameOf, SILENT_ACCOUNT } from './names.ts';
import { payAccount, payOrphan, payReference, sendGhostNotice } from './outside.ts';
import { panelPages } from './panel-page.ts';
import { findPayout, presentPayout, sendPayout, settlePayouts, unknownPayout } from './payouts.ts';
import { payoutFee } from './rules.ts';
import { changeSettings, readSettings, type SandboxSettings } from './settings.ts';
import type { CheckoutRow, SandboxDb } from './table.ts';
import { deliverDue, readNotice } from './webhooks.ts';

export type { SandboxTables } from './table.ts';

const MIN_SECRET_LENGTH = 16;
const DOWN = 'The sandbox provider is switched off';

type Options = {
  db: SandboxDb;
  clock: Clock;
  /** Signs the notices; at least 16 characters. */
  secret: string;
  /** Origin of the pages, without a trailing slash. */
  publicUrl: () => string;
  /** Where notices are sent. */
  webhookUrl: () => string;
  fetch?: typeof fetch;
  /** Hears what went wrong in the background. */
  onError?: (error: unknown) => void;
};

/** The built-in test provider: the port, its pages, and what the outside world can do to it. */
export type Sandbox = PaymentProvider & {
  /** To be mounted at /sandbox. */
  pages: Hono<PageEnv>;
  /** Begins to settle what is due and to send notices. */
  start(): void;
  /** Ends that; notices not yet sent wait in the books. */
  stop(): Promise<void>;
  /** Does at once what is due by the clock, as the running loop would. */
  tick(): Promise<void>;
  readSettings(): Promise<SandboxSettings>;
  changeSettings(change: Partial<SandboxSettings>): Promise<SandboxSettings>;
  /** What customers and banks do, for demonstrations and tests. */
  outside: {
    payReference: (
      reference: string,
      pay?: Parameters<typeof payReference>[2],
    ) => ReturnType<typeof payReference>;
    payAccount: (
      accountNumber: string,
      pay?: Parameters<typeof payAccount>[2],
    ) => ReturnType<typeof payAccount>;
    payOrphan: (
      ...order: [amount: Parameters<typeof payOrphan>[1], currency: Parameters<typeof payOrphan>[2]]
    ) => ReturnType<typeof payOrphan>;
    sendGhostNotice: () => Promise<string>;
  };
};

/** Opens the sandbox on its books. Throws when the secret is too short to sign with. */
export function createSandbox(options: Options): Sandbox {
  assert(options.secret.length >= MIN_SECRET_LENGTH, 'the sandbox needs a secret of at least 16 characters');
  let ending = new AbortController();
  const courier = { ...options, fetch: options.fetch ?? fetch, signal: () => ending.signal };
  const step = async () => {
    const settled = (await settlePayments(books)) + (await settlePayouts(books));
    let sent = 0;
    for (
      let batch = await deliverDue(courier);
      batch > 0;
      batch = ending.signal.aborted ? 0 : await deliverDue(courier)
    )
      sent += batch;
    return settled + sent > 0;
  };
  const loop = createLoop({
    step,
    nextInMs: () => nextInMs(books),
    onError: options.onError ?? (() => undefined),
  });
  const books: Books = { db: options.db, clock: options.clock, wake: loop.wake };
  return {
    ...portOf(books, options),
    pages: new Hono<PageEnv>()
      .route('/', panelPages(books))
      .route('/checkout', checkoutPages(books, options.publicUrl)),
    start: () => {
      ending = new AbortController();
      loop.start();
    },
    stop: () => {
      ending.abort();
      return loop.stop();
    },
    tick: async () => void (await step()),
    readSettings: () => readSettings(books.db),
    changeSettings: (change) => changeSettings(books.db, change),
    outside: {
      payReference: (reference, pay) => payReference(books, reference, pay),
      payAccount: (accountNumber, pay) => payAccount(books, accountNumber, pay),
      payOrphan: (amount, currency) => payOrphan(books, amount, currency),
      sendGhostNotice: () => sendGhostNotice(books),
    },
  };
}

function portOf(books: Books, { secret, publicUrl }: Options): PaymentProvider {
  const whenUp = <T>(work: () => Promise<Outcome<T>>) => answerWhenUp(books, work);
  // What fell due is settled before it is asked about: no answer depends on when the loop last ran.
  const whenSettled = <T>(work: () => Promise<Outcome<T>>) => whenUp(() => settlePayments(books).then(work));
  return {
    name: 'sandbox',
    testMode: true,
    currencies,
    startCheckout: (request) => whenUp(() => startCheckout(books, publicUrl(), request)),
    verifyPayment: (transactionId) =>
      whenSettled(async () => {
        const payment = await findPayment(books.db, transactionId);
        return { ok: true, payment: payment && presentPayment(payment) };
      }),
    listPayments: (reference) =>
      whenSettled(async () => ({
        ok: true,
        payments: (await paymentsOf(books.db, reference)).map(presentPayment),
      })),
    readNotice: (rawBody, headers) => readNotice(secret, rawBody, headers),
    banks: () => whenUp(async () => ({ ok: true, banks: banks.map(({ code, name }) => ({ code, name })) })),
    resolveAccount: (bankCode, accountNumber) => whenUp(async () => resolveAccount(bankCode, accountNumber)),
    payoutFee,
    sendPayout: async (request) => ((await isDown(books)) ? unknownPayout(DOWN) : sendPayout(books, request)),
    payoutState: async (reference) => {
      if (await isDown(books)) return unknownPayout(DOWN);
      await settlePayouts(books);
      const payout = await findPayout(books.db, reference);
      return payout
        ? presentPayout(payout)
        : { ...unknownPayout('No payout has this reference'), state: 'not_found' };
    },
  };
}

async function isDown(books: Books): Promise<boolean> {
  return (await readSettings(books.db)).providerDown;
}

async function answerWhenUp<T>(books: Books, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (await isDown(books)) return { ok: false, reason: DOWN, retry: true };
  return work();
}

async function startCheckout(
  books: Books,
  publicUrl: string,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  if (!isFit(request)) return { ok: false, reason: 'The checkout request cannot be used', retry: false };
  const row = await openCheckout(books, request);
  if (!row) return { ok: false, reason: 'No free account number', retry: true };
  if (row.amount_minor !== request.amount || row.currency !== request.currency) {
    return { ok: false, reason: 'This reference belongs to a checkout of another amount', retry: false };
  }
  return { ok: true, checkout: presentCheckout(row, publicUrl) };
}

function isFit(request: CheckoutRequest): boolean {
  return (
    request.amount > 0 &&
    request.reference.length > 0 &&
    request.reference.length <= 200 &&
    /^https?:\/\//.test(request.returnUrl)
  );
}

function presentCheckout(row: CheckoutRow, publicUrl: string): Checkout {
  return {
    checkoutUrl: `${publicUrl}/sandbox/checkout/${row.token}`,
    account: accountOf(row),
    ussdCode: row.account_number && ussdCodeOf(row.account_number),
  };
}

function resolveAccount(bankCode: string, accountNumber: string): Outcome<{ accountName: string | null }> {
  if (accountNumber === SILENT_ACCOUNT) return { ok: false, reason: 'The bank did not answer', retry: true };
  const bank = banks.find((known) => known.code === bankCode);
  return { ok: true, accountName: bank?.takesPayouts ? accountNameOf(bankCode, accountNumber) : null };
}

async function nextInMs({ db, clock }: Books): Promise<number | null> {
  const earliest = await Promise.all([
    db
      .selectFrom('sandbox.notices')
      .select((eb) => eb.fn.min('next_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('sandbox.payments')
      .select((eb) => eb.fn.min('next_at').as('at'))
      .executeTakeFirst(),
    db
      .selectFrom('sandbox.payouts')
      .select((eb) => eb.fn.min('next_at').as('at'))
      .executeTakeFirst(),
  ]);
  const times = earliest.flatMap((row) => (row?.at ? [row.at.getTime() - clock().getTime()] : []));
  return times.length > 0 ? Math.min(...times) : null;
}
