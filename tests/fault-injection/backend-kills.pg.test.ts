import { expect, test } from 'vitest';
import { backendKills } from './backend-kills.ts';
import { tableOf } from './result.ts';

test('the service outlives its database connections and loses nothing', { timeout: 900_000 }, async () => {
  const result = await backendKills({ kills: 8 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(35);
});
