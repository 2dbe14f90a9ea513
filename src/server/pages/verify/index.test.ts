import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  printOwnAccount,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { payFor, sentInvoice, textOf } from '../receipt/testing.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
  owner = await newOwner(app);
  await printOwnAccount(owner);
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
async function check(code: string): Promise<{ status: number; words: string; page: string }> {
  const answer = await get(`/verify/${encodeURIComponent(code)}`);
  const page = await answer.text();
  return { status: answer.status, words: textOf(page), page };
}
const ACCOUNT = '0108 024 071';

test('an open invoice is genuine: the business, the sums, the dates, and the account to compare', async () => {
  const invoice = await sentInvoice(app, owner);
  const { status, words } = await check(formatVerificationCode(invoice.code));
  expect(status).toBe(200);
  for (const shown of [
    'This invoice is genuine',
    'Okafor Kitchen & Events',
    invoice.number,
    'Total ₦1,000.00',
    'Still to pay ₦1,000.00',
    'Open. Due in 7 days',
    'Guaranty Trust Bank (GTB)',
    ACCOUNT,
    'Okafor Kitchen',
    'Compare with yours',
    'TEST MODE',
  ])
    expect(words).toContain(shown);
  // The paper says who owes; a code alone does not.
  expect(words).not.toMatch(/Bello|bello@|Tray/);
});

test('what somebody only asked to pay at a counter passes for no invoice of the shop', async () => {
  const { data } = await owner.call(api.counter.open, {});
  const answer = await fetch(`${app.url}/shop/${data.code}`, {
    method: 'POST',
    body: new URLSearchParams({ amount: '5000000', name: 'Mallory', words: 'Laptop for the office' }),
    redirect: 'manual',
  });
  const { verification_code } = await app.system.db
    .selectFrom('invoices')
    .select('verification_code')
    .where('public_id', '=', answer.headers.get('location')?.slice('/pay/'.length) ?? '')
    .executeTakeFirstOrThrow();
  const { words } = await check(formatVerificationCode(verification_code));
  expect(words).toContain('Nothing was paid for this');
  expect(words).not.toMatch(/genuine|Mallory|Laptop/);
});

