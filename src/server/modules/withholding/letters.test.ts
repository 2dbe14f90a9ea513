import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor, ZERO } from '#core/money.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { askForCertificates } from './flows/letters.ts';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await testApp({ SESSION_IDLE_MINUTES: '50000000', SESSION_MAX_DAYS: '36500' });
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const today = () => dateIn(app.config.clock());

/** An invoice paid but for ₦50,000 of tax, whose certificate is awaited. */
async function pending() {
  const items = [{ description: 'Advice', quantity: 1_000_000, rate: minor(500_000_00) }];
  const body = sampleInvoice({
    clientName: 'Zenith Foods Ltd',
    items,
    discount: ZERO,
    taxRate: 0,
    dueDate: addDays(today(), 7),
  });
  const { data: invoice } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: invoice.id, channels: ['email'] } });
  const of = { params: { ...params, id: invoice.id } };
  const { data } = await owner.call(api.withholding.declare, { ...of, body: { kind: 'professional' } });
  await owner.call(api.offlinePayments.record, {
    ...of,
    body: { amount: minor(450_000_00), day: today(), method: 'cash' },
  });
  return { invoice, id: data.id };
}

const receive = (id: string, certificateNo: string) =>
  owner.call(api.withholding.change, {
    params: { ...params, id },
    body: { state: 'received', certificateNo, certificateDay: today(), amount: minor(50_000_00) },
  });

const letters = async (number: string) => {
  const { rows } = await sql<{ body_text: string; subject: string }>`
    select subject, body_text from kept_mails where subject like ${`%certificate for invoice ${number}`} order by id`.execute(
    app.system.db,
  );
  return rows.map(({ body_text }) => body_text);
};
const settled = (number: string, count: number) =>
  eventually(async () => (await letters(number)).length === count);
const remind = (mode: 'automatic' | 'prepare') =>
  owner.call(api.reminders.updateSettings, { params, body: { mode } });
// Nine in the morning in Lagos.
const advanceDays = (days: number) => {
  const at = app.config.clock().getTime() + days * DAY_MS;
  app.advance(Math.floor(at / DAY_MS) * DAY_MS + 8 * 3_600_000 - app.config.clock().getTime());
};

test('goes after 30, 60 and 90 days, asks for no money, and ends with the certificate', async () => {
  await remind('automatic');
  const { id, invoice } = await pending();
  for (const [days, sentBy] of [
    [29, 0],
    [2, 1],
    [10, 1],
    [20, 2],
    [30, 3],
    [40, 3],
  ] as const) {
    advanceDays(days);
    await askForCertificates(app.scope());
    await askForCertificates(app.scope());
    await settled(invoice.invoiceNumber, sentBy);
  }
  const [text = ''] = await letters(invoice.invoiceNumber);
  expect(text).toContain('₦50,000.00');
  expect(text).toContain('You owe nothing more on this invoice');
  expect(text).toContain('/unsubscribe/');
  expect(text).not.toContain('/pay/');
  await receive(id, 'KN-90');
  const done = await pending();
  await receive(done.id, 'KN-91');
  advanceDays(31);
  await askForCertificates(app.scope());
  expect(await letters(done.invoice.invoiceNumber)).toEqual([]);
});

test('is left to an owner who looks at every message, who sends it once a day', async () => {
  await remind('prepare');
  const { id, invoice } = await pending();
  advanceDays(31);
  await askForCertificates(app.scope());
  const { data } = await owner.call(api.activities.list, { params, query: {} });
  expect(JSON.stringify(data)).toContain(`for invoice ${invoice.invoiceNumber} has not come. Ask`);
  const ask = () => owner.call(api.withholding.ask, { params: { ...params, id } });
  expect((await ask()).message).toContain('Sent to');
  await ask();
  await settled(invoice.invoiceNumber, 1);
  await receive(id, 'KN-92');
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
});
