import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from './jobs.ts';
import { maskAccountNumbers } from './rules.ts';

// Longer than a failing job is tried again for.
const STALE_MS = 3_600_000;

/**
 * Stores an authentic webhook and the job to process it in one transaction. A repeated webhook changes
 * nothing, with two exceptions: one still unprocessed after an hour is queued again, and one about a refund is
 * processed again, for Paystack does not always tell which refund it means and two of one amount on one payment
 * then look alike.
 */
export async function storeWebhook(
  ctx: SystemCtx,
  provider: string,
  event: ProviderWebhook,
  raw: string,
): Promise<'received' | 'repeated'> {
  const inserted = await ctx.tx
    .insertInto('payment_notices')
    .values({
      provider,
      event_id: event.eventId,
      subject: event.about,
      subject_id: subjectOf(event),
      raw: maskAccountNumbers(raw),
      state: event.about === 'other' ? 'ignored' : 'received',
      outcome: null,
      received_at: ctx.now,
      processed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'event_id'])
        .doUpdateSet({ state: 'received', processed_at: null })
        .where('payment_notices.subject', '=', 'refund')
        .where('payment_notices.state', '=', 'processed'),
    )
    .returning('event_id')
    .executeTakeFirst();
  if (!inserted) {
    if (await isStale(ctx, provider, event.eventId))
      ctx.enqueue(jobs.process, { provider, eventId: event.eventId });
    return 'repeated';
  }
  if (event.about !== 'other') ctx.enqueue(jobs.process, { provider, eventId: event.eventId });
  return 'received';
}

async function isStale(ctx: SystemCtx, provider: string, eventId: string): Promise<boolean> {
  const waiting = await ctx.tx
    .selectFrom('payment_notices')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('state', '=', 'received')
    .where('received_at', '<', plusMs(ctx.now, -STALE_MS))
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Records the outcome of a webhook. */
export async function closeWebhook(
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

function subjectOf(event: ProviderWebhook): string {
  if (event.about === 'payment' || event.about === 'refund') return event.transactionId;
  return event.about === 'payout' ? event.reference : '';
}

/** Empties the bodies of webhooks about a business's payments. */
export async function eraseWebhookBodies({ tx }: SystemCtx, businessId: string): Promise<void> {
  await sql`update payment_notices set raw = '' where state <> 'received' and subject = 'payment'
    and subject_id in (select transaction_id from payments where business_id = ${businessId})`.execute(tx);
}

/** Empties the bodies of old webhooks; their receipt and outcome stay. */
export async function purgeWebhookBodies(ctx: SystemCtx, before: Date): Promise<void> {
  await ctx.tx
    .updateTable('payment_notices')
    .set({ raw: '' })
    .where('received_at', '<', before)
    .where('state', '<>', 'received')
    .where('raw', '<>', '')
    .execute();
}
