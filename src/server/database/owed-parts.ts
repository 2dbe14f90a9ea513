import { sql } from 'kysely';
import { type CalendarDate, UNDATED } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';

/** The parts of an invoice of the query, as rows of `due` and `owed` (minor units): what is settled fills them in their order. */
export const partsOwed = sql`select day as due, least(amount, greatest(0, reached - (total_minor - balance_minor))) as owed from (
    select (part->>'sum')::bigint as amount, coalesce((part->>'day')::date, ${sql.lit(UNDATED)}::date) as day,
      sum((part->>'sum')::bigint) over (order by at) as reached
    from jsonb_array_elements(schedule) with ordinality as parts (part, at)) p`;

/** The overdue sum (minor units) of an open invoice of the query: all that is left of it, or of its late parts where it has parts. */
export const overdueOf = (today: CalendarDate) => sql<Minor>`case when due_date >= ${today} then 0
  when schedule is null then balance_minor
  else (select coalesce(sum(owed), 0)::bigint from (${partsOwed}) as part where due < ${today}) end`;
