import { expect, test } from 'vitest';
import { isLong, rounds } from '../length.ts';
import { faultyCharges } from './card-charges.ts';
import { faultyPayouts } from './payouts.ts';
import { tableOf } from './result.ts';
import { deliverySchedules } from './webhook-deliveries.ts';

test('notices that repeat, overtake each other or never come credit everything once', {
  timeout: 900_000,
}, async () => {
  const result = await deliverySchedules({ schedules: rounds(25, 1_000) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});

test('payouts under every known fault are sent once, and no hold is released too soon', {
  timeout: 900_000,
}, async () => {
  const result = await faultyPayouts({ payouts: rounds(20, 500) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});

// A provider that is slow as well takes minutes for a few charges; each fault by itself is in the module's own test.
test.runIf(isLong)(
  'saved cards under every known fault are charged once for an invoice, and never said to be what they are not',
  {
    timeout: 900_000,
  },
  async () => {
    const result = await faultyCharges({ charges: 500 });
    console.log(tableOf([result]));
    expect(result.problems).toEqual([]);
  },
);
