import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ReminderSettings } from '#contract/reminders.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS, HOUR_MS } from '#core/durations.ts';
import { newId } from '#core/ids.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
import { pay, refund } from '#server/modules/invoices/testing.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { advanceDueSchedules } from './flows/scheduled.ts';
import { sendStep } from './flows/send.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
const mails: Mail[] = [];

beforeAll(async () => {
  // A Monday, eight in the morning in Lagos.
  const mailer = {
    send: async (mail: Mail) => {
      if (mail.to.startsWith('down')) return { ok: false as const, reason: 'Try later', retry: true };
      mails.push(mail);
      return { ok: true as const, id: mail.key };
    },
  };
  app = await testApp(
    { CLOCK: '2026-03-02T07:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' },
    { ports: (made) => ({ ...made, mailer }) },
  );
});
afterAll(() => app.close({ handmade: true }));

const today = () => dateIn(app.scope().now);
async function sent(owner: Owner, days: number, more: object = {}) {
  const body = sampleInvoice({ dueDate: addDays(today(), days), ...more });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data;
}
const choose = (owner: Owner, body: Partial<ReminderSettings>) =>
  owner.call(api.reminders.updateSettings, { params, body });
const waiting = async (owner: Owner) => (await owner.call(api.reminders.today, { params, query: {} })).data;
const of = async (owner: Owner, id: string) =>
  (await owner.call(api.reminders.ofInvoice, { params: { ...params, id } })).data;
/** One look at every ladder, until all that it queued has gone. */
async function inspect() {
  await advanceDueSchedules(app.scope());
  const queued = app.store.db.selectFrom('reminder_steps').select('id').where('state', '=', 'queued');
  await eventually(async () => (await queued.execute()).length === 0);
}
const lookDaily = async (days: number) => {
  for (let day = 0; day < days; day++) {
    app.advance(DAY_MS);
    await inspect();
  }
};
const toMail = (invoiceId: string) =>
  mails
    .filter(({ key }) => key.startsWith(`reminder:${invoiceId}`))
    .map(({ key }) => key.split(':').slice(2).join(':'));

test('by default the day’s messages are prepared, sent with a tap that can be taken back, and never twice', async () => {
  const owner = await newOwner(app);
  const invoice = await sent(owner, 1);
  await advanceDueSchedules(app.scope());
  expect(await waiting(owner)).toEqual([]);
  app.advance(DAY_MS + HOUR_MS);
  await advanceDueSchedules(app.scope());
  const [message, ...more] = await waiting(owner);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    invoiceId: invoice.id,
    daysLate: 0,
    hasNumber: false,
    channels: ['whatsapp', 'email'],
  });
  const id = message?.id ?? '';
  const send = (channel: 'whatsapp' | 'email') =>
    owner.call(api.reminders.send, { params: { ...params, id }, body: { channel } });
  const { data } = await send('whatsapp');
  expect(data.whatsappUrl).toContain(encodeURIComponent(`/pay/`));
  expect(await waiting(owner)).toEqual([]);
  expect((await refusalOf(send('email'))).status).toBe(409);
  await owner.call(api.reminders.undo, { params: { ...params, id } });
  expect(await waiting(owner)).toHaveLength(1);
  await send('email');
  await eventually(async () => toMail(invoice.id).length === 1);
  expect((await refusalOf(owner.call(api.reminders.undo, { params: { ...params, id } }))).status).toBe(409);
  const { events, next } = await of(owner, invoice.id);
  expect(events.map(({ kind }) => kind)).toEqual(['created', 'sent', 'message']);
  expect(next).toMatchObject({ daysLate: 3 });
});

test('a message left out does not come back once its invoice is paid', async () => {
  const owner = await newOwner(app);
  await choose(owner, { steps: [0] });
  const { id: invoiceId, totalAmount: amount } = await sent(owner, 1);
  app.advance(DAY_MS);
  await advanceDueSchedules(app.scope());
  const id = (await waiting(owner))[0]?.id ?? '';
  await owner.call(api.reminders.skip, { params: { ...params, id } });
  await owner.call(api.offlinePayments.record, {
    params: { ...params, id: invoiceId },
    body: { amount, day: today(), method: 'cash' },
  });
  const refusal = await refusalOf(owner.call(api.reminders.undo, { params: { ...params, id } }));
  expect(refusal.message).toContain('paid');
});

