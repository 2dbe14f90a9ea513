import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { sendWeeklySummaries } from './flows/weekly-summary.ts';
import { dueSummaries } from './queries/weekly-summary.ts';
import { chaseList, type Owed } from './rules/weekly-summary.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  // A Friday, ten in the morning in Lagos.
  app = await testApp({ CLOCK: '2026-02-27T09:00:00Z', SESSION_IDLE_MINUTES: '1000000' }, { sweeps: false });
});
afterAll(() => app.close({ handmade: true }));

async function sent(owner: Owner, clientName: string, dueDate: string, naira: number) {
  const body = sampleInvoice({
    clientName,
    clientEmail: `${clientName.toLowerCase()}@example.test`,
    dueDate,
    taxRate: 0,
    items: [{ description: 'Cake', quantity: 1_000_000, rate: major(naira) }],
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: [] } });
  return data;
}

const dueAt = async (owner: Owner, at: string) =>
  (await dueSummaries(app.store.db, new Date(at)))
    .filter(({ businessId }) => businessId === owner.businessId)
    .map(({ monday }) => monday);

test('an owner hears once how the week went: from seven on Monday, or on Tuesday after a stop, and on no other day', async () => {
  const [owner, quiet, unwilling] = [await newOwner(app), await newOwner(app), await newOwner(app)];
  const paid = await sent(owner, 'Bisi', '2026-02-27', 10_000);
  await sent(owner, 'Chidi', '2026-03-01', 5_000);
  await sent(owner, 'Ngozi', '2026-04-30', 7_000);
  await sent(unwilling, 'Bisi', '2026-02-27', 100);
  const { businessId } = owner;
  await pay(app.scope(), { businessId, invoiceId: paid.id, amount: major(4_000) });
  const no = { email: false, screen: true };
  await unwilling.call(api.settings.updateNotifications, { params, body: { weekly_summary: no } });

  for (const [at, due] of [
    ['2026-03-01T23:30:00Z', []],
    ['2026-03-02T05:59:59Z', []],
    ['2026-03-02T06:00:00Z', ['2026-03-02']],
    ['2026-03-03T22:59:00Z', ['2026-03-02']],
    ['2026-03-03T23:00:00Z', []],
    ['2026-04-28T09:00:00Z', ['2026-04-27']],
    ['2026-05-04T09:00:00Z', []],
  ] as const)
    expect([at, await dueAt(owner, at)]).toEqual([at, due]);
  expect([
    await dueAt(quiet, '2026-03-02T09:00:00Z'),
    await dueAt(unwilling, '2026-03-02T09:00:00Z'),
  ]).toEqual([[], []]);

  app.advance(3 * DAY_MS);
  await Promise.all([sendWeeklySummaries(app.scope()), sendWeeklySummaries(app.scope())]);
  await sendWeeklySummaries(app.scope());
  const mail = await eventually(async () => {
    const found = await sql<{ subject: string; body_text: string }>`
      select subject, body_text from kept_mails where key = ${`weekly:${businessId}:2026-03-02`}`.execute(
      app.store.db,
    );
    return found.rows[0];
  });
  expect(mail.subject).toContain('₦4,000.00');
  const text = mail.body_text.replace(/\s+/g, ' ');
  for (const part of [
    'Feb 23, 2026 to Mar 1, 2026, 1 payment',
    'Open: ₦18,000.00 (3 invoices)',
    'Overdue: ₦11,000.00 (2 invoices)',
    'Best customer: Bisi, ₦4,000.00',
    'Bisi: ₦6,000.00',
    'Chidi: ₦5,000.00',
    '/dashboard/invoices?status=overdue',
    '/unsubscribe/',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Ngozi');
  const sentTwice = await app.store.db
    .selectFrom('messages')
    .select('key')
    .where('kind', '=', 'weeklySummary')
    .where('to_address', '=', owner.email)
    .execute();
  expect(sentTwice).toHaveLength(1);
  // Made on that Monday, there is no week to tell of yet.
  const fresh = await newOwner(app);
  await sent(fresh, 'Bisi', '2026-03-30', 100);
  expect([await dueAt(fresh, '2026-03-02T20:00:00Z'), await dueAt(fresh, '2026-03-09T09:00:00Z')]).toEqual([
    [],
    ['2026-03-09'],
  ]);
});

const owed = (number: string, balance: number, due: string, currency: Owed['currency'] = 'NGN'): Owed => ({
  number,
  customerName: number,
  balance: minor(balance),
  currency,
  due,
});

test('the late come first by their sums, then those due within the week, the soonest first', () => {
  const all = [
    owed('soon', 900, '2026-03-06'),
    owed('sooner', 100, '2026-03-02'),
    owed('later', 9_000, '2026-03-20'),
    owed('late', 500, '2026-02-27'),
    owed('large', 800, '2026-03-01'),
    owed('dollars', 9_999, '2026-01-01', 'USD'),
  ];
  const named = (of: Owed[]) => chaseList(of, 'NGN', '2026-03-02').map((one) => [one.number, one.daysLate]);
  expect(named(all)).toEqual([
    ['large', 1],
    ['late', 3],
    ['dollars', 60],
  ]);
  expect(named(all.slice(0, 4))).toEqual([
    ['late', 3],
    ['sooner', 0],
    ['soon', -4],
  ]);
});
