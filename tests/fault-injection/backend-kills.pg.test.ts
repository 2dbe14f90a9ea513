import { expect, test } from 'vitest';
import { isLong, rounds } from '../length.ts';
import { backendKills } from './backend-kills.ts';
import { PATIENCE_MS } from './kill-loop.ts';
import { tableOf } from './result.ts';

test('the service outlives its database connections and loses nothing', { timeout: 900_000 }, async () => {
  const kills = rounds(2, 50);
  const result = await backendKills({ kills, ...(isLong ? {} : { patienceMs: PATIENCE_MS }) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(4 * kills);
});
