import { expect, test } from 'vitest';
import { killLoop } from './fault-injection/kill-loop.ts';
import { tableOf } from './fault-injection/result.ts';

// On each kind of database; `npm run fault-injection` does more of them.
test('a killed process loses nothing it acknowledged and doubles nothing', { timeout: 900_000 }, async () => {
  const result = await killLoop({ rounds: process.env.TEST_DATABASE_URL ? 5 : 3 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(18);
});
