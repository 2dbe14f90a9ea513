import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { creditLeft, mayHaveCredit } from '#server/modules/invoices/queries/held-reminders.ts';
import { OFFLINE } from '../rules.ts';
import type { PaymentRow } from '../table.ts';

type CustomerKey = { businessId: string; currency: Currency; customerId: string };

/** A payment with credit left, less what is on its way back; minor units. */
export type CreditLeft = { payment: PaymentRow; left: Minor };

/** The payments of a customer with credit left, the oldest first. */
export async function creditsOf(
  db: Db | Tx,
  { businessId, currency, customerId }: CustomerKey,
): Promise<CreditLeft[]> {
  const rows = await db
    .selectFrom('payments as p')
    .selectAll('p')
    .select(creditLeft.as('left'))
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'completed')
    .where(mayHaveCredit)
    .orderBy('id')
    .execute();
  return rows.map(({ left, ...payment }) => ({ payment, left })).filter(({ left }) => left > 0);
}

/** Whether a payment provider can send a payment's money back. */
export const isRefundable = ({ payment }: CreditLeft): boolean => payment.provider !== OFFLINE;
