import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { formatMoney, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { Mail } from '#server/kernel/ports/messaging.ts';
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

const params = { currency: 'NGN' as const };
const DAY_MS = 86_400_000;
const ITEM = { description: 'Advice', quantity: 1_000_000, rate: minor(1_000_000_00) };
let app: TestApp;
let owner: Owner;
const mails: Mail[] = [];

beforeAll(async () => {
  const mailer = {
    send: async (mail: Mail) => {
      mails.push(mail);
      return { ok: true as const, id: mail.key };
    },
  };
  // A Monday, eight in the morning in Lagos.
  app = await testApp(
    { CLOCK: '2026-03-02T07:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' },
    { ports: (made) => ({ ...made, mailer }), sweeps: false },
  );
  owner = await newOwner(app);
  await owner.call(api.reminders.updateSettings, { params, body: { mode: 'automatic' } });
});
afterAll(() => app.close());

const today = () => dateIn(app.scope().now);
let customers = 0;
const newCustomer = () => ({
  clientName: `Zenith Foods ${++customers} Ltd`,
  clientEmail: `accounts${customers}@zenith.test`,
});

/** A sent invoice of ₦1,075,000. */
async function sent(customer: object, dueIn = 7) {
  const body = sampleInvoice({
    items: [ITEM],
    discount: ZERO,
    dueDate: addDays(today(), dueIn),
    ...customer,
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  const to = { invoiceId: data.id, channels: ['email' as const] };
  return (await owner.call(api.invoices.send, { params, body: to })).data.invoice;
}
const remind = (invoiceId: string) =>
  owner.call(api.invoices.remind, { params, body: { invoiceId, channels: ['email'] } });
const record = (id: string, amount: Minor, more: object = {}) =>
  owner.call(api.offlinePayments.record, {
    params: { ...params, id },
    body: { amount, day: today(), method: 'cash', ...more },
  });
const planOf = async (id: string) =>
  (await owner.call(api.reminders.ofInvoice, { params: { ...params, id } })).data;
const remindersOf = (id: string) => mails.filter(({ key }) => key.startsWith(`reminder:${id}:`));
async function lookDaily(days: number) {
  for (let day = 0; day < days; day++) {
    app.advance(DAY_MS);
    await advanceDueSchedules(app.scope());
    const queued = app.store.db.selectFrom('reminder_steps').select('id').where('state', '=', 'queued');
    await eventually(async () => (await queued.execute()).length === 0, 30_000);
  }
}

test('a customer’s credit silences what it pays, the oldest first, and no more', async () => {
  const customer = newCustomer();
  const settled = await sent(customer);
  const [first, second] = [await sent(customer, 8), await sent(customer, 9)];
  const { totalAmount: total } = first;
  await record(settled.id, minor(2 * total), { keepRestAsCredit: true });
  const refusal = await refusalOf(remind(first.id));
  expect(refusal).toMatchObject({ status: 409 });
  expect(refusal.message).toContain(`has ${formatMoney(total, 'NGN')} of credit, which covers it`);
  expect((await planOf(first.id)).stop).toBe('covered');
  expect((await planOf(second.id)).stop).toBeNull();
  expect((await remind(second.id)).data.channels).toEqual(['email']);
});

test('an alert that is looked into holds reminders by hand and prepared ones back for a day', async () => {
  const invoice = await sent(newCustomer());
  const alert = { invoiceId: invoice.id, amount: invoice.totalAmount, day: today() };
  await owner.call(api.offlinePayments.addClaim, { params, body: alert });
  const refusal = await refusalOf(remind(invoice.id));
  expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('says that it is paid') });
  app.advance(DAY_MS + 1);
  await remind(invoice.id);
});

test('tax they keep is asked for in no message, and nothing is once the rest came', async () => {
  const invoice = await sent(newCustomer());
  const { data } = await owner.call(api.withholding.declare, {
    params: { ...params, id: invoice.id },
    body: { kind: 'professional' },
  });
  const net = formatMoney(subtract(invoice.totalAmount, data.amount), 'NGN');
  const { data: reminded } = await remind(invoice.id);
  expect(decodeURIComponent(reminded.whatsappUrl ?? '')).toContain(`for ${net} is due`);
  await eventually(async () => mails.some(({ key }) => key.startsWith(`remind:${invoice.id}`)));
  const mail = mails.find(({ key }) => key.startsWith(`remind:${invoice.id}`));
  expect(mail?.text).toContain(net);
  const page = await (await fetch(`${app.url}/pay/${invoice.checkoutUrl?.split('/').at(-1)}`)).text();
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]?.replaceAll(/<[^>]*>/g, '')).toContain(net);
  await record(invoice.id, subtract(invoice.totalAmount, data.amount));
  expect((await refusalOf(remind(invoice.id))).status).toBe(409);
  await lookDaily(15);
  expect(remindersOf(invoice.id)).toEqual([]);
});

test('a certificate that never came is asked for as money by itself, from its new due date', async () => {
  const invoice = await sent(newCustomer(), 1);
  const { data } = await owner.call(api.withholding.declare, {
    params: { ...params, id: invoice.id },
    body: { kind: 'professional' },
  });
  await lookDaily(5);
  const before = remindersOf(invoice.id).length;
  expect(before).toBeGreaterThan(0);
  await record(invoice.id, subtract(invoice.totalAmount, data.amount));
  const dueDate = addDays(today(), 10);
  await owner.call(api.withholding.change, {
    params: { ...params, id: data.id },
    body: { state: 'refused', dueDate },
  });
  expect(await planOf(invoice.id)).toMatchObject({ stop: null, next: expect.anything() });
  await lookDaily(12);
  const after = remindersOf(invoice.id).slice(before);
  expect(after.length).toBeGreaterThan(0);
  expect(after.at(-1)?.text).toContain(formatMoney(data.amount, 'NGN'));
});
