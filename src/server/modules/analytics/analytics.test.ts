import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, dateIn, monthStart, plusMs, UNDATED } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import type { Currency, Minor } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { paymentMethods } from '#server/kernel/ports/index.ts';
import { partsOf } from '#server/modules/invoices/rules/schedule.ts';
import { pay, refund } from '#server/modules/invoices/testing.ts';
import { accept, customerOf, sampleQuote, sentQuote } from '#server/modules/quotes/testing.ts';
import {
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';

const currencies: Currency[] = ['NGN', 'USD'];
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-02-11T09:00:00Z',
    SESSION_IDLE_MINUTES: '10000000',
    SESSION_MAX_DAYS: '10000',
  });
});
afterAll(() => app.close({ handmade: true }));

const infoOf = async (owner: Owner, currency: Currency) =>
  (await owner.call(api.analytics.paymentInfo, { params: { currency, id: owner.businessId } })).data;
const reportOf = async (owner: Owner, currency: Currency, months?: '3' | '6' | '12') =>
  (
    await owner.call(api.analytics.report, {
      params: { currency, id: owner.businessId },
      query: months ? { months } : {},
    })
  ).data;

// The same figures, computed the slow way from the records themselves.
async function recordsOf(owner: Owner, currency: Currency) {
  const { db } = app.store;
  const own = {
    invoices: db.selectFrom('invoices').selectAll(),
    payments: db.selectFrom('payments').selectAll(),
    customers: db.selectFrom('customers').selectAll(),
  };
  const invoices = await own.invoices
    .where('business_id', '=', owner.businessId)
    .where('currency', '=', currency)
    .where('deleted_at', 'is', null)
    .execute();
  const payments = await own.payments
    .where('business_id', '=', owner.businessId)
    .where('currency', '=', currency)
    .where('status', '=', 'completed')
    .execute();
  return {
    invoices,
    payments,
    customers: await own.customers.where('business_id', '=', owner.businessId).execute(),
  };
}
type Records = Awaited<ReturnType<typeof recordsOf>>;

const count = (quotes: number, total: number) => ({ quotes, total: major(total) });
const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);
const change = (now: number, before: number) =>
  // JSON knows no negative zero.
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10 + 0;
const owed = (row: Records['invoices'][number]) =>
  row.total_minor - row.paid_minor - row.credited_minor - row.withheld_minor - row.written_off_minor;
const isPaid = (row: Records['invoices'][number]) => row.settled_as === 'paid';
const within = (from: string, to: string) => (day: string) => day >= from && day < to;

function slowInfo({ invoices, payments, customers }: Records, now: Date) {
  const today = dateIn(now);
  const [recent, before] = [
    within(addDays(today, -29), '9999'),
    within(addDays(today, -59), addDays(today, -29)),
  ];
  const [start, earlier] = [plusMs(now, -30 * DAY_MS), plusMs(now, -60 * DAY_MS)];
  const over = (of: (spanned: (day: string) => boolean) => number) => change(of(recent), of(before));
  return {
    allTime: {
      totalRevenue: sum(payments, (row) => row.amount_minor),
      totalPendingPayments: sum(invoices, owed),
    },
    invoices: {
      sent: invoices.filter((row) => row.sent_at || row.paid_at).length,
      paid: invoices.filter(isPaid).length,
      total: invoices.length,
      pending: invoices.filter((row) => !row.sent_at && !row.paid_at).length,
      overdue: invoices.filter((row) => row.sent_at && !row.paid_at && row.due_date < today).length,
    },
    customers: { activeCustomers: customers.filter((row) => row.is_active).length, total: customers.length },
    percentageChanges: {
      revenue: over((spanned) =>
        sum(
          payments.filter((row) => spanned(row.day)),
          (row) => row.amount_minor,
        ),
      ),
      payments: over((spanned) => payments.filter((row) => spanned(row.day)).length),
      pendingPayments: over((spanned) =>
        sum(
          invoices.filter((row) => spanned(row.issue_date)),
          owed,
        ),
      ),
      invoices: over((spanned) => invoices.filter((row) => spanned(row.issue_date)).length),
      customers: change(
        customers.filter((row) => row.created_at > start).length,
        customers.filter((row) => row.created_at > earlier && row.created_at <= start).length,
      ),
    },
  };
}

