import { expect, test } from 'vitest';
import { inBatches } from './periodic.ts';
import type { SystemCtx } from './scope.ts';

const itemsOf = (businessId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ businessId, n }));

/** Runs a list in batches whose work fails for some items; `done` is what transactions kept. */
async function run(items: { businessId: string; n: number }[], fails: (n: number) => boolean = () => false) {
  const done: { businessId: string; n: number }[][] = [];
  const failed: object[] = [];
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failed.push(fields) };
  const transactFor = async <T>(businessId: string, work: (ctx: SystemCtx) => Promise<T>) => {
    const result = await work({ now: businessId } as unknown as SystemCtx);
    done.push(result as { businessId: string; n: number }[]);
    return result;
  };
  await inBatches({ log, transactFor }, items, async (_, businessId, some) => {
    if (some.some(({ n }) => fails(n))) throw new Error('no');
    expect(new Set(some.map((one) => one.businessId))).toEqual(new Set([businessId]));
    return some;
  });
  return { done, failed };
}

test('a list is worked through in transactions of one business each, so many items at once', async () => {
  const items = [...itemsOf('a', 250), ...itemsOf('b', 1)].toSorted((x, y) => x.n - y.n);
  const { done, failed } = await run(items);
  expect(done.map(({ length }) => length)).toEqual([100, 100, 50, 1]);
  expect(done.flat()).toHaveLength(items.length);
  expect(failed).toEqual([]);
});

test('an item that fails holds up itself alone, and is told of', async () => {
  const { done, failed } = await run(itemsOf('a', 100), (n) => n === 17 || n === 99);
  expect(done.flat().map(({ n }) => n)).toEqual(
    itemsOf('a', 100).flatMap(({ n }) => (n === 17 || n === 99 ? [] : n)),
  );
  expect(failed).toMatchObject([
    { businessId: 'a', n: 17 },
    { businessId: 'a', n: 99 },
  ]);
});
