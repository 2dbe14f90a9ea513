import { AppError } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { active } from '../queries/status-filter.ts';
import type { Invoice } from '../table.ts';
import { spendCreditOnSend } from './credit.ts';
import { channelsFor, deliverInvoice, requireReachable } from './delivery.ts';
import { type InvoiceTarget, lockInvoice, withCustomerEmail } from './lifecycle.ts';
import { recordInvoice } from './record-activity.ts';

type Sending = InvoiceTarget & { useCredit?: boolean | undefined };

/**
 * Sends a pending invoice by the channels asked for, else by email, and by WhatsApp to a customer without an address: as far as
 * the service can, else its owner does with the prepared link. Credit of the customer is used for it first, where `useCredit` or the
 * setting says so. Throws 409 when it is not pending.
 */
export async function sendInvoice(ctx: Ctx, { useCredit, ...asked }: Sending): Promise<Invoice> {
  const invoice = await withCustomerEmail(ctx, await lockInvoice(ctx, asked));
  const target = { ...asked, channels: channelsFor(invoice, asked.channels) };
  requireReachable(invoice, target);
  const sent = await ctx.tx
    .updateTable('invoices')
    .set({ sent_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .where('sent_at', 'is', null)
    .where('paid_at', 'is', null)
    .where(active)
    .returningAll()
    .executeTakeFirst();
  if (!sent) throw new AppError('conflict', 'This invoice was sent already');
  recordInvoice(ctx, sent, 'invoice_sent', `Invoice ${sent.number} was sent to ${sent.customer_name}`);
  const asks = await spendCreditOnSend(ctx, sent, useCredit);
  await deliverInvoice(ctx, asks, target);
  return asks;
}
