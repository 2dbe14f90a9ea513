import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';
import type { MethodFilter } from '#core/payment-methods.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
  uploadFile,
} from '../../../../tests/harness.ts';

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
const TOTAL = minor(1000_00);
const today = () => dateIn(app.config.clock());
const newInvoice = () => sentInvoice(app, owner);
const record = (id: string, more: Record<string, unknown> = {}) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount: TOTAL, day: today(), method: 'cash', ...more },
  });
const undo = (id: string, body: { reason?: string; useInstead?: string } = {}) =>
  owner.call(api.offlinePayments.undo, { params: { ...params, id }, body });
const detailsOf = async (id: string) =>
  (await owner.call(api.payments.details, { params: { ...params, id } })).data;
const rowOf = (id: string) =>
  app.system.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balance = async () => (await owner.call(api.withdrawals.balance, { params })).data.available;
const transfersOf = (paymentId: string) =>
  app.system.db.selectFrom('ledger_transfers').selectAll().where('cause', '=', paymentId).execute();
const report = async () =>
  (await owner.call(api.analytics.report, { params: { ...params, id: owner.businessId } })).data;
const refusedField = async (call: Promise<unknown>) => (await refusalOf(call)).errors?.[0]?.path;
const cashIn = ({ typedIn }: Awaited<ReturnType<typeof report>>) =>
  typedIn.find(({ method }) => method === 'cash')?.amount ?? 0;
const pageOf = async (path: string) => (await fetch(`${app.url}${path}`)).text();

