import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const keys = {
  WHATSAPP_TOKEN: 'EAAG9vBZC0x8BAKqZCZB',
  WHATSAPP_PHONE_ID: '106540352242922',
  WHATSAPP_BUSINESS_ID: '102290129340398',
  WHATSAPP_APP_SECRET: '7c4b1f0e9a2d48638f5e6b7a1c0d9e2f',
  WHATSAPP_VERIFY_TOKEN: 'a long text of our own',
  WHATSAPP_NUMBER: '+234 (803) 123-4567',
};
const live = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/duewell',
  MASTER_KEY: 'k',
  PUBLIC_URL: 'https://pay.example',
  SMTP_URL: 'smtp://mail',
  PAYSTACK_SECRET_KEY: 'sk_live_9f4c1b7de2a8365001',
};
const read = (env: Record<string, string>) => readConfig({ DATA_DIR: tmpdir(), ...env }).whatsapp;

test('WhatsApp is set up with all its settings and left out without any', () => {
  expect(read({})).toBeNull();
  expect(read({ ...live })).toBeNull();
  const whatsapp = { number: '2348031234567', version: 'v25.0', baseUrl: 'https://graph.facebook.com' };
  expect(read(keys)).toMatchObject(whatsapp);
  expect(read({ ...live, ...keys })).toMatchObject(whatsapp);
});

test.each<[string, Record<string, string>]>([
  ['WHATSAPP_APP_SECRET', { WHATSAPP_APP_SECRET: '' }],
  ['WHATSAPP_NUMBER', { WHATSAPP_NUMBER: '' }],
  ['WHATSAPP_NUMBER', { WHATSAPP_NUMBER: '08031234567' }],
  ['WHATSAPP_PHONE_ID', { WHATSAPP_PHONE_ID: '+2348031234567' }],
  ['WHATSAPP_BUSINESS_ID', { WHATSAPP_BUSINESS_ID: 'my business' }],
  ['WHATSAPP_TOKEN', { WHATSAPP_TOKEN: 'a b' }],
  ['WHATSAPP_VERSION', { WHATSAPP_VERSION: '25' }],
  ['WHATSAPP_BASE_URL', { WHATSAPP_BASE_URL: 'ftp://graph.facebook.com' }],
  ['WHATSAPP_APP_SECRET', { ...live, WHATSAPP_APP_SECRET: 'short' }],
  ['WHATSAPP_VERIFY_TOKEN', { ...live, WHATSAPP_VERIFY_TOKEN: 'hello' }],
  ['WHATSAPP_BASE_URL', { ...live, WHATSAPP_BASE_URL: 'http://127.0.0.1:1' }],
])('%s that cannot be is refused by name: %j', (name, change) => {
  expect(() => read({ ...keys, ...change })).toThrow(name);
});

test('no refusal repeats a secret', () => {
  const wrong = {
    ...live,
    ...keys,
    WHATSAPP_PHONE_ID: 'x',
    WHATSAPP_TOKEN: 'EAA secret',
    WHATSAPP_APP_SECRET: 'hushhush',
  };
  expect(() => read(wrong)).toThrow(/^(?![\s\S]*(EAA secret|hushhush))/);
});
