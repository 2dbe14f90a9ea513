import { expect, test } from 'vitest';
import { rounds } from '../length.ts';
import { faultyCharges } from './card-charges/run.ts';
import { faultyPayouts } from './payouts.ts';
import { tableOf } from './result.ts';
import { deliverySchedules } from './webhook-deliveries.ts';

test('notices that repeat, overtake each other or never come credit everything once', {
  timeout: 900_000,
}, async () => {
  const result = await deliverySchedules({ schedules: rounds(15, 1_000) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});

test('payouts under every known fault are sent once, and no hold is released too soon', {
  timeout: 900_000,
}, async () => {
  const result = await faultyPayouts({ payouts: rounds(12, 500) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});

test('saved cards under every known fault are charged once for an invoice, and never without consent', {
  timeout: 5_400_000,
}, async () => {
  const result = await faultyCharges({ charges: rounds(20, 5_000) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});
