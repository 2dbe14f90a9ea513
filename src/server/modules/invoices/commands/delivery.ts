import { AppError } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { claimEmail } from '#server/modules/notifications/commands/notify.ts';
import { isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { jobs } from '../jobs.ts';
import { aboutInvoice } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { type Letter, sendByWhatsApp } from './send-whatsapp.ts';

export type Channel = 'email' | 'whatsapp';

/** How an invoice reaches its customer; without `channels`, by those of `channelsFor`. */
export type Delivery = {
  channels?: Channel[] | undefined;
  /** The owner shares the link; nothing is sent by the service. */
  byHand?: true;
};

/** The channels of a message to a customer: those chosen, else email, and WhatsApp where there is no address. */
export function channelsFor({ customer_email }: Invoice, chosen: Channel[] | undefined): Channel[] {
  if (chosen && chosen.length > 0) return chosen;
  return customer_email === '' ? ['whatsapp'] : ['email'];
}

/** Queues the messages that bring an invoice to its customer, once for each revision. */
export async function deliverInvoice(ctx: Ctx, invoice: Invoice, delivery: Delivery): Promise<void> {
  const key = deliveryKey(invoice);
  if (viaEmail(delivery) && invoice.customer_email !== '')
    await enqueueEmail(ctx, invoice, 'invoiceSent', { key });
  // Its template asks for money, which an invoice that credit paid does not.
  if (viaWhatsApp(delivery) && !invoice.paid_at)
    await sendByWhatsApp(ctx, invoice, 'invoiceSent', { key: `${key}:whatsapp` });
}

/** Takes back the messages of a revision that have not gone: they would say what the next one says. */
export async function cancelDelivery(ctx: Ctx, invoice: Invoice): Promise<void> {
  const key = deliveryKey(invoice);
  await cancelMessage(ctx, key, invoice.business_id);
  await cancelMessage(ctx, `${key}:whatsapp`, invoice.business_id);
}

const deliveryKey = ({ id, revision }: Pick<Invoice, 'id' | 'revision'>): string =>
  revision === 1 ? `deliver:${id}` : `deliver:${id}:${revision}`;

/** Queues an email; claimed at once, so that it shows while its file is generated. False where its key is known. */
export async function enqueueEmail(
  ctx: Ctx,
  invoice: Invoice,
  template: 'invoiceSent' | 'invoiceReminder',
  { key, words }: Letter,
): Promise<boolean> {
  const { business_id: businessId, id, customer_email: to } = invoice;
  await requireRecipient(ctx, businessId, to);
  const fresh = await claimEmail(ctx, { key, to, template, about: aboutInvoice(invoice) });
  if (fresh) ctx.enqueue(jobs.deliver, { businessId, invoiceId: id, letter: template, key, words });
  return fresh;
}

/** Throws 409 where no chosen channel reaches the customer: of two, one that works is enough. */
export function requireReachable({ customer_email, customer_name }: Invoice, target: Delivery): void {
  if (customer_email !== '' || !viaEmail(target) || target.channels?.includes('whatsapp')) return;
  throw new AppError(
    'conflict',
    `${customer_name} has no email address. Send it by WhatsApp, or add the address to the customer`,
  );
}

/** Suppressed addresses get no reminder; throws 409 unless another channel was chosen as well. */
export async function acceptsReminders(ctx: Ctx, invoice: Invoice, target: Delivery): Promise<boolean> {
  const { business_id: businessId, customer_email: to, customer_name: name } = invoice;
  if (to === '') return false;
  if (!(await isSuppressed(ctx.tx, businessId, 'email', to))) return true;
  if (viaWhatsApp(target)) return false;
  throw new AppError('conflict', `${name} asked for no more reminders by email. Share the link another way`);
}

/** Whether an email is to go. */
export const viaEmail = ({ channels, byHand }: Delivery): boolean =>
  !byHand && (channels?.includes('email') ?? false);

/** Whether it is to go by WhatsApp, where that is possible. */
export const viaWhatsApp = ({ channels, byHand }: Delivery): boolean =>
  !byHand && (channels?.includes('whatsapp') ?? false);
