import { expect, test } from 'vitest';
import { rounds } from '../length.ts';
import { remindersUnderFire } from './reminders/run.ts';
import { tableOf } from './result.ts';

test('no customer is reminded twice while the processes that send are killed', {
  timeout: 900_000,
}, async () => {
  const invoices = rounds(40, 2_000);
  const result = await remindersUnderFire({ invoices, kills: rounds(1, 12) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
  expect(result.acknowledged).toBeGreaterThanOrEqual(invoices - result.rounds);
});
