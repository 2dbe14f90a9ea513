import { sendInvoice } from '../commands/send.ts';
import { deliveryTool } from './deliver.ts';

/** Sends pending invoices to their customers. */
export const sendTool = deliveryTool({
  description: 'Propose to send pending invoices to their customers, by email or WhatsApp.',
  of: 'pending',
  deliver: async (ctx, { id, currency }, how) => {
    await sendInvoice(ctx, { currency, invoiceId: id, ...how });
    return { again: false };
  },
});