function slowPeriod({ invoices, payments }: Records, spanned: (day: string) => boolean, today: string) {
  const issued = invoices.filter((row) => spanned(row.issue_date));
  const received = payments.filter((row) => spanned(row.day));
  const [sent, paid, settled, credited] = [
    issued.filter((row) => row.sent_at || row.paid_at).length,
    issued.filter(isPaid).length,
    issued.filter((row) => row.paid_at).length,
    issued.filter((row) => row.settled_as === 'credited').length,
  ];
  return {
    received,
    issued,
    sent,
    paid,
    settled,
    overdue: issued.filter((row) => row.sent_at && !row.paid_at && row.due_date < today).length,
    revenue: sum(received, (row) => row.amount_minor),
    rate: sent === credited ? null : Math.round((paid / (sent - credited)) * 1000) / 10,
    average: issued.length === 0 ? 0 : Math.round(sum(issued, (row) => row.total_minor) / issued.length),
  };
}

function slowReport(records: Records, months: number, now: Date) {
  const today = dateIn(now);
  const start = monthStart(today, 1 - months);
  const [period, before] = [
    slowPeriod(records, within(start, '9999'), today),
    slowPeriod(records, within(monthStart(start, -months), start), today),
  ];
  const months_ = Array.from({ length: months }, (_, at) => monthStart(start, at));
  return {
    months,
    totalRevenue: { amount: period.revenue, change: change(period.revenue, before.revenue) },
    invoicesSent: { amount: period.sent, change: change(period.sent, before.sent) },
    totalInvoices: period.issued.length,
    successRate: {
      amount: period.rate,
      change: period.rate === null ? null : change(period.rate, before.rate ?? 0),
    },
    averageValue: { amount: period.average, change: change(period.average, before.average) },
    averageInvoiceValue: period.average,
    revenueTrends: months_.map((month) => ({
      period: month,
      revenue: sum(
        records.payments.filter((row) => row.day.slice(0, 7) === month.slice(0, 7)),
        (row) => row.amount_minor,
      ),
      invoiceCount: records.invoices.filter((row) => row.issue_date.slice(0, 7) === month.slice(0, 7)).length,
    })),
    paymentMethods: {
      ...Object.fromEntries(
        paymentMethods.map((method) => [
          method,
          sum(
            period.received.filter((row) => row.method === method),
            (row) => row.amount_minor,
          ),
        ]),
      ),
      total: period.revenue,
    },
    invoiceStatus: {
      paid: period.paid,
      overdue: period.overdue,
      pending: period.issued.length - period.settled - period.overdue,
      total: period.issued.length,
    },
    topCustomers: slowTop(records),
    expected: slowExpected(records, today),
  };
}

/** Sums owed on sent invoices, each with the day it is due: of one in parts, each part by itself. */
const dueOf = ({ invoices }: Records) =>
  invoices
    .filter((row) => row.state === 'active' && row.sent_at && !row.paid_at)
    .flatMap((row) =>
      row.schedule === null
        ? [{ day: row.due_date, owed: owed(row) }]
        : partsOf(row).map(({ day, left }) => ({ day: day ?? UNDATED, owed: left })),
    );

const overdueOf = (records: Records, today: string) =>
  sum(
    dueOf(records).filter(({ day }) => day < today),
    (row) => row.owed,
  );

function slowExpected(records: Records, today: CalendarDate) {
  const until = (from: string, to: string) =>
    sum(
      dueOf(records).filter(({ day }) => day >= from && day < to),
      (row) => row.owed,
    );
  let monday = today;
  while (new Date(monday).getUTCDay() !== 1) monday = addDays(monday, -1);
  return {
    overdue: overdueOf(records, today),
    weeks: Array.from({ length: 8 }, (_, week) => {
      const from = addDays(monday, 7 * week);
      return { from, amount: until(from < today ? today : from, addDays(from, 7)) };
    }),
    later: until(addDays(monday, 56), UNDATED),
    undated: until(UNDATED, '9999'),
  };
}