describe('a cash payment', () => {
  test('is given back in part, without the ledger: its invoice owes again and the receipt says so', async () => {
    const invoice = await newInvoice();
    const [before, figures] = [await balance(), cashIn(await report())];
    const { id } = (await record(invoice.id)).data;
    const giveBack = (naira: number, more: Record<string, unknown> = {}) =>
      owner.call(api.offlinePayments.giveBack, {
        params: { ...params, id },
        body: { amount: minor(naira * 100), day: today(), reason: 'One bag was torn', ...more },
      });
    expect(await refusedField(giveBack(1001))).toBe('amount');
    expect(await refusedField(giveBack(1, { day: addDays(today(), 1) }))).toBe('day');
    expect(await refusedField(giveBack(1, { day: addDays(today(), -1) }))).toBe('day');
    const { data } = await giveBack(400);
    expect(data).toMatchObject({
      status: 'completed',
      refundedAmount: 400_00,
      appliedAmount: 600_00,
      creditAmount: 0,
    });
    expect(await rowOf(invoice.id)).toMatchObject({
      paid_minor: 600_00,
      balance_minor: 400_00,
      paid_at: null,
    });
    expect([await balance(), await transfersOf(id)]).toEqual([before, []]);
    expect(cashIn(await report())).toBe(figures + 600_00);
    const { receipt } = await detailsOf(id);
    expect(await pageOf(new URL(receipt?.url ?? '').pathname)).toMatch(/₦400\.00/);
    await expect(undo(id)).rejects.toMatchObject({ status: 409 });
    await giveBack(600);
    await expect(giveBack(1)).rejects.toMatchObject({ status: 409 });
    expect(cashIn(await report())).toBe(figures);
    expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  });

  test('settles its invoice, gives a receipt that says who recorded it, and moves no balance', async () => {
    const invoice = await newInvoice();
    const [before, figures] = [await balance(), await report()];
    const { data } = await record(invoice.id, { reference: 'Slip 7', note: 'Paid to Ada' });
    expect(data).toMatchObject({ evidence: 'hand', paymentMethod: 'cash', status: 'completed', fee: 0 });
    expect(data.told).toMatch(
      /^You recorded ₦1,000\.00 from .+ No bank or payment provider has confirmed it/,
    );
    expect((await rowOf(invoice.id)).paid_minor).toBe(TOTAL);
    expect(await balance()).toBe(before);
    expect(await transfersOf(data.id)).toEqual([]);
    const after = await report();
    expect(cashIn(after) - cashIn(figures)).toBe(TOTAL);
    expect(after.paymentMethods.total - figures.paymentMethods.total).toBe(TOTAL);
    expect(after.paymentMethods.bank_transfer).toBe(figures.paymentMethods.bank_transfer);
    const { receipt, record: kept, refundable, settlement } = await detailsOf(data.id);
    expect({ kept, refundable, settlement }).toMatchObject({
      kept: { note: 'Paid to Ada' },
      refundable: 0,
      settlement: null,
    });
    const path = new URL(receipt?.url ?? '').pathname;
    const page = await pageOf(path);
    expect(page).toContain('Not confirmed by a bank or a payment provider.');
    expect(page).not.toContain('Verified with');
    const { verification_code: code } = await app.system.db
      .selectFrom('receipts')
      .selectAll()
      .where('payment_id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(code).toHaveLength(11);
    const { data: counter } = await owner.call(api.payments.counter, {
      params: { ...params, id: invoice.id },
    });
    expect(counter).toMatchObject({ state: 'recorded', payments: [] });
  });

  test('is refused where it cannot be', async () => {
    const { id } = await newInvoice();
    const refused = (more: Record<string, unknown>) =>
      record(id, more).then(
        () => 'recorded',
        (error) => error,
      );
    const field = (path: string, message: string | RegExp) =>
      expect.objectContaining({ status: 422, errors: [{ path, message: expect.stringMatching(message) }] });
    expect(await refused({ day: addDays(today(), 1) })).toEqual(field('day', /^That day has not come$/));
    expect(await refused({ day: addDays(today(), -366) })).toEqual(field('day', /more than a year ago/));
    expect(await refused({ amount: minor(TOTAL + 1) })).toEqual(field('amount', /Only ₦1,000\.00 is owed/));
    expect(await refused({ amount: minor(0) })).toMatchObject({
      message: expect.stringContaining('Enter an amount above zero'),
    });
    expect(await refused({ method: 'bank_transfer' })).toEqual(field('seen', /Say where you saw it/));
    expect((await rowOf(id)).paid_minor).toBe(0);
  });

  test('keeps the rest as credit where its owner says so, and asks before the same is recorded twice', async () => {
    const { id } = await newInvoice();
    const { data } = await record(id, { amount: minor(TOTAL + 500_00), keepRestAsCredit: true });
    expect(data).toMatchObject({ appliedAmount: TOTAL, creditAmount: 500_00 });
    const again = { amount: minor(TOTAL + 500_00), keepRestAsCredit: true };
    await expect(record(id, again)).rejects.toMatchObject({
      status: 409,
      code: 'possible_duplicate',
      data: { paymentId: data.id },
    });
    const second = await record(id, { ...again, confirmDuplicate: true });
    expect(second.data.creditAmount).toBe(TOTAL + 500_00);
  });

  test('cannot be refunded', async () => {
    const { id } = await newInvoice();
    const { data } = await record(id);
    await expect(
      owner.call(api.payments.refund, {
        params: { ...params, id: data.id },
        body: { amount: minor(1_00), reason: 'No', pin: '4826' },
      }),
    ).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/did not come through a payment provider/),
    });
  });
});

