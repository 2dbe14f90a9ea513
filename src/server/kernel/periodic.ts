import { plusMs } from '#core/dates.ts';
import type { Log, SystemCtx } from './scope.ts';

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
