import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { askToPay, owing, type Sent } from '#server/modules/customer-portal/testing.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { recordPayment } from './commands/record.ts';

// Event × state of the first of two invoices that were ticked → what each took. 7 events × 8 states, the second invoice open; one
// invoice alone stands in `decision-table.test.ts`.
const states = ['sent', 'due', 'overdue', 'paid', 'typed', 'credited', 'written_off', 'deleted'] as const;
const events = ['exact', 'partial', 'over', 'other_currency', 'repeated', 'late_failure', 'refund'] as const;
type State = (typeof states)[number];
type Event = (typeof events)[number];

const [FIRST, SECOND] = [600_00, 400_00];
const came: Record<Event, number> = {
  exact: FIRST + SECOND,
  partial: 500_00,
  over: FIRST + SECOND + 250_00,
  other_currency: FIRST + SECOND,
  repeated: FIRST + SECOND,
  late_failure: FIRST + SECOND,
  refund: FIRST + SECOND,
};
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
// Closing runs the ledger checks.
afterAll(() => app.close());

const deliver = (payment: ReturnType<typeof reported>) =>
  app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));

/** Brings a sent invoice into a state. */
async function bring({ id, publicId }: Sent, state: State, cookie: string): Promise<void> {
  const at = { ...params, id };
  const today = dateIn(app.config.clock());
  if (state === 'due' || state === 'overdue')
    await app.system.db
      .updateTable('invoices')
      .set({ due_date: state === 'due' ? today : addDays(today, -3) })
      .where('id', '=', id)
      .execute();
  if (state === 'paid') {
    const alone = await askToPay(app, cookie, [publicId]);
    await deliver(reported(alone.reference, minor(FIRST)));
  }
  if (state === 'typed')
    await owner.call(api.offlinePayments.record, {
      params: at,
      body: { amount: minor(FIRST), day: today, method: 'cash' },
    });
  if (state === 'credited') await owner.call(api.creditNotes.correct, { params: at, body: {} });
  if (state === 'written_off')
    await owner.call(api.writeOffs.writeOff, {
      params: at,
      body: { amount: minor(FIRST), reason: 'Gone' },
    });
  if (state === 'deleted') await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
}

/** The part each takes of an amount, and what is left: money is put on what is asked for before a write-off is taken back. */
function shareOut(state: State, amount: number): [first: number, second: number, credit: number] {
  const isOpen = ['sent', 'due', 'overdue'].includes(state);
  const first = isOpen ? Math.min(amount, FIRST) : 0;
  const second = Math.min(amount - first, SECOND);
  const recovered = state === 'written_off' ? Math.min(amount - second, FIRST) : 0;
  return [first + recovered, second, amount - first - second - recovered];
}

describe.each(events)('%s payment of two', (event) => {
  test.each(states)('of which the first is %s', async (state) => {
    const { customerId, cookie, invoices } = await owing(app, owner, [FIRST, SECOND]);
    const [first, second] = invoices;
    if (!first || !second) throw new Error('two invoices were sent');
    const { reference } = await askToPay(app, cookie, [second.publicId, first.publicId]);
    await bring(first, state, cookie);
    const paidOf = async ({ id }: Sent) =>
      (
        await app.system.db
          .selectFrom('invoices')
          .select('paid_minor')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).paid_minor;
    const creditOf = async () =>
      (await owner.call(api.customerCredit.read, { params: { ...params, id: customerId } })).data.credit;
    const before = await paidOf(first);

    const amount = minor(came[event]);
    const payment = reported(reference, amount, event === 'other_currency' ? { currency: 'GHS' } : {});
    const outcomes = [await deliver(payment)];
    if (event === 'repeated') outcomes.push(await deliver(payment));
    if (event === 'late_failure') outcomes.push(await deliver({ ...payment, status: 'failed' }));
    if (event === 'refund') outcomes.push(await deliver({ ...payment, status: 'refunded' }));

    const rest = { repeated: ['nothing'], late_failure: ['contradiction'], refund: ['refunded'] };
    const unmatched = event === 'other_currency';
    expect(outcomes).toEqual([
      unmatched ? 'unmatched' : 'credited',
      ...(event in rest ? rest[event as keyof typeof rest] : []),
    ]);
    const [toFirst, toSecond, credit] = unmatched || event === 'refund' ? [0, 0, 0] : shareOut(state, amount);
    expect([await paidOf(first), await paidOf(second), await creditOf()]).toEqual([
      before + toFirst,
      toSecond,
      credit,
    ]);
  });
});
