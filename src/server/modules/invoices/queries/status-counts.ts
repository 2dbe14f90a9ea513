import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { MAX_SUM, type Minor, minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { active, hasDisplayStatus, type BusinessCurrency } from './status-filter.ts';

/**
 * Every active invoice of a business in one currency as rows of `status` (the display status), `month` of issue, `due_date`,
 * `invoices`, `total` and `owed`: the aggregates, in which sent and due are one with the part paid, and those few moved.
 */
export const displayStatusRows = ({ businessId, currency }: BusinessCurrency, today: CalendarDate) => sql`
  select case when state <> 'open' then state when due_date < ${today} then 'overdue' when due_date = ${today} then 'due' else 'sent' end as status,
    issue_month as month, due_date, invoices, total_minor as total, balance_minor as owed
  from invoice_figures where business_id = ${businessId} and currency = ${currency}
  union all
  select moved.status, date_trunc('month', issue_date)::date, due_date, moved.sign, moved.sign * total_minor, moved.sign * balance_minor
  from invoices cross join lateral (values ('part_paid', 1), (case when due_date = ${today} then 'due' else 'sent' end, -1)) as moved (status, sign)
  where business_id = ${businessId} and currency = ${currency} and ${active} and ${hasDisplayStatus('part_paid', today)}`;

export type StatusCounts = Record<(typeof displayStatuses)[number], StatusCount>;
type StatusCount = { invoices: number; owed: Minor };

/** How many invoices each display status has and what is owed on them, whatever their age. */
export async function displayStatusCounts(
  db: Db | Tx,
  owner: BusinessCurrency,
  today: CalendarDate,
): Promise<StatusCounts> {
  const { rows } = await sql<StatusCount & { status: string }>`
    select status, sum(invoices)::bigint as invoices, least(sum(owed), ${sql.lit(MAX_SUM)})::bigint as owed
    from (${displayStatusRows(owner, today)}) as those group by status`.execute(db);
  const counted = new Map(rows.map(({ status, invoices, owed }) => [status, { invoices, owed }]));
  return recordOf(displayStatuses, (status) => counted.get(status) ?? { invoices: 0, owed: ZERO });
}

/** All that waits for payment: sent, and not paid in full. */
export const unpaidOf = (counts: StatusCounts): StatusCount => {
  const open = [counts.sent, counts.part_paid, counts.due, counts.overdue];
  return {
    invoices: open.reduce((sum, { invoices }) => sum + invoices, 0),
    owed: minor(
      Math.min(
        MAX_SUM,
        open.reduce((sum, { owed }) => sum + owed, 0),
      ),
    ),
  };
};
