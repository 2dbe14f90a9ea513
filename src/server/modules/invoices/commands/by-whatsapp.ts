import type { Ctx } from '#server/kernel/scope.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { jobs } from '../jobs.ts';
import { openNumberOf } from '../queries/share.ts';
import { aboutInvoice } from '../rules.ts';
import type { Invoice } from '../table.ts';

/**
 * Has an invoice, or a reminder of it, go out by WhatsApp to a customer who agreed to that. True: it goes; false: it went
 * before; null: only its owner can send it, with a tap.
 */
export async function sendByWhatsApp(
  ctx: Ctx,
  invoice: Invoice,
  letter: 'invoiceSent' | 'invoiceReminder',
  key: string,
): Promise<boolean | null> {
  const to = await openNumberOf(ctx, invoice);
  if (to === null) return null;
  const { business_id: businessId, id: invoiceId } = invoice;
  const about = aboutInvoice(invoice);
  const fresh = await claimMessage(ctx, { key, channel: 'whatsapp', kind: letter, to, about });
  if (fresh) await ctx.enqueue(jobs.deliver, { businessId, invoiceId, letter, key, number: to });
  return fresh;
}
