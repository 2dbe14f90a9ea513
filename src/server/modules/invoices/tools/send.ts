import { sendInvoice } from '../commands.ts';
import { deliveringTool } from './deliver.ts';

/** Sends pending invoices to their customers. */
export const sendTool = deliveringTool({
  description: 'Propose to send pending invoices to their customers, by e-mail or WhatsApp.',
  of: 'pending',
  deliver: async (ctx, { id, currency }, channels) => {
    await sendInvoice(ctx, { currency, invoiceId: id, channels });
    return { again: false };
  },
});
