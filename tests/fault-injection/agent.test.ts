import { expect, test } from 'vitest';
import { isLong, rounds } from '../length.ts';
import { agentTurns } from './agent/run.ts';
import { tableOf } from './result.ts';

// A failing seed is printed with its actions; `npm run fault-injection -- --only agent --seed <it>` repeats
// it.
test('a hostile language model does nothing its owner did not confirm, and learns nothing of others', {
  timeout: 900_000,
}, async () => {
  // So few turns of another seed may hold no proposal that is confirmed.
  const result = await agentTurns({ turns: rounds(80, 2_000), ...(isLong ? {} : { seed: 486_983_787 }) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(0);
});
