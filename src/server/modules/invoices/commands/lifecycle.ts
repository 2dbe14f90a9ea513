import { UNDATED } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { type Currency } from '#core/money.ts';
import { businessLock, type Ctx, type SystemCtx, todayOf } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';

import { refuseHeld } from '../queries/held-reminders.ts';
import { isActive, statusOf } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import {
  acceptsReminders,
  channelsFor,
  type Delivery,
  enqueueEmail,
  requireReachable,
  viaEmail,
  viaWhatsApp,
} from './delivery.ts';
import { recordInvoice } from './record-activity.ts';
import { recordReminder } from './reminders.ts';
import { sendByWhatsApp } from './send-whatsapp.ts';

export type InvoiceTarget = Delivery & { currency: Currency; invoiceId: string };

/**
 * Reminds the customer of an open invoice, once a day per channel; `again`: today's was already sent. Throws 409 where nothing is owed, and
 * while their credit covers it or a claim that it was paid is looked into.
 */
export async function remindInvoice(
  ctx: Ctx,
  asked: InvoiceTarget,
): Promise<{ invoice: Invoice; again: boolean }> {
  const invoice = await withCustomerEmail(ctx, await lockInvoice(ctx, asked));
  const target = { ...asked, channels: channelsFor(invoice, asked.channels) };
  requireReachable(invoice, target);
  const today = todayOf(ctx);
  if (!['sent', 'due', 'overdue'].includes(statusOf(invoice, today)))
    throw new AppError('conflict', 'Only a sent invoice that is not paid can be reminded of');
  if (invoice.due_date === UNDATED)
    throw new AppError('conflict', 'Nothing is due on this invoice yet. Ask for the next part first');
  await refuseHeld(ctx, invoice);
  const mails = viaEmail(target) && (await acceptsReminders(ctx, invoice, target));
  const mailed = mails
    ? await enqueueEmail(ctx, invoice, 'invoiceReminder', { key: `remind:${invoice.id}:${today}` })
    : null;
  const texted = viaWhatsApp(target)
    ? await sendByWhatsApp(ctx, invoice, 'invoiceReminder', { key: `remind:${invoice.id}:${today}:whatsapp` })
    : null;
  const again = !mailed && !texted && (mailed === false || texted === false);
  if (!again) {
    await recordReminder(ctx, invoice, { channel: mails ? 'email' : 'whatsapp', sender: 'hand', step: null });
    recordInvoice(
      ctx,
      invoice,
      'invoice_reminded',
      `${invoice.customer_name} was reminded of invoice ${invoice.number}`,
    );
  }
  return { invoice, again };
}

/** Marks an invoice nobody has paid anything of as deleted; `restoreInvoice` undoes it. */
export async function deleteInvoice(ctx: Ctx, target: InvoiceTarget): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, target);
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice is already deleted');
  if (invoice.paid_at) throw new AppError('conflict', 'A paid invoice cannot be deleted');
  if (invoice.paid_minor > 0) throw new AppError('conflict', 'An invoice with payments cannot be deleted');
  if (invoice.balance_minor < invoice.total_minor)
    throw new AppError('conflict', 'A part of this invoice is settled already, so it cannot be deleted');
  return setDeletedAt(ctx, invoice, ctx.now, 'invoice_deleted', `Invoice ${invoice.number} was deleted`);
}

/** Brings a deleted invoice back as it was. Throws 409 when it is not deleted, and where its share of a quote was given away. */
export async function restoreInvoice(ctx: Ctx, target: InvoiceTarget): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, target);
  if (isActive(invoice)) throw new AppError('conflict', 'This invoice is not deleted');
  await refuseGivenShare(ctx, invoice);
  return setDeletedAt(ctx, invoice, null, 'invoice_restored', `Invoice ${invoice.number} was restored`);
}

// Later parts were made with its share in hand, whatever became of them.
async function refuseGivenShare({ tx }: Ctx, invoice: Invoice): Promise<void> {
  const { business_id, quote_id, quote_number, deleted_at } = invoice;
  if (quote_id === null || deleted_at === null) return;
  const later = await tx
    .selectFrom('invoices')
    .select('number')
    .where('business_id', '=', business_id)
    .where('quote_id', '=', quote_id)
    .where('created_at', '>=', deleted_at)
    .executeTakeFirst();
  if (later)
    throw new AppError(
      'conflict',
      `Another part of ${quote_number} was invoiced after this one was deleted. Make the part again from the quote`,
    );
}

async function setDeletedAt(
  ctx: Ctx,
  invoice: Invoice,
  at: Date | null,
  type: 'invoice_deleted' | 'invoice_restored',
  description: string,
): Promise<Invoice> {
  const updated = await ctx.tx
    .updateTable('invoices')
    .set({ deleted_at: at, state: 'active', remind_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  recordInvoice(ctx, updated, type, description);
  return updated;
}

/** The business's lock and one of its invoices in a currency, deleted or not. Throws 404. */
export async function lockInvoice(ctx: Ctx, { currency, invoiceId }: InvoiceTarget): Promise<Invoice> {
  const invoice = isId('inv', invoiceId)
    ? await selectForUpdate(ctx, ctx.actor.businessId, invoiceId)
    : undefined;
  if (invoice?.currency !== currency) throw notFound('invoice');
  return invoice;
}

/** An invoice, with its business's lock, until the end of the transaction. */
export function selectForUpdate(
  ctx: SystemCtx,
  businessId: string,
  invoiceId: string,
): Promise<Invoice | undefined> {
  return ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .where(businessLock(businessId))
    .forUpdate()
    .executeTakeFirst();
}

/** An invoice made before its customer had an email address takes the one there is now. */
export async function withCustomerEmail(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
  if (invoice.customer_email !== '') return invoice;
  const email = (await customerById(ctx.tx, invoice.business_id, invoice.customer_id))?.email ?? '';
  if (email === '') return invoice;
  return ctx.tx
    .updateTable('invoices')
    .set({ customer_email: email })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
