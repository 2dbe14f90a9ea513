import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ SESSION_IDLE_MINUTES: '1000000' }, { ports: paidBy(fake) });
});
afterAll(() => app.close());

async function rich(): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  return owner;
}
const staff = { type: 'disburse' as const, staffName: 'Bisi', staffEmail: 'bisi@example.test' };
const pay = (owner: Owner, accountNumber: string, more: Record<string, unknown> = {}) =>
  owner.call(api.withdrawals.create, {
    params,
    body: { ...ownAccountPayout(minor(1_000_00), { accountNumber, ...more }), ...staff },
  });

describe('a PIN', () => {
  test('allows the one withdrawal it came with: the same key with anything else in it is refused, and nothing is kept of it', async () => {
    const owner = await rich();
    const body = ownAccountPayout(minor(1_000_00));
    const idempotencyKey = 'one-withdrawal';
    const first = await owner.call(api.withdrawals.create, { params, body }, { idempotencyKey });
    const again = await owner.call(api.withdrawals.create, { params, body }, { idempotencyKey });
    expect(again.data.withdrawal.id).toBe(first.data.withdrawal.id);
    for (const change of [
      { amount: minor(2_000_00) },
      { accountNumber: '0222222222' },
      { bankCode: '044' },
      { ...staff },
      { pin: '9999' },
    ])
      expect(
        await refusalOf(
          owner.call(api.withdrawals.create, { params, body: { ...body, ...change } }, { idempotencyKey }),
        ),
        JSON.stringify(change),
      ).toMatchObject({ code: 'idempotency_key_reused' });
    await owner.call(api.business.verifyPin, { params, body: { pin: PIN } });
    const { pin: _pin, ...without } = body;
    const response = await fetch(`${app.url}/api/ngn/withdrawal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ ...without, amount: 1000 }),
    });
    expect(response.status, 'checking the PIN beforehand leaves nothing to be used').toBe(422);
    const { data } = await owner.call(api.withdrawals.list, { params });
    expect(data.withdrawals).toHaveLength(1);
  });

  test('chosen without the one before it pays known accounts only, for a day', async () => {
    const owner = await rich();
    await pay(owner, '0333333333');
    app.advance(60_000);
    const change = (more: object) =>
      owner.call(api.business.createPin, {
        params,
        body: { pin: '8305', password: owner.password, ...more },
      });
    await change({ currentPin: PIN });
    await pay(owner, '0444444444', { pin: '8305' });
    await owner.call(api.staff.create, {
      params,
      body: { name: 'Eve', email: 'eve@example.test', bankCode: '058', accountNumber: '0777777777' },
    });
    app.advance(60_000);
    const { token } = await createClient({ baseUrl: app.url })(api.identity.login, {
      body: { email: owner.email, password: owner.password },
    });
    const elsewhere = createClient({ baseUrl: app.url, token: () => token });
    await change({ pin: '8305', currentPin: '8305' });
    await elsewhere(api.identity.session, {});
    await change({ pin: '6194' });
    expect(await refusalOf(elsewhere(api.identity.session, {})), 'another session').toMatchObject({
      status: 401,
    });
    const pin = { pin: '6194' };
    expect(await refusalOf(pay(owner, '0777777777', pin)), 'saved, which takes no PIN').toMatchObject({
      code: 'payout_account_new',
    });
    expect(await refusalOf(pay(owner, '0555555555', pin))).toMatchObject({
      status: 422,
      code: 'payout_account_new',
    });
    await pay(owner, '0333333333', pin);
    await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00), pin) });
    expect(
      await refusalOf(
        owner.call(api.withdrawals.bulk, {
          params,
          body: {
            ...pin,
            items: ['0333333333', '0666666666'].map((accountNumber) => ({
              name: 'Bisi',
              email: 'bisi@example.test',
              bankCode: '058',
              accountNumber,
              accountName: 'ADAEZE OKAFOR',
              amount: minor(100_00),
            })),
          },
        }),
      ),
    ).toMatchObject({ code: 'payout_account_new' });
    app.advance(24 * HOUR_MS);
    await pay(owner, '0555555555', pin);
  });

  test('chosen without the one before it makes the first payout account wait like a changed one', async () => {
    const owner = await rich();
    await app.store.db
      .updateTable('business_profiles')
      .set({ account_number_sealed: null, account_number_last4: null, bank_name: null, bank_code: null })
      .where('business_id', '=', owner.businessId)
      .execute();
    app.advance(60_000);
    const { password } = owner;
    await owner.call(api.business.createPin, { params, body: { pin: '6194', password } });
    await owner.call(api.settings.updatePayoutAccount, {
      params: { ...params, id: owner.businessId },
      body: { bankCode: '044', accountNumber: '0888888888', pin: '6194', password },
    });
    const own = ownAccountPayout(minor(1_000_00), {
      pin: '6194',
      bankCode: '044',
      accountNumber: '0888888888',
    });
    const withdraw = () => owner.call(api.withdrawals.create, { params, body: own });
    const asStaff = () => pay(owner, '0888888888', { pin: '6194', bankCode: '044' });
    for (const way of [withdraw, asStaff])
      expect(await refusalOf(way())).toMatchObject({ code: 'payout_account_new' });
    app.advance(24 * HOUR_MS);
    await withdraw();
  });
});
