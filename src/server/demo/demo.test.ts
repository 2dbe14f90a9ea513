import { expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { reconcile } from '#server/modules/reconciliation/flows/reconcile.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { eventually, type Owner, type TestApp, testApp } from '../../../tests/harness.ts';
import { OWNER, PIN } from './business.ts';
import { fillDemo } from './index.ts';

test('the demo business has a plausible year behind it and sound books', { timeout: 600_000 }, async () => {
  const messages: string[] = [];
  const log = console.log;
  console.log = (line: string) => messages.push(line);
  const app = await testApp({}, { sweeps: false });
  await fillDemo(app);
  await fillDemo(app);
  console.log = log;
  expect(messages).toHaveLength(2);
  expect(messages[0]).toContain(OWNER.email);

  const open = createClient({ baseUrl: app.url });
  const { token, user } = await open(api.identity.login, { body: OWNER });
  const call = createClient({ baseUrl: app.url, token: () => token });
  const params = { currency: 'NGN', id: user.businessId } as const;
  const info = (await call(api.analytics.paymentInfo, { params })).data;
  expect(info.allTime.totalRevenue).toBeGreaterThan(10_000_000_00);
  expect(info.invoices.total).toBeGreaterThan(300);
  expect(info.customers.activeCustomers).toBeGreaterThan(35);
  const invoices = (await call(api.invoices.list, { params })).data;
  expect(new Set(invoices.map((invoice) => invoice.status))).toEqual(
    new Set([
      'paid',
      'sent',
      'overdue',
      'pending',
      'credited',
      ...(invoices.some((i) => i.status === 'due') ? ['due'] : []),
    ]),
  );
  const payments = (await call(api.payments.list, { params })).data.transactions;
  expect(new Set(payments.map((payment) => payment.status))).toEqual(
    new Set(['completed', 'failed', 'refunded']),
  );
  expect(payments.filter(({ status, fee }) => status === 'failed' && fee > 0)).toEqual([]);
  // Five of providers, and cash and cheques that were typed in.
  expect(new Set(payments.map((payment) => payment.paymentMethod)).size).toBe(7);
  // A year of income: no daily allowance stands in the way of a demonstration.
  const { allowance } = (await call(api.withdrawals.balance, { params })).data;
  expect(allowance.level).toBe('established');
  await chasesItsMoney(app, call, params);
  await knowsItsBank(call, params);
  await keepsTax(call, params);
  await offers(call, params);
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
  await reconcilesAndRefunds(app, call);
  await app.close();
});

// A quote of each fate, the accepted one with its invoice, and a school invoiced every month since the one before last.
async function offers(call: Owner['call'], params: { currency: 'NGN' }): Promise<void> {
  const { data } = await call(api.quotes.list, { params, query: {} });
  expect(data.map(({ status, invoiceId }) => [status, invoiceId !== null]).toSorted()).toEqual([
    ['accepted', true],
    ['declined', false],
    ['draft', false],
    ['viewed', false],
  ]);
  const [plan] = (await call(api.plans.list, { params })).data;
  expect(plan).toMatchObject({ customerName: 'Bright Minds Academy', state: 'active', missed: 0 });
  const { occurrences } = (await call(api.plans.detail, { params: { ...params, id: plan?.id ?? '' } })).data;
  expect(occurrences.map(({ state }) => state)).toEqual(['issued', 'issued', 'issued']);
}

// A company that deducts: a certificate awaited, one that came, one used, and an invoice that says what to pay.
async function keepsTax(call: Owner['call'], params: { currency: 'NGN' }): Promise<void> {
  const { data } = await call(api.withholding.list, { params, query: {} });
  expect(data.map(({ state, rate }) => [state, rate]).toSorted()).toEqual([
    ['pending', 200],
    ['received', 200],
    ['used', 200],
  ]);
  const found = await call(api.customers.list, { params, query: { search: 'Breweries' } });
  const [company] = found.data.customers;
  expect(company).toMatchObject({ withholdingKind: 'services', owes: 510_000_00 });
  const open = { customerId: company?.id ?? '', status: 'sent' as const };
  const [invoice] = (await call(api.invoices.list, { params, query: open })).data;
  const detail = await call(api.invoices.detail, { params: { ...params, id: invoice?.id ?? '' } });
  expect(detail.data.likelyTax).toMatchObject({ state: 'expected', net: 499_800_00 });
}

// At any hour there are messages to tap, one promise of each kind and a letter that came back, and nothing is half sent.
async function chasesItsMoney(app: TestApp, call: Owner['call'], params: { currency: 'NGN' }): Promise<void> {
  const { page, data } = await call(api.reminders.today, { params, query: { limit: 200 } });
  expect(page.total).toBeGreaterThan(2);
  expect(data.filter(({ promised }) => promised !== null)).toHaveLength(1);
  const promises = await app.system.db.selectFrom('promises').select('customer_id').execute();
  const records = await Promise.all(
    promises.map(({ customer_id: id }) => call(api.reminders.ofCustomer, { params: { ...params, id } })),
  );
  expect(records.flatMap((record) => record.data.promises.map(({ state }) => state)).toSorted()).toEqual([
    'broken',
    'kept',
    'open',
  ]);
  const messages = await app.system.db
    .selectFrom('messages')
    .select('state')
    .where('customer_id', 'is not', null)
    .execute();
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(['sent', 'bounced']));
}

