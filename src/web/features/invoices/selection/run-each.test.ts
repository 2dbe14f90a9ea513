import { expect, test } from 'vitest';
import { runEach, summarizeFailures } from './run-each.ts';

const numbers = Array.from({ length: 11 }, (_, n) => n);

test('at most four are under way, every one is done once, and failures keep their order', async () => {
  let under = 0;
  let most = 0;
  const reported: number[] = [];
  const { done, failed } = await runEach(
    numbers,
    async (n) => {
      most = Math.max(most, ++under);
      await new Promise((end) => setTimeout(end, (n * 7) % 5));
      under--;
      if (n % 4 === 3) throw new Error(`no ${n}`);
    },
    { onDone: (count) => reported.push(count) },
  );
  expect(most).toBe(4);
  expect(reported).toEqual(numbers.map((n) => n + 1));
  expect(done).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10]);
  expect(failed.map(({ item, error }) => [item, String(error)])).toEqual([
    [3, 'Error: no 3'],
    [7, 'Error: no 7'],
  ]);
});

test('once stopped, what is under way ends and nothing more begins', async () => {
  let isStopped = false;
  const started: number[] = [];
  const { done } = await runEach(
    numbers,
    async (n) => {
      started.push(n);
      await Promise.resolve();
      if (n === 2) isStopped = true;
    },
    { isStopped: () => isStopped },
  );
  expect(started.length).toBeLessThan(numbers.length);
  expect(done).toEqual(started);
});

test('a failure that ends everything ends it', async () => {
  const started: number[] = [];
  const { failed } = await runEach(
    numbers,
    async (n) => {
      started.push(n);
      throw new Error('session over');
    },
    { isStopped: (error) => error !== undefined },
  );
  expect(started).toEqual([0, 1, 2, 3]);
  expect(failed).toHaveLength(4);
});

test('failures are told by reason, with a few numbers each', () => {
  const failed = ['INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5'].map((invoiceNumber, at) => ({
    item: { invoiceNumber },
    error: new Error(at === 1 ? 'It was paid' : 'Try later'),
  }));
  expect(summarizeFailures(failed)).toBe('INV-1, INV-3, INV-4 and 1 more: Try later\nINV-2: It was paid');
});