test('what we know of a business is what we say of it', async () => {
  const invoice = await sentInvoice(app, owner);
  expect((await check(formatVerificationCode(invoice.code))).words).toContain(
    'has not finished its registration',
  );
  const { db } = app.system;
  await db
    .updateTable('users')
    .set({ email_verified_at: app.config.clock() })
    .where('id', '=', owner.userId)
    .execute();
  const confirmed = (await check(formatVerificationCode(invoice.code))).words;
  expect(confirmed).toContain('We do not vouch for what it sells');
  expect(confirmed).not.toContain('Registered with Duewell');
  const { business_name: name } = await db
    .updateTable('business_profiles')
    .set({ documents_accepted_at: app.config.clock() })
    .where('business_id', '=', owner.businessId)
    .returning('business_name')
    .executeTakeFirstOrThrow();
  const params = { currency: 'NGN', id: owner.businessId } as const;
  const badgeAs = async (businessName: string) => {
    await owner.call(api.settings.updateProfile, { params, body: { businessName } });
    return (await check(formatVerificationCode(invoice.code))).words.includes('Registered with Duewell');
  };
  expect([await badgeAs(name), await badgeAs('Another Name'), await badgeAs(name)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('part paid, paid, cancelled and unsent ones say so, and only open ones show an account', async () => {
  const invoice = await sentInvoice(app, owner);
  const code = formatVerificationCode(invoice.code);
  await payFor(app, fake, invoice, 400_00);
  const part = (await check(code)).words;
  for (const shown of ['Paid so far ₦400.00', 'Still to pay ₦600.00', 'Part paid', ACCOUNT])
    expect(part).toContain(shown);
  await payFor(app, fake, invoice, 600_00);
  const paid = (await check(code)).words;
  expect(paid).toContain('Genuine, and already paid');
  expect(paid).toContain('do not pay it again');

  const cancelled = await sentInvoice(app, owner);
  await owner.call(api.invoices.remove, { params, body: { invoiceId: cancelled.id } });
  const gone = (await check(formatVerificationCode(cancelled.code))).words;
  expect(gone).toContain('This invoice was cancelled');

  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const { verification_code } = await app.system.db
    .selectFrom('invoices')
    .select('verification_code')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  const draft = (await check(formatVerificationCode(verification_code))).words;
  expect(draft).toContain('This invoice was not sent yet');
  for (const words of [paid, gone, draft]) expect(words).not.toContain(ACCOUNT);
});

test('a receipt is genuine, until its money went back', async () => {
  const invoice = await sentInvoice(app, owner);
  const { payment, receipt } = await payFor(app, fake, invoice, 1000_00);
  const code = formatVerificationCode(receipt.verification_code);
  const { words } = await check(code.toLowerCase().replaceAll('-', ' '));
  for (const shown of [
    'This receipt is genuine',
    'RCT-',
    'Amount ₦1,000.00',
    invoice.number,
    'Fake confirmed it',
  ])
    expect(words).toContain(shown);
  expect(words).not.toMatch(/Bello/);
  await app
    .scope()
    .transactAsSystem((ctx) => recordPayment(ctx, fake, { ...payment, refunded: minor(1000_00) }));
  expect((await check(code)).words).toContain('Genuine, but the money went back');
});

test('a code that no paper has, and one that was mistyped, are told apart', async () => {
  const unknown = await check(formatVerificationCode('34679ACDEFG'));
  expect([unknown.status, unknown.words]).toEqual([
    404,
    expect.stringContaining(
      'We know no invoice or receipt with this code If somebody gave it to you, do not pay.',
    ),
  ]);
  const typo = await check(`${formatVerificationCode('34679ACDEFG').slice(0, -1)}O`);
  expect([typo.status, typo.words]).toEqual([
    404,
    expect.stringContaining('This is not how our codes are written'),
  ]);
  expect(typo.page).toContain('value="3467-9ACD-EFG');
  const hostile = await check('"><script>alert(1)</script>');
  expect(hostile.page).not.toContain('<script');
});

test('the box leads to what was typed, and works without a script', async () => {
  const box = await (await get('/verify')).text();
  expect(box).toContain('<form action="/verify" method="get"');
  expect(box).not.toContain('<script');
  const typed = await get('/verify?code=%20abcd%20efgh%20');
  expect([typed.status, typed.headers.get('location')]).toEqual([303, '/verify/abcd%20efgh']);
  for (const odd of [
    '/verify?code=',
    '/verify?code=%2F%2Fevil.example',
    '/verify?code=a%0d%0ab',
    '/verify/%00',
    '/verify/',
  ])
    expect([200, 404], odd).toContain((await get(odd)).status);
});

test('nothing is kept, indexed or told on, and whoever asks for less data gets no fonts', async () => {
  const answer = await fetch(`${app.url}/verify`, { headers: { 'Save-Data': 'on' } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  expect(answer.headers.get('set-cookie')).toBeNull();
  const page = await answer.text();
  expect(page).toContain('class="lite"');
  expect(page).not.toContain('rel="preload"');
  const code = await get(`/verify/${formatVerificationCode('34679ACDEFG')}`);
  expect(code.headers.get('referrer-policy')).toBe('no-referrer');
});

test('guessing ends after 20 misses, also for codes that exist; slips of the hand do not count', async () => {
  const code = formatVerificationCode((await sentInvoice(app, owner)).code);
  const statusOf = async (text: string) => (await get(`/verify/${text}`)).status;
  app.advance(15 * 60_000);
  for (let slip = 0; slip < 25; slip++) expect(await statusOf('AAAA-AAAA-AAA3')).toBe(404);
  for (let miss = 0; miss < 20; miss++)
    expect(
      await statusOf(
        formatVerificationCode(`34679ACDE${'34679ACDEF'[miss % 10]}${'GH'[Math.floor(miss / 10)]}`),
      ),
    ).toBe(404);
  const refused = await get(`/verify/${code}`);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.text()).toContain('Too many requests');
  app.advance(15 * 60_000);
  expect(await statusOf(code)).toBe(200);
});
