import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, UNDATED } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { issuedIn } from '#server/modules/analytics/queries/sales.ts';
import { owedUntil, weekFigures } from '#server/modules/analytics/queries/weekly-summary.ts';
import { chaseList, weekBefore } from '#server/modules/analytics/rules/weekly-summary.ts';
import { customerDetails } from '#server/modules/customers/queries/details.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { debtByCustomer, sumInvoices } from './queries/search.ts';

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

const today = () => dateIn(app.config.clock());
const of = (id: string) => ({ ...params, id });
const detail = async (id: string) => (await owner.call(api.invoices.detail, { params: of(id) })).data;
const parts = async (id: string) =>
  (await detail(id)).schedule.map(({ sum, paid, state }) => [sum / 100, paid / 100, state]);
const later = (days: number) => addDays(today(), days);
/** ₦600 at once, ₦300 in ten days, and the rest when asked for. */
const schedule = [
  { label: 'Deposit', percent: 6000, due: { days: 0 } },
  { label: 'Before the day', amount: minor(300_00), due: { days: 10 } },
  { label: 'Rest', rest: true, due: { on: 'ask' as const } },
];
const inParts = (more: object = {}) => sentInvoice(app, owner, { schedule, ...more });
const cash = (id: string, amount: number) =>
  owner.call(api.offlinePayments.record, {
    params: of(id),
    body: { amount: minor(amount), day: today(), method: 'cash', confirmDuplicate: true },
  });
const ask = (id: string, position: number, more: object = {}) =>
  owner.call(api.invoiceSchedules.ask, {
    params: { ...of(id), position: String(position) },
    body: { dueDate: later(5), ...more },
  });
const plan = (id: string, parts: typeof schedule | object[]) =>
  owner.call(api.invoiceSchedules.plan, { params: of(id), body: { schedule: parts as typeof schedule } });

test('an invoice is paid in three parts, each in its own way, and is due as its next one is', async () => {
  const { id, ...invoice } = await inParts();
  expect(await parts(id)).toEqual([
    [600, 0, 'open'],
    [300, 0, 'later'],
    [100, 0, 'later'],
  ]);
  expect((await detail(id)).dueDate).toBe(today());
  await payFor(app, fake, invoice, 200_00);
  expect(await detail(id)).toMatchObject({ dueDate: today(), displayStatus: 'part_paid' });
  await cash(id, 400_00);
  expect(await detail(id)).toMatchObject({ dueDate: later(10), status: 'sent' });
  await owner.call(api.writeOffs.writeOff, {
    params: of(id),
    body: { amount: minor(100_00), reason: 'Agreed at the door' },
  });
  expect(await parts(id)).toEqual([
    [600, 600, 'paid'],
    [300, 100, 'open'],
    [100, 0, 'later'],
  ]);
  await owner.call(api.creditNotes.issue, {
    params: of(id),
    body: { lines: [{ item: 0, amount: minor(200_00) }], reason: 'return' },
  });
  expect(await parts(id)).toContainEqual([100, 0, 'waits']);
  expect((await detail(id)).dueDate).toBe(UNDATED);
  await ask(id, 3);
  expect(await detail(id)).toMatchObject({ dueDate: later(5), balance: 100_00, status: 'sent' });
  // Money takes back what was written off before it.
  await payFor(app, fake, invoice, 200_00);
  expect(await detail(id)).toMatchObject({ status: 'paid', balance: 0, writtenOff: 0 });
});