function slowTop({ invoices, payments, customers }: Records) {
  const all = customers.map((customer) => {
    const theirs = invoices.filter((row) => row.customer_id === customer.id);
    const totalPaid = sum(
      payments.filter((row) => row.customer_id === customer.id),
      (row) => row.amount_minor,
    );
    const average =
      theirs.length === 0 ? 0 : Math.round(sum(theirs, (row) => row.total_minor) / theirs.length);
    return {
      id: customer.id,
      customerName: customer.name,
      totalPaid,
      invoiceCount: theirs.length,
      averageInvoiceValue: average,
    };
  });
  return all
    .filter((row) => row.totalPaid > 0)
    .sort((a, b) => b.totalPaid - a.totalPaid || (a.id < b.id ? -1 : 1))
    .slice(0, 5);
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      dueIn: fc.constantFrom(0, 1, 5, 10, 30),
      rate: fc.integer({ min: 1, max: 90_000_000 }),
      customer: fc.nat(7),
      dollars: fc.boolean(),
      inParts: fc.constantFrom(null, 20, 90, 'ask' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), at: fc.nat(1000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at: fc.nat(1000),
      share: fc.constantFrom(0.3, 1, 1.5),
      method: fc.constantFrom(...paymentMethods),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('writeOff' as const),
      at: fc.nat(1000),
      share: fc.constantFrom(0.2, 0.7, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoWriteOff' as const), at: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), at: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), at: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeCustomer' as const), at: fc.nat(1000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 5, 10, 30) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Walked = {
  invoices: { id: string; currency: Currency; total: Minor }[];
  payments: string[];
  customers: string[];
};

const pick = <T>(from: T[], at: number): T | undefined => from[at % Math.max(1, from.length)];

const LEAST_IN_PARTS = 1_000_000;

/** A deposit at once, a second part in ten days, the rest so many days after the issue or when its owner asks. */
function scheduleTo(last: number | 'ask' | null) {
  if (last === null) return undefined;
  return [
    { label: 'Deposit', percent: 3_000, due: { days: 0 } },
    { label: 'Half way', percent: 2_500, due: { days: 10 } },
    { label: 'Rest', rest: true, due: last === 'ask' ? { on: last } : { days: last } },
  ];
}

async function perform(owner: Owner, walked: Walked, step: Step): Promise<void> {
  if (step.do === 'wait') return app.advance(step.days * DAY_MS);
  if (step.do === 'create') {
    const currency = step.dollars ? 'USD' : 'NGN';
    const dueDate = addDays(dateIn(app.scope().now), step.dueIn);
    const items = [{ description: 'Work', quantity: 1_000_000, rate: step.rate as Minor }];
    const { data } = await owner.call(api.invoices.create, {
      params: { currency },
      body: {
        ...sampleInvoice(),
        clientEmail: `c${step.customer}@example.test`,
        dueDate,
        items,
        schedule: step.rate < LEAST_IN_PARTS ? undefined : scheduleTo(step.inParts),
      },
    });
    walked.invoices.push({ id: data.id, currency, total: data.totalAmount });
    walked.customers.push(data.customerId);
    return;
  }
  if (step.do === 'refund') {
    const payment = pick(walked.payments, step.at);
    return payment ? refund(app.scope(), owner.businessId, payment) : undefined;
  }
  if (step.do === 'removeCustomer') {
    const id = pick(walked.customers, step.at);
    if (id)
      await owner.call(api.customers.remove, { params: { currency: 'NGN', id } }).catch(() => undefined);
    return;
  }
  const invoice = pick(walked.invoices, step.at);
  if (!invoice) return;
  const [params, body] = [{ currency: invoice.currency }, { invoiceId: invoice.id }];
  if (step.do === 'pay') {
    const amount = Math.max(1, Math.floor(invoice.total * step.share)) as Minor;
    walked.payments.push(
      (
        await pay(app.scope(), {
          businessId: owner.businessId,
          invoiceId: invoice.id,
          amount,
          method: step.method,
        })
      ).id,
    );
    return;
  }
  const written = { currency: invoice.currency, id: invoice.id };
  if (step.do === 'writeOff' || step.do === 'undoWriteOff') {
    const { data } = await owner.call(api.invoices.detail, { params: written });
    const amount = Math.max(1, Math.floor(data.balance * (step.do === 'writeOff' ? step.share : 0))) as Minor;
    const asked =
      step.do === 'writeOff'
        ? owner.call(api.writeOffs.writeOff, { params: written, body: { amount, reason: 'Too little' } })
        : owner.call(api.writeOffs.undo, { params: written, body: {} });
    await asked.catch((error) => expect([409, 422]).toContain(error.status));
    return;
  }
  const call =
    step.do === 'send'
      ? owner.call(api.invoices.send, { params, body: { ...body, channels: ['whatsapp' as const] } })
      : step.do === 'delete'
        ? owner.call(api.invoices.remove, { params, body })
        : owner.call(api.invoices.restore, { params, body });
  // A step that the invoice's state does not allow is refused and changes nothing.
  await call.catch((error) => expect(error).toMatchObject({ status: 409 }));
}

async function compareFigures(owner: Owner): Promise<void> {
  const { now } = app.scope();
  for (const currency of currencies) {
    const records = await recordsOf(owner, currency);
    expect(await infoOf(owner, currency)).toMatchObject({ currency, ...slowInfo(records, now) });
    for (const months of ['3', '6', '12'] as const)
      expect(await reportOf(owner, currency, months)).toMatchObject(slowReport(records, Number(months), now));
  }
}

// The filter of the list and the question in the chat for each word.
const asked = {
  pending: ['pending', 'show invoices not sent in naira'],
  sent: ['sent', 'show sent invoices in naira'],
  part_paid: ['part_paid', 'show part paid invoices in naira'],
  due: ['due_today', 'which invoices are due today in naira?'],
  overdue: ['overdue', 'show overdue invoices in naira'],
  paid: ['paid', 'show paid invoices in naira'],
  credited: ['credited', 'show credited invoices in naira'],
  written_off: ['written_off', 'show written off invoices in naira'],
} as const;

async function chatCount(owner: Owner, prompt: string): Promise<number> {
  const params = { currency: 'NGN' } as const;
  const { data } = await owner.call(api.assistant.conversation, { params, body: { prompt } });
  expect(data.outcome).toMatchObject({ intent: 'list_invoices' });
  return Number(/^\*\*([\d,]+) /.exec(data.message)?.[1]?.replaceAll(',', '') ?? 0);
}

/** Each word has one count: by the rows of the API, on home, today, in the list, the analytics and the chat's answer. */
async function compareWords(owner: Owner): Promise<void> {
  for (const currency of currencies) {
    const list = (query: object) => owner.call(api.invoices.list, { params: { currency }, query });
    const { data: rows } = await list({});
    const countsOf = (some: typeof rows) =>
      recordOf(displayStatuses, (word) => some.filter((row) => row.displayStatus === word).length);
    const counts = countsOf(rows);
    expect((await infoOf(owner, currency)).invoices.statuses).toEqual(counts);
    const today = (await owner.call(api.today.read, { params: { currency }, query: {} })).data;
    expect(today.statuses).toEqual(counts);
    const now = dateIn(app.scope().now);
    expect(today.overdue.amount).toBe(overdueOf(await recordsOf(owner, currency), now));
    const unpaid = await list({ status: 'unpaid' });
    expect(unpaid.page.total).toBe(today.unpaid.invoices);
    expect(sum(unpaid.data, ({ balance }) => balance)).toBe(today.unpaid.amount);
    const year = monthStart(dateIn(app.scope().now), -11);
    expect((await reportOf(owner, currency, '12')).invoiceStatus.statuses).toEqual(
      countsOf(rows.filter(({ date }) => date >= year)),
    );
    for (const word of displayStatuses) {
      const [status, question] = asked[word];
      const listed = await list({ status });
      expect(listed.data.map((row) => row.displayStatus)).toEqual(Array(counts[word]).fill(word));
      expect((await list({ status, limit: 1 })).page.total).toBe(counts[word]);
      if (currency === 'NGN') expect([word, await chatCount(owner, question)]).toEqual([word, counts[word]]);
    }
  }
}

test('after any history the figures are what the records say', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 90 }), async (steps) => {
      const owner = await newOwner(app);
      const walked: Walked = { invoices: [], payments: [], customers: [] };
      for (const each of steps) {
        await perform(owner, walked, each);
        if (each.do === 'wait') await compareFigures(owner);
      }
      await compareFigures(owner);
      await compareWords(owner);
    }),
    { numRuns: rounds(2, 50), endOnFailure: true },
  );
});

