import type { InvoiceDetail, InvoiceSummary } from './api.ts';

/** Sent and not paid in full: the customer can be reminded. */
export const isUnpaid = ({ status }: Pick<InvoiceSummary, 'status'>): boolean =>
  ['sent', 'due', 'overdue'].includes(status);

/** Sent, so that money can come for it: the counter can watch. */
export const isPayable = ({ status }: Pick<InvoiceSummary, 'status'>): boolean =>
  status === 'paid' || isUnpaid({ status });

/** Money that came in keeps its invoice. */
export const isDeletable = ({ status, amountPaid }: Pick<InvoiceSummary, 'status' | 'amountPaid'>): boolean =>
  status !== 'paid' && amountPaid === 0;

/** Where the customer pays; the address is left out for what is paid or due today. */
export function payLinkOf({
  checkoutUrl,
  status,
}: Pick<InvoiceDetail, 'checkoutUrl' | 'status'>): string | null {
  return status === 'paid' || status === 'due' ? null : checkoutUrl;
}
