import { plusMs } from '#core/dates.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { Abandoned } from '../queries/abandoned.ts';
import { notifyDeliveryFailure } from './delivery-failure.ts';
import { announceMessage } from './messages.ts';

/** Reason of a message left `unknown` by a crashed process. */
export const INTERRUPTED = 'The service stopped while it was being sent, so it may or may not have arrived';
const NOT_SENT_IN_TIME = 'It could not be sent in time and is not tried any more';

/** Older messages are failed without a notification. */
const NOTIFY_WITHIN_MS = 14 * 86_400_000;

/** Fails an abandoned message and notifies its business. No-op when another process claimed it meanwhile. */
export async function failAbandoned(ctx: SystemCtx, { key, state }: Abandoned): Promise<void> {
  const row = await ctx.tx
    .updateTable('messages')
    .set((eb) => ({
      ...(state === 'sending'
        ? { state: 'unknown', reason: INTERRUPTED }
        : // The last attempt's reason is more precise.
          { state: 'failed', reason: eb.fn.coalesce('reason', eb.val(NOT_SENT_IN_TIME)) }),
      settled_at: ctx.now,
    }))
    .where('key', '=', key)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  announceMessage(ctx, row);
  if (row.created_at > plusMs(ctx.now, -NOTIFY_WITHIN_MS)) await notifyDeliveryFailure(ctx, row);
}