test('a new business has zeros, empty months with their labels, and nothing to compare with', async () => {
  const owner = await newOwner(app);
  expect(await infoOf(owner, 'NGN')).toEqual({
    currency: 'NGN',
    allTime: { totalRevenue: 0, typedIn: 0, totalPendingPayments: 0 },
    invoices: {
      sent: 0,
      paid: 0,
      pending: 0,
      overdue: 0,
      total: 0,
      statuses: recordOf(displayStatuses, () => 0),
    },
    customers: { activeCustomers: 0, total: 0 },
    percentageChanges: {
      revenue: null,
      payments: null,
      pendingPayments: null,
      customers: null,
      invoices: null,
    },
  });
  const report = await reportOf(owner, 'NGN');
  expect(report).toMatchObject({
    months: 6,
    totalRevenue: { amount: 0, change: null },
    successRate: { amount: null, change: null },
    topCustomers: [],
  });
  expect(report.revenueTrends).toHaveLength(6);
  expect(report.revenueTrends.at(-1)).toMatchObject({
    period: monthStart(dateIn(app.scope().now)),
    label: expect.stringMatching(/^[A-Z][a-z]{2} \d{4}$/),
    revenue: 0,
    invoiceCount: 0,
  });
});

test('quotes are won, lost or wait: by the day of their answer, and in their currency', async () => {
  const owner = await newOwner(app);
  const outcomes = async (months: '3' | '6') => (await reportOf(owner, 'NGN', months)).quotes;
  const quoted = (sum: number, validDays = 30) =>
    sentQuote(owner, {
      validDays,
      taxRate: 0,
      items: [{ description: 'Roof', quantity: 1_000_000, rate: major(sum) }],
    });
  const [early, won, no, silent] = [
    await quoted(1),
    await quoted(10),
    await quoted(200),
    await quoted(3_000, 1),
  ];
  await accept(app, early.publicId);
  await app.advance(3 * DAY_MS);
  const past = await outcomes('3');
  expect(past).toEqual({ won: count(1, 1), lost: count(1, 3_000), waiting: count(2, 210) });
  await accept(app, won.publicId);
  await customerOf(app)(api.quotes.decline, { params: { publicId: no.publicId }, body: {} });
  const gone = await quoted(40_000);
  await owner.call(api.quotes.withdraw, { params: { currency: 'NGN', id: gone.id } });
  await owner.call(api.quotes.create, { params: { currency: 'NGN' }, body: sampleQuote() });
  expect(await outcomes('3')).toEqual({ won: count(2, 11), lost: count(2, 3_200), waiting: count(0, 0) });
  // One that is extended waits again.
  const validUntil = addDays(dateIn(app.scope().now), 300);
  await owner.call(api.quotes.extend, { params: { currency: 'NGN', id: silent.id }, body: { validUntil } });
  expect((await outcomes('3')).waiting).toEqual(count(1, 3_000));
  await app.advance(100 * DAY_MS);
  expect(await outcomes('3')).toEqual({ won: count(0, 0), lost: count(0, 0), waiting: count(1, 3_000) });
  expect((await outcomes('6')).won).toEqual(count(2, 11));
  expect((await reportOf(owner, 'USD', '6')).quotes.won).toEqual(count(0, 0));
});

