import { sql } from 'kysely';
import { accountActivities } from '#contract/activities.ts';
import type { Db } from '#server/kernel/db.ts';
import type { ActivityRow } from './table.ts';

const MAX_PAGE = 1000;

/** A business's activities, newest first, with the cursor of the next page. */
export async function listActivities(
  db: Db,
  businessId: string,
  page: { cursor?: string | undefined; limit?: number | undefined; about?: 'trade' | undefined },
) {
  const limit = page.limit ?? MAX_PAGE;
  const ownRows = db
    .selectFrom('activities')
    .where('business_id', '=', businessId)
    .$if(page.about === 'trade', (query) => query.where('activity_type', 'not in', accountActivities));
  const rows = await ownRows
    .selectAll()
    .$if(Boolean(page.cursor), (query) => query.where('id', '<', page.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await ownRows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const activities: ActivityRow[] = rows.slice(0, limit);
  return { activities, nextCursor: rows.length > limit ? (activities.at(-1)?.id ?? null) : null, total };
}
