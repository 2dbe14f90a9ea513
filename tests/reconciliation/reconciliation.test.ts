import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { DAY_MS, HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import { resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { balances, currentFreeze, owedBy } from '#server/modules/ledger/queries.ts';
import { settleDiscrepancy } from '#server/modules/reconciliation/commands/findings.ts';
import { reconcile, reconcileOnSchedule } from '#server/modules/reconciliation/flows/reconcile.ts';
import { expectedBalance } from '#server/modules/reconciliation/queries.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { paidBy } from '../fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { fillBoth, type Item, type Scenario } from './bulk-records.ts';
import { createListedProvider, listedPayment } from './listed-provider.ts';
import { seedDiscrepancies } from './seeded-discrepancies.ts';

const ITEMS = Number(process.env.RECONCILIATION_ITEMS ?? 1_000);
const SEEDS = ITEMS >= 10_000 ? 100 : 36;

const clockWork = ['check-books', 'reconcile:listed', 'reconcile-daily:listed'];
const provider = createListedProvider();
let app: TestApp;
let owner: Owner;
let business: { businessId: string; invoiceId: string; customerId: string };
let items: Item[];
let start: Date;

beforeAll(async () => {
  app = await testApp({ OPERATOR_EMAIL: 'operator@example.test' }, { ports: paidBy(provider) });
  // The service's own scheduled jobs are off.
  await app.scope().transactAsSystem(async (ctx) => {
    for (const name of clockWork) await claimPeriodic(ctx, name, 90 * DAY_MS);
  });
  owner = await newOwner(app);
  const body = sampleInvoice();
  const { data } = await owner.call(api.invoices.create, { params: { currency: 'NGN' }, body });
  const { customer_id: customerId } = await app.system.db
    .selectFrom('invoices')
    .select('customer_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  business = { businessId: owner.businessId, invoiceId: data.id, customerId };
  start = app.config.clock();
  // Over both edges of the span that is compared.
  const span = { from: plusMs(start, -30 * HOUR_MS), until: plusMs(start, -1.5 * HOUR_MS) };
  items = await fillBoth(app, provider, business, Math.ceil(ITEMS * 1.08), span);
  provider.holds = async (currency) => (currency === 'NGN' ? (await ledgerFindings()) + difference : null);
});
afterAll(() => app.close());

let difference = 0;
const ledgerFindings = async () =>
  (await expectedBalance(app.system.db, 'listed', 'NGN', '2000-01-01')).books;
const lastDay = () => ({ from: plusMs(app.config.clock(), -26 * HOUR_MS), until: app.config.clock() });
const run = async (span = lastDay()) => reconcile(app.scope(), provider, span);
const written = () =>
  app.system.db
    .selectFrom('discrepancies')
    .select(['id', 'kind', 'subject', 'outcome'])
    .orderBy('id')
    .execute();
const broken = async () =>
  (await checkLedger(app.system.db))
    .filter(({ breaches }) => breaches.length > 0)
    .map(({ id, breaches }) => [id, breaches]);

test('books that agree are found to agree, with everything that is still on its way', async () => {
  expect(await broken()).toEqual([]);
  const now = app.config.clock();
  // A recent payment at the provider, whose webhook may still come; without an instant the list's own is
  // used.
  provider.records.set('young', listedPayment('young', plusMs(now, -60_000)));
  provider.records.set(
    'slow',
    listedPayment('slow', plusMs(now, -3 * HOUR_MS), { paidAt: plusMs(now, -60_000) }),
  );
  // Attempts without money, and play money, are no business of ours.
  provider.records.set(
    'tried',
    listedPayment('tried', plusMs(now, -3 * HOUR_MS), { status: 'failed', paidAt: null }),
  );
  provider.records.set('play', listedPayment('play', plusMs(now, -3 * HOUR_MS), { testMode: false }));
  provider.records.set(
    'came-and-went',
    listedPayment('came-and-went', plusMs(now, -3 * HOUR_MS), { status: 'refunded' }),
  );
  const done = await run();
  expect(await written()).toEqual([]);
  expect(done).toMatchObject({ found: 0, mended: 0, problem: null });
  expect(done.items).toBeGreaterThanOrEqual(ITEMS);
});

test('every disagreement put in is found once, nothing else is, and the books hold', async () => {
  const untouched = new Map<Scenario, Item[]>();
  const earliest = lastDay().from;
  for (const item of items.filter(({ at }) => at > plusMs(earliest, HOUR_MS)))
    untouched.set(item.scenario, [...(untouched.get(item.scenario) ?? []), item]);
  const drawItem = (scenario: Scenario): Item => {
    const item = untouched.get(scenario)?.shift();
    if (!item) throw new Error(`too few that are ${scenario}`);
    return item;
  };
  const at = plusMs(start, -5 * HOUR_MS);
  const seeds = await seedDiscrepancies({ app, provider, business, drawItem, at }, SEEDS - 1);
  difference = -1_000_000_000;
  seeds.push({ kind: 'balance_differs', subject: 'NGN:less', outcome: 'needs_review' });

  const first = await run();
  const name = (one: { kind: string; subject: string; outcome: string }) =>
    `${one.kind} ${one.subject} ${one.outcome}`;
  const found = (await written()).map(name).sort();
  const expected = seeds.map(name).sort();
  const missed = expected.filter((one) => !found.includes(one));
  const falseAlarms = found.filter((one) => !expected.includes(one));
  console.log(
    `Reconciliation: ${first.items} items compared; ${seeds.length} disagreements of ${new Set(seeds.map(({ kind }) => kind)).size} kinds put in, ${found.length - falseAlarms.length} found, ${falseAlarms.length} false alarms, ${first.mended} mended`,
  );
  expect({ missed, falseAlarms }).toEqual({ missed: [], falseAlarms: [] });
  expect(found).toHaveLength(seeds.length);
  expect(first).toMatchObject({
    found: seeds.length,
    mended: seeds.filter(({ outcome }) => outcome === 'mended').length,
    problem: null,
  });
  expect(await broken()).toEqual([]);

  const second = await run();
  expect(await written()).toHaveLength(seeds.length);
  expect(second).toMatchObject({ found: 0, mended: 0, problem: null });
  expect(await broken()).toEqual([]);
});

const freeze = () => currentFreeze(app.system.db);
const mails = async () =>
  (
    await app.system.db
      .selectFrom('messages')
      .select('key')
      .where('to_address', '=', 'operator@example.test')
      .execute()
  ).map(({ key }) => key.split(':')[0]);
const row = (kind: string, subject: string) =>
  app.system.db
    .selectFrom('discrepancies')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
const resume = () => app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'Looked into'));

test('what may be money leaving wrongly stopped payouts, and the operator was told of both once', async () => {
  expect(await freeze()).not.toBeNull();
  expect((await mails()).sort()).toEqual(['payouts-stopped', 'reconciliation']);
  expect(await resume()).not.toBeNull();
  await run();
  expect(await freeze(), 'what is known already stops nothing again').toBeNull();
});

test('what is gone is settled by the next run; what somebody settled is not brought up again', async () => {
  difference = 0;
  const [differs] = await app.system.db
    .selectFrom('discrepancies')
    .selectAll()
    .where('kind', '=', 'payment_amount_differs')
    .limit(1)
    .execute();
  const subject = differs?.subject ?? '';
  const there = provider.records.get(subject);
  if (!there) throw new Error('it is listed');
  provider.records.set(subject, { ...there, amount: minor(100_000) });
  const accepted = await row('payout_unknown_here', await anySubject('payout_unknown_here'));
  await app
    .scope()
    .transactAsSystem((ctx) =>
      settleDiscrepancy(ctx, accepted.id, { by: 'operator', reason: 'Sent by hand' }),
    );
  const before = (await written()).length;
  const done = await run();
  expect(done).toMatchObject({ found: 0, problem: null });
  expect(await row('payment_amount_differs', subject)).toMatchObject({ settled_by: 'run' });
  expect(await row('balance_differs', 'NGN:less')).toMatchObject({ settled_by: 'run' });
  expect(await written()).toHaveLength(before);
  expect((await row('payout_unknown_there', await anySubject('payout_unknown_there'))).settled_at).toBeNull();
  // The same payout, but more of it: that was not what was accepted.
  provider.sent = provider.sent.map((one) =>
    one.reference === accepted.subject ? { ...one, amount: minor(99_999_999) } : one,
  );
  expect(await run()).toMatchObject({ found: 1 });
  expect(await freeze()).not.toBeNull();
  await resume();
});
const anySubject = async (kind: string) =>
  (
    await app.system.db
      .selectFrom('discrepancies')
      .select('subject')
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
  ).subject;

test('a float an operator put there is accepted once, and less than that is noticed', async () => {
  provider.records.delete('young');
  difference = 5_000_000;
  expect(await run()).toMatchObject({ found: 1 });
  const more = await row('balance_differs', 'NGN:more');
  expect(more.amount_minor).toBe(5_000_000);
  expect(await freeze()).toBeNull();
  const settled = { by: 'operator', reason: 'A float for payouts' } as const;
  await app.scope().transactAsSystem((ctx) => settleDiscrepancy(ctx, more.id, settled));
  expect(await run()).toMatchObject({ found: 0 });
  const { leaving, unsettled } = await expectedBalance(app.system.db, 'listed', 'NGN', '2000-01-01');
  difference = 5_000_000 - leaving - unsettled - 1;
  expect(await run()).toMatchObject({ found: 1 });
  expect(await freeze()).not.toBeNull();
  await resume();
  difference = 5_000_000;
  await run();
});

test('a list that grows while it is read shows an entry twice, and that is no payout sent twice', async () => {
  const untouched = items.filter(({ scenario }) => scenario === 'payout_completed').at(-1);
  const again = provider.sent.find(({ reference }) => reference === untouched?.name);
  if (!again) throw new Error('it is listed');
  const { payouts } = provider;
  provider.payouts = async (span, cursor) => {
    if (cursor === 'more') return { ok: true, items: [again], next: null };
    const all = {
      ok: true as const,
      items: provider.sent.filter(({ createdAt }) => createdAt >= span.from),
      next: 'more',
    };
    return span.until.getTime() - span.from.getTime() < 1_000 ? payouts(span, cursor) : all;
  };
  expect(await run()).toMatchObject({ found: 0, problem: null });
  // The same twice within one instant of the provider's own list is two.
  provider.sent.push(again);
  expect(await run()).toMatchObject({ found: 1 });
  expect(await row('payout_twice_there', again.reference)).toMatchObject({ found_at: expect.any(Date) });
  provider.payouts = payouts;
  provider.sent.pop();
  await run();
  await resume();
});

test('two runs at once mend once', async () => {
  const item = items.filter(({ scenario }) => scenario === 'completed').at(-3);
  const theirs = item && provider.records.get(item.name);
  if (!theirs) throw new Error('it is listed');
  provider.records.set(theirs.transactionId, { ...theirs, fee: minor(1_900), refunded: minor(10_000) });
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.reduce((sum, { mended }) => sum + mended, 0)).toBe(2);
  expect(await broken()).toEqual([]);
});

