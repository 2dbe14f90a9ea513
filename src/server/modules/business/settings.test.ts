import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { businessForDocument, payToOf, profileOf } from './queries.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' });
});
afterAll(() => app.close());

const own = (owner: Owner) => ({ ...params, id: owner.businessId });
const lastActivity = async (owner: Owner) =>
  (await owner.call(api.activities.list, { params, query: { limit: 1 } })).data.activities[0]?.activityType;
const mailsTo = (owner: Owner, key: string) =>
  app.store.db
    .selectFrom('messages')
    .select('key')
    .where('to_address', '=', owner.email)
    .where('key', 'like', `${key}%`)
    .execute();

async function uploaded(owner: Owner, purpose: string): Promise<string> {
  const form = new FormData();
  form.set('purpose', purpose);
  form.set('file', new File(['%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'], 'paper.pdf'));
  const response = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return ((await response.json()) as { data: { file: { fileUrl: string } } }).data.file.fileUrl;
}

describe('the profile', () => {
  test('keeps what is left out, forgets what is blank, and prints its phone', async () => {
    const owner = await newOwner(app);
    const changed = await owner.call(api.settings.updateProfile, {
      params: own(owner),
      body: { businessName: 'Okafor & Daughters', phone: ' 0803 555 0142 ', street: '', email: '' },
    });
    expect(changed.data).toMatchObject({
      businessName: 'Okafor & Daughters',
      phone: '0803 555 0142',
      street: null,
      email: owner.email,
      city: 'Enugu',
      onboardingCompleted: true,
    });
    expect(await lastActivity(owner)).toBe('business_updated');
    const shown = await businessForDocument(app.store.db, owner.businessId);
    expect(shown).toMatchObject({ phone: '0803 555 0142', name: 'Okafor & Daughters' });
  });

  test('prints its tax identity on pay page and PDF, and nothing of a tax of 0 %', async () => {
    const owner = await newOwner(app);
    const change = (body: Record<string, string>) =>
      owner.call(api.settings.updateProfile, { params: own(owner), body });
    const { data } = await change({ tin: '20114477-0001', registrationNumber: 'rc482113', vatNumber: ' ' });
    expect(data).toMatchObject({
      tin: '20114477-0001',
      registrationNumber: 'RC 482113',
      vatNumber: null,
    });
    const { data: made } = await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ taxRate: 0 }),
    });
    const body = { invoiceId: made.id, channels: ['whatsapp' as const] };
    const { invoice } = (await owner.call(api.invoices.send, { params, body })).data;
    const page = await (await fetch(invoice.checkoutUrl ?? '')).text();
    const pdf = await fetch(`${app.url}/api/ngn/invoice/${made.id}/pdf`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    const [sheet = ''] = await pagesOf(new Uint8Array(await pdf.arrayBuffer()));
    for (const shown of [page, sheet]) {
      expect(shown).toMatch(/TIN 20114477-0001[\s\S]*RC 482113/);
      expect(shown).not.toMatch(/VAT|Tax \(0%\)/);
    }
    await change({ tin: '', registrationNumber: '', vatNumber: 'ng-20114477' });
    const shown = await businessForDocument(app.store.db, owner.businessId);
    expect(shown.taxLines).toEqual(['VAT NG-20114477']);
  });

  const tinFault = 'Enter 13 figures, or an older number such as 12345678-0001';
  test('takes a tax number of 13 figures, and the older ones', async () => {
    const owner = await newOwner(app);
    const kept = async (tin: string) =>
      (await owner.call(api.settings.updateProfile, { params: own(owner), body: { tin } })).data.tin;
    for (const tin of ['2011447700011', '20114477-0001', '2011447700', '201144770001'])
      expect(await kept(tin)).toBe(tin);
    expect(await kept('20114 47700 011')).toBe('2011447700011');
  });

  test.each([
    ['tin', 'twelve', tinFault],
    ['tin', '12345678', tinFault],
    ['tin', '12345678901234', tinFault],
    ['tin', '1234-56780001', tinFault],
    ['registrationNumber', '482113', 'Begin with RC, BN or IT'],
    ['vatNumber', '<b>1</b>', 'Enter letters and figures'],
  ])('refuses a %s that is none', async (path, typed, message) => {
    const owner = await newOwner(app);
    const response = await fetch(`${app.url}/api/ngn/user/update-business-profile/${owner.businessId}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ [path]: typed }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ path, message }] });
  });

  test('counts as complete once the last missing field is filled', async () => {
    const owner = await newOwner(app, { register: false });
    await owner.call(api.business.createProfile, { params, body: { businessName: 'Kola' } });
    const { data } = await owner.call(api.settings.updateProfile, {
      params: own(owner),
      body: {
        businessCategory: 'Agency',
        industry: 'Retail',
        description: 'Shoes',
        companySize: '2-10 employees',
        country: 'NG',
        street: '1 Aba Road',
        city: 'Aba',
        zipCode: '450001',
      },
    });
    expect(data.onboardingCompleted).toBe(false);
    const paid = await owner.call(api.settings.updatePayoutAccount, {
      params: own(owner),
      body: {
        bankCode: '058',
        accountNumber: '0108024071',
        bankVerificationNumber: '22212345678',
        password: owner.password,
      },
    });
    expect(paid.data.onboardingCompleted).toBe(true);
  });
});

test('documents are files of the business that were uploaded as documents, and raise the score', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const cac = await uploaded(owner, 'kyc');
  const add = (body: Record<string, string>) =>
    owner.call(api.settings.updateDocuments, { params: own(owner), body });
  expect((await add({ cac })).data).toMatchObject({
    kycDocuments: { cac, validId: null },
    profileScore: 75,
  });
  expect(await lastActivity(owner)).toBe('documents_added');
  const refused = [
    await uploaded(other, 'kyc'),
    await uploaded(owner, 'attachment'),
    'cac.pdf',
    '/api/files/x',
  ];
  for (const validId of refused)
    expect(await refusalOf(add({ validId })), validId).toMatchObject({
      status: 422,
      errors: [{ path: 'validId' }],
    });
  const [validId, utilityBill, bankStatement] = [
    await uploaded(owner, 'kyc'),
    await uploaded(owner, 'kyc'),
    await uploaded(owner, 'kyc'),
  ];
  expect((await add({ validId, utilityBill, bankStatement })).data).toMatchObject({
    kycDocuments: { cac, validId, utilityBill, bankStatement },
    profileScore: 90,
  });
});

describe('the payout account', () => {
  const account = { bankCode: '033', accountNumber: '2011223344' };

  test('takes the password, or the PIN once there is one, and is told by mail', async () => {
    const owner = await newOwner(app);
    const change = (secret: { pin?: string; password?: string }) =>
      owner.call(api.settings.updatePayoutAccount, {
        params: own(owner),
        body: { ...account, ...secret },
      });
    expect(await refusalOf(change({}))).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
    expect(await refusalOf(change({ password: 'wrong' }))).toMatchObject({
      status: 422,
      errors: [{ path: 'password', message: 'That is not your password' }],
    });
    const { data } = await change({ password: owner.password });
    expect(data).toMatchObject({
      bankCode: '033',
      bankName: 'United Bank for Africa (UBA)',
      bankAccountNumber: '••••••3344',
      bankVerificationNumber: '••••••5678',
    });
    expect(data.accountName).not.toBe('OKAFOR KITCHEN AND EVENTS');
    expect(await lastActivity(owner)).toBe('payout_account_changed');
    expect(await mailsTo(owner, 'payout-account:')).toHaveLength(2);
    await owner.call(api.business.createPin, { params, body: { pin: '2749' } });
    expect(await refusalOf(change({ password: owner.password }))).toMatchObject({
      errors: [{ path: 'pin' }],
    });
    expect(await refusalOf(change({ pin: '9999' }))).toMatchObject({
      code: 'incorrect_pin',
      data: { triesLeft: 4 },
    });
    await change({ pin: '2749' });
    const profile = await profileOf(app.store.db, owner.businessId);
    expect(await payToOf(profile, app.scope().vault)).toMatchObject({
      accountNumber: '2011223344',
      accountName: data.accountName,
    });
  });

  test('is at a bank that knows it', async () => {
    const owner = await newOwner(app);
    const change = (body: { bankCode: string; accountNumber: string }) =>
      owner.call(api.settings.updatePayoutAccount, {
        params: own(owner),
        body: { ...body, password: owner.password },
      });
    expect(await refusalOf(change({ ...account, bankCode: '999' }))).toMatchObject({
      errors: [{ path: 'bankCode' }],
    });
    expect(await refusalOf(change({ ...account, accountNumber: '0000000000' }))).toMatchObject({
      errors: [{ path: 'accountNumber' }],
    });
  });
});

test('news is wanted every way until the owner says otherwise, event by event', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const all = { email: true, screen: true, push: true, whatsapp: true };
  const untouched = {
    payment_received: all,
    payment_refunded: all,
    withdrawal_finished: all,
    invoice_overdue: all,
    quote_answered: all,
    message_failed: all,
    weekly_summary: all,
  };
  const of = async (who: Owner) => (await who.call(api.settings.notifications, { params })).data;
  expect(await of(owner)).toEqual(untouched);
  const quiet = { ...all, email: false };
  const choose = (body: Record<string, Partial<typeof quiet>>) =>
    owner.call(api.settings.updateNotifications, { params, body });
  await choose({ payment_received: quiet });
  const { data } = await choose({ invoice_overdue: { screen: false } });
  expect(data).toEqual({
    ...untouched,
    payment_received: quiet,
    invoice_overdue: { ...all, screen: false },
  });
  expect(await of(owner)).toEqual(data);
  expect(await of(other)).toEqual(untouched);
});

test('the trial runs for fourteen days from sign-up', async () => {
  const owner = await newOwner(app, { register: false });
  const trial = async () => (await owner.call(api.settings.trial, { params })).data;
  expect(await trial()).toMatchObject({ daysLeft: 14, active: true });
  app.advance(13 * DAY_MS);
  expect(await trial()).toMatchObject({ daysLeft: 1, active: true });
  app.advance(DAY_MS);
  expect(await trial()).toMatchObject({ daysLeft: 0, active: false });
});
