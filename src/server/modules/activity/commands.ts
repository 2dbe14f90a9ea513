import type { Insertable } from 'kysely';
import type { activityStatuses, activityTypes } from '#contract/activities.ts';
import type { LiveEvent } from '#contract/live.ts';
import { newId } from '#core/ids.ts';
import { publishColumns, type SystemCtx } from '#server/kernel/scope.ts';
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
