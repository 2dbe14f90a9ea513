import { expect, test } from 'vitest';
import { forgedWebhooks } from './forgery-run.ts';
import { tableOf } from './result.ts';

test('no forged notice moves money, at any provider, and authentic ones still do', {
  timeout: 900_000,
}, async () => {
  const result = await forgedWebhooks();
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.rounds).toBeGreaterThan(5 * 60);
});