test('an owner’s words go once in place of ours; what they say of the amount is true when it goes', async () => {
  const owner = await newOwner(app);
  const invoice = await sent(owner, 0);
  app.advance(DAY_MS);
  await choose(owner, { steps: [1, 2, 3] });
  app.advance(DAY_MS);
  await advanceDueSchedules(app.scope());
  const [message] = await waiting(owner);
  expect(message?.text).toBe(`${message?.words} Pay here: ${message?.payLine.split(' ').at(-1)}`);
  expect(message?.words).toMatch(/^Good (morning|afternoon|evening) .* was due 2 days ago\.$/);
  const id = message?.id ?? '';
  const send = (channel: 'whatsapp' | 'email', words: string) =>
    owner.call(api.reminders.send, { params: { ...params, id }, body: { channel, words } });
  const owed = formatMoney(invoice.totalAmount, 'NGN');
  for (const [words, said] of [
    ['Pay ₦1,000 only', '₦1,000'],
    ['Pay 1,000 naira', '1,000 naira'],
    ['Pay 7k to me', '7k'],
    ['Pay at https://elsewhere.example', 'pay link'],
    ['x'.repeat(601), '600 characters'],
    ['   ', 'Write a message'],
  ] as const) {
    const response = await fetch(`${app.url}/api/ngn/reminders/today/${id}/send`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ channel: 'email', words }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ path: 'words', message: expect.stringContaining(said) }],
    });
  }
  const { data } = await send('whatsapp', `Ada, ${owed} please. Room 4, 10 June.`);
  expect(new URL(data.whatsappUrl ?? '').searchParams.get('text')).toBe(
    `Ada, ${owed} please. Room 4, 10 June.\n${message?.payLine}`,
  );
  await owner.call(api.reminders.undo, { params: { ...params, id } });
  await send('email', `Ada, ${owed} please.`);
  const mail = await eventually(async () =>
    mails.find(({ key }) => key.startsWith(`reminder:${invoice.id}`)),
  );
  expect(mail.text).toContain(`Ada, ${owed} please.`);
  expect(mail.text).not.toContain('Good ');
  expect(mail.text).toContain('/pay/');
});

test('automatically every step goes once, the latest after a long stop, and none after payment', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'automatic' });
  const invoice = await sent(owner, 5);
  await lookDaily(9);
  expect(toMail(invoice.id)).toEqual(['-3', '0', '3']);
  const reminders = mails.filter(({ key }) => key.startsWith(`reminder:${invoice.id}`));
  expect(reminders.filter(({ text }) => !text.includes('/unsubscribe/'))).toEqual([]);
  const other = await sent(owner, 5, { clientEmail: 'other@example.test' });
  app.advance(13 * DAY_MS);
  await inspect();
  await inspect();
  expect(toMail(other.id)).toEqual(['7']);
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: other.id, amount: other.totalAmount });
  await lookDaily(10);
  expect(toMail(other.id)).toEqual(['7']);
});

