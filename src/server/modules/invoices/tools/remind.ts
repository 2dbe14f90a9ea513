import { remindInvoice } from '../commands/lifecycle.ts';
import { deliveryTool } from './deliver.ts';

/** Reminds customers of invoices that were sent and are not paid. */
export const remindTool = deliveryTool({
  description: 'Propose to remind customers of unpaid invoices, by email or WhatsApp.',
  of: 'unpaid',
  deliver: (ctx, { id, currency }, { channels }) => remindInvoice(ctx, { currency, invoiceId: id, channels }),
});