test('of an invoice in parts the late ones alone are overdue, wherever that is told', async () => {
  const seller = await newOwner(app);
  const parts = [
    { label: 'First', amount: minor(300_00), due: { days: 1 } },
    { label: 'Second', amount: minor(300_00), due: { days: 60 } },
    { label: 'Third', rest: true, due: { days: 90 } },
  ];
  const { id } = await sentInvoice(app, seller, { schedule: parts });
  const { businessId } = seller;
  const [{ db }, whose] = [app.system, { businessId, currency: 'NGN' } as const];
  const { data: invoice } = await seller.call(api.invoices.detail, { params: of(id) });
  const customer = invoice.customerId ?? '';
  const toldOn = async (day: string) => {
    const { owes, overdue } = await customerDetails(db, { ...whose, id: customer }, day);
    const week = await weekFigures(db, whose, weekBefore(day), day);
    const sums = await sumInvoices(db, whose, {}, day);
    const [debtor] = await debtByCustomer(db, whose, {}, day, 1);
    const issued = await issuedIn(db, whose, { from: today(), to: today() }, null, day);
    const chased = chaseList(await owedUntil(db, businessId, day), 'NGN', day);
    const { data: statement } = await seller.call(api.customerStatements.read, {
      params: of(customer),
      query: { from: day, to: day },
    });
    return {
      open: [owes, week.open, sums.balance, debtor?.owed, issued.open, statement.outstanding],
      overdue: [overdue, week.overdue, sums.overdueBalance, debtor?.overdue, issued.overdue],
      counts: [week.overdueCount, sums.overdue, issued.overdueCount],
      chased: chased.map(({ balance, daysLate }) => [balance, daysLate]),
      late: statement.open.map(({ daysLate }) => daysLate),
      ageing: statement.ageing,
    };
  };
  const none = { notDue: 0, to30: 0, to60: 0, to90: 0, over90: 0 };
  expect(await toldOn(later(41))).toEqual({
    open: Array(6).fill(1000_00),
    overdue: Array(5).fill(300_00),
    counts: [1, 1, 1],
    chased: [[300_00, 40]],
    late: [40],
    ageing: { ...none, to60: 300_00, notDue: 700_00 },
  });
  await seller.call(api.offlinePayments.record, {
    params: of(id),
    body: { amount: minor(400_00), day: today(), method: 'cash' },
  });
  expect(await toldOn(later(41))).toMatchObject({ overdue: Array(5).fill(0), counts: [0, 0, 0], chased: [] });
  expect(await toldOn(later(62))).toEqual({
    open: Array(6).fill(600_00),
    overdue: Array(5).fill(200_00),
    counts: [1, 1, 1],
    chased: [[200_00, 2]],
    late: [2],
    ageing: { ...none, to30: 200_00, notDue: 400_00 },
  });
});

test('a payment that is taken back opens its part again', async () => {
  const { id } = await inParts();
  const { data: paid } = await cash(id, 600_00);
  expect((await detail(id)).dueDate).toBe(later(10));
  await owner.call(api.offlinePayments.undo, { params: of(paid.id), body: {} });
  expect((await detail(id)).dueDate).toBe(today());
  expect(await parts(id)).toContainEqual([600, 0, 'open']);
});

test('a customer may pay more than their part: what is over goes to the next', async () => {
  const { id, ...invoice } = await inParts();
  await payFor(app, fake, invoice, 750_00);
  expect(await parts(id)).toEqual([
    [600, 600, 'paid'],
    [300, 150, 'open'],
    [100, 0, 'later'],
  ]);
});

describe('a part waits for its owner', () => {
  test('who asks for it once, in its turn, by a day that has not passed', async () => {
    const { id } = await inParts();
    expect(await refusalOf(ask(id, 3))).toMatchObject({ status: 409 });
    expect(await refusalOf(ask(id, 1))).toMatchObject({ status: 409 });
    expect(await refusalOf(ask(id, 4))).toMatchObject({ status: 404 });
    await cash(id, 900_00);
    const past = await refusalOf(ask(id, 3, { dueDate: later(-1) }));
    expect(past).toMatchObject({ status: 422, errors: [{ path: 'dueDate' }] });
    const wrong = await refusalOf(ask(id, 3, { message: 'Please pay ₦999 today' }));
    expect(wrong).toMatchObject({ status: 422, errors: [{ path: 'words' }] });
    expect((await detail(id)).dueDate).toBe(UNDATED);
    const remind = { params, body: { invoiceId: id, channels: ['email' as const] } };
    expect(await refusalOf(owner.call(api.invoices.remind, remind))).toMatchObject({ status: 409 });
    await ask(id, 3, { message: 'The hall is ready. {amount} is left.' });
    expect(await refusalOf(ask(id, 3))).toMatchObject({ status: 409 });
    const asked = await app.system.db
      .selectFrom('messages')
      .select(['to_address', 'invoice_id'])
      .where('key', '=', `ask:${id}:3`)
      .execute();
    expect(asked).toEqual([{ to_address: 'bello@example.test', invoice_id: id }]);
  });
});

