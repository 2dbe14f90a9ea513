import { expect, test } from 'vitest';
import { rounds } from '../length.ts';
import { modelRun } from './model/run.ts';
import { tableOf } from './result.ts';

// A failing seed is printed with its commands; `npm run fault-injection -- --only model --seed <it>` repeats
// it.
test('random commands over HTTP leave what a simple oracle says they should', {
  timeout: 900_000,
}, async () => {
  const result = await modelRun({ commands: rounds(100, process.env.TEST_DATABASE_URL ? 5_000 : 1_000) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});
