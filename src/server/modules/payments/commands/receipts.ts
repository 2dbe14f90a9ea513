import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { todayFor } from '#server/modules/invoices/queries/details.ts';
import { leftOfAll } from '#server/modules/invoices/queries/withholding.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import { aboutInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { jobs } from '../jobs.ts';
import { listedPayment } from '../queries/details.ts';
import { receiptOfPayment } from '../queries/receipts.ts';
import type { PaymentRow, ReceiptRow } from '../table.ts';

/**
 * Issues the receipt of a received payment, numbered next in its business; returns the existing one where
 * there is one. The caller holds the business's lock, so numbers have no gap and no repeat.
 */
export const issueReceipt = (
  ctx: SystemCtx,
  payment: Pick<PaymentRow, 'business_id' | 'id'>,
): Promise<ReceiptRow> => newReceipt(ctx, payment).returningAll().executeTakeFirstOrThrow();

/** The statement of `issueReceipt`. */
export function newReceipt(ctx: SystemCtx, payment: Pick<PaymentRow, 'business_id' | 'id'>) {
  const last = ctx.tx
    .selectFrom('receipts')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('number'))
    .where('business_id', '=', payment.business_id);
  return ctx.tx
    .insertInto('receipts')
    .values({
      business_id: payment.business_id,
      payment_id: payment.id,
      number: sql<number>`${last} + 1`,
      public_id: newToken(12),
      issued_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'payment_id'])
        .doUpdateSet((eb) => ({ payment_id: eb.ref('excluded.payment_id') })),
    );
}

type ReceiptTarget = { currency: Currency; id: string };

/**
 * Emails the receipt of a payment to its customer again; false when that was done today. Throws 404 for an unknown payment,
 * 409 for one without a receipt or a customer without an email.
 */
export async function resendReceipt(ctx: Ctx, { currency, id }: ReceiptTarget): Promise<boolean> {
  const { businessId } = ctx.actor;
  const { status } = await listedPayment(ctx.tx, businessId, currency, id);
  if (status === 'cancelled')
    throw new AppError('conflict', 'This payment was undone. Its receipt is cancelled');
  const issued = await receiptOfPayment(ctx.tx, businessId, id);
  if (!issued) throw new AppError('conflict', 'There is a receipt once the money has come');
  const { payment, returning, invoices } = issued;
  const [invoice] = invoices;
  const to = invoice.customer_email;
  if (to === '') throw new AppError('conflict', 'This customer has no email');
  await requireRecipient(ctx, businessId, to);
  const key = `receipt:${id}:${await todayFor(ctx.tx, businessId, ctx.now)}`;
  const fresh = await claimEmail(ctx, { key, to, template: 'receipt', about: aboutInvoice(invoice) });
  const sums = {
    amount: payment.amount_minor,
    balance: await leftOfAll(ctx.tx, invoices),
    over: creditOf(payment, returning),
  };
  if (fresh) ctx.enqueue(jobs.receipt, { key, businessId, paymentId: id, ...sums });
  return fresh;
}
