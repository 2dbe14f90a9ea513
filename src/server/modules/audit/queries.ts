import { sql } from 'kysely';
import type { Db } from '#server/db.ts';

const CAP = 200;

/** What touched the safety of an account, newest first, with the cursor of the next page. */
export async function listSecurityEvents(
  db: Db,
  userId: string,
  page: { cursor?: string | undefined; limit?: number | undefined },
) {
  const limit = page.limit ?? CAP;
  const mine = db.selectFrom('security_events').where('user_id', '=', userId);
  const rows = await mine
    .selectAll()
    .$if(/^\d{1,15}$/.test(page.cursor ?? ''), (query) => query.where('position', '<', Number(page.cursor)))
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const events = rows.slice(0, limit);
  return { events, nextCursor: rows.length > limit ? String(events.at(-1)?.position) : null, total };
}
