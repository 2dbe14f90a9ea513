import { sql } from 'kysely';
import type { PagesRead, ReadingFailure, ReadingStage } from '#contract/readings.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import type { MessageRow } from '../queries/threads.ts';
import type { ReadingRow } from '../table.ts';

/** So many papers of one business may wait or be read at once. */
const MAX_OPEN = 50;
/** A process that has not renewed its lease for so long counts as dead. */
export const LEASE_MS = 60_000;
/** After so many tries that ended with their process its owner decides. */
const MAX_ATTEMPTS = 4;
const MAX_NOTIFIED = 100;
/** Papers of one business stand so far apart in the queue, so that those of others come between. */
const TURN_MS = 30_000;
const RETRY_AFTER_SECONDS = 30;

/** Queues the paper of a question. Throws 429 beyond what a business may have waiting. */
export async function queueReading(
  ctx: Ctx,
  { id: messageId }: MessageRow,
  currency: Currency,
): Promise<ReadingRow> {
  const { businessId } = ctx.actor;
  const turnAt = await nextTurn(ctx, businessId);
  const row = await ctx.tx
    .insertInto('readings')
    .values({
      business_id: businessId,
      id: newId('rdg', ctx.now),
      message_id: messageId,
      currency,
      state: 'queued',
      stage: null,
      reason: null,
      attempts: 0,
      most_attempts: MAX_ATTEMPTS,
      queued_at: ctx.now,
      turn_at: turnAt,
      lease_until: null,
      answer_id: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.enqueue(jobs.read, {});
  publish(ctx, businessId, { topic: 'readings' });
  return row;
}

// The place of a business's next paper, where there is room for it.
async function nextTurn(ctx: Ctx, businessId: string): Promise<Date> {
  const { open, last } = await ctx.tx
    .selectFrom('readings')
    .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.max('turn_at').as('last')])
    .where('business_id', '=', businessId)
    .where('state', 'in', ['queued', 'reading'])
    .executeTakeFirstOrThrow();
  if (Number(open) >= MAX_OPEN)
    throw new AppError(
      'too_many_requests',
      `${MAX_OPEN} photos wait to be read already. Send this one later`,
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
  const after = last && plusMs(last, TURN_MS);
  return after && after > ctx.now ? after : ctx.now;
}

/** Puts a failed or stopped reading at the end of the queue again; null where it is neither. */
export async function requeueReading(ctx: Ctx, id: string): Promise<ReadingRow | null> {
  const { businessId } = ctx.actor;
  const turnAt = await nextTurn(ctx, businessId);
  const row = await ctx.tx
    .updateTable('readings')
    .set((eb) => ({
      state: 'queued',
      stage: null,
      reason: null,
      most_attempts: eb('attempts', '+', MAX_ATTEMPTS),
      queued_at: ctx.now,
      turn_at: turnAt,
    }))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  ctx.enqueue(jobs.read, {});
  publish(ctx, businessId, { topic: 'readings' });
  return row;
}

/** Stops a reading that is queued or under way; null where it is over. */
export async function cancelReading(ctx: Ctx, id: string): Promise<ReadingRow | null> {
  const { businessId } = ctx.actor;
  const row = await ctx.tx
    .updateTable('readings')
    .set({ state: 'cancelled', stage: null, lease_until: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'reading'])
    .returningAll()
    .executeTakeFirst();
  if (row) publish(ctx, businessId, { topic: 'readings' });
  return row ?? null;
}

/** Takes on the reading whose turn it is; null where none waits. */
export async function claimNextReading(ctx: SystemCtx): Promise<ReadingRow | null> {
  const { rows } = await sql<ReadingRow>`with first as (
      select business_id, id from readings where state = 'queued' order by turn_at, id limit 1 for update skip locked)
    update readings r set state = 'reading', stage = 'received', attempts = r.attempts + 1,
      lease_until = ${plusMs(ctx.now, LEASE_MS)}
    from first where r.business_id = first.business_id and r.id = first.id returning r.*`.execute(ctx.tx);
  const [claimed] = rows;
  if (claimed) await notifyQueue(ctx, claimed.business_id);
  return claimed ?? null;
}

/** Tells a business, and those that wait, that the queue moved. */
export async function notifyQueue(ctx: SystemCtx, businessId: string): Promise<void> {
  const { rows } = await sql<{ business_id: string }>`select distinct business_id from readings
    where state = 'queued' and business_id <> ${businessId} limit ${MAX_NOTIFIED}`.execute(ctx.tx);
  for (const { business_id } of [{ business_id: businessId }, ...rows])
    publish(ctx, business_id, { topic: 'readings' });
}

type Claim = Pick<ReadingRow, 'business_id' | 'id' | 'attempts'>;

// Stopped, queued again or taken over meanwhile, it is another's.
const claimed = (ctx: SystemCtx, { business_id, id, attempts }: Claim) =>
  ctx.tx
    .updateTable('readings')
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .where('attempts', '=', attempts);

/** Says that its process is alive; false where the claim is lost. */
export async function renewLease(ctx: SystemCtx, claim: Claim, until: Date): Promise<boolean> {
  const updated = await claimed(ctx, claim).set({ lease_until: until }).returning('id').executeTakeFirst();
  return updated !== undefined;
}

/** Records a stage that is done, and the pages of the next that are. */
export async function recordStage(
  ctx: SystemCtx,
  claim: Claim,
  stage: ReadingStage,
  pages?: PagesRead,
): Promise<void> {
  const updated = await claimed(ctx, claim)
    .set({ stage, ...(pages && { pages: pages.of, pages_read: pages.done }) })
    .returning('id')
    .executeTakeFirst();
  if (updated) publish(ctx, claim.business_id, { topic: 'readings' });
}

/** Ends a reading with its answer. Throws 409 where the claim is lost, so that the answer is not stored either. */
export async function completeReading(ctx: SystemCtx, claim: Claim, answerId: string): Promise<void> {
  const updated = await claimed(ctx, claim)
    .set({ state: 'ready', answer_id: answerId, lease_until: null })
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new AppError('conflict', 'This was stopped, or is read elsewhere');
  publish(ctx, claim.business_id, { topic: 'readings' });
}

/** Ends a reading without an answer; nothing where the claim is lost. */
export async function endReading(
  ctx: SystemCtx,
  claim: Claim,
  end: { state: 'cancelled' } | { state: 'failed'; reason: ReadingFailure },
): Promise<void> {
  await claimed(ctx, claim)
    .set({ stage: null, lease_until: null, ...end })
    .execute();
  await notifyQueue(ctx, claim.business_id);
}

/** Gives a reading back to the queue, in its old place, to be tried again after `afterSeconds`. */
export async function returnReading(
  ctx: SystemCtx,
  claim: Claim,
  { afterSeconds, counts }: { afterSeconds: number; counts: boolean },
): Promise<void> {
  await claimed(ctx, claim)
    .set((eb) => ({
      state: 'queued',
      stage: null,
      lease_until: null,
      most_attempts: eb('most_attempts', '+', counts ? 0 : 1),
    }))
    .execute();
  ctx.enqueue(jobs.read, {}, { afterSeconds });
  publish(ctx, claim.business_id, { topic: 'readings' });
}

const MAX_RESCUED = 20;

/** Puts back what a dead process was reading, and queues jobs for what waits without one. */
export async function rescueReadings(ctx: SystemCtx): Promise<void> {
  const { rows } = await sql<{ business_id: string }>`update readings set lease_until = null, stage = null,
      state = case when attempts < most_attempts then 'queued' else 'failed' end,
      reason = case when attempts < most_attempts then null else 'broken' end
    where state = 'reading' and lease_until < ${ctx.now} returning business_id`.execute(ctx.tx);
  for (const { business_id } of rows) publish(ctx, business_id, { topic: 'readings' });
  const waiting = await ctx.tx
    .selectFrom('readings')
    .select('id')
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('queued_at', '<', plusMs(ctx.now, -LEASE_MS))]))
    .limit(MAX_RESCUED)
    .execute();
  for (const _ of waiting) ctx.enqueue(jobs.read, {});
}
