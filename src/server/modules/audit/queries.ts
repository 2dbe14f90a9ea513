import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';

const MAX_PAGE = 200;

/** One link of a hash chain with its event; the event's columns are null once it was deleted. */
type ChainLine = {
  number: number;
  position: number;
  id: string | null;
  userId: string | null;
  event: string | null;
  detail: string | null;
  clientAddress: string | null;
  userAgent: string | null;
  createdAt: Date | null;
  digest: string;
  hash: string;
};

/** A business's chain of security events from its beginning; digests and hashes in hex. */
export async function chainOf(db: Db, businessId: string): Promise<ChainLine[]> {
  const { rows } = await sql<ChainLine>`
    select l.number, l.position, e.id, e.user_id as "userId", e.event, e.detail, e.client_address as "clientAddress",
      e.user_agent as "userAgent", e.created_at as "createdAt", encode(l.digest, 'hex') as digest, encode(l.hash, 'hex') as hash
    from audit_links l left join security_events e
      on e.business_id = l.business_id and e.position = l.position and l.number > 0
    where l.business_id = ${businessId} order by l.number`.execute(db);
  return rows;
}

/** Security events of an account, newest first, with the next cursor. */
export async function listSecurityEvents(
  db: Db,
  userId: string,
  page: { cursor?: string | undefined; limit?: number | undefined },
) {
  const limit = page.limit ?? MAX_PAGE;
  const ownRows = db.selectFrom('security_events').where('user_id', '=', userId);
  const rows = await ownRows
    .selectAll()
    .$if(/^\d{1,15}$/.test(page.cursor ?? ''), (query) => query.where('position', '<', Number(page.cursor)))
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await ownRows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const events = rows.slice(0, limit);
  return { events, nextCursor: rows.length > limit ? String(events.at(-1)?.position) : null, total };
}