// Money past the provider is there in each of its ways.
async function knowsItsBank(call: Owner['call'], params: { currency: 'NGN' }): Promise<void> {
  const { statements, accounts } = (await call(api.bankStatements.list, { params })).data;
  expect(accounts).toHaveLength(1);
  expect(statements.map(({ counts }) => counts)).toEqual([
    { open: 2, recorded: 1, ignored: 0, settlement: 1, out: 1 },
    { open: 0, recorded: 2, ignored: 1, settlement: 0, out: 2 },
  ]);
  const claims = (await call(api.offlinePayments.claims, { params, query: {} })).data;
  expect(claims.map(({ state }) => state)).toEqual(['open', 'dismissed', 'confirmed']);
  const { transactions } = (await call(api.payments.list, { params })).data;
  expect(transactions.filter(({ evidence }) => evidence === 'statement')).toHaveLength(3);
  expect(transactions.filter((one) => one.evidence === 'hand' && one.refundedAmount > 0)).toHaveLength(1);
  const [line] = (
    await call(api.bankStatements.lines, {
      params: { ...params, id: statements[0]?.id ?? '' },
      query: { state: 'open' },
    })
  ).data.lines;
  expect(line?.suggestions[0]?.certainty).toBe('certain');
}

// The sandbox's own books know the year: they agree with ours, and what was paid in it can be given back.
async function reconcilesAndRefunds(app: TestApp, call: Owner['call']): Promise<void> {
  const year = { from: plusMs(app.config.clock(), -400 * 24 * 3_600_000), until: app.config.clock() };
  const run = await reconcile(app.scope(), app.sandbox, year);
  expect(run).toMatchObject({ found: 0, problem: null });
  expect(run.items).toBeGreaterThan(300);
  const params = { currency: 'NGN' } as const;
  const paid = (await call(api.payments.list, { params })).data.transactions;
  const { id } = paid.findLast(({ status }) => status === 'completed') ?? { id: '' };
  const part = { amount: minor(1_000_00), reason: 'One tray too many', pin: PIN };
  await call(api.payments.refund, { params: { ...params, id }, body: part });
  await eventually(async () => {
    const [refund] = await app.system.db
      .selectFrom('refunds')
      .select('status')
      .where('origin', '=', 'owner')
      .execute();
    return refund?.status === 'completed';
  });
  expect(await reconcile(app.scope(), app.sandbox, year)).toMatchObject({ found: 0, problem: null });
}
