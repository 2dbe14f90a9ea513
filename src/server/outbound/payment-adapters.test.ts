import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { createFakeProvider } from '../../../tests/fake-provider.ts';
import { chooseProviders } from './payment-adapters.ts';

const monnify = {
  MONNIFY_API_KEY: 'MK_TEST_7QX2LD0A9W',
  MONNIFY_SECRET_KEY: 'R8Y3WQ5ZK1VN6T0BH2DJ',
  MONNIFY_CONTRACT_CODE: '7059707855',
  MONNIFY_WALLET_ACCOUNT: '8016472829',
};

test('a provider with keys that is chosen for nothing begins nothing, but is still heard and asked', () => {
  const { payments } = readConfig({
    DATA_DIR: tmpdir(),
    ...monnify,
    PAYSTACK_SECRET_KEY: 'sk_test_9f4c1b7de2a8365001',
    PAYMENTS_NGN: 'paystack',
    PAYOUTS_NGN: 'paystack',
  });
  const providers = chooseProviders(payments, createFakeProvider(), () => new Date());
  expect(providers.collecting.NGN.map(({ name }) => name)).toEqual(['paystack']);
  expect(providers.payingOut.NGN?.name).toBe('paystack');
  expect(providerByName(providers, 'monnify')?.name).toBe('monnify');
});
