import type { activities } from '#contract/activities.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { listActivities } from './queries.ts';
import type { ActivityRow } from './table.ts';

export const routes: Handlers<typeof activities> = {
  list: async (scope, { query }) => {
    const { activities, nextCursor, total } = await listActivities(scope.db, scope.actor.businessId, query);
    return { data: { activities: activities.map(present) }, page: { nextCursor, total } };
  },
};

const present = (row: ActivityRow) => {
  const { amountMinor, sourceId: _inside, ...metadata } = row.metadata;
  return {
    id: row.id,
    _id: row.id,
    activityType: row.activity_type,
    description: row.description,
    status: row.status,
    createdAt: row.created_at,
    metadata: { ...metadata, ...(amountMinor === undefined ? {} : { amount: amountMinor }) },
  };
};
