import type { InvoiceDetail, InvoiceSummary } from './api.ts';

/** Sent and not paid in full: the customer can be reminded. */
export const isUnpaid = ({ status }: Pick<InvoiceSummary, 'status'>): boolean =>
  ['sent', 'due', 'overdue'].includes(status);

/** Sent, so that money can come for it: the counter can watch. */
export const isPayable = ({ status }: Pick<InvoiceSummary, 'status'>): boolean =>
  status === 'paid' || isUnpaid({ status });

/** Something is owed, or was given up, so that money can be recorded. */
export const isRecordable = ({
  status,
  balance,
  writtenOff,
}: Pick<InvoiceSummary, 'status' | 'balance' | 'writtenOff'>): boolean =>
  writtenOff > 0 || (balance > 0 && (status === 'pending' || isUnpaid({ status })));

/** It went to its customer, and something of it is left to take back. */
export const isCreditable = ({
  status,
  totalAmount,
  credited,
}: Pick<InvoiceSummary, 'status' | 'totalAmount' | 'credited'>): boolean =>
  status !== 'pending' && status !== 'deleted' && credited < totalAmount;

/** Something is owed of which its customer may keep tax, which is not settled yet. */
export const canKeepTax = ({
  status,
  balance,
  withholding,
}: Pick<InvoiceDetail, 'status' | 'balance' | 'withholding'>): boolean =>
  balance > 0 &&
  (status === 'pending' || isUnpaid({ status })) &&
  (!withholding || withholding.state === 'declared');

/** An invoice stays once a part of it is settled. */
export const isDeletable = ({
  status,
  totalAmount,
  balance,
}: Pick<InvoiceSummary, 'status' | 'totalAmount' | 'balance'>): boolean =>
  status !== 'deleted' && balance === totalAmount;

/** Payments that keep an invoice as it is, also when their money went back. */
const CAME = ['completed', 'refunded'];

/**
 * How an invoice can be changed: as it is while it was not sent, then by sending it again. Null once money came, and for a
 * deleted one.
 */
export function changeOf({
  status,
  totalAmount,
  balance,
  payments = [],
}: Pick<InvoiceSummary, 'status' | 'totalAmount' | 'balance'> & Partial<Pick<InvoiceDetail, 'payments'>>):
  | 'edit'
  | 'revise'
  | null {
  if (balance < totalAmount || payments.some((payment) => CAME.includes(payment.status))) return null;
  if (status === 'pending') return 'edit';
  return isUnpaid({ status }) ? 'revise' : null;
}

/** Where the customer pays; the address is left out for what is paid or due today. */
export function payLinkOf({
  checkoutUrl,
  status,
}: Pick<InvoiceDetail, 'checkoutUrl' | 'status'>): string | null {
  return isUnpaid({ status }) && status !== 'due' ? checkoutUrl : null;
}
