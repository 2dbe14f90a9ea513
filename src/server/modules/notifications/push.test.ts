import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { createPusher } from '#server/adapters/push/index.ts';
import { newBrowser, newPushService } from '#server/adapters/push/testing.ts';
import { createFakeProvider, onlyProvider } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  major,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let service: Awaited<ReturnType<typeof newPushService>>;
let app: TestApp;
beforeAll(async () => {
  service = await newPushService();
  const pusher = createPusher({ secret: 'ab'.repeat(32), contact: 'mailto:a@b.ng', fetch: service.fetch });
  app = await sharedApp((made) => ({ ...made, pusher, payments: onlyProvider(fake) }));
});
afterAll(async () => {
  await app.close();
  await service.close();
});

let browsers = 0;
async function withBrowser(owner: Owner) {
  const browser = newBrowser(`https://fcm.googleapis.com/fcm/send/${++browsers}`);
  await owner.call(api.push.subscribe, { params, body: browser.subscription });
  const path = new URL(browser.endpoint).pathname;
  return {
    ...browser,
    heard: () =>
      service.got
        .filter((got) => got.path === path)
        .map((got) => JSON.parse(browser.open(got.body)) as object),
  };
}
const pushes = (owner: Owner) =>
  app.store.db
    .selectFrom('messages')
    .select(['state', 'reason'])
    .where('business_id', '=', owner.businessId)
    .where('channel', '=', 'push')
    .execute();

test('every browser of the owner hears of money once, and nobody else does', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const [phone, desk, others] = [
    await withBrowser(owner),
    await withBrowser(owner),
    await withBrowser(other),
  ];
  await fundWallet(app, fake, owner, major(45_000));
  const [news] = await eventually(
    async () => phone.heard().length > 0 && desk.heard().length > 0 && desk.heard(),
  );
  expect(news).toMatchObject({ title: '[Test] ₦45,000.00 received', url: '/dashboard/payments' });
  expect(phone.heard()).toHaveLength(1);
  expect(others.heard()).toEqual([]);
  await eventually(async () => (await pushes(owner)).every(({ state }) => state === 'sent'));
});

test('a browser that took its permission back, signed out or was never ours is told nothing more', async () => {
  const owner = await newOwner(app);
  const gone = await withBrowser(owner);
  service.answers.push(410);
  await fundWallet(app, fake, owner, major(1_000));
  await eventually(async () => (await pushes(owner)).some(({ state }) => state === 'failed'));
  await fundWallet(app, fake, owner, major(2_000));
  expect(gone.heard()).toHaveLength(1);
  const { token } = await owner.call(api.identity.login, { body: owner });
  const call = createClient({ baseUrl: app.url, token: () => token });
  const signedOut = await withBrowser({ ...owner, call });
  await call(api.identity.logout, {});
  await fundWallet(app, fake, owner, major(3_000));
  expect(signedOut.heard()).toEqual([]);
  const foreign = newBrowser('https://push.evil.example/x').subscription;
  expect(
    await refusalOf((await newOwner(app)).call(api.push.subscribe, { params, body: foreign })),
  ).toMatchObject({
    status: 422,
    errors: [{ path: 'endpoint' }],
  });
});

test('news that is not wanted as an alert is not sent as one', async () => {
  const owner = await newOwner(app);
  const browser = await withBrowser(owner);
  await owner.call(api.settings.updateNotifications, { params, body: { payment_received: { push: false } } });
  await fundWallet(app, fake, owner, major(1_000));
  await owner.call(api.push.unsubscribe, { params, body: { endpoint: browser.endpoint } });
  expect(await pushes(owner)).toEqual([]);
});
