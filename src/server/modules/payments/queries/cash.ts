import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { type Currency, type Minor, minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { OFFLINE } from '../rules.ts';

type Span = { businessId: string; currency: Currency; from: CalendarDate; to: CalendarDate; limit: number };

/** The rest of a payment (minor units) after money was given back. */
const kept = sql<Minor>`p.amount_minor - p.given_back_minor`;

/** Cash that was typed in over some days (both included): the newest of it, how many, and what it comes to. */
export async function cashTyped(db: Db, { businessId, currency, from, to, limit }: Span) {
  const cash = db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .where('p.business_id', '=', businessId)
    .where('p.currency', '=', currency)
    .where('p.provider', '=', OFFLINE)
    .where('p.method', '=', 'cash')
    .where('p.status', '=', 'completed')
    .where('p.day', '>=', from)
    .where('p.day', '<=', to);
  const rows = await cash
    .select(['i.number', 'i.customer_name as customer', 'p.day', kept.as('amount')])
    .orderBy('p.day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
  const { count, sum } = await cash
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<string>`coalesce(sum(${kept}), 0)`.as('sum'))
    .executeTakeFirstOrThrow();
  return { rows, count: Number(count), sum: minor(Number(sum)) };
}
