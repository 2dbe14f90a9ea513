import { plusMs } from '#core/dates.ts';
import type { ProviderNotice } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from './jobs.ts';
import { withoutNumbers } from './rules.ts';

// Longer than a failing job is tried again for.
const GIVEN_UP_MS = 3_600_000;

/**
 * Stores an authentic webhook and the job to process it in one transaction. A repeated webhook changes
 * nothing, but one still unprocessed after an hour is queued again.
 */
export async function receiveNotice(
  ctx: SystemCtx,
  provider: string,
  notice: ProviderNotice,
  raw: string,
): Promise<'received' | 'repeated'> {
  const kept = await ctx.tx
    .insertInto('payment_notices')
    .values({
      provider,
      event_id: notice.eventId,
      subject: notice.about,
      subject_id: subjectOf(notice),
      raw: withoutNumbers(raw),
      state: notice.about === 'other' ? 'ignored' : 'received',
      outcome: null,
      received_at: ctx.now,
      processed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  if (!kept) {
    if (await stillWaits(ctx, provider, notice.eventId))
      await ctx.enqueue(jobs.process, { provider, eventId: notice.eventId });
    return 'repeated';
  }
  if (notice.about !== 'other') await ctx.enqueue(jobs.process, { provider, eventId: notice.eventId });
  return 'received';
}

async function stillWaits(ctx: SystemCtx, provider: string, eventId: string): Promise<boolean> {
  const waiting = await ctx.tx
    .selectFrom('payment_notices')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('state', '=', 'received')
    .where('received_at', '<', plusMs(ctx.now, -GIVEN_UP_MS))
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Records the outcome of a webhook. */
export async function closeNotice(
  ctx: SystemCtx,
  provider: string,
  eventId: string,
  outcome: string,
): Promise<void> {
  await ctx.tx
    .updateTable('payment_notices')
    .set({ state: 'processed', outcome, processed_at: ctx.now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute();
}

function subjectOf(notice: ProviderNotice): string {
  if (notice.about === 'payment' || notice.about === 'refund') return notice.transactionId;
  return notice.about === 'payout' ? notice.reference : '';
}

/** Empties the bodies of old webhooks; their receipt and outcome stay. */
export async function forgetNoticeBodies(ctx: SystemCtx, before: Date): Promise<void> {
  await ctx.tx
    .updateTable('payment_notices')
    .set({ raw: '' })
    .where('received_at', '<', before)
    .where('state', '<>', 'received')
    .where('raw', '<>', '')
    .execute();
}