describe('a new schedule', () => {
  const rest = { label: 'Rest', rest: true, due: { days: 30 } };
  test('keeps what is paid, and its parts share out the rest', async () => {
    const { id } = await inParts();
    await cash(id, 700_00);
    const half = { label: 'Half', amount: minor(150_00), due: { days: 20 } };
    await plan(id, [half, rest]);
    expect(await parts(id)).toEqual([
      [600, 600, 'paid'],
      [100, 100, 'paid'],
      [150, 0, 'open'],
      [150, 0, 'later'],
    ]);
    expect((await detail(id)).dueDate).toBe(later(20));
  });
  test('of an invoice that was to be paid in one keeps what came', async () => {
    const { id } = await sentInvoice(app, owner);
    await cash(id, 400_00);
    await plan(id, [{ label: 'Half', percent: 3000, due: { days: 7 } }, rest]);
    expect(await parts(id)).toEqual([
      [400, 400, 'paid'],
      [300, 0, 'open'],
      [300, 0, 'later'],
    ]);
  });
  test('cannot ask for more than is left, begin before the invoice, or come after the money', async () => {
    const { id } = await inParts();
    await cash(id, 700_00);
    const all = await refusalOf(plan(id, [{ label: 'All', amount: minor(300_00), due: { days: 1 } }, rest]));
    expect(all).toMatchObject({ status: 422, errors: [{ path: 'schedule' }] });
    const early = await refusalOf(
      plan(id, [{ label: 'Early', percent: 1000, due: { day: later(-1) } }, rest]),
    );
    expect(early).toMatchObject({ status: 422, errors: [{ path: 'schedule.0.due' }] });
    const small = await refusalOf(plan(id, [{ label: 'Bit', amount: minor(99_99), due: { days: 1 } }, rest]));
    expect(small).toMatchObject({ status: 422, errors: [{ path: 'schedule.0' }] });
    const many = Array.from({ length: 12 }, () => ({ label: 'Bit', amount: minor(10_00), due: { days: 1 } }));
    const tooMany = await fetch(`${app.url}/api/ngn/invoice/${id}/schedule`, {
      method: 'POST',
      body: JSON.stringify({ schedule: [...many, rest] }),
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    });
    expect(tooMany.status).toBe(422);
    await cash(id, 300_00);
    expect(await refusalOf(plan(id, schedule))).toMatchObject({ status: 409 });
  });
});

describe('a changed invoice', () => {
  const change = (id: string, more: object) =>
    owner.call(api.invoices.revise, {
      params: { ...params, invoiceId: id },
      body: {
        clientEmail: 'bello@example.test',
        dueDate: later(9),
        items: [{ description: 'Tray', quantity: 1_000_000, rate: minor(2000_00) }],
        title: 'Catering',
        taxRate: 0,
        channels: ['whatsapp'],
        ...more,
      },
    });
  test('shares out its new total by the same schedule, and says so on both papers', async () => {
    const { id } = await inParts();
    await change(id, {});
    expect(await parts(id)).toEqual([
      [1200, 0, 'open'],
      [300, 0, 'later'],
      [500, 0, 'later'],
    ]);
    const { revisions } = await detail(id);
    expect(revisions[0]?.changed).toContain('schedule');
  });
  test('is paid in one again where its owner says so', async () => {
    const { id } = await inParts();
    await change(id, { schedule: null });
    expect(await detail(id)).toMatchObject({ schedule: [], dueDate: later(9) });
  });
  test('cannot shrink below its fixed parts', async () => {
    const { id } = await inParts();
    const items = [{ description: 'Tray', quantity: 1_000_000, rate: minor(300_00) }];
    const refusal = await refusalOf(change(id, { items }));
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'schedule' }] });
  });
  test('a copy is paid in the same parts, as many days from its own', async () => {
    const { id } = await inParts();
    const { data } = await owner.call(api.invoices.duplicate, { params: { ...params, invoiceId: id } });
    expect(await parts(data.id)).toEqual(await parts(id));
  });
});
