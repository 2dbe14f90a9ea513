import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { signatureHolds, signedUrl } from '#server/modules/files/rules.ts';
import { createFakeProvider, paidBy } from './fake-provider.ts';
import { brokenLedgerInvariants } from './fault-injection/ledger-comparison.ts';
import { newOwner, type Owner, refusalOf, sampleInvoice, type TestApp, testApp } from './harness.ts';
import { fundWallet, ownAccountPayout, setPin } from './money.ts';

// The machine's clock goes wrong by a day and an hour either way, is set back ten minutes, and passes the days calendars
// stumble over.
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2027-11-20T09:00:00Z' }, { sweeps: false, ports: paidBy(fake) });
});
afterAll(() => app.close());

const setTo = (instant: string) => app.advance(Date.parse(instant) - app.config.clock().getTime());

/** An invoice that was sent, due on a day. */
async function sentFor(owner: Owner, dueDate: string): Promise<string> {
  const body = sampleInvoice({ dueDate });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data.id;
}

const statusOf = async (owner: Owner, id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data.status;

/** The client would not even send these. */
const statusOfSending = async (owner: Owner, dueDate: string) => {
  const answer = await fetch(`${app.url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      clientName: 'Bola',
      clientEmail: 'bola@example.test',
      title: 'Cake',
      dueDate,
      items: [{ description: 'Cake', quantity: 1, rate: 1500 }],
    }),
  });
  return answer.status;
};

// Lagos is an hour ahead of UTC all year.
const days: [name: string, begun: string, due: string, moments: [instant: string, status: string][]][] = [
  [
    'an ordinary midnight',
    '2027-12-01T09:00:00Z',
    '2027-12-03',
    [
      ['2027-12-02T22:59:30Z', 'sent'],
      ['2027-12-02T23:00:30Z', 'due'],
      ['2027-12-03T00:00:30Z', 'due'],
      ['2027-12-03T22:59:30Z', 'due'],
      ['2027-12-03T23:00:30Z', 'overdue'],
    ],
  ],
  [
    'the end of a year',
    '2027-12-29T09:00:00Z',
    '2027-12-31',
    [
      ['2027-12-30T22:59:30Z', 'sent'],
      ['2027-12-31T22:59:30Z', 'due'],
      ['2027-12-31T23:00:30Z', 'overdue'],
    ],
  ],
  [
    'the first of January',
    '2027-12-31T09:00:00Z',
    '2028-01-01',
    [
      ['2027-12-31T22:59:30Z', 'sent'],
      ['2027-12-31T23:00:30Z', 'due'],
      ['2028-01-01T23:00:30Z', 'overdue'],
    ],
  ],
  [
    'the 29th of February',
    '2028-02-27T09:00:00Z',
    '2028-02-29',
    [
      ['2028-02-28T22:59:30Z', 'sent'],
      ['2028-02-28T23:00:30Z', 'due'],
      ['2028-02-29T22:59:30Z', 'due'],
      ['2028-02-29T23:00:30Z', 'overdue'],
    ],
  ],
];

describe('an invoice is due and overdue by the day in Lagos', () => {
  test.each(days)('around %s', async (_, begun, due, moments) => {
    setTo(begun);
    const owner = await newOwner(app);
    const id = await sentFor(owner, due);
    for (const [instant, status] of moments) {
      setTo(instant);
      expect([instant, await statusOf(owner, id)]).toEqual([instant, status]);
      const { data } = await owner.call(api.invoices.list, { params, query: { status: 'overdue' } });
      expect(data.length, instant).toBe(status === 'overdue' ? 1 : 0);
    }
    // Time that was wrong and is put right leaves nothing behind.
    setTo(begun);
    expect(await statusOf(owner, id)).toBe('sent');
  });

  test('and on days there are, in years of any length', async () => {
    const owner = await newOwner(app);
    for (const dueDate of ['2029-02-29', '2100-02-29', '2028-02-30', '2028-13-01'])
      expect(await statusOfSending(owner, dueDate), dueDate).toBe(422);
    for (const dueDate of ['2032-02-29', '2400-02-29']) await sentFor(owner, dueDate);
  });
});

const steps: [name: string, ms: number][] = [
  ['a day and an hour ahead', 25 * HOUR_MS],
  ['a day and an hour back', -25 * HOUR_MS],
  ['ten minutes back', -10 * MINUTE_MS],
];

describe.each(steps)('a clock set %s', (_, ms) => {
  // The money of other tests is due by the machine's own calendar.
  beforeAll(() => setTo(new Date().toISOString()));
  const stepped = async (work: () => Promise<void>) => {
    app.advance(ms);
    await work().finally(() => app.advance(-ms));
  };

  test('ends no session that goes on, and opens none that ended', async () => {
    const [stays, left] = [await newOwner(app), await newOwner(app)];
    await left.call(api.identity.logout, {});
    await stepped(async () => {
      await stays.call(api.identity.session, {});
      expect(await refusalOf(left.call(api.identity.session, {}))).toMatchObject({ status: 401 });
    });
    await stays.call(api.identity.session, {});
  });

  test('makes no proof of who somebody is last longer', async () => {
    const owner = await newOwner(app);
    await stepped(async () => {
      const { data } = await owner.call(api.stepUp.prove, {
        body: { way: 'password', password: owner.password },
      });
      const proven = createClient({ baseUrl: app.url, token: () => data.token });
      await proven(api.passkeys.begin, {});
      app.advance(-ms);
      const after = proven(api.passkeys.begin, {});
      expect(await refusalOf(after)).toMatchObject({ code: 'step_up_required' });
      app.advance(ms);
    });
  });

  test('makes no link to a private file last longer', () => {
    const { sealer } = app.system;
    const [now, then] = [app.config.clock(), new Date(app.config.clock().getTime() + ms)];
    const signed = (at: Date) =>
      Object.fromEntries(new URL(signedUrl(sealer, 'fil_1', at), app.url).searchParams);
    expect(signatureHolds(sealer, 'fil_1', signed(now), now)).toBe(true);
    expect(signatureHolds(sealer, 'fil_1', signed(then), now)).toBe(false);
  });

  test('opens no locked PIN before its time', async () => {
    const owner = await newOwner(app);
    await setPin(owner);
    await fundWallet(app, fake, owner, minor(1_000_00));
    const withdraw = (pin: string) =>
      owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(100_00), { pin }) });
    for (let wrong = 0; wrong < 4; wrong++)
      expect(await refusalOf(withdraw('8350'))).toMatchObject({ status: 422 });
    expect(await refusalOf(withdraw('8350'))).toMatchObject({ status: 423 });
    if (ms < 0)
      await stepped(async () => expect(await refusalOf(withdraw('2749'))).toMatchObject({ status: 423 }));
    expect(await refusalOf(withdraw('2749'))).toMatchObject({ status: 423 });
    app.advance(15 * MINUTE_MS + 1000);
    await withdraw('2749');
    app.advance(-15 * MINUTE_MS - 1000);
  });

  test('does nothing twice under one key, and keeps numbers and books in order', async () => {
    const owner = await newOwner(app);
    const once = () =>
      owner.call(
        api.invoices.create,
        { params, body: sampleInvoice({ dueDate: '2100-01-01' }) },
        { idempotencyKey: `step${ms}` },
      );
    const first = (await once()).data;
    await fundWallet(app, fake, owner, minor(500_00));
    await stepped(async () => {
      expect((await once()).data.id).toBe(first.id);
      await fundWallet(app, fake, owner, minor(700_00));
    });
    await fundWallet(app, fake, owner, minor(900_00));
    const { data } = await owner.call(api.invoices.list, { params, query: { sort: 'number' } });
    expect(data.map((invoice) => invoice.invoiceNumber)).toEqual([
      'INV-0001',
      'INV-0002',
      'INV-0003',
      'INV-0004',
    ]);
    expect((await owner.call(api.withdrawals.balance, { params })).data.available).toBe(minor(2_097_00));
    expect(await brokenLedgerInvariants(app.system.db)).toEqual([]);
  });
});
