import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { languageCodes } from '#core/languages.ts';
import { minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { portalCookie } from '#server/modules/customer-portal/testing.ts';
import { payFor, sentInvoice, textOf } from '../receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';

const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});
afterAll(() => app.close());

const params = { currency: 'NGN' } as const;
const schedule = [
  { label: 'Deposit', percent: 6000, due: { on: 'acceptance' as const } },
  { label: 'Rest', rest: true, due: { on: 'ask' as const } },
];
const pageOf = async (publicId: string, query = '') =>
  (await fetch(`${app.url}/pay/${publicId}${query}`, { redirect: 'manual' })).text();
/** The sum of each checkout that was opened for an invoice, oldest first. */
const asked = async (id: string) =>
  (
    await app.system.db
      .selectFrom('checkouts')
      .select('amount_minor')
      .where('invoice_id', '=', id)
      .where('checkout_url', 'is not', null)
      .orderBy('created_at')
      .orderBy('reference')
      .execute()
  ).map(({ amount_minor }) => amount_minor / 100);
const headline = (page: string) => textOf(/<h1.*?<\/h1>/s.exec(page)?.[0] ?? '').trim();

test('the page asks for the part whose turn it is; its reader may pay all of it, or another amount', async () => {
  const { id, publicId } = await sentInvoice(app, owner, { schedule });
  const page = await pageOf(publicId);
  expect(headline(page)).toBe('To pay: ₦600.00');
  expect(textOf(page)).toContain('Pay ₦600.00 now (Deposit)');
  expect(textOf(page)).toContain('Pay everything: ₦1,000.00');
  expect(page).toMatch(/<a class="btn chosen" href="[^"?]*" aria-current="true">Pay ₦600.00 now/);
  expect(await asked(id)).toEqual([600]);
  expect(headline(await pageOf(publicId, '?pay=all'))).toBe('To pay: ₦1,000.00');
  expect(headline(await pageOf(publicId, '?pay=250.50'))).toBe('To pay: ₦250.50');
  await pageOf(publicId);
  expect((await asked(id)).toSorted((a, b) => a - b)).toEqual([250.5, 600, 1000]);
});

test('an amount that cannot be is said to be wrong, and the part is asked for', async () => {
  const { publicId } = await sentInvoice(app, owner, { schedule });
  for (const wrong of ['99.99', '1000.01', '250,50', '-5', 'abc', '1e3', '9'.repeat(30)]) {
    const page = await pageOf(publicId, `?pay=${encodeURIComponent(wrong)}`);
    expect(textOf(page)).toContain('Type an amount from ₦100.00 to ₦1,000.00.');
    expect(headline(page)).toBe('To pay: ₦600.00');
  }
});

test('of other amounts twenty open a checkout in an hour; after that the part is asked for', async () => {
  const { id, publicId } = await sentInvoice(app, owner, { schedule });
  for (let more = 1; more <= 21; more++) await pageOf(publicId, `?pay=${200 + more}`);
  expect(headline(await pageOf(publicId, '?pay=221'))).toBe('To pay: ₦600.00');
  expect(headline(await pageOf(publicId, '?pay=220'))).toBe('To pay: ₦220.00');
  expect(await asked(id)).toHaveLength(21);
});

test('an invoice that is paid in one leaves no choice, whatever its address says', async () => {
  const { id, publicId } = await sentInvoice(app, owner);
  const page = await pageOf(publicId, '?pay=250');
  expect(headline(page)).toBe('To pay: ₦1,000.00');
  expect(textOf(page)).not.toContain('Pay everything');
  expect(await asked(id)).toEqual([1000]);
});

test('two equal parts are two checkouts, and the page’s call tells the account of the chosen sum', async () => {
  const halves = [
    { label: 'First half', percent: 5000, due: { days: 0 } },
    { ...schedule[1]!, due: { days: 9 } },
  ];
  const { id, publicId } = await sentInvoice(app, owner, { schedule: halves });
  await pageOf(publicId);
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', id)
    .where('checkout_url', 'is not', null)
    .executeTakeFirstOrThrow();
  const call = (query: object) =>
    owner.call(api.payments.payable, { params: { publicId }, query } as never) as Promise<{ data: object }>;
  expect((await call({})).data).toMatchObject({ balance: minor(1000_00), asked: minor(500_00) });
  expect((await call({ pay: 'all' })).data).toMatchObject({ asked: minor(1000_00), account: null });
  await payFor(app, fake, { reference }, 500_00);
  await pageOf(publicId);
  expect(await asked(id)).toEqual([500, 500]);
});

test('a part nobody asked for is not due, can be paid all the same, and the page says so in five languages', async () => {
  const { id, publicId, ...invoice } = await sentInvoice(app, owner, { schedule });
  await payFor(app, fake, invoice, 600_00);
  const page = textOf(await pageOf(publicId));
  expect(page).toContain('Nothing is due now');
  expect(page).toContain('has not asked for Rest yet');
  expect(page).toContain('Due When asked');
  expect(page).not.toMatch(/\b2999\b/);
  const texts = await Promise.all(languageCodes.map((code) => pageOf(publicId, `?lang=${code}&pay=150`)));
  expect(
    new Set(texts.map((text) => textOf(/<section class="choose".*?<\/section>/s.exec(text)?.[0] ?? ''))).size,
  ).toBe(languageCodes.length);
  expect(texts.every((text) => headline(text).includes('₦150.00'))).toBe(true);
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id } });
  expect(data.balance).toBe(minor(400_00));
  const cookie = await portalCookie(app, owner, data.customerId);
  const mine = textOf(await (await fetch(`${app.url}/my`, { headers: { Cookie: cookie } })).text());
  const checked = textOf(
    await (await fetch(`${app.url}/verify/${formatVerificationCode(invoice.code)}`)).text(),
  );
  for (const text of [mine, checked]) {
    expect(text).toContain('Nothing is due now');
    expect(text).not.toMatch(/in \d{3},|\b2999\b/);
  }
  expect(checked).toContain('Due When asked');
  expect(checked).not.toContain('Due in');
});
