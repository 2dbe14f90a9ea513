import { expect, test } from 'vitest';
import { remindersUnderFire } from './reminders/run.ts';
import { tableOf } from './result.ts';

test('no customer is reminded twice while the processes that send are killed', {
  timeout: 300_000,
}, async () => {
  const result = await remindersUnderFire({ invoices: 150, kills: 3 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThanOrEqual(150 - result.rounds);
});
