import type { Ctx } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { jobs } from '../jobs.ts';
import { whatsappNumberFor } from '../queries/share.ts';
import { aboutInvoice } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';

/** A message by its key, with its owner's words where they have some. */
export type Letter = { key: string; words?: string | undefined };

/**
 * Queues an invoice, or a reminder of it, by WhatsApp for a customer who consented. True: queued; false:
 * already sent; null: only its owner can send it by hand.
 */
export async function sendByWhatsApp(
  ctx: Ctx,
  invoice: Invoice,
  template: 'invoiceSent' | 'invoiceReminder',
  { key, words }: Letter,
): Promise<boolean | null> {
  const to = await whatsappNumberFor(ctx, invoice);
  if (to === null) return null;
  const { business_id: businessId, id: invoiceId } = invoice;
  const about = aboutInvoice(invoice);
  await requireRecipient(ctx, businessId, to);
  const fresh = await claimMessage(ctx, { key, channel: 'whatsapp', kind: template, to, about });
  if (fresh) ctx.enqueue(jobs.deliver, { businessId, invoiceId, letter: template, key, number: to, words });
  return fresh;
}