test('a fee that was too high pays back the debt it made', async () => {
  const item = items.filter(({ scenario }) => scenario === 'completed').at(-4);
  const theirs = item && provider.records.get(item.name);
  if (!theirs) throw new Error('it is listed');
  const { db } = app.system;
  const wallet = async () => ({
    ...(await balances(db, owner.businessId, 'NGN')),
    owed: await owedBy(db, owner.businessId, 'NGN'),
  });
  const before = await wallet();
  provider.records.set(theirs.transactionId, { ...theirs, fee: minor(theirs.fee + before.available + 500) });
  expect(await run()).toMatchObject({ mended: 1 });
  expect(await wallet()).toMatchObject({ available: 0, owed: 500 });
  provider.records.set(theirs.transactionId, theirs);
  expect(await run()).toMatchObject({ mended: 1 });
  expect(await wallet()).toEqual(before);
  expect(await broken()).toEqual([]);
});

test('a payment whose checkout was opened long before is asked about, not missed', async () => {
  const at = plusMs(app.config.clock(), -2 * HOUR_MS);
  const inSpan = items.filter(({ scenario }) => scenario === 'completed').at(-2);
  const theirs = inSpan && provider.records.get(inSpan.name);
  if (!theirs) throw new Error('it is listed');
  provider.records.set(theirs.transactionId, { ...theirs, createdAt: plusMs(at, -6 * DAY_MS) });
  expect(await run()).toMatchObject({ found: 0, problem: null });
});

test('a provider that cannot be asked is no finding, and says so in the run', async () => {
  const { payments, payoutState } = provider;
  provider.payments = async () => ({ ok: false, reason: 'timed out', retry: true });
  provider.payoutState = async () => ({ state: 'unknown', reason: 'timed out', fee: minor(0) });
  const done = await run();
  expect(done.found).toBe(0);
  expect(done.problem).toMatch(/list of payments could not be read: timed out/);
  Object.assign(provider, { payments, payoutState });
});

test('every hour and every day it is one process that compares', async () => {
  const runs = async () =>
    (await app.system.db.selectFrom('reconciliation_runs').select('id').execute()).length;
  await app.system.db.deleteFrom('periodic_work').where('name', 'like', 'reconcile%').execute();
  const before = await runs();
  await Promise.all([reconcileOnSchedule(app.scope()), reconcileOnSchedule(app.scope())]);
  expect((await runs()) - before).toBe(1);
  await reconcileOnSchedule(app.scope());
  expect((await runs()) - before).toBe(1);
  app.advance(HOUR_MS);
  await reconcileOnSchedule(app.scope());
  expect((await runs()) - before).toBe(2);
});
