import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { type Minor, minor, ZERO } from '#core/money.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
  mailerInto,
} from '../../../../tests/harness.ts';
import { advanceDueSchedules } from './flows/scheduled.ts';

const params = { currency: 'NGN' as const };
const TEN = minor(10_000_00);
const mails: Mail[] = [];
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  const mailer = mailerInto(mails);
  app = await testApp(
    { CLOCK: '2026-03-02T07:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' },
    { ports: (made) => ({ ...made, mailer }) },
  );
  owner = await newOwner(app);
});
afterAll(() => app.close({ handmade: true }));

const today = () => dateIn(app.scope().now);

/** A sent invoice of ₦10,000. */
async function sent(more: object = {}, days = 1) {
  const items = [{ description: 'Advice', quantity: 1_000_000, rate: TEN }];
  const body = sampleInvoice({ items, taxRate: 0, discount: ZERO, dueDate: addDays(today(), days), ...more });
  const { data } = await owner.call(api.invoices.create, { params, body });
  const to = { invoiceId: data.id, channels: ['email' as const] };
  return (await owner.call(api.invoices.send, { params, body: to })).data.invoice;
}
const another = (customerId: string) => sent({ customerId, clientName: undefined, clientEmail: undefined });
const cash = (id: string, amount: Minor) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount, day: today(), method: 'cash', keepRestAsCredit: true, confirmDuplicate: true },
  });
const remind = (invoiceId: string) =>
  owner.call(api.invoices.remind, { params, body: { invoiceId, channels: ['email'] } });
const remindersOf = async (id: string) =>
  (await owner.call(api.reminders.ofInvoice, { params: { ...params, id } })).data;
const waiting = async () => (await owner.call(api.reminders.today, { params, query: {} })).data;
const say = async (prompt: string) =>
  (await owner.call(api.assistant.conversation, { params, body: { prompt } })).data;
const declare = (id: string) =>
  owner.call(api.withholding.declare, { params: { ...params, id }, body: { kind: 'professional' } });
async function lookDaily(days: number) {
  const queued = app.store.db.selectFrom('reminder_steps').select('id').where('state', '=', 'queued');
  for (let day = 0; day < days; day++) {
    app.advance(DAY_MS);
    await advanceDueSchedules(app.scope());
    await eventually(async () => (await queued.execute()).length === 0);
  }
}
const stepsMailed = (invoiceId: string) => mails.filter(({ key }) => key.startsWith(`reminder:${invoiceId}`));

/** A customer with so much credit, from an invoice paid too much. */
async function credited(credit: Minor): Promise<string> {
  const paid = await sent();
  await cash(paid.id, minor(TEN + credit));
  return paid.customerId;
}

test('credit covers the oldest invoice it is enough for, and no other one; nobody is reminded of that by any way', async () => {
  owner = await newOwner(app);
  const customerId = await credited(TEN);
  const [first, second] = [await another(customerId), await another(customerId)];
  expect(await refusalOf(remind(first.id))).toMatchObject({
    status: 409,
    message: 'Mrs Bello has ₦10,000.00 of credit, which covers it. Use the credit first',
  });
  app.advance(3 * DAY_MS);
  const shown = await say('remind everyone who is overdue');
  expect(shown.message).toContain(
    `Not reminded of, as their customers’ credit covers them: ${first.invoiceNumber}.`,
  );
  expect(shown.message).toContain('Send a reminder?');
  expect((await remind(second.id)).message).toBe('Reminder sent successfully');
  expect((await remindersOf(first.id)).stop).toBe('covered');
  expect((await remindersOf(second.id)).stop).toBeNull();
});

test('credit is compared with what is asked for where the customer keeps tax', async () => {
  owner = await newOwner(app);
  const invoice = await another(await credited(minor(9_000_00)));
  expect((await remindersOf(invoice.id)).stop).toBeNull();
  await declare(invoice.id);
  expect((await remindersOf(invoice.id)).stop).toBe('covered');
});

test('a prepared message goes away with new credit or a claim, and its button says why', async () => {
  owner = await newOwner(app);
  const invoice = await sent({}, 0);
  app.advance(4 * DAY_MS);
  await advanceDueSchedules(app.scope());
  const [message] = await waiting();
  const press = () =>
    owner.call(api.reminders.send, {
      params: { ...params, id: message?.id ?? '' },
      body: { channel: 'email' },
    });
  await owner.call(api.offlinePayments.addClaim, {
    params,
    body: { invoiceId: invoice.id, amount: TEN, day: today() },
  });
  expect(await waiting()).toEqual([]);
  for (const call of [press, () => remind(invoice.id)])
    expect((await refusalOf(call())).message).toContain('Check your bank first');
  app.advance(DAY_MS + 1);
  expect(await waiting()).toHaveLength(1);
  await cash((await another(invoice.customerId)).id, minor(2 * TEN));
  expect(await waiting()).toEqual([]);
  expect((await refusalOf(press())).message).toContain('₦10,000.00 of credit');
});

test('automatically nothing is asked for after the net was paid; tax that was refused is, from its new day on', async () => {
  owner = await newOwner(app);
  await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic' } });
  const invoice = await sent({ clientName: 'Zenith Foods Ltd' }, 5);
  const { data: tax } = await declare(invoice.id);
  await lookDaily(3);
  const [before] = stepsMailed(invoice.id);
  expect(tax.amount).toBe(1_000_00);
  for (const line of ['Amount due: ₦9,000.00', 'Total: ₦10,000.00', 'Withholding tax kept: ₦1,000.00'])
    expect(before?.text).toContain(line);
  await cash(invoice.id, minor(TEN - tax.amount));
  await lookDaily(20);
  expect(stepsMailed(invoice.id)).toHaveLength(1);
  const dueDate = addDays(today(), 4);
  await owner.call(api.withholding.change, {
    params: { ...params, id: tax.id },
    body: { state: 'refused', dueDate },
  });
  expect(await remindersOf(invoice.id)).toMatchObject({ stop: null, next: { day: addDays(dueDate, -3) } });
  await lookDaily(7);
  const steps = stepsMailed(invoice.id).slice(1);
  expect(steps.map(({ key }) => key.split(':').at(-1))).toEqual([`-3@${dueDate}`, `0@${dueDate}`]);
  expect(steps[0]?.text).toContain('₦1,000.00 (still to pay)');
});

test('a part payment stops them as before', async () => {
  owner = await newOwner(app);
  await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic' } });
  const invoice = await sent();
  await cash(invoice.id, minor(1_000_00));
  expect((await remindersOf(invoice.id)).stop).toBe('partly_paid');
});

test('what is asked for is one amount on the pay page, in its share text and in messages', async () => {
  owner = await newOwner(app);
  const invoice = await sent({ clientName: 'Zenith Foods Ltd' });
  await declare(invoice.id);
  const { data } = await owner.call(api.invoices.remind, {
    params,
    body: { invoiceId: invoice.id, channels: ['whatsapp'] },
  });
  const text = new URL(data.whatsappUrl ?? '').searchParams.get('text');
  expect(text).toContain('₦9,000.00');
  expect(text).not.toContain('₦10,000.00');
  const page = await (await fetch(`${app.url}${new URL(invoice.checkoutUrl ?? '').pathname}`)).text();
  const [, headline] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page) ?? [];
  const [, title] = /<title>([^<]*)<\/title>/.exec(page) ?? [];
  const [, share] = /data-share-text="([^"]*)"/.exec(page) ?? [];
  expect(headline).toContain('₦9,000<span');
  expect(title).toContain('₦9,000.00');
  expect(share).toContain('₦9,000.00');
});
