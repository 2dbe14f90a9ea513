import { type Insertable, sql } from 'kysely';
import type { activityStatuses, activityTypes } from '#contract/activities.ts';
import type { LiveEvent } from '#contract/live.ts';
import { earliestId, newId } from '#core/ids.ts';
import { publish, publishColumns, type SystemCtx } from '#server/kernel/scope.ts';
import type { ActivityMetadata, ActivityTable } from './table.ts';

type NewActivity = {
  type: (typeof activityTypes)[number];
  description: string;
  status?: (typeof activityStatuses)[number];
  metadata?: ActivityMetadata;
};

/** Records an activity in the transaction that caused it; `liveEvents` are announced with it. */
export async function recordActivity(
  ctx: SystemCtx,
  businessId: string,
  activity: NewActivity,
  ...liveEvents: LiveEvent[]
): Promise<void> {
  const row: Insertable<ActivityTable> = {
    business_id: businessId,
    id: newId('act', ctx.now),
    activity_type: activity.type,
    description: activity.description,
    status: activity.status ?? 'success',
    metadata: JSON.stringify(activity.metadata ?? {}),
    created_at: ctx.now,
  };
  await ctx.tx
    .with('recorded', (db) => db.insertInto('activities').values(row))
    .selectNoFrom(publishColumns(businessId, [{ topic: 'activities' }, ...liveEvents]))
    .execute();
}

/** A record whose request was noted `at` an instant, and how it ended. */
type Ending = { sourceId: string; at: Date; status: (typeof activityStatuses)[number] };

/** Gives a request that was recorded as pending the end of what it asked for. */
export async function endActivity(
  ctx: SystemCtx,
  businessId: string,
  { sourceId, at, status }: Ending,
): Promise<void> {
  await ctx.tx
    .updateTable('activities')
    .set({ status })
    .where('business_id', '=', businessId)
    .where('id', '>=', earliestId('act', at))
    .where(sql`metadata ->> 'sourceId'`, '=', sourceId)
    .execute();
  await publish(ctx, businessId, { topic: 'activities' });
}
