import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../length.ts';
import { afterRaces, doubleRefunds, doubleSpends, type Pair, sameKeys, startPair } from './double-spend.ts';
import { tableOf } from './result.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());

test.each([
  ['a balance is spent once, whoever asks of whom', () => doubleSpends(pair, { trials: rounds(1, 40) })],
  ['no more of a payment goes back than came', () => doubleRefunds(pair, { trials: rounds(1, 40) })],
  ['a key has one effect and one answer', () => sameKeys(pair, { keys: rounds(1, 20), times: 100 })],
  ['afterwards the books hold and are those of the provider', () => afterRaces(pair)],
])('two processes on one database: %s', { timeout: 900_000 }, async (_, harness) => {
  const result = await harness();
  console.log(tableOf([result]));
  expect(result.problems).toEqual([]);
});
