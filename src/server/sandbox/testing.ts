import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { plusMs } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import type { Store } from '#server/kernel/db.ts';
import type { ProviderPayment, RefundRequest } from '#server/kernel/ports/index.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import { createSandbox, type Sandbox, type SandboxTables } from './index.ts';
import { SIGNATURE_HEADER } from './webhooks.ts';

export const SECRET = 'a-secret-of-the-tests-only';
export const START = Date.UTC(2026, 10, 21, 9);

const quiet = {
  webhookDelayMs: 0,
  webhookCopies: 1,
  webhookDrop: false,
  webhookReorder: false,
  providerDown: false,
  payoutOutcome: 'by_account',
  refundOutcome: 'completed',
} as const;

let count = 0;

/** A fresh reference. */
export const reference = () => `ref-${++count}`;

/** A checkout request of ₦15,000 with a reference of its own. */
export const request = (overrides: { reference?: string; amount?: number; currency?: Currency } = {}) => ({
  reference: overrides.reference ?? reference(),
  amount: minor(overrides.amount ?? 1_500_000),
  currency: overrides.currency ?? ('NGN' as const),
  customerName: 'Amina Bello',
  customerEmail: 'amina@example.com',
  description: 'Invoice 7',
  businessName: 'Kofi Prints',
  returnUrl: 'http://pay.test/pay/abc',
});

/** A payout of ₦20,000 with a reference of its own. */
export const payout = (accountNumber: string, amount = 2_000_000) => ({
  reference: reference(),
  amount: minor(amount),
  currency: 'NGN' as const,
  bankCode: '058',
  accountNumber,
  accountName: 'OBI ADAEZE',
  narration: 'Rent',
});

/** A refund of a payment, with a reference of its own. */
export const refund = (payment: ProviderPayment, amount: number = payment.amount): RefundRequest => ({
  reference: reference(),
  transactionId: payment.transactionId,
  paymentReference: payment.reference,
  amount: minor(amount),
  currency: payment.currency === 'USD' ? 'USD' : 'NGN',
  reason: 'The order was cancelled',
  providerId: null,
});

/** A sandbox on a database of the file's own, with a stopped clock and a webhook receiver. */
export function stage() {
  let store: Store;
  const harness = {
    inbox: [] as { body: string; signature: string }[],
    answers: [] as number[],
    now: new Date(START),
  };
  const receive: typeof fetch = async (_url, init) => {
    const headers = new Headers(init?.headers);
    harness.inbox.push({ body: String(init?.body), signature: headers.get(SIGNATURE_HEADER) ?? '' });
    return new Response(null, { status: harness.answers.shift() ?? 200 });
  };
  const open = (): Sandbox =>
    createSandbox({
      db: db(),
      clock: () => harness.now,
      secret: SECRET,
      publicUrl: () => 'http://pay.test',
      webhookUrl: () => 'http://shop.test/hook',
      fetch: receive,
    });
  const db = (): Kysely<SandboxTables> => store.db.withTables<SandboxTables>();
  let sandbox: Sandbox;
  beforeAll(async () => {
    store = await freshDatabase();
    sandbox = open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await db().deleteFrom('sandbox.notices').execute();
    Object.assign(harness, { inbox: [], answers: [], now: new Date(START) });
    await sandbox.changeSettings(quiet);
  });
  return {
    get db() {
      return db();
    },
    get sandbox() {
      return sandbox;
    },
    get inbox() {
      return harness.inbox;
    },
    get now() {
      return harness.now;
    },
    /** Another process on the same database. */
    open,
    /** The receiver answers these before it answers 200. */
    answerWith: (answers: number[]) => {
      harness.answers = answers;
    },
    pass: (ms: number) => {
      harness.now = plusMs(harness.now, ms);
    },
    /** A refund of a fresh payment of ₦15,000, not requested yet; of all of it, or of so much. */
    refundable: async (amount?: number): Promise<RefundRequest> => {
      const wish = request();
      await sandbox.startCheckout(wish);
      await sandbox.outside.payReference(wish.reference);
      const listed = await sandbox.listPayments(wish.reference);
      const [payment] = listed.ok ? listed.payments : [];
      if (!payment) throw new Error('There is no payment');
      return refund(payment, amount);
    },
    opened: async (overrides: Parameters<typeof request>[0] = {}) => {
      const wish = request(overrides);
      const answer = await sandbox.startCheckout(wish);
      if (!answer.ok) throw new Error(answer.reason);
      return { reference: wish.reference, ...answer.checkout };
    },
  };
}
