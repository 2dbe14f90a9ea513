import { afterAll, beforeAll, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { paymentProviders } from '#server/kernel/providers.ts';
import { createFakeProvider, onlyProvider, paidBy } from '../../../tests/fake-provider.ts';
import { newOwner, type TestApp, testApp } from '../../../tests/harness.ts';
import { fundWallet } from '../../../tests/money.ts';
import { refuseMixedTestMode } from './test-mode-guard.ts';

const fake = createFakeProvider();
const live = { ...createFakeProvider(), testMode: false };
let app: TestApp;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
});
afterAll(() => app.close());

test('a live provider is refused over test money, and beside a provider in test mode', async () => {
  const { db } = app.system;
  const none = { collecting: [], payingOut: null };
  await refuseMixedTestMode(db, onlyProvider(live));
  await fundWallet(app, fake, await newOwner(app), minor(1000_00));
  await expect(refuseMixedTestMode(db, onlyProvider(live))).rejects.toThrow('test payments in NGN');
  await refuseMixedTestMode(
    db,
    paymentProviders({ NGN: none, USD: { collecting: [live], payingOut: null } }),
  );
  const both = { collecting: [fake], payingOut: live };
  await expect(refuseMixedTestMode(db, paymentProviders({ NGN: none, USD: both }))).rejects.toThrow('partly');
  await refuseMixedTestMode(db, onlyProvider(fake));
});
