import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { formatMoney, type Minor, minor } from '#core/money.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import {
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
  mailerInto,
} from '../../../../tests/harness.ts';
import { advanceDueSchedules, notifyNewlyOverdue } from './flows/scheduled.ts';

const params = { currency: 'NGN' as const };
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
  await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic', steps: [0, 3] } });
});
afterAll(() => app.close({ handmade: true }));

const today = () => dateIn(app.scope().now);
const paid = (invoiceId: string, amount: Minor) =>
  pay(app.scope(), { businessId: owner.businessId, invoiceId, amount });
async function liveFor(days: number) {
  for (let day = 0; day < days; day++) {
    app.advance(DAY_MS);
    await notifyNewlyOverdue(app.scope());
    await advanceDueSchedules(app.scope());
    const queued = app.store.db.selectFrom('reminder_steps').select('id').where('state', '=', 'queued');
    await eventually(async () => (await queued.execute()).length === 0);
  }
}
/** The steps that went, by their names, each with the first sum its mail names. */
const reminded = (id: string) =>
  mails.flatMap(({ key, text }) =>
    key.startsWith(`reminder:${id}:`) ? [[key.split(':')[2], /₦[\d,]+\.\d\d/.exec(text)?.[0]]] : [],
  );
const overdueKeys = (id: string) =>
  mails.map(({ key }) => key).filter((key) => key.startsWith(`overdue:${id}`));

test('each part has its reminders on its own days, and one that nobody asked for has none', async () => {
  const items = [{ description: 'Roof', quantity: 1_000_000, rate: minor(500_000_00) }];
  const schedule = [
    { label: 'Deposit', percent: 6000, due: { days: 1 } },
    { label: 'Half way', percent: 2000, due: { days: 10 } },
    { label: 'Rest', rest: true, due: { on: 'ask' as const } },
  ];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ items, taxRate: 0, schedule, dueDate: addDays(today(), 1) }),
  });
  const { id } = data;
  await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
  const due = (day: string) => expect(detail(id)).resolves.toMatchObject({ dueDate: day });

  await liveFor(5);
  expect(reminded(id)).toEqual([
    ['0@part1', '₦300,000.00'],
    ['3@part1', '₦300,000.00'],
  ]);
  const [letter] = mails.filter(({ key }) => key.startsWith(`reminder:${id}:`));
  expect(letter?.text).toMatch(/Deposit[^]*₦500,000\.00/);
  const first = overdueKeys(id);
  expect(first).toHaveLength(1);

  await paid(id, minor(300_000_00));
  await due('2026-03-12');
  await liveFor(10);
  expect(reminded(id).slice(2)).toEqual([
    ['0@part2', '₦100,000.00'],
    ['3@part2', '₦100,000.00'],
  ]);
  expect(overdueKeys(id)).toHaveLength(2);
  expect(new Set(overdueKeys(id)).size).toBe(2);

  await paid(id, minor(100_000_00));
  await liveFor(20);
  expect(reminded(id)).toHaveLength(4);
  expect((await detail(id)).status).toBe('sent');

  const asking = { params: { ...params, id, position: '3' }, body: { dueDate: addDays(today(), 2) } };
  await owner.call(api.invoiceSchedules.ask, asking);
  await liveFor(9);
  expect(reminded(id).slice(4)).toEqual([
    ['0@part3', '₦100,000.00'],
    ['3@part3', '₦100,000.00'],
  ]);
});

test('a part that is paid in part stops its reminders, and a promise is of the part', async () => {
  const items = [{ description: 'Roof', quantity: 1_000_000, rate: minor(500_000_00) }];
  const schedule = [
    { label: 'Deposit', percent: 6000, due: { days: 1 } },
    { label: 'Rest', rest: true, due: { days: 40 } },
  ];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ items, taxRate: 0, schedule, dueDate: addDays(today(), 1) }),
  });
  const { id } = data;
  await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
  const promise = { params, body: { invoiceId: id, day: addDays(today(), 5) } };
  const promised = await owner.call(api.reminders.promise, promise);
  expect(JSON.stringify(promised.data)).toContain('300000');
  await paid(id, minor(100_000_00));
  await liveFor(8);
  expect(reminded(id)).toEqual([]);
});

test('an owner sends a broken promise of a part as it was made, also in words of their own', async () => {
  const seller = await newOwner(app);
  const earlyPayment = { percent: 200, until: addDays(today(), 9) };
  const draft = { params, body: sampleInvoice({ dueDate: addDays(today(), 9), earlyPayment }) };
  const { data: invoice } = await seller.call(api.invoices.create, draft);
  await seller.call(api.invoices.send, { params, body: { invoiceId: invoice.id, channels: ['whatsapp'] } });
  const body = { invoiceId: invoice.id, day: addDays(today(), 1), amount: minor(40_000) };
  await seller.call(api.reminders.promise, { params, body });
  app.advance(3 * DAY_MS);
  await advanceDueSchedules(app.scope());
  const [message] = (await seller.call(api.reminders.today, { params, query: {} })).data;
  expect(message?.text).toContain('would pay ₦400.00 on ');
  const words = `${message?.words} Are you still able to?`;
  const { data } = await seller.call(api.reminders.send, {
    params: { ...params, id: message?.id ?? '' },
    body: { channel: 'whatsapp', words },
  });
  expect(new URL(data.whatsappUrl ?? '').searchParams.get('text')).toBe(`${words}\n${message?.payLine}`);
  expect(message?.payLine).toContain(formatMoney(invoice.totalAmount, 'NGN'));
});

const detail = async (id: string) =>
  (await owner.call(api.invoices.detail, { params: { ...params, id } })).data;
