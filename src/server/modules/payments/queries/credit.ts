import { sql } from 'kysely';
import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { returningOf } from '#server/modules/invoices/queries/attempts.ts';
import type { PaymentRow } from '../table.ts';
import { creditOf, OFFLINE } from '../rules.ts';

type CustomerKey = { businessId: string; currency: Currency; customerId: string };

/** A payment with credit left, less what is on its way back; minor units. */
export type CreditLeft = { payment: PaymentRow; left: Minor };

/** The payments of a customer with credit left, the oldest first. */
export async function creditsOf(
  db: Db | Tx,
  { businessId, currency, customerId }: CustomerKey,
): Promise<CreditLeft[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .select(returningOf('payments').as('returning'))
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'completed')
    .where(sql<boolean>`amount_minor > applied_minor + refunded_minor + surcharge_minor`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ returning, ...payment }) => ({ payment, left: creditOf(payment, returning) }))
    .filter(({ left }) => left > 0);
}

/** Whether a payment provider can send a payment's money back. */
export const isRefundable = ({ payment }: CreditLeft): boolean => payment.provider !== OFFLINE;