test('absurd sums are told, not failed on', async () => {
  const owner = await newOwner(app);
  const items = [{ description: 'Everything', quantity: 1_000_000, rate: major(9_000_000_000_000) }];
  const dueDate = addDays(dateIn(app.scope().now), 1);
  for (let at = 0; at < 12; at++)
    await owner.call(api.invoices.create, {
      params: { currency: 'NGN' },
      body: { ...sampleInvoice(), taxRate: 0, dueDate, items },
    });
  expect((await infoOf(owner, 'NGN')).allTime.totalPendingPayments).toBe(major(90_000_000_000_000));
  expect((await reportOf(owner, 'NGN')).totalInvoices).toBe(12);
});

test("only one's own figures are told, over three, six or twelve months", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  for (const id of [other.businessId, owner.userId, 'x']) {
    expect(
      await refusalOf(owner.call(api.analytics.paymentInfo, { params: { currency: 'NGN', id } })),
    ).toMatchObject({ status: 404, code: 'not_found' });
    expect(
      await refusalOf(owner.call(api.analytics.report, { params: { currency: 'NGN', id } })),
    ).toMatchObject({ status: 404, code: 'not_found' });
  }
  const response = await fetch(`${app.url}/api/ngn/analytics/${owner.businessId}?months=5`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { errors: [{ path: 'months', message: 'months is 3, 6 or 12' }] },
  ]);
});
