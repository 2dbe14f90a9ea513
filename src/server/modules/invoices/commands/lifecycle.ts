import { assert } from '#core/assert.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { add, type Currency, least, type Minor, subtract, ZERO } from '#core/money.ts';
import { type Ctx, lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { jobs } from '../jobs.ts';
import { todayFor } from '../queries/details.ts';
import { active } from '../queries/status-filter.ts';
import { aboutInvoice, isActive, statusOf } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { activateSale } from './pos-sale.ts';
import { recordInvoice } from './record-activity.ts';
import { recordReminder } from './reminders.ts';
import { sendByWhatsApp } from './send-whatsapp.ts';

export type Channel = 'email' | 'whatsapp';
export type InvoiceTarget = {
  currency: Currency;
  invoiceId: string;
  channels?: Channel[] | undefined;
  /** The owner shares the link; nothing is sent by the service. */
  byHand?: true;
};

/**
 * Sends a pending invoice by email, unless only other channels are requested, and by WhatsApp where
 * requested and possible. Throws 409 when it is not pending.
 */
export async function sendInvoice(ctx: Ctx, target: InvoiceTarget): Promise<Invoice> {
  const invoice = await withCustomerEmail(ctx, await lockInvoice(ctx, target));
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
  if (viaEmail(target) && sent.customer_email !== '')
    await enqueueEmail(ctx, sent, 'invoiceSent', `deliver:${sent.id}`);
  if (viaWhatsApp(target)) await sendByWhatsApp(ctx, sent, 'invoiceSent', `deliver:${sent.id}:whatsapp`);
  await recordInvoice(ctx, sent, 'invoice_sent', `Invoice ${sent.number} was sent to ${sent.customer_name}`);
  return sent;
}

/** Reminds the customer of an open invoice, once a day per channel; `again`: today's was already sent. */
export async function remindInvoice(
  ctx: Ctx,
  target: InvoiceTarget,
): Promise<{ invoice: Invoice; again: boolean }> {
  const invoice = await withCustomerEmail(ctx, await lockInvoice(ctx, target));
  requireReachable(invoice, target);
  const today = await todayFor(ctx.tx, invoice.business_id, ctx.now);
  if (!['sent', 'due', 'overdue'].includes(statusOf(invoice, today)))
    throw new AppError('conflict', 'Only a sent invoice that is not paid can be reminded of');
  const mails = viaEmail(target) && (await acceptsReminders(ctx, invoice, target));
  const mailed = mails
    ? await enqueueEmail(ctx, invoice, 'invoiceReminder', `remind:${invoice.id}:${today}`)
    : null;
  const texted = viaWhatsApp(target)
    ? await sendByWhatsApp(ctx, invoice, 'invoiceReminder', `remind:${invoice.id}:${today}:whatsapp`)
    : null;
  const again = !mailed && !texted && (mailed === false || texted === false);
  if (!again) {
    await recordReminder(ctx, invoice, { channel: mails ? 'email' : 'whatsapp', sender: 'hand', step: null });
    await recordInvoice(
      ctx,
      invoice,
      'invoice_reminded',
      `${invoice.customer_name} was reminded of invoice ${invoice.number}`,
    );
  }
  return { invoice, again };
}

// Claimed at once, so that it shows as queued while its file is generated.
async function enqueueEmail(
  ctx: Ctx,
  invoice: Invoice,
  template: 'invoiceSent' | 'invoiceReminder',
  key: string,
): Promise<boolean> {
  const { business_id: businessId, id, customer_email: to } = invoice;
  await requireRecipient(ctx, businessId, to);
  const fresh = await claimEmail(ctx, { key, to, template, about: aboutInvoice(invoice) });
  if (fresh) await ctx.enqueue(jobs.deliver, { businessId, invoiceId: id, letter: template, key });
  return fresh;
}

/** Marks an invoice nobody has paid anything of as deleted; `restoreInvoice` undoes it. */
export async function deleteInvoice(ctx: Ctx, target: InvoiceTarget): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, target);
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice is already deleted');
  if (invoice.paid_at) throw new AppError('conflict', 'A paid invoice cannot be deleted');
  if (invoice.paid_minor > 0) throw new AppError('conflict', 'An invoice with payments cannot be deleted');
  return setDeletedAt(ctx, invoice, ctx.now, 'invoice_deleted', `Invoice ${invoice.number} was deleted`);
}