test('a promise holds reminders back; when it is not kept that is the next thing said', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'automatic' });
  const invoice = await sent(owner, 1);
  const promise = (day: string, amount?: Minor) =>
    owner.call(api.reminders.promise, {
      params,
      body: { invoiceId: invoice.id, day, note: 'On the phone', ...(amount ? { amount } : {}) },
    });
  expect((await refusalOf(promise(addDays(today(), -1)))).errors[0]?.path).toBe('day');
  await promise(addDays(today(), 1));
  await promise(addDays(today(), 4), 40_000 as Minor);
  await lookDaily(4);
  expect(toMail(invoice.id)).toEqual([]);
  expect(await of(owner, invoice.id)).toMatchObject({ stop: 'promised', promise: { state: 'open' } });
  await lookDaily(1);
  const message = await eventually(async () =>
    mails.find(({ key }) => key.startsWith(`reminder:${invoice.id}:promise`)),
  );
  expect(message.text).toMatch(/You told .* that you would pay ₦400\.00 on /);
  await pay(app.scope(), {
    businessId: owner.businessId,
    invoiceId: invoice.id,
    amount: invoice.totalAmount,
  });
  const { data } = await owner.call(api.reminders.ofCustomer, {
    params: { ...params, id: invoice.customerId },
  });
  expect(data).toMatchObject({ due: 1, kept: 0, usualDaysLate: 1 });
  expect(data.promises.map(({ state }) => state)).toEqual(['broken', 'moved']);
});

test('a part of the money stops the ladder until its owner lets it go on', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'automatic' });
  const invoice = await sent(owner, 1);
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: invoice.id, amount: 500_000 as Minor });
  await lookDaily(2);
  expect(toMail(invoice.id)).toEqual([]);
  expect((await of(owner, invoice.id)).stop).toBe('partly_paid');
  const go = (on: boolean) =>
    owner.call(api.reminders.switchInvoice, { params: { ...params, id: invoice.id }, body: { on } });
  await go(true);
  await lookDaily(2);
  expect(toMail(invoice.id)).toEqual(['3']);
  await go(false);
  await lookDaily(5);
  expect(toMail(invoice.id)).toEqual(['3']);
});

test('another business’s messages, promises and settings do not exist', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const invoice = await sent(owner, 1);
  app.advance(DAY_MS + HOUR_MS);
  await advanceDueSchedules(app.scope());
  const id = (await waiting(owner))[0]?.id ?? '';
  const calls = [
    other.call(api.reminders.send, { params: { ...params, id }, body: { channel: 'email' } }),
    other.call(api.reminders.skip, { params: { ...params, id } }),
    other.call(api.reminders.undo, { params: { ...params, id } }),
    other.call(api.reminders.ofInvoice, { params: { ...params, id: invoice.id } }),
    other.call(api.reminders.ofCustomer, { params: { ...params, id: invoice.customerId } }),
    other.call(api.reminders.promise, { params, body: { invoiceId: invoice.id, day: addDays(today(), 1) } }),
    owner.call(api.reminders.ofInvoice, { params: { currency: 'USD', id: invoice.id } }),
  ];
  const refused = await Promise.all(calls.map(refusalOf));
  expect(refused.map(({ status }) => status)).toEqual(calls.map(() => 404));
  expect(await waiting(other)).toEqual([]);
});

test('what waits for a tap is not wanted any more once its owner reminded by hand', async () => {
  const owner = await newOwner(app);
  const invoice = await sent(owner, 1);
  app.advance(DAY_MS + HOUR_MS);
  await advanceDueSchedules(app.scope());
  const id = (await waiting(owner))[0]?.id ?? '';
  await owner.call(api.invoices.remind, { params, body: { invoiceId: invoice.id, channels: ['email'] } });
  expect(await waiting(owner)).toEqual([]);
  const send = owner.call(api.reminders.send, { params: { ...params, id }, body: { channel: 'email' } });
  expect((await refusalOf(send)).status).toBe(409);
  await advanceDueSchedules(app.scope());
  await lookDaily(1);
  expect(await waiting(owner)).toEqual([]);
  await lookDaily(2);
  expect((await waiting(owner)).map(({ daysLate }) => daysLate)).toEqual([3]);
});

test('a tap is not taken back when the next message about the invoice waits already', async () => {
  const owner = await newOwner(app);
  await choose(owner, { steps: [0, 1] });
  await sent(owner, 1);
  app.advance(DAY_MS + 2 * HOUR_MS);
  await advanceDueSchedules(app.scope());
  const id = (await waiting(owner))[0]?.id ?? '';
  await owner.call(api.reminders.send, { params: { ...params, id }, body: { channel: 'whatsapp' } });
  app.advance(23 * HOUR_MS);
  await advanceDueSchedules(app.scope());
  expect(await waiting(owner)).toHaveLength(1);
  expect((await refusalOf(owner.call(api.reminders.undo, { params: { ...params, id } }))).status).toBe(409);
  expect(await waiting(owner)).toHaveLength(1);
});

