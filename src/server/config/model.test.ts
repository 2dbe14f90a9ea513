import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: '/tmp/duewell-config-test', ...env }).model;

test('without a provider there is no model', () => {
  expect(read({})).toBeNull();
  expect(read({ AI_PROVIDER: '', AI_MODEL: '' })).toBeNull();
});

test('a model is told by its provider, name, key and address', () => {
  expect(read({ AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k', AI_SEES: 'true' })).toEqual({
    provider: 'anthropic',
    model: 'm',
    apiKey: 'k',
    baseUrl: null,
    outside: true,
    sees: true,
    timeoutMs: 30_000,
    tokensPerDay: 200_000,
    callsPerMinute: 20,
  });
  const own = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm', AI_BASE_URL: 'http://localhost:11434/v1/' };
  expect(read(own)).toMatchObject({ apiKey: null, baseUrl: 'http://localhost:11434/v1', sees: false });
});

test('all that is wrong is told at once', () => {
  expect(() => read({ AI_PROVIDER: 'openai-compatible' })).toThrow(/AI_MODEL[\s\S]*AI_BASE_URL/);
  expect(() => read({ AI_PROVIDER: 'google' })).toThrow(/AI_MODEL[\s\S]*AI_API_KEY/);
  expect(() => read({ AI_MODEL: 'm', AI_API_KEY: 'k' })).toThrow(/AI_MODEL needs[\s\S]*AI_API_KEY needs/);
  expect(() => read({ AI_PROVIDER: 'other', AI_TIMEOUT_SECONDS: '0' })).toThrow(
    /AI_PROVIDER[\s\S]*AI_TIMEOUT_SECONDS|AI_TIMEOUT_SECONDS[\s\S]*AI_PROVIDER/,
  );
});

test('a key never goes over an open line in production', () => {
  const live = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://x',
    MASTER_KEY: 'x',
    PUBLIC_URL: 'https://x.example',
    SMTP_URL: 'smtps://x',
    PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'm',
  };
  expect(() => read({ ...live, AI_BASE_URL: 'http://models.example/v1' })).toThrow('must be https');
  for (const AI_BASE_URL of ['https://models.example/v1', 'http://127.0.0.1:8080/v1'])
    expect(read({ ...live, AI_BASE_URL })).toMatchObject({ baseUrl: AI_BASE_URL });
});
