import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, type SystemCtx } from '#server/kernel/scope.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { type Invoice } from '#server/modules/invoices/rules/invoice.ts';
import type { PaymentRow } from '../table.ts';

/** The invoice a payment is listed under. */
export async function invoiceOf(
  ctx: SystemCtx,
  { id, business_id, invoice_id }: PaymentRow,
): Promise<Invoice> {
  const invoice = invoice_id && (await invoiceById(ctx.tx, business_id, invoice_id));
  if (!invoice) throw new Error(`payment ${id} has no invoice`);
  return invoice;
}

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
