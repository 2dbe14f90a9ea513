import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { type Currency, minor, type Minor } from '#core/money.ts';
import { overdueOf } from '#server/database/owed-parts.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Customer } from '../table.ts';
import { activeCustomer } from './list.ts';

type OldestUnpaid = { id: string; number: string; due_date: CalendarDate; balance: Minor };

/** A customer with its figures in one currency; amounts in minor units. */
export type CustomerDetails = {
  customer: Customer;
  owes: Minor;
  overdue: Minor;
  paid: Minor;
  typedIn: Minor;
  invoices: number;
  lastPaidAt: Date | null;
  oldestUnpaid: OldestUnpaid | null;
  elsewhere: { currency: Currency; owes: Minor; paid: Minor } | null;
};

type CustomerKey = { businessId: string; currency: Currency; id: string };

/** One active customer with what it owes and paid; `today` is the business's. Throws 404. */
export async function customerDetails(
  db: Db | Tx,
  key: CustomerKey,
  today: CalendarDate,
): Promise<CustomerDetails> {
  const { businessId, currency, id } = key;
  const customer = isId('cus', id) ? await activeCustomer(db, businessId, id) : null;
  if (!customer) throw notFound('customer');
  const figures = await db
    .selectFrom('customer_figures')
    .select(['currency', 'invoices', 'owed_minor as owes', 'received_minor as paid', 'last_paid_at'])
    .where('business_id', '=', businessId)
    .where('customer_id', '=', id)
    .execute();
  const kept = figures.find((one) => one.currency === currency);
  const other = figures.find((one) => one.currency !== currency && one.owes + one.paid > 0);
  const unpaid = await unpaidOf(db, key, today);
  return {
    customer,
    ...unpaid,
    paid: kept?.paid ?? minor(0),
    typedIn: await typedInBy(db, key),
    invoices: kept?.invoices ?? 0,
    lastPaidAt: kept?.last_paid_at ?? null,
    elsewhere: other ? { currency: other.currency, owes: other.owes, paid: other.paid } : null,
  };
}

async function typedInBy(db: Db | Tx, { businessId, currency, id }: CustomerKey): Promise<Minor> {
  const { rows } = await sql<{ sum: Minor }>`
    select coalesce(sum(received_of(p)), 0)::bigint as sum from payments p where business_id = ${businessId}
      and customer_id = ${id} and currency = ${currency} and status = 'completed' and evidence = 'hand'`.execute(
    db,
  );
  return rows[0]?.sum ?? minor(0);
}

async function unpaidOf(db: Db | Tx, { businessId, currency, id }: CustomerKey, today: CalendarDate) {
  const { rows } = await sql<OldestUnpaid & { owes: Minor; overdue: Minor }>`
    select id, number, due_date, balance_minor as balance,
      (sum(balance_minor) over ())::bigint as owes,
      (sum(${overdueOf(today)}) over ())::bigint as overdue
    from invoices where business_id = ${businessId} and customer_id = ${id} and currency = ${currency}
      and deleted_at is null and state = 'active' and paid_at is null and sent_at is not null
    order by due_date, id limit 1`.execute(db);
  const [first] = rows;
  if (!first) return { owes: minor(0), overdue: minor(0), oldestUnpaid: null };
  const { owes, overdue, ...oldestUnpaid } = first;
  return { owes, overdue, oldestUnpaid };
}
