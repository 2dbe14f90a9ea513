import { assert } from '#core/assert.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { add, type Currency, least, type Minor, subtract, ZERO } from '#core/money.ts';
import { announce, type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries.ts';
import { claimMail } from '#server/modules/notifications/commands.ts';
import { isStopped } from '#server/modules/notifications/queries/whatsapp.ts';
import { sendByWhatsApp } from './commands/by-whatsapp.ts';
import { comeAlive } from './commands/counter-sale.ts';
import { recordInvoice } from './commands/record.ts';
import { noteReminder } from './commands/reminded.ts';
import { jobs } from './jobs.ts';
import { todayFor } from './queries.ts';
import { aboutInvoice, statusOf } from './rules.ts';
import type { Invoice } from './table.ts';

export type Channel = 'email' | 'whatsapp';
export type Chosen = {
  currency: Currency;
  invoiceId: string;
  channels?: Channel[] | undefined;
  /** The owner shares the link; nothing is sent by the service. */
  byHand?: true;
};

/**
 * Sends a pending invoice by e-mail, unless only other channels are requested, and by WhatsApp where
 * requested and possible. Throws 409 when it is not pending.
 */
export async function sendInvoice(ctx: Ctx, chosen: Chosen): Promise<Invoice> {
  const invoice = await addressed(ctx, await locked(ctx, chosen));
  refuseUnreachable(invoice, chosen);
  const sent = await ctx.tx
    .updateTable('invoices')
    .set({ sent_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .where('sent_at', 'is', null)
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!sent) throw new AppError('conflict', 'Only a pending invoice can be sent');
  if (byMail(chosen) && sent.customer_email !== '')
    await mail(ctx, sent, 'invoiceSent', `deliver:${sent.id}`);
  if (byWhatsApp(chosen)) await sendByWhatsApp(ctx, sent, 'invoiceSent', `deliver:${sent.id}:whatsapp`);
  await recordInvoice(ctx, sent, 'invoice_sent', `Invoice ${sent.number} was sent to ${sent.customer_name}`);
  return sent;
}

/** Reminds the customer of an open invoice, once a day per channel; `again`: today's was already sent. */
export async function remindInvoice(ctx: Ctx, chosen: Chosen): Promise<{ invoice: Invoice; again: boolean }> {
  const invoice = await addressed(ctx, await locked(ctx, chosen));
  refuseUnreachable(invoice, chosen);
  const today = await todayFor(ctx.tx, invoice.business_id, ctx.now);
  if (!['sent', 'due', 'overdue'].includes(statusOf(invoice, today)))
    throw new AppError('conflict', 'Only a sent invoice that is not paid can be reminded of');
  const mails = byMail(chosen) && (await takesReminders(ctx, invoice, chosen));
  const mailed = mails ? await mail(ctx, invoice, 'invoiceReminder', `remind:${invoice.id}:${today}`) : null;
  const texted = byWhatsApp(chosen)
    ? await sendByWhatsApp(ctx, invoice, 'invoiceReminder', `remind:${invoice.id}:${today}:whatsapp`)
    : null;
  const again = !mailed && !texted && (mailed === false || texted === false);
  if (!again) {
    await noteReminder(ctx, invoice, { channel: mails ? 'email' : 'whatsapp', sender: 'hand', step: null });
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
async function mail(
  ctx: Ctx,
  invoice: Invoice,
  letter: 'invoiceSent' | 'invoiceReminder',
  key: string,
): Promise<boolean> {
  const { business_id: businessId, id, customer_email: to } = invoice;
  const fresh = await claimMail(ctx, { key, to, letter, about: aboutInvoice(invoice) });
  if (fresh) await ctx.enqueue(jobs.deliver, { businessId, invoiceId: id, letter, key });
  return fresh;
}

/** Marks an invoice nobody has paid anything of as deleted; `restoreInvoice` undoes it. */
export async function deleteInvoice(ctx: Ctx, chosen: Chosen): Promise<Invoice> {
  const invoice = await locked(ctx, chosen);
  if (invoice.deleted_at) throw new AppError('conflict', 'This invoice is already deleted');
  if (invoice.paid_at) throw new AppError('conflict', 'A paid invoice cannot be deleted');
  if (invoice.paid_minor > 0) throw new AppError('conflict', 'An invoice with payments cannot be deleted');
  return markDeleted(ctx, invoice, ctx.now, 'invoice_deleted', `Invoice ${invoice.number} was deleted`);
}

/** Brings a deleted invoice back as it was. Throws 409 when it is not deleted. */
export async function restoreInvoice(ctx: Ctx, chosen: Chosen): Promise<Invoice> {
  const invoice = await locked(ctx, chosen);
  if (!invoice.deleted_at) throw new AppError('conflict', 'This invoice is not deleted');
  return markDeleted(ctx, invoice, null, 'invoice_restored', `Invoice ${invoice.number} was restored`);
}

async function markDeleted(
  ctx: Ctx,
  invoice: Invoice,
  at: Date | null,
  type: 'invoice_deleted' | 'invoice_restored',
  told: string,
): Promise<Invoice> {
  const marked = await ctx.tx
    .updateTable('invoices')
    .set({ deleted_at: at, remind_at: ctx.now })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordInvoice(ctx, marked, type, told);
  return marked;
}

export type Settlement = { businessId: string; invoiceId: string; amount: Minor };

/**
 * Puts a payment (minor units) against an invoice as far as it is owed; the caller holds the business's lock.
 * A deleted or paid invoice takes nothing, except a pending POS sale. `nowPaid` is true for the payment that
 * settles it.
 */
export async function applyPayment(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Settlement,
): Promise<{ applied: Minor; nowPaid: boolean; invoice: Invoice }> {
  const found = await forUpdate(ctx, businessId, invoiceId);
  assert(found, `invoice ${invoiceId} exists`);
  const invoice = await comeAlive(ctx, found);
  const owed =
    invoice.deleted_at || invoice.paid_at ? ZERO : subtract(invoice.total_minor, invoice.paid_minor);
  const applied = least(amount, owed);
  if (applied <= 0) return { applied: ZERO, nowPaid: false, invoice };
  const nowPaid = applied === owed;
  const changed = await setPaid(ctx, invoice, add(invoice.paid_minor, applied), nowPaid ? ctx.now : null);
  return { applied, nowPaid, invoice: changed };
}

/** Reverses a refunded payment's amount (minor units) on an invoice, which then owes it again. */
export async function takeBack(
  ctx: SystemCtx,
  { businessId, invoiceId, amount }: Settlement,
): Promise<Invoice> {
  const invoice = await forUpdate(ctx, businessId, invoiceId);
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
  await announce(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
  return changed;
}

async function locked(ctx: Ctx, { currency, invoiceId }: Chosen): Promise<Invoice> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const invoice = isId('inv', invoiceId) ? await forUpdate(ctx, ctx.actor.businessId, invoiceId) : undefined;
  if (invoice?.currency !== currency) throw notFound('invoice');
  return invoice;
}

function forUpdate(ctx: SystemCtx, businessId: string, invoiceId: string): Promise<Invoice | undefined> {
  return ctx.tx
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst();
}

// An invoice made before its customer had an e-mail address takes the one there is now.
async function addressed(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
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
function refuseUnreachable({ customer_email, customer_name }: Invoice, chosen: Chosen): void {
  if (customer_email !== '' || !byMail(chosen) || chosen.channels?.includes('whatsapp')) return;
  throw new AppError(
    'conflict',
    `${customer_name} has no e-mail address. Add it to the customer, or share the link`,
  );
}

// Suppressed addresses get no reminder; throws unless another channel was chosen as well.
async function takesReminders(ctx: Ctx, invoice: Invoice, chosen: Chosen): Promise<boolean> {
  const { business_id: businessId, customer_email: to, customer_name: name } = invoice;
  if (to === '') return false;
  if (!(await isStopped(ctx.tx, businessId, 'email', to))) return true;
  if (byWhatsApp(chosen)) return false;
  throw new AppError('conflict', `${name} asked for no more reminders by e-mail. Share the link another way`);
}

const byMail = ({ channels, byHand }: Chosen): boolean =>
  !byHand && (!channels || channels.length === 0 || channels.includes('email'));

const byWhatsApp = ({ channels }: Chosen): boolean => channels?.includes('whatsapp') ?? false;
