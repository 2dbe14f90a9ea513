import type { InvoiceDetail } from '../api.ts';

/** Sent and not paid in full: the customer can be asked for it. */
export const isUnpaid = ({ status }: Pick<InvoiceDetail, 'status'>): boolean =>
  ['sent', 'due', 'overdue'].includes(status);

/** Where the customer pays; the address is left out for what is paid or due today. */
export function payLinkOf({
  checkoutUrl,
  status,
}: Pick<InvoiceDetail, 'checkoutUrl' | 'status'>): string | null {
  return status === 'paid' || status === 'due' ? null : checkoutUrl;
}
