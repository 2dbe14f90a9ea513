import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { type Currency, type Minor, minor } from '#core/money.ts';
import type { allMethods } from '#core/payment-methods.ts';
import type { Db } from '#server/kernel/db.ts';

type Asked = {
  businessId: string;
  currency: Currency;
  method: (typeof allMethods)[number];
  from: CalendarDate;
  to: CalendarDate;
  limit: number;
};

const received = sql<Minor>`received_of(p)`;

/** Money that came in one way over some days (both included), less what went back: the newest of it, how many, and what it comes to. */
export async function receivedBy(db: Db, { businessId, currency, method, from, to, limit }: Asked) {
  const payments = db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .where('p.business_id', '=', businessId)
    .where('p.currency', '=', currency)
    .where('p.method', '=', method)
    .where('p.status', '=', 'completed')
    .where('p.day', '>=', from)
    .where('p.day', '<=', to);
  const rows = await payments
    .select(['i.number', 'i.customer_name as customer', 'p.day', received.as('amount')])
    .orderBy('p.day', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
  const { count, sum } = await payments
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<string>`coalesce(sum(${received}), 0)`.as('sum'))
    .executeTakeFirstOrThrow();
  return { rows, count: Number(count), sum: minor(Number(sum)) };
}
