import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { openServer } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { sendWeeklySummaries } from '#server/modules/analytics/flows/weekly-summary.ts';
import { sweepUnresolved } from '#server/modules/reconciliation/flows/unresolved.ts';
import { notifyNewlyOverdue } from '#server/modules/reminders/flows/scheduled.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { onEvent } from '#server/observability/events.ts';
import { checkLedgerWhenDue } from '#server/ops/ledger-checks/monitor.ts';
import { freshDatabase } from '../databases.ts';
import { createFakeProvider, paidBy, payoutState } from '../fake-provider.ts';
import { eventually, newOwner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../money.ts';

const WORKERS = 4;
const LAGOS_MS = 3_600_000;
/** More than a week ahead to a Tuesday in Lagos, the last day weekly summaries are sent. */
const daysAheadOf = (now: Date) =>
  9 + ((9 - new Date(now.getTime() + 9 * DAY_MS + LAGOS_MS).getUTCDay()) % 7);
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const workers: TestApp[] = [];
let requestCount = 0;

beforeAll(async () => {
  const first = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'duewell-workers-'));
  const counting = {
    ...fake,
    payoutState: (reference: string) => {
      requestCount++;
      return fake.payoutState(reference);
    },
  };
  for (let at = 0; at < WORKERS; at++)
    workers.push(
      await testApp(
        { OPERATOR_EMAIL: 'operator@example.test', DATA_DIR: folder },
        {
          store: at === 0 ? first : openServer(first.connectionString ?? '', 4),
          log: { info: () => {}, warn: () => {}, error: () => {} },
          ports: paidBy(counting),
          sweeps: false,
        },
      ),
    );
});
afterAll(() => Promise.all(workers.map((worker) => worker.close())));

test(`what comes round is done once, though ${WORKERS} workers begin it at the same moment, three times`, async () => {
  const [app] = workers as [TestApp];
  const now = app.config.clock();
  const daysAhead = daysAheadOf(now);
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(50_000_00));
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ dueDate: addDays(dateIn(now), daysAhead - 1) }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('processing') });
  await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00)) });
  const { db } = app.system;
  await eventually(() => db.selectFrom('withdrawals').select('id').where('tries', '=', 1).executeTakeFirst());
  for (const worker of workers) worker.advance(daysAhead * DAY_MS);
  requestCount = 0;
  let checks = 0;
  const stop = onEvent('books', () => {
    checks++;
  });
  const rounds = [
    checkLedgerWhenDue,
    notifyNewlyOverdue,
    sweepWithdrawals,
    sweepUnresolved,
    sendWeeklySummaries,
  ];
  const everybody = (work: (scope: SystemScope) => Promise<unknown>) =>
    Promise.all(workers.map((worker) => work(worker.scope())));
  for (let times = 0; times < 3; times++) for (const work of rounds) await everybody(work);
  stop();
  expect({ checks, asked: requestCount }).toEqual({ checks: 1, asked: 1 });
  const told = await db
    .selectFrom('activities')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .where('activity_type', '=', 'invoice_overdue')
    .execute();
  expect(told).toHaveLength(1);
  const letters = await db.selectFrom('messages').select('kind').execute();
  const many = (wanted: string) => letters.filter(({ kind }) => kind === wanted).length;
  // The operator is notified after a day and after a week.
  expect([many('moneyUnresolved'), many('weeklySummary')]).toEqual([2, 1]);
});
