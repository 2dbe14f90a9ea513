import { Hono } from 'hono';
import { assert } from '#core/assert.ts';
import type { Clock } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import type { SandboxContext } from './books.ts';
import { checkoutPages } from './checkout-page.ts';
import type { PageEnv } from './layout.ts';
import { createLoop } from './loop.ts';
import { payAccount, payReference, payUnmatched, sendGhostWebhook } from './outside.ts';
import { panelPages } from './panel-page.ts';
import { settlePayouts } from './payouts.ts';
import { portOf } from './port.ts';
import { reverse } from './refunds.ts';
import { type History, seedHistory } from './remember.ts';
import { changeSettings, readSettings, type SandboxSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import type { SandboxDb } from './table.ts';
import { deliverDue } from './webhooks.ts';

export type { History } from './remember.ts';
export type { SandboxTables } from './table.ts';

const MIN_SECRET_LENGTH = 16;

type Options = {
  db: SandboxDb;
  clock: Clock;
  /** Signs the webhooks; at least 16 characters. */
  secret: string;
  /** Origin of the pages, without a trailing slash. */
  publicUrl: () => string;
  /** Address the webhooks are sent to. */
  webhookUrl: () => string;
  fetch?: typeof fetch;
  /** Called with errors of the background loop. */
  onError?: (error: unknown) => void;
};

/** The built-in test provider: the port, its pages, and what the outside world can do to it. */
export type Sandbox = PaymentProvider & {
  /** To be mounted at /sandbox. */
  pages: Hono<PageEnv>;
  /** Starts settling what is due and sending webhooks. */
  start(): void;
  /** Stops that; unsent webhooks stay stored. */
  stop(): Promise<void>;
  /** Does at once what is due by the clock, as the running loop would. */
  tick(): Promise<void>;
  readSettings(): Promise<SandboxSettings>;
  changeSettings(change: Partial<SandboxSettings>): Promise<SandboxSettings>;
  /** Actions of customers and banks, for demos and tests. */
  outside: {
    payReference: (
      reference: string,
      pay?: Parameters<typeof payReference>[2],
    ) => ReturnType<typeof payReference>;
    payAccount: (
      accountNumber: string,
      pay?: Parameters<typeof payAccount>[2],
    ) => ReturnType<typeof payAccount>;
    payUnmatched: (
      ...order: [amount: Parameters<typeof payUnmatched>[1], currency: Parameters<typeof payUnmatched>[2]]
    ) => ReturnType<typeof payUnmatched>;
    /**
     * An unrequested refund: the whole remainder of a payment, or a part; null when it does not hold that
     * much.
     */
    reverse: (...order: [transactionId: string, amount?: Minor]) => ReturnType<typeof reverse>;
    sendGhostWebhook: () => Promise<string>;
    /** Payments and payouts of a made-up history, for which no webhook is sent. */
    importHistory: (history: History) => Promise<void>;
  };
};

/** Opens the sandbox on its database. Throws when the secret is too short to sign with. */
export function createSandbox(options: Options): Sandbox {
  assert(options.secret.length >= MIN_SECRET_LENGTH, 'the sandbox needs a secret of at least 16 characters');
  let ending = new AbortController();
  const sender = { ...options, fetch: options.fetch ?? fetch, signal: () => ending.signal };
  const step = async () => {
    const settled = (await settleIncoming(sandbox)) + (await settlePayouts(sandbox));
    let sent = 0;
    for (
      let batch = await deliverDue(sender);
      batch > 0;
      batch = ending.signal.aborted ? 0 : await deliverDue(sender)
    )
      sent += batch;
    return settled + sent > 0;
  };
  const loop = createLoop({
    step,
    nextInMs: () => nextInMs(sandbox),
    onError: options.onError ?? (() => undefined),
  });
  const sandbox: SandboxContext = { db: options.db, clock: options.clock, wake: loop.wake };
  return {
    ...portOf(sandbox, options),
    pages: new Hono<PageEnv>()
      .route('/', panelPages(sandbox))
      .route('/checkout', checkoutPages(sandbox, options.publicUrl)),
    start: () => {
      ending = new AbortController();
      loop.start();
    },
    stop: () => {
      ending.abort();
      return loop.stop();
    },
    tick: async () => void (await step()),
    readSettings: () => readSettings(sandbox.db),
    changeSettings: (change) => changeSettings(sandbox.db, change),
    outside: {
      payReference: (reference, pay) => payReference(sandbox, reference, pay),
      payAccount: (accountNumber, pay) => payAccount(sandbox, accountNumber, pay),
      payUnmatched: (amount, currency) => payUnmatched(sandbox, amount, currency),
      reverse: (transactionId, amount) => reverse(sandbox, transactionId, amount),
      sendGhostWebhook: () => sendGhostWebhook(sandbox),
      importHistory: (history) => seedHistory(sandbox, history),
    },
  };
}

async function nextInMs({ db, clock }: SandboxContext): Promise<number | null> {
  const timed = ['notices', 'payments', 'payouts', 'refunds'] as const;
  const earliest = await Promise.all(
    timed.map((table) =>
      db
        .selectFrom(`sandbox.${table}`)
        .select((eb) => eb.fn.min('next_at').as('at'))
        .executeTakeFirst(),
    ),
  );
  const times = earliest.flatMap((row) => (row?.at ? [row.at.getTime() - clock().getTime()] : []));
  return times.length > 0 ? Math.min(...times) : null;
}