describe('undo', () => {
  test('makes the invoice owe again and cancels the receipt, once; a day later it wants a reason', async () => {
    const { id } = await newInvoice();
    const figures = await report();
    const { data } = await record(id);
    const { data: late } = await record((await newInvoice()).id);
    await undo(data.id);
    expect(await rowOf(id)).toMatchObject({ paid_minor: 0, paid_at: null });
    expect(cashIn(await report()) - cashIn(figures)).toBe(TOTAL);
    const { receipt } = await detailsOf(data.id);
    const page = await pageOf(new URL(receipt?.url ?? '').pathname);
    expect(page).toContain('This receipt was cancelled');
    expect(page).not.toContain('Kept for the customer as credit');
    // Nobody was asked for the time of day.
    expect(page).not.toMatch(/\d\d:\d\d/);
    await expect(undo(data.id)).rejects.toMatchObject({ status: 409 });
    app.advance(25 * 3_600_000);
    await expect(undo(late.id)).rejects.toMatchObject({ status: 422, errors: [{ path: 'reason' }] });
    await undo(late.id, { reason: 'Wrong invoice' });
    expect((await detailsOf(late.id)).record).toMatchObject({
      cancelledReason: 'Wrong invoice',
      undoneAt: expect.any(Date),
    });
  });

  test('never takes back money a provider confirmed', async () => {
    const invoice = await newInvoice();
    await payFor(app, fake, invoice, TOTAL);
    const byMethod = async (method?: MethodFilter) =>
      (await owner.call(api.payments.list, { params, query: { search: invoice.number, method } })).data
        .transactions;
    const [paid] = await byMethod();
    await expect(undo(paid?.id ?? '')).rejects.toMatchObject({ status: 409 });
    expect(await byMethod(paid?.paymentMethod as MethodFilter)).toMatchObject([{ id: paid?.id }]);
    expect([await byMethod('no_provider'), await byMethod('cash')]).toEqual([[], []]);
    await record(invoice.id, { amount: minor(1), keepRestAsCredit: true });
    expect((await byMethod('cash')).map(({ id }) => id)).toEqual(
      (await byMethod('no_provider')).map(({ id }) => id),
    );
    expect(await byMethod('cash')).toHaveLength(1);
  });
});

test('the same payment from a provider becomes credit, is pointed out, and takes the place of the typed one', async () => {
  const invoice = await newInvoice();
  const { data: typed } = await record(invoice.id, { method: 'bank_transfer', seen: 'bank' });
  const before = await balance();
  await payFor(app, fake, invoice, TOTAL);
  const { data } = await owner.call(api.payments.list, { params, query: { search: invoice.number } });
  const real = data.transactions.find(({ evidence }) => evidence === 'provider');
  expect(real).toMatchObject({ creditAmount: TOTAL });
  const { paidTwice } = await detailsOf(real?.id ?? '');
  expect(paidTwice).toMatchObject({ id: typed.id, amount: TOTAL, day: today() });
  const { data: news } = await owner.call(api.activities.list, { params, query: { limit: 5 } });
  expect(news.activities.map(({ description }) => description).join()).toContain(
    'Paid twice, or the same payment?',
  );
  const mail = await eventually(() =>
    app.system.db
      .withTables<{ kept_mails: { to_address: string; body_text: string } }>()
      .selectFrom('kept_mails')
      .select('body_text')
      .where('to_address', '=', owner.email)
      .where('body_text', 'like', '%Paid twice%')
      .executeTakeFirst(),
  );
  expect(mail.body_text).toContain('recorded ₦1,000.00 on');
  await undo(typed.id, { useInstead: real?.id ?? '' });
  expect(await rowOf(invoice.id)).toMatchObject({ paid_minor: TOTAL });
  expect((await detailsOf(real?.id ?? '')).payment).toMatchObject({ appliedAmount: TOTAL, creditAmount: 0 });
  expect((await balance()) - before).toBe(TOTAL - 100);
  const { data: counter } = await owner.call(api.payments.counter, { params: { ...params, id: invoice.id } });
  expect(counter.state).toBe('safe');
});

test('the photo of a slip stays with its payment or claim, for its own business alone', async () => {
  const invoice = await newInvoice();
  const stranger = await newOwner(app);
  const [slip, paper, theirs] = [
    await uploadFile(app, owner, 'slip'),
    await uploadFile(app, owner, 'kyc'),
    await uploadFile(app, stranger, 'slip'),
  ];
  for (const other of [paper, theirs, `/api/files/${slip}`, 'fil_gone'])
    expect(await refusedField(record(invoice.id, { slip: other })), other).toBe('slip');
  const { data } = await record(invoice.id, { slip, amount: minor(400_00) });
  expect((await detailsOf(data.id)).record?.slip).toBe(slip);
  const { data: claim } = await owner.call(api.offlinePayments.addClaim, {
    params,
    body: { invoiceId: invoice.id, amount: minor(600_00), day: today(), slip },
  });
  expect(claim.slip).toBe(slip);
  const { data: seen } = await owner.call(api.offlinePayments.confirmClaim, {
    params: { ...params, id: claim.id },
  });
  expect((await detailsOf(seen.id)).record?.slip).toBe(slip);
  const opened = (by: Owner) =>
    fetch(`${app.url}/api/files/${slip}`, { headers: { Authorization: `Bearer ${by.token}` } });
  expect([(await opened(owner)).status, (await opened(stranger)).status]).toEqual([200, 404]);
});

