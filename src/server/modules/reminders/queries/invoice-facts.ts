import type { Db, Tx } from '#server/kernel/db.ts';
import { type BusinessForDocument, businessForDocument } from '#server/modules/business/queries.ts';
import { balanceOf, type Invoice, payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';

type From = { publicUrl: string };

/** Loads a business once; returns the template facts of each of its invoices. */
export async function invoiceFactsLoader(
  db: Db | Tx,
  businessId: string,
  { publicUrl }: From,
): Promise<(invoice: Invoice) => Facts['invoiceSent']> {
  const business = await businessForDocument(db, businessId);
  return (invoice) => factsOf(business, invoice, publicUrl);
}

const factsOf = (
  business: BusinessForDocument,
  invoice: Invoice,
  publicUrl: string,
): Facts['invoiceSent'] => ({
  business,
  customerName: invoice.customer_name,
  number: invoice.number,
  title: invoice.title,
  total: invoice.total_minor,
  balance: balanceOf(invoice),
  currency: invoice.currency,
  due: invoice.due_date,
  payUrl: payUrlOf(publicUrl, invoice.public_id),
});
