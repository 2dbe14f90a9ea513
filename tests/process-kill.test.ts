import { expect, test } from 'vitest';
import { killLoop } from './fault-injection/kill-loop.ts';
import { tableOf } from './fault-injection/result.ts';
import { rounds } from './length.ts';

// On each kind of database: what is recovered after a kill is the database's own. `npm run fault-injection` does more of them.
test('a killed process loses nothing it acknowledged and doubles nothing', { timeout: 900_000 }, async () => {
  const kills = rounds(1, process.env.TEST_DATABASE_URL ? 30 : 10);
  const result = await killLoop({ rounds: kills });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(6 * kills);
});
