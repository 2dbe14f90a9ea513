import { expect, test } from 'vitest';
import { chargeKills } from './fault-injection/card-charges/kills.ts';
import { tableOf } from './fault-injection/result.ts';
import { rounds } from './length.ts';

test('a process killed at any step of a plan leaves one invoice a day, and one charge of its card', {
  timeout: 900_000,
}, async () => {
  const result = await chargeKills({ stride: rounds(60, process.env.TEST_DATABASE_URL ? 1 : 4) });
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});
