import type { SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../../activity/commands.ts';
import type { Message } from '../table.ts';

const ways = { email: 'e-mail', whatsapp: 'WhatsApp message', push: 'notification' } as const;

/** Tells the owner that a message did not reach a customer; of messages to others there is nothing to tell. */
export async function tellOfFailure(ctx: SystemCtx, message: Message): Promise<void> {
  const { business_id: businessId, customer_name: customer, invoice_number: number } = message;
  if (!businessId || customer === null) return;
  const about = number ? ` about ${number}` : '';
  await recordActivity(ctx, businessId, {
    type: 'message_failed',
    status: 'failed',
    description: `The ${ways[message.channel]} to ${customer}${about} did not arrive: ${message.reason ?? 'no reason given'}`,
    metadata: {
      customerName: customer,
      ...(message.invoice_id ? { invoiceId: message.invoice_id } : {}),
      ...(number ? { invoiceNumber: number } : {}),
    },
  });
}
