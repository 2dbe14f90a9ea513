import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Minor, minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, postWebhook, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  documentOwner,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { openCheckout } from '../../../../tests/money.ts';
import { recordPayment } from './commands/record.ts';

// Event × state of the invoice → effect. 7 events × 9 states, each cell on the real database; what is recorded by hand has its own
// column in `decision-table-offline.test.ts`.
const states = [
  'pending',
  'sent',
  'due',
  'overdue',
  'paid',
  'typed',
  'credited',
  'written_off',
  'deleted',
] as const;
/** Nothing of what comes is taken: it is the customer's credit. What was written off is taken back by money. */
const takesNothing: readonly State[] = ['paid', 'typed', 'credited', 'deleted'];
const isSettled: readonly State[] = ['paid', 'typed', 'credited'];
const events = ['exact', 'partial', 'over', 'other_currency', 'repeated', 'late_failure', 'refund'] as const;
type State = (typeof states)[number];
type Event = (typeof events)[number];

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const deliver = (payment: ReturnType<typeof reported>) =>
  app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));

const openReference = (invoiceId: string, amount: Minor): Promise<string> =>
  openCheckout(app, { businessId: owner.businessId, invoiceId, amount });

async function invoiceIn(state: State) {
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientEmail: `${newToken(6)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, 'x')}@example.test`,
    }),
  });
  const reference = await openReference(data.id, data.totalAmount);
  if (state !== 'pending') await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const today = dateIn(app.config.clock());
  if (state === 'due' || state === 'overdue') {
    await app.system.db
      .updateTable('invoices')
      .set({ due_date: state === 'due' ? today : addDays(today, -3) })
      .where('id', '=', data.id)
      .execute();
  }
  if (state === 'paid') await deliver(reported(reference, data.totalAmount));
  if (state === 'deleted') await owner.call(api.invoices.remove, { params, body: { invoiceId: data.id } });
  await settleWithoutProvider(state, data.id, data.totalAmount);
  return { id: data.id, total: data.totalAmount, reference };
}

async function settleWithoutProvider(state: State, id: string, amount: Minor): Promise<void> {
  const at = { ...params, id };
  const day = dateIn(app.config.clock());
  if (state === 'typed')
    await owner.call(api.offlinePayments.record, { params: at, body: { amount, day, method: 'cash' } });
  if (state === 'written_off')
    await owner.call(api.writeOffs.writeOff, { params: at, body: { amount, reason: 'Gone' } });
  if (state === 'credited') await owner.call(api.creditNotes.correct, { params: at, body: {} });
}

