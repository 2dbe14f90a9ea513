import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import { MINUTE_MS } from '#core/durations.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleBusiness,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { setPin } from '../../../../tests/money.ts';
import { claimAttempt, releaseAttempt } from './commands/pin.ts';
import { businessForDocument, payToOf, profileOf } from './queries.ts';

const params = { currency: 'NGN' } as const;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function uploaded(owner: Owner, purpose: 'kyc' | 'logo'): Promise<string> {
  const form = new FormData();
  form.set('purpose', purpose);
  form.set('file', new File([purpose === 'logo' ? PNG : PDF], 'mine'));
  const response = await fetch(`${app.url}/api/ngn/files/upload`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return z.parse(api.files.upload.response, await response.json()).data.file.fileUrl;
}

const send = (owner: Owner, method: string, path: string, body: object) =>
  fetch(`${app.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the profile', () => {
  test('is created once, told masked, and kept sealed', async () => {
    const owner = await newOwner(app, { register: false });
    const profile = () => owner.call(api.business.getProfile, { params: { userId: owner.userId } });
    expect(await refusalOf(profile())).toMatchObject({ status: 404 });
    const document = await uploaded(owner, 'kyc');
    const kycDocuments = {
      cac: document,
      validId: `${app.url}${document}?expires=1&signature=x`,
      utilityBill: 'bill.pdf',
      bankStatement: '',
    };
    const made = await owner.call(api.business.createProfile, {
      params,
      body: { ...sampleBusiness('Ada Foods'), kycDocuments, onboardingCompleted: false },
    });
    expect(made.data).toMatchObject({
      id: owner.businessId,
      _id: owner.businessId,
      user: owner.userId,
      businessName: 'Ada Foods',
      bankAccountNumber: '••••••4071',
      bankVerificationNumber: '••••••5678',
      bankCode: '058',
      transactionPin: null,
      onboardingCompleted: true,
      profileScore: 75,
      primaryColor: '#3b82f6',
      logo: null,
      address: '14 Ogui Road, Enugu 400001, Nigeria',
      kycDocuments: { cac: document, validId: document, utilityBill: 'bill.pdf', bankStatement: null },
    });
    const { recipients, ...read } = (await profile()).data;
    expect([read, recipients?.left]).toEqual([made.data, 5]);
    expect(JSON.stringify(made)).not.toMatch(/0108024071|22212345678/);
    const row = await app.store.db
      .selectFrom('business_profiles')
      .selectAll()
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/0108024071|22212345678/);
    expect((await owner.call(api.identity.session, {})).data.user.isBusinessRegistered).toBe(true);
    expect(
      await refusalOf(owner.call(api.business.createProfile, { params, body: sampleBusiness() })),
    ).toMatchObject({ status: 409 });
    const storedProfile = await profileOf(app.store.db, owner.businessId);
    expect(await payToOf(storedProfile, app.scope().vault)).toEqual({
      bankName: 'Guaranty Trust Bank (GTB)',
      accountNumber: '0108024071',
      accountName: 'OKAFOR KITCHEN AND EVENTS',
      bankCode: '058',
    });
  });

  test('needs no more than a name, and then is not complete', async () => {
    const owner = await newOwner(app, { register: false });
    const { data } = await owner.call(api.business.createProfile, {
      params,
      body: { businessName: 'Kola', onboardingCompleted: true },
    });
    expect(data).toMatchObject({
      onboardingCompleted: false,
      email: owner.email,
      bankAccountNumber: null,
      bankVerificationNumber: null,
    });
  });

  test("is nobody else's, and takes nobody else's files", async () => {
    const [owner, other] = [await newOwner(app), await newOwner(app, { register: false })];
    expect(
      await refusalOf(other.call(api.business.getProfile, { params: { userId: owner.userId } })),
    ).toMatchObject({ status: 404 });
    const [foreign, logo] = [await uploaded(owner, 'kyc'), await uploaded(owner, 'logo')];
    const tries = [
      [{ kycDocuments: { cac: foreign } }, 'kycDocuments.cac'],
      [{ kycDocuments: { validId: '/api/files/fil_none' } }, 'kycDocuments.validId'],
      [{ brandCustomization: { logo } }, 'brandCustomization.logo'],
      [{ brandCustomization: { logo: 'https://elsewhere.test/logo.png' } }, 'brandCustomization.logo'],
    ] as const;
    for (const [more, path] of tries) {
      const refusal = await refusalOf(
        other.call(api.business.createProfile, { params, body: { businessName: 'Mine', ...more } }),
      );
      expect(refusal, path).toMatchObject({ status: 422, errors: [{ path }] });
    }
  });
});

describe('branding', () => {
  test("changes what is given, with a logo of one's own", async () => {
    const owner = await newOwner(app);
    const logo = await uploaded(owner, 'logo');
    const change = (body: object, id = owner.businessId) =>
      owner.call(api.business.updateBranding, { params: { ...params, id }, body });
    expect(
      (await change({ businessId: owner.businessId, logo, primaryColor: '#AB12CD' })).data,
    ).toMatchObject({
      logo,
      logoUrl: logo,
      primaryColor: '#ab12cd',
      secondaryColor: '#64748b',
      profileScore: 60,
    });
    expect((await change({ secondaryColor: '#000000' })).data.branding).toEqual({
      logo,
      primaryColor: '#ab12cd',
      secondaryColor: '#000000',
    });
    expect((await businessForDocument(app.store.db, owner.businessId)).logoKey).toContain(owner.businessId);
    expect((await change({ logo: null })).data.logo).toBeNull();
    const document = await uploaded(owner, 'kyc');
    const stranger = await newOwner(app);
    const refused = [
      [{ logo: document }, owner.businessId, 422],
      [{ primaryColor: 'red;}' }, owner.businessId, 422],
      [{ businessId: stranger.businessId }, owner.businessId, 422],
      [{ primaryColor: '#000000' }, stranger.businessId, 404],
    ] as const;
    for (const [body, id, status] of refused) {
      expect(
        (await send(owner, 'PATCH', `/api/ngn/user/update-business-branding/${id}`, body)).status,
        JSON.stringify(body),
      ).toBe(status);
    }
  });

  test('needs a profile', async () => {
    const owner = await newOwner(app, { register: false });
    const call = owner.call(api.business.updateBranding, {
      params: { ...params, id: owner.businessId },
      body: { primaryColor: '#000000' },
    });
    expect(await refusalOf(call)).toMatchObject({ status: 404 });
  });
});

describe('the transaction PIN', () => {
  const set = (owner: Owner, pin: string, password?: string) =>
    owner.call(api.business.createPin, { params, body: { pin, ...(password ? { password } : {}) } });
  const verify = (owner: Owner, pin: string) => owner.call(api.business.verifyPin, { params, body: { pin } });

  test('is set, checked and changed with the password only', async () => {
    const owner = await newOwner(app);
    expect(await refusalOf(verify(owner, '8305'))).toMatchObject({
      status: 409,
      code: 'pin_not_set',
      message: 'Please set a transaction PIN first',
    });
    for (const pin of ['1234', '0000', '1987', '12345', 'abcd']) {
      const response = await send(owner, 'POST', '/api/ngn/user/transaction-pin/create', { pin });
      expect(response.status, pin).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ path: 'pin' }] });
    }
    expect((await set(owner, '8305')).message).toBe('Transaction PIN set successfully');
    const { data } = await owner.call(api.business.getProfile, { params: { userId: owner.userId } });
    expect(data.transactionPin).toBe('set');
    await verify(owner, '8305');
    expect(await refusalOf(set(owner, '7294'))).toMatchObject({
      status: 422,
      errors: [{ path: 'password' }],
    });
    expect(await refusalOf(set(owner, '7294', 'not it at all'))).toMatchObject({
      status: 422,
      errors: [{ path: 'password' }],
    });
    await set(owner, '7294', owner.password);
    expect(await refusalOf(verify(owner, '8305'))).toMatchObject({
      status: 422,
      code: 'incorrect_pin',
      data: { triesLeft: 4 },
    });
    await verify(owner, '7294');
  });

  test('the right one forgets wrong ones; five wrong in a row lock it, twice as long each time', async () => {
    const owner = await newOwner(app);
    await set(owner, '8305');
    for (let wrong = 1; wrong <= 4; wrong++)
      expect((await refusalOf(verify(owner, '0001'))).data).toEqual({ triesLeft: 5 - wrong });
    await verify(owner, '8305');
    for (const minutes of [15, 30]) {
      for (let wrong = 1; wrong <= 4; wrong++)
        expect(await refusalOf(verify(owner, '0001'))).toMatchObject({
          code: 'incorrect_pin',
          data: { triesLeft: 5 - wrong },
        });
      expect(await refusalOf(verify(owner, '0001'))).toMatchObject({ status: 423, code: 'pin_locked' });
      expect(await refusalOf(verify(owner, '8305'))).toMatchObject({ status: 423 });
      app.advance((minutes - 1) * MINUTE_MS);
      expect(await refusalOf(verify(owner, '8305'))).toMatchObject({
        status: 423,
        message: 'Too many wrong PINs. Please try again in 1 minute',
      });
      app.advance(MINUTE_MS);
    }
    // The third within thirty days is for the rest of them.
    await verify(owner, '8305');
    for (let wrong = 1; wrong <= 4; wrong++) await refusalOf(verify(owner, '0001'));
    const locked = await send(owner, 'POST', '/api/ngn/user/transaction-pin/verify', { pin: '0001' });
    const days = Number(locked.headers.get('Retry-After')) / 86_400;
    expect([locked.status, days > 29 && days <= 30]).toEqual([423, true]);
  });

  test('twenty guesses at once are five', async () => {
    const owner = await newOwner(app);
    await set(owner, '8305');
    const guesses = await Promise.all(Array.from({ length: 20 }, () => refusalOf(verify(owner, '0001'))));
    expect(guesses.filter(({ code }) => code === 'incorrect_pin')).toHaveLength(4);
    expect(guesses.filter(({ code }) => code === 'pin_locked')).toHaveLength(16);
    const messages = await app.store.db
      .selectFrom('activities')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .where('activity_type', '=', 'pin_locked')
      .execute();
    expect(messages).toHaveLength(1);
  });
});

test('one try of a PIN is compared at a time, whichever process asks', async () => {
  const owner = await newOwner(app);
  await setPin(owner);
  const take = (turn: string) =>
    app.scope().transactAsSystem((ctx) => claimAttempt(ctx, owner.businessId, turn));
  const end = (turn: string) =>
    app.scope().transactAsSystem((ctx) => releaseAttempt(ctx, owner.businessId, turn));
  expect(await take('first')).toMatchObject({ remaining: 4 });
  expect(await take('second')).toBeNull();
  await end('second');
  expect(await take('second')).toBeNull();
  await end('first');
  expect(await take('second')).toMatchObject({ remaining: 3 });
});
