import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { type Currency, MAX_SUM, type Minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import type { Db } from '#server/kernel/db.ts';

const outcomes = ['won', 'lost', 'waiting'] as const;

/** Number of quotes and their sum in minor units. */
export type QuoteOutcomes = Record<(typeof outcomes)[number], { quotes: number; total: Minor }>;

type Period = { from: CalendarDate; today: CalendarDate; timeZone: string };

/**
 * Quotes of a business in one currency: won are those accepted in a period, lost those declined in it or ended in it without an
 * answer; waiting those that can still be answered. Withdrawn ones are none of these.
 */
export async function quoteOutcomes(
  db: Db,
  { businessId, currency }: { businessId: string; currency: Currency },
  { from, today, timeZone }: Period,
): Promise<QuoteOutcomes> {
  const { rows } = await sql<{ outcome: string; quotes: number; total: Minor }>`
    select outcome, count(*) as quotes, least(sum(total_minor), ${sql.lit(MAX_SUM)})::bigint as total from (
      select case q.state when 'accepted' then 'won' else 'lost' end as outcome, q.total_minor
      from (select distinct quote_id, kind from quote_events where business_id = ${businessId} and kind in ('accepted', 'declined')
          and created_at >= ${from}::date::timestamp at time zone ${timeZone}) as answers
        join quotes q on q.business_id = ${businessId} and q.id = answers.quote_id and q.state = answers.kind
      where q.currency = ${currency}
      union all
      select case when valid_until < ${today} then 'lost' else 'waiting' end, total_minor from quotes
      where business_id = ${businessId} and currency = ${currency} and state = 'sent' and valid_until >= ${from}) as told
    group by outcome`.execute(db);
  const found = new Map(rows.map(({ outcome, quotes, total }) => [outcome, { quotes, total }]));
  return recordOf(outcomes, (outcome) => found.get(outcome) ?? { quotes: 0, total: ZERO });
}
