import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { notificationEvents } from '#contract/settings.ts';
import { minor } from '#core/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { eventually, newOwner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

/** Messages to an owner while money is received, paid out and refunded. */
async function written(wanted: boolean) {
  const owner = await newOwner(app);
  const choice = { email: wanted, screen: true };
  await owner.call(api.settings.updateNotifications, {
    params,
    body: Object.fromEntries(notificationEvents.map((event) => [event, choice])),
  });
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(50_000_00));
  const paid = await app.store.db
    .selectFrom('payments')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow();
  const { data } = await owner.call(api.withdrawals.create, {
    params,
    body: ownAccountPayout(minor(1_000_00)),
  });
  await eventually(async () => {
    const { data: all } = await owner.call(api.withdrawals.list, { params });
    return all.withdrawals.find((row) => row.id === data.withdrawal.id)?.status === 'completed';
  });
  const about = { transactionId: paid.transaction_id, status: 'refunded' as const };
  const refunded = reported(paid.reference, paid.amount_minor, about);
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, refunded));
  const mails = await app.store.db
    .selectFrom('messages')
    .select('key')
    .where('to_address', '=', owner.email)
    .execute();
  return [...new Set(mails.map(({ key }) => key.split(':')[0] ?? ''))].sort();
}

test('news goes by mail unless the owner switched it off; what guards the account always goes', async () => {
  const always = ['payout-account', 'pin-set', 'verify'];
  expect(await written(true)).toEqual([...always, 'payment', 'refund', 'withdrawal'].sort());
  expect(await written(false)).toEqual(always);
});
