import { sql } from 'kysely';
import { add, type Currency, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { PaymentRow } from '../table.ts';
import { creditOf, OFFLINE } from '../rules.ts';

type CustomerKey = { businessId: string; currency: Currency; customerId?: string | undefined };

/** A payment with credit left, less what is on its way back; minor units. */
export type CreditLeft = { payment: PaymentRow; left: Minor };

/** The payments of a customer, or of all, with credit left, the oldest first. */
export async function creditsOf(
  db: Db | Tx,
  { businessId, currency, customerId }: CustomerKey,
): Promise<CreditLeft[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .select(
      sql<Minor>`coalesce((select sum(r.amount_minor) from refunds r where r.business_id = payments.business_id
        and r.payment_id = payments.id and r.status in ('pending', 'processing', 'needs_attention')), 0)::bigint`.as(
        'returning',
      ),
    )
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? ''))
    .where('status', '=', 'completed')
    .where(sql<boolean>`amount_minor > applied_minor + refunded_minor + surcharge_minor`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ returning, ...payment }) => ({ payment, left: subtract(creditOf(payment), returning) }))
    .filter(({ left }) => left > 0);
}

/** Customers with credit left (minor units), the most first. */
export async function creditByCustomer(db: Db, of: Omit<CustomerKey, 'customerId'>) {
  const sums = new Map<string, Minor>();
  for (const { payment, left } of await creditsOf(db, of))
    if (payment.customer_id) sums.set(payment.customer_id, add(sums.get(payment.customer_id) ?? ZERO, left));
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('business_id', '=', of.businessId)
    .where('id', 'in', [...sums.keys(), ''])
    .execute();
  return customers
    .map(({ id, name }) => ({ id, name, left: sums.get(id) ?? ZERO }))
    .sort((a, b) => b.left - a.left || (a.id < b.id ? -1 : 1));
}

/** Whether a payment provider can send a payment's money back. */
export const isRefundable = ({ payment }: CreditLeft): boolean => payment.provider !== OFFLINE;