/** Brings a deleted invoice back as it was. Throws 409 when it is not deleted. */
export async function restoreInvoice(ctx: Ctx, target: InvoiceTarget): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, target);
  if (isActive(invoice)) throw new AppError('conflict', 'This invoice is not deleted');
  return setDeletedAt(ctx, invoice, null, 'invoice_restored', `Invoice ${invoice.number} was restored`);
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
  await recordInvoice(ctx, updated, type, description);
  return updated;
}

type Settlement = { businessId: string; invoiceId: string; amount: Minor };

/**
 * Puts a payment (minor units) against an invoice as far as it is owed; the caller holds the business's lock.
 * A deleted or paid invoice takes nothing; a sale that awaited payment becomes active. `nowPaid` is true for the one payment that settles it.
 */
export async function applyPayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Settlement,
): Promise<{ applied: Minor; nowPaid: boolean; invoice: Invoice }> {
  const row = await selectForUpdate(ctx, businessId, invoiceId);
  assert(row, `invoice ${invoiceId} exists`);
  const invoice = await activateSale(ctx, row);
  const owed =
    isActive(invoice) && !invoice.paid_at ? subtract(invoice.total_minor, invoice.paid_minor) : ZERO;
  const applied = least(amount, owed);
  if (applied <= 0) return { applied: ZERO, nowPaid: false, invoice };
  const nowPaid = applied === owed;
  const changed = await setPaid(ctx, invoice, add(invoice.paid_minor, applied), nowPaid ? ctx.now : null);
  return { applied, nowPaid, invoice: changed };
}

/** Reverses a refunded payment's amount (minor units) on an invoice, which then owes it again. */
export async function reversePayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Settlement,
): Promise<Invoice> {
  const invoice = await selectForUpdate(ctx, businessId, invoiceId);
  assert(
    invoice && amount >= 0 && amount <= invoice.paid_minor,
    `invoice ${invoiceId} can give ${amount} back`,
  );
  return amount === 0 ? invoice : setPaid(ctx, invoice, subtract(invoice.paid_minor, amount), null);
}

async function setPaid(ctx: SystemCtx, invoice: Invoice, paid: Minor, paidAt: Date | null): Promise<Invoice> {
  const changed = await ctx.tx
    .updateTable('invoices')
    .set({ paid_minor: paid, paid_at: paidAt, remind_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
  return changed;
}

async function lockInvoice(ctx: Ctx, { currency, invoiceId }: InvoiceTarget): Promise<Invoice> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const invoice = isId('inv', invoiceId)
    ? await selectForUpdate(ctx, ctx.actor.businessId, invoiceId)
    : undefined;
  if (invoice?.currency !== currency) throw notFound('invoice');
  return invoice;
}

function selectForUpdate(
  ctx: SystemCtx,
  businessId: string,
  invoiceId: string,
): Promise<Invoice | undefined> {
  return ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst();
}

// An invoice made before its customer had an email address takes the one there is now.
async function withCustomerEmail(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
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

// With two channels requested, one that works is enough.
function requireReachable({ customer_email, customer_name }: Invoice, target: InvoiceTarget): void {
  if (customer_email !== '' || !viaEmail(target) || target.channels?.includes('whatsapp')) return;
  throw new AppError(
    'conflict',
    `${customer_name} has no email address. Add it to the customer, or share the link`,
  );
}

// Suppressed addresses get no reminder; throws unless another channel was chosen as well.
async function acceptsReminders(ctx: Ctx, invoice: Invoice, target: InvoiceTarget): Promise<boolean> {
  const { business_id: businessId, customer_email: to, customer_name: name } = invoice;
  if (to === '') return false;
  if (!(await isSuppressed(ctx.tx, businessId, 'email', to))) return true;
  if (viaWhatsApp(target)) return false;
  throw new AppError('conflict', `${name} asked for no more reminders by email. Share the link another way`);
}

const viaEmail = ({ channels, byHand }: InvoiceTarget): boolean =>
  !byHand && (!channels || channels.length === 0 || channels.includes('email'));

const viaWhatsApp = ({ channels }: InvoiceTarget): boolean => channels?.includes('whatsapp') ?? false;
