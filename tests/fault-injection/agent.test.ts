import { expect, test } from 'vitest';
import { agentTurns } from './agent/run.ts';
import { tableOf } from './result.ts';

// A failing seed is printed with its actions; `npm run fault-injection -- --only agent --seed <it>` repeats
// it.
test('a hostile language model does nothing its owner did not confirm, and learns nothing of others', {
  timeout: 120_000,
}, async () => {
  const result = await agentTurns({ turns: 300 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThan(0);
});
