import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const ready = {
  NODE_ENV: 'production',
  DATA_DIR: tmpdir(),
  DATABASE_URL: 'postgres://db/duewell',
  MASTER_KEY: 'k',
  PUBLIC_URL: 'https://pay.example/',
  SMTP_URL: 'smtp://mail',
  PAYSTACK_SECRET_KEY: 'sk_live_9f4c1b7de2a8365001',
};

test('every setting has a working default', () => {
  expect(readConfig({ DATA_DIR: tmpdir() })).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    smtpUrl: null,
    publicUrl: null,
  });
});

test('a whole production setting is taken, and links carry no second slash', () => {
  expect(readConfig(ready)).toMatchObject({ production: true, publicUrl: 'https://pay.example' });
});

test.each(['DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL', 'SMTP_URL'])(
  'production without %s does not start',
  (name) => {
    expect(() => readConfig({ ...ready, [name]: '' })).toThrow(name);
  },
);

const live = {
  STRIPE_SECRET_KEY: 'sk_live_51c9e2f07ab34d',
  STRIPE_WEBHOOK_SECRET: 'whsec_8c2d41e97fb05a63',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK-7be1a0c24d9f-X',
  FLUTTERWAVE_SECRET_HASH: 'b2f09a7715ce43d8',
  MONNIFY_API_KEY: 'MK_PROD_7QX2LD0A9W',
  MONNIFY_SECRET_KEY: 'R8Y3WQ5ZK1VN6T0BH2DJ',
  MONNIFY_CONTRACT_CODE: '7059707855',
  MONNIFY_WALLET_ACCOUNT: '8016472829',
};

test('providers are chosen by what is set up, and by name where that is said', () => {
  const { chosen } = readConfig({ ...ready, ...live }).payments;
  expect(chosen).toEqual({
    NGN: { collecting: ['paystack', 'monnify', 'flutterwave'], payingOut: 'paystack' },
    USD: { collecting: ['stripe', 'paystack', 'flutterwave'], payingOut: null },
  });
  const named = { PAYMENTS_NGN: 'monnify, paystack', PAYOUTS_NGN: 'monnify' };
  expect(readConfig({ ...ready, ...live, ...named }).payments.chosen.NGN).toEqual({
    collecting: ['monnify', 'paystack'],
    payingOut: 'monnify',
  });
  expect(readConfig({ DATA_DIR: tmpdir() }).payments.chosen.USD).toEqual({
    collecting: ['sandbox'],
    payingOut: 'sandbox',
  });
});

test.each([
  ['an address people would send passwords to in plain', { PUBLIC_URL: 'http://pay.example' }],
  ['a database address without a scheme', { DATABASE_URL: 'localhost' }],
  ['another kind of database', { DATABASE_URL: 'mysql://db/duewell' }],
  ['a password that breaks the address', { DATABASE_URL: 'postgres://duewell:p#w@db:5432/duewell' }],
  ['a mail server without a scheme', { SMTP_URL: 'mail.example' }],
  ['no provider at all', { PAYSTACK_SECRET_KEY: '' }],
  ['a key for play money', { PAYSTACK_SECRET_KEY: 'sk_test_9f4c1b7de2a8365001' }],
  ['a key that is too short', { PAYSTACK_SECRET_KEY: 'sk_live_1' }],
  ['a key nobody filled in', { PAYSTACK_SECRET_KEY: 'xxxxxxxxxxxxxxxxxxxxxxxx' }],
  ['a key left as it was shipped', { PAYSTACK_SECRET_KEY: 'change-me-please-now' }],
  ['a webhook hash everybody knows', { ...live, FLUTTERWAVE_SECRET_HASH: 'my-secret-key-hash' }],
  ['a webhook hash of a demonstration', { ...live, FLUTTERWAVE_SECRET_HASH: 'duewell_demo_hash_1' }],
  ['an empty webhook secret', { ...live, STRIPE_WEBHOOK_SECRET: '' }],
  ['a test key of Flutterwave', { ...live, FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-7be1a0c24d9f-X' }],
  ['a test key of Monnify', { ...live, MONNIFY_API_KEY: 'MK_TEST_GC3B8XG2XX' }],
  ['a test key of Stripe', { ...live, STRIPE_SECRET_KEY: 'sk_test_51c9e2f07ab34d' }],
  ['a provider spoken to without encryption', { PAYSTACK_URL: 'http://api.paystack.co' }],
  ['the test provider for real money', { PAYMENTS_NGN: 'sandbox' }],
  ['half of the keys', { ...live, MONNIFY_WALLET_ACCOUNT: '' }],
])('production does not start with %s', (_, settings) => {
  expect(() => readConfig({ ...ready, ...settings })).toThrow();
});

test('a provider chosen without its keys, or for what it cannot do, is refused by name', () => {
  expect(() => readConfig({ DATA_DIR: tmpdir(), PAYMENTS_NGN: 'monnify' })).toThrow(
    'PAYMENTS_NGN names monnify',
  );
  expect(() => readConfig({ DATA_DIR: tmpdir(), ...live, PAYMENTS_NGN: 'stripe' })).toThrow('cannot do that');
  expect(() => readConfig({ DATA_DIR: tmpdir(), PAYSTACK_SECRET_KEY: 'sk_test_1' })).not.toThrow();
});

test('production does not run on a made-up clock', () => {
  expect(() => readConfig({ ...ready, CLOCK: '2026-01-01T00:00:00Z' })).toThrow('CLOCK');
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'not a url'],
  ['RATE_SIGNUP_PER_HOUR', '-1'],
  ['CLOCK', 'yesterday'],
  ['FILES_S3_PREFIX', '../another'],
  ['FILES_S3_PREFIX', 'shops/biz_1'],
  ['FILES_S3_PREFIX', 'shops/'],
])('%s = %s is refused by name', (name, value) => {
  expect(() => readConfig({ DATA_DIR: tmpdir(), [name]: value })).toThrow(name);
});
