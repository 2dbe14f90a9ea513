import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import type { PaymentRow } from '../table.ts';

/** One of the business's payments in a currency, for a command that holds the business's lock. Throws 404. */
export async function ownPayment(ctx: Ctx, currency: Currency, id: string): Promise<PaymentRow> {
  const payment = await ctx.tx
    .selectFrom('payments')
    .selectAll()
    .where('business_id', '=', ctx.actor.businessId)
    .where('currency', '=', currency)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!payment) throw notFound('payment');
  return payment;
}
