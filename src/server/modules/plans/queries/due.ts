import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { ISSUE_HOUR } from '../rules/dates.ts';

/** So many in one pass; the rest is for the next minute. */
const MOST = 20_000;
/** The zone that is ahead of all others. */
const MOST_HOURS_AHEAD = 14;

const RETRY_AFTER = sql.lit('1 hour');

/**
 * Running plans whose day has come at 7:00 in their business's zone; one that failed is tried again after an hour. In no order, so
 * that several processes seldom meet: each works through all of them, and finds those done already that another was at.
 */
export async function duePlans(db: Db, now: Date): Promise<{ businessId: string; id: string }[]> {
  const { rows } = await sql<{ businessId: string; id: string }>`
    select p.business_id as "businessId", p.id from plans p
      join business_profiles b on b.business_id = p.business_id
      join users u on u.business_id = p.business_id and u.deletion_due_at is null
    where p.state = 'active'
      and p.next_on <= (${now}::timestamptz at time zone 'UTC' + make_interval(hours => ${sql.lit(MOST_HOURS_AHEAD - ISSUE_HOUR)}))::date
      and p.next_on <= (${now}::timestamptz at time zone b.time_zone - make_interval(hours => ${sql.lit(ISSUE_HOUR)}))::date
      and (p.problem is null or p.updated_at <= ${now}::timestamptz - ${RETRY_AFTER}::interval)
    order by p.problem is not null, random() limit ${sql.lit(MOST)}`.execute(db);
  return [...rows];
}