async function invoiceRow(id: string) {
  return app.system.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

const wallet = async () => (await owner.call(api.withdrawals.balance, { params })).data.available;

async function apply(event: Event, invoice: { total: Minor; reference: string }) {
  const { reference, total } = invoice;
  const amount = {
    exact: total,
    partial: minor(total - 100_00),
    over: minor(total + 250_00),
    other_currency: total,
    repeated: total,
    late_failure: total,
    refund: total,
  }[event];
  const payment = reported(reference, amount, event === 'other_currency' ? { currency: 'GHS' } : {});
  const outcomes = [await deliver(payment)];
  if (event === 'repeated') outcomes.push(await deliver(payment), await deliver(payment));
  if (event === 'late_failure') outcomes.push(await deliver({ ...payment, status: 'failed' }));
  if (event === 'refund')
    outcomes.push(
      await deliver({ ...payment, status: 'refunded' }),
      await deliver({ ...payment, status: 'refunded' }),
    );
  return { amount, outcomes };
}

describe.each(events)('%s payment', (event) => {
  test.each(states)('of a %s invoice', async (state) => {
    const invoice = await invoiceIn(state);
    const before = { paid: (await invoiceRow(invoice.id)).paid_minor, wallet: await wallet() };
    const { amount, outcomes } = await apply(event, invoice);
    const row = await invoiceRow(invoice.id);
    const gained = (await wallet()) - before.wallet;
    const isOpen = !takesNothing.includes(state);

    if (event === 'other_currency') {
      expect(outcomes).toEqual(['unmatched']);
      expect(gained).toBe(0);
      expect(row.paid_minor).toBe(before.paid);
    } else if (event === 'refund') {
      expect(outcomes).toEqual(['credited', 'refunded', 'nothing']);
      expect(gained).toBe(-100);
      expect(row.paid_minor).toBe(before.paid);
      expect(row.paid_at !== null).toBe(isSettled.includes(state));
    } else {
      expect(outcomes[0]).toBe('credited');
      expect(
        outcomes
          .slice(1)
          .every((outcome) => outcome === (event === 'late_failure' ? 'contradiction' : 'nothing')),
      ).toBe(true);
      expect(gained).toBe(amount - 100);
      expect(row.paid_minor).toBe(isOpen ? Math.min(amount, invoice.total) : before.paid);
      const isWhole = amount >= invoice.total || state === 'written_off';
      expect(row.paid_at !== null).toBe(isOpen ? isWhole : isSettled.includes(state));
    }
    const stillGivenUp = row.total_minor - row.paid_minor - row.balance_minor - row.credited_minor;
    expect(row.written_off_minor).toBe(stillGivenUp);
    const { data } = await owner.call(api.payments.list, { params, query: { search: invoice.reference } });
    expect(data.transactions.length).toBe((event === 'other_currency' ? 0 : 1) + (state === 'paid' ? 1 : 0));
  });
});

test('a payment first heard of while pending is booked as it was completed: amount, fee and method', async () => {
  const invoice = await invoiceIn('sent');
  const before = await wallet();
  const pending = reported(invoice.reference, invoice.total, { status: 'pending', fee: minor(0) });
  const arrived = { amount: minor(invoice.total - 500), fee: minor(700), method: 'card' } as const;
  const outcomes = [await deliver(pending), await deliver({ ...pending, ...arrived, status: 'completed' })];
  expect(outcomes).toEqual(['recorded', 'credited']);
  expect((await wallet()) - before).toBe(invoice.total - 500 - 700);
  const { data } = await owner.call(api.payments.list, { params, query: { search: invoice.reference } });
  expect(data.transactions).toMatchObject([
    { amount: invoice.total - 500, fee: 700, paymentMethod: 'card', status: 'completed' },
  ]);
});

test('a transaction that grows brings what it grew by, once, in whatever order it is told', async () => {
  const invoice = await invoiceIn('sent');
  const before = await wallet();
  const half = minor(Math.floor(invoice.total / 2));
  const first = reported(invoice.reference, half);
  const grown = { ...first, amount: minor(invoice.total + 10_00), fee: minor(250) };
  const outcomes = [];
  for (const delivery of [first, first, grown, grown, first]) outcomes.push(await deliver(delivery));
  expect(outcomes).toEqual(['credited', 'nothing', 'credited', 'nothing', 'nothing']);
  expect((await wallet()) - before).toBe(invoice.total + 10_00 - 250);
  expect((await invoiceRow(invoice.id)).paid_at).not.toBeNull();
  const { data } = await owner.call(api.payments.list, { params, query: { search: invoice.reference } });
  expect(data.transactions).toMatchObject([{ amount: invoice.total + 10_00, fee: 250, creditAmount: 10_00 }]);
});

test('an orphan payment is parked in suspense, once', async () => {
  const orphan = reported('somebody-elses-reference', minor(77_00));
  expect([await deliver(orphan), await deliver(orphan)]).toEqual(['unmatched', 'nothing']);
  const parked = await app.system.db
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('transaction_id', '=', orphan.transactionId)
    .execute();
  expect(parked).toMatchObject([{ reason: 'unknown_reference', amount_minor: 7700, business_id: null }]);
});

test('an orphan payment the provider gave back leaves suspense again, once', async () => {
  const orphan = reported('nobodys-reference', minor(55_00));
  const outcomes = [await deliver(orphan)];
  const before = await suspended();
  for (let delivery = 0; delivery < 2; delivery++)
    outcomes.push(await deliver({ ...orphan, status: 'refunded' }));
  expect(outcomes).toEqual(['unmatched', 'refunded', 'nothing']);
  expect(await suspended()).toBe(before - 55_00);
  expect(await deliver(reported('never-parked', minor(1), { status: 'refunded' }))).toBe('nothing');
});

async function suspended(): Promise<number> {
  const account = await app.system.db
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('id', '=', 'suspense:fake:ngn')
    .executeTakeFirstOrThrow();
  return account.balance_minor;
}

test('test money for a live provider never counts', async () => {
  const invoice = await invoiceIn('sent');
  const live = { ...fake, testMode: false };
  const outcome = await app
    .scope()
    .transactAsSystem((ctx) => recordPayment(ctx, live, reported(invoice.reference, invoice.total)));
  expect(outcome).toBe('unmatched');
  expect((await invoiceRow(invoice.id)).paid_minor).toBe(0);
});

test('a notice is only believed after the provider was asked, and processed once', async () => {
  const invoice = await invoiceIn('sent');
  const payment = reported(invoice.reference, invoice.total);
  expect((await postWebhook(app.url, payment.transactionId, 'told-before-it-exists')).status).toBe(200);
  fake.transactions.set(payment.transactionId, payment);
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, i) => postWebhook(app.url, payment.transactionId, `event-${i % 3}`)),
  );
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  await eventually(async () => (await invoiceRow(invoice.id)).paid_at);
  const { data } = await owner.call(api.payments.list, { params, query: { search: invoice.reference } });
  expect(data.transactions).toHaveLength(1);
});

test('authentic notices are never too many, forged ones are', async () => {
  const strict = await testApp({ RATE_REQUESTS_PER_MINUTE: '5' }, { ports: paidBy(fake) });
  const forge = () => fetch(`${strict.url}/api/webhooks/fake`, { method: 'POST', body: '{}' });
  const statuses = async (send: () => Promise<Response>) =>
    (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status).sort();
  expect(await statuses(forge)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(new Set(await statuses(() => postWebhook(strict.url, 'unheard-of')))).toEqual(new Set([200]));
  await strict.close();
});

test('a forged notice is refused and kept nowhere', async () => {
  const answer = await fetch(`${app.url}/api/webhooks/fake`, {
    method: 'POST',
    body: '{"eventId":"forged","about":"payment","transactionId":"t"}',
  });
  expect(answer.status).toBe(401);
  const receipt = await app.system.db
    .selectFrom('payment_notices')
    .select('event_id')
    .where('event_id', '=', 'forged')
    .execute();
  expect(receipt).toEqual([]);
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
