import { setTimeout as pause } from 'node:timers/promises';
import { plusMs } from '#core/dates.ts';
import { onEvent } from '#server/observability/events.ts';
import type { Log, SystemCtx, SystemScope } from './scope.ts';

/** Claims work that is due: true for one process only, and again no sooner than `everyMs` later. */
export async function claimPeriodic(ctx: SystemCtx, name: string, everyMs: number): Promise<boolean> {
  const claimed = await ctx.tx
    .insertInto('periodic_work')
    .values({ name, due_at: plusMs(ctx.now, everyMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') }))
        .where('periodic_work.due_at', '<=', ctx.now),
    )
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Processes a list: failures are logged, and do not delay the rest. */
export async function eachApart<T extends object>(
  log: Log,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      log.error({ err: error, ...item }, 'One of a sweep failed; the rest goes on');
    }
  }
}

/** For so much of a piece of work's time follows a rest where no request was answered: others may answer them, on the same database. */
const IDLE_REST = 1 / 4;

/**
 * Runs long work that gives way to requests: it rests between its pieces, for as long as the piece took where some were answered
 * meanwhile.
 */
export async function givingWay<T>(work: (rest: () => Promise<void>) => Promise<T>): Promise<T> {
  let [started, answered] = [performance.now(), 0];
  const stopCounting = onEvent('request', () => void answered++);
  try {
    return await work(async () => {
      await pause((performance.now() - started) * (answered > 0 ? 1 : IDLE_REST));
      [started, answered] = [performance.now(), 0];
    });
  } finally {
    stopCounting();
  }
}

const BATCH_SIZE = 100;

type OfBusiness = { businessId: string };
type Batch<T> = (ctx: SystemCtx, businessId: string, items: readonly T[]) => Promise<unknown>;
type BatchScope = Pick<SystemScope, 'log' | 'transactFor'>;

/**
 * Processes a list in transactions, each of some items of one business, and gives way to requests. Failures are logged, and
 * delay nothing but themselves: of a batch that fails each half is tried again.
 */
export const inBatches = <T extends OfBusiness>(
  scope: BatchScope,
  items: readonly T[],
  work: Batch<T>,
): Promise<void> =>
  givingWay(async (rest) => {
    for (const [businessId, own] of Map.groupBy(items, (item) => item.businessId))
      for (let from = 0; from < own.length; from += BATCH_SIZE) {
        await runBatch(scope, businessId, own.slice(from, from + BATCH_SIZE), work);
        await rest();
      }
  });

async function runBatch<T extends OfBusiness>(
  scope: BatchScope,
  businessId: string,
  items: readonly T[],
  work: Batch<T>,
): Promise<void> {
  try {
    await scope.transactFor(businessId, (ctx) => work(ctx, businessId, items));
  } catch (error) {
    if (items.length === 1)
      return scope.log.error({ err: error, ...items[0] }, 'One of a sweep failed; the rest goes on');
    const half = Math.ceil(items.length / 2);
    await runBatch(scope, businessId, items.slice(0, half), work);
    await runBatch(scope, businessId, items.slice(half), work);
  }
}
