import { sql } from 'kysely';
import { type CalendarDate, UNDATED } from '#core/dates.ts';
import { type Currency, MAX_SUM, type Minor, ZERO } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { active, openCondition } from './status-filter.ts';

// The parts of an invoice of the query, each with what is left of it: what is settled fills them in their order.
const partsOwed = sql`select day as due, least(amount, greatest(0, reached - (total_minor - balance_minor))) as owed from (
    select (part->>'sum')::bigint as amount, coalesce((part->>'day')::date, ${sql.lit(UNDATED)}::date) as day,
      sum((part->>'sum')::bigint) over (order by at) as reached
    from jsonb_array_elements(schedule) with ordinality as parts (part, at)) p`;

type BusinessCurrency = { businessId: string; currency: Currency };

/**
 * Money owed on sent invoices of a business in one currency as rows of `due` (a day) and `owed`: the aggregates, in which all of
 * an invoice is due with its first open part, and the other parts of the few that are paid in parts moved to their own days.
 */
export const owedByDay = ({ businessId, currency }: BusinessCurrency) => sql`
  select due_date as due, balance_minor as owed from invoice_figures
  where business_id = ${businessId} and currency = ${currency} and state = 'open'
  union all
  select moved.due, moved.owed from invoices cross join lateral (
    select due_date as due, -balance_minor as owed
    union all
    ${partsOwed}) as moved
  where business_id = ${businessId} and currency = ${currency} and schedule is not null and ${active} and ${openCondition}`;

/** The overdue sum (minor units) of an open invoice of the query: all that is left of it, or of its late parts where it has parts. */
export const overdueOf = (today: CalendarDate) => sql<Minor>`case when due_date >= ${today} then 0
  when schedule is null then balance_minor
  else (select coalesce(sum(owed), 0)::bigint from (${partsOwed}) as part where due < ${today}) end`;

/** The sum (minor units) that was due before a day and is still owed: of an invoice in parts, those parts only. */
export async function overdueSum(db: Db, owner: BusinessCurrency, today: CalendarDate): Promise<Minor> {
  const { rows } = await sql<{ owed: Minor }>`
    select least(coalesce(sum(owed), 0), ${sql.lit(MAX_SUM)})::bigint as owed from (${owedByDay(owner)}) as days
    where due < ${today}`.execute(db);
  return rows[0]?.owed ?? ZERO;
}
