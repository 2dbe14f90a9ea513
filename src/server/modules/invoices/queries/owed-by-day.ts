import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { MAX_SUM, type Minor, ZERO } from '#core/money.ts';
import { partsOwed } from '#server/database/owed-parts.ts';
import type { Db } from '#server/kernel/db.ts';
import { active, openCondition, type BusinessCurrency } from './status-filter.ts';

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

/** The sum (minor units) that was due before a day and is still owed: of an invoice in parts, those parts only. */
export async function overdueSum(db: Db, owner: BusinessCurrency, today: CalendarDate): Promise<Minor> {
  const { rows } = await sql<{ owed: Minor }>`
    select least(coalesce(sum(owed), 0), ${sql.lit(MAX_SUM)})::bigint as owed from (${owedByDay(owner)}) as days
    where due < ${today}`.execute(db);
  return rows[0]?.owed ?? ZERO;
}