describe('a claim', () => {
  // Of a customer without credit, which would stop reminders too.
  const newInvoice = () => sentInvoice(app, owner, { clientEmail: 'claims@customers.example' });
  const claim = (invoiceId: string, amount: Minor = TOTAL) =>
    owner.call(api.offlinePayments.addClaim, { params, body: { invoiceId, amount, day: today() } });
  const stopOf = async (id: string) =>
    (await owner.call(api.reminders.ofInvoice, { params: { ...params, id } })).data.stop;

  test('changes no state, pauses reminders for a day, and becomes a payment once it is seen in the bank', async () => {
    await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic' } });
    const { id } = await newInvoice();
    const { data } = await claim(id);
    expect(await rowOf(id)).toMatchObject({ paid_minor: 0 });
    expect(await stopOf(id)).toBe('claimed');
    const at = { params: { ...params, id: data.id } };
    const { data: payment } = await owner.call(api.offlinePayments.confirmClaim, at);
    expect(payment).toMatchObject({ evidence: 'hand', paymentMethod: 'bank_transfer' });
    await expect(owner.call(api.offlinePayments.dismissClaim, at)).rejects.toMatchObject({ status: 409 });
    await expect(claim(id)).rejects.toMatchObject({
      status: 409,
      message: 'Nothing is owed on this invoice',
    });
  });

  test('that is put away, or a day old, holds no reminder back', async () => {
    const [put, old] = [await newInvoice(), await newInvoice()];
    const { data } = await claim(put.id);
    await claim(old.id);
    await owner.call(api.offlinePayments.dismissClaim, { params: { ...params, id: data.id } });
    expect(await stopOf(put.id)).toBeNull();
    app.advance(25 * 3_600_000);
    expect(await stopOf(old.id)).toBeNull();
    const { data: open } = await owner.call(api.offlinePayments.claims, { params, query: { state: 'open' } });
    expect(open).toMatchObject([{ invoiceId: old.id, state: 'open' }]);
  });
});

test('each thing that happened is filed as what it is, once', async () => {
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  const at = (id: string) => ({ params: { ...params, id } });
  const filed = async (happen: () => Promise<unknown>) => {
    const news = async () => (await owner.call(api.activities.list, { params })).data.activities;
    const before = new Set((await news()).map(({ id }) => id));
    await happen();
    return (await news()).filter(({ id }) => !before.has(id)).map(({ activityType }) => activityType);
  };
  const { id } = await newInvoice();
  const claim = (amount: Minor) =>
    owner.call(api.offlinePayments.addClaim, { params, body: { invoiceId: id, amount, day: today() } });
  const ids: string[] = [];
  const claimed = async () => void ids.push((await claim(minor(1_00))).data.id);
  expect(await filed(claimed)).toEqual(['payment_claimed']);
  expect(await filed(() => owner.call(api.offlinePayments.dismissClaim, at(ids[0] ?? '')))).toEqual([
    'claim_dismissed',
  ]);
  const paid = async () => void ids.push((await record(id)).data.id);
  expect((await filed(paid)).toSorted()).toEqual(['invoice_paid', 'payment_recorded']);
  expect(await filed(() => undo(ids[1] ?? ''))).toEqual(['payment_undone']);
  const over = async () =>
    void ids.push((await record(id, { amount: minor(2 * TOTAL), keepRestAsCredit: true })).data.id);
  expect((await filed(over)).toSorted()).toEqual(['invoice_paid', 'payment_recorded']);
  const other = await newInvoice();
  const use = { ...at(ids[2] ?? ''), body: { invoiceId: other.id } };
  expect((await filed(() => owner.call(api.payments.useCredit, use))).toSorted()).toEqual([
    'credit_used',
    'invoice_paid',
  ]);
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
