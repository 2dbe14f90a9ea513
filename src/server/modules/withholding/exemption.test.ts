import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type Currency, minor, ZERO } from '#core/money.ts';
import {
  documentOwner,
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

async function seller(tin: string | null = '20114477-0001') {
  const owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  await app.system.db
    .updateTable('business_profiles')
    .set({ tin })
    .where('business_id', '=', owner.businessId)
    .execute();
  return owner;
}

/** A sent invoice over an amount before 7.5 % VAT. */
async function sent(owner: Owner, naira: number, more: object = {}, currency: Currency = 'NGN') {
  const items = [{ description: 'Uniforms', quantity: 1_000_000, rate: minor(naira * 100) }];
  const names = { clientName: 'Queens School', clientEmail: 'bursar@queens.test' };
  const params = { currency };
  const body = sampleInvoice({ ...names, items, discount: ZERO, ...more });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['email'] } });
  return data;
}
const at = (id: string, currency: Currency = 'NGN') => ({ params: { currency, id } });
const ask = (owner: Owner, id: string) => owner.call(api.withholding.askExemption, at(id));
const exemption = async (owner: Owner, id: string, currency?: Currency) =>
  (await owner.call(api.withholding.exemption, at(id, currency))).data;

test('a seller with a tax ID below the limit has a letter in the customer’s language, by email once a day', async () => {
  const owner = await seller();
  const first = await sent(owner, 500_000);
  await owner.call(api.customers.update, {
    params: { currency: 'NGN', id: first.customerId },
    body: { language: 'pcm' },
  });
  const invoice = await sent(owner, 1_500_000);
  await sent(owner, 900_000, { clientName: 'Another School', clientEmail: 'other@queens.test' });
  const found = await exemption(owner, invoice.id);
  expect(found).toMatchObject({ supplied: 2_000_000_00, upTo: 2_000_000_00, missing: null });
  const { letter } = found!;
  expect(letter).toMatchObject({
    to: 'bursar@queens.test',
    subject: `Invoice ${invoice.invoiceNumber}: abeg no deduct tax`,
  });
  for (const part of ['₦1,612,500.00', '₦2,000,000.00', '20114477-0001', 'no dey deduct tax'])
    expect(letter?.text).toContain(part);
  expect((await ask(owner, invoice.id)).message).toBe('Sent to bursar@queens.test');
  await ask(owner, invoice.id);
  const mails = async () => {
    const { rows } = await sql<{ body_text: string }>`
      select body_text from kept_mails where subject = ${letter?.subject ?? ''}`.execute(app.system.db);
    return rows;
  };
  await eventually(async () => (await mails()).length > 0);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  for (const line of letter!.text.split('\n\n').slice(0, 4)) expect(mail?.body_text).toContain(line);
});

test('it says what is missing: the tax ID, or that the month is above the limit', async () => {
  const unknown = await seller(null);
  const invoice = await sent(unknown, 100_000);
  expect(await exemption(unknown, invoice.id)).toMatchObject({ missing: 'tax_id', letter: null });
  expect(await refusalOf(ask(unknown, invoice.id))).toMatchObject({
    status: 409,
    message: 'Add your tax ID in the settings first',
  });
  const owner = await seller();
  const one = await sent(owner, 2_000_000);
  expect(await exemption(owner, one.id)).toMatchObject({ missing: null });
  const other = await sent(owner, 1);
  for (const { id } of [one, other]) {
    expect(await exemption(owner, id)).toMatchObject({
      supplied: 2_000_001_00,
      missing: 'limit',
      letter: null,
    });
    expect(await refusalOf(ask(owner, id))).toMatchObject({ status: 409 });
  }
});

test('there is no such rule for dollars, and none for another business', async () => {
  const owner = await seller();
  const dollars = await sent(owner, 100, {}, 'USD');
  expect(await exemption(owner, dollars.id, 'USD')).toBeNull();
  const naira = await sent(owner, 100);
  const other = await seller();
  expect(await refusalOf(exemption(other, naira.id))).toMatchObject({ status: 404 });
  expect(await refusalOf(ask(other, naira.id))).toMatchObject({ status: 404 });
});
