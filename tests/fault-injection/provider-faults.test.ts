import { expect, test } from 'vitest';
import { faultyPayouts } from './payouts.ts';
import { tableOf } from './result.ts';
import { deliverySchedules } from './webhook-deliveries.ts';

// `npm run fault-injection` does more of them, on either kind of database.
test('notices that repeat, overtake each other or never come credit everything once', {
  timeout: 900_000,
}, async () => {
  const result = await deliverySchedules({ schedules: 70 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});

test('payouts under every known fault are sent once, and no hold is released too soon', {
  timeout: 900_000,
}, async () => {
  const result = await faultyPayouts({ payouts: 60 });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});
