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

test('production does not run on a made-up clock', () => {
  expect(() => readConfig({ ...ready, CLOCK: '2026-01-01T00:00:00Z' })).toThrow('CLOCK');
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'not a url'],
  ['RATE_SIGNUP_PER_HOUR', '-1'],
  ['CLOCK', 'yesterday'],
])('%s = %s is refused by name', (name, value) => {
  expect(() => readConfig({ DATA_DIR: tmpdir(), [name]: value })).toThrow(name);
});
