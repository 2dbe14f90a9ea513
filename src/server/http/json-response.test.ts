import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedApp, type TestApp } from '../../../tests/harness.ts';

let app: TestApp;

beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

test.each([
  ['a call of the contract', '/v1/countries'],
  ['a page', '/verify'],
])('%s is packed for a client that can read that, and says the same', async (_, path) => {
  const as = (encoding: string) => fetch(`${app.url}${path}`, { headers: { 'Accept-Encoding': encoding } });
  const [packed, plain] = [await as('gzip'), await as('identity')];
  expect([packed, plain].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['gzip', null]);
  expect([packed, plain].map(({ headers }) => headers.get('Vary'))).toEqual([
    'Accept-Encoding',
    'Accept-Encoding',
  ]);
  expect(await packed.text()).toBe(await plain.text());
});