test('an invoice that comes back is looked at again, whatever was chosen while it was away', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'off' });
  const [deleted, paid] = [await sent(owner, 2), await sent(owner, 2)];
  await inspect();
  await owner.call(api.invoices.remove, { params, body: { invoiceId: deleted.id } });
  const whose = { businessId: owner.businessId, invoiceId: paid.id };
  const payment = await pay(app.scope(), { ...whose, amount: paid.totalAmount });
  await choose(owner, { mode: 'automatic', weeklyCap: 7 });
  await inspect();
  await owner.call(api.invoices.restore, { params, body: { invoiceId: deleted.id } });
  await refund(app.scope(), owner.businessId, payment.id);
  await lookDaily(2);
  expect([toMail(deleted.id), toMail(paid.id)]).toEqual([['0'], ['0']]);
});

test('a reminder the mail server did not take waits for a tap once its owner chose to send everything', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'automatic' });
  const invoice = await sent(owner, 1, { clientEmail: 'down@example.test' });
  app.advance(DAY_MS + HOUR_MS);
  await advanceDueSchedules(app.scope());
  const key = `reminder:${invoice.id}:0`;
  const refused = app.store.db.selectFrom('messages').select('key').where('key', '=', key);
  await eventually(async () => (await refused.where('reason', '=', 'Try later').execute()).length === 1);
  await choose(owner, { mode: 'prepare' });
  await sendStep(app.scope(), { businessId: owner.businessId, invoiceId: invoice.id, step: '0' });
  const [message] = await waiting(owner);
  expect(message).toMatchObject({ invoiceId: invoice.id, channels: ['whatsapp', 'email'] });
  expect(await refused.execute()).toEqual([]);
});

test('who was given money back is not chased for the days on which it was paid', async () => {
  const owner = await newOwner(app);
  await choose(owner, { mode: 'automatic', weeklyCap: 7 });
  const invoice = await sent(owner, 1);
  const whose = { businessId: owner.businessId, invoiceId: invoice.id };
  const payment = await pay(app.scope(), { ...whose, amount: invoice.totalAmount });
  await lookDaily(4);
  await refund(app.scope(), owner.businessId, payment.id);
  await app.store.db
    .insertInto('allocations')
    .values({
      business_id: owner.businessId,
      id: newId('alc', app.scope().now),
      payment_id: payment.id,
      invoice_id: invoice.id,
      amount_minor: -invoice.totalAmount as Minor,
      created_at: app.scope().now,
    })
    .execute();
  await inspect();
  expect(toMail(invoice.id)).toEqual([]);
  await lookDaily(5);
  expect(toMail(invoice.id)).toEqual(['7']);
});

test('a link that was handed out by hand stands in the history, once for presses in one moment', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const invoice = await sent(owner, 5);
  const share = (who: Owner, way: 'whatsapp' | 'qr', invoiceId = invoice.id) =>
    who.call(api.invoices.share, { params, body: { invoiceId, way } });
  await share(owner, 'whatsapp');
  await share(owner, 'whatsapp');
  await share(owner, 'qr');
  app.advance(2 * 60_000);
  await share(owner, 'whatsapp');
  const { events } = await of(owner, invoice.id);
  expect(events.flatMap(({ kind, note }) => (kind === 'shared' ? [note] : []))).toEqual([
    'whatsapp',
    'qr',
    'whatsapp',
  ]);
  expect(await refusalOf(share(other, 'qr'))).toMatchObject({ status: 404 });
  const unsent = await owner.call(api.invoices.create, { params, body: sampleInvoice({ dueDate: today() }) });
  expect(await refusalOf(share(owner, 'qr', unsent.data.id))).toMatchObject({ status: 409 });
});
