import { type Db, together, type Tx } from '#server/kernel/db.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import type { Quote, QuoteAcceptance, QuoteContent, QuoteEvent } from '../table.ts';
import { partRows, type QuoteShares, sharesOf } from './parts.ts';
import { acceptanceOf, currentRevision, eventsOf } from './quotes.ts';

/** A quote with all its owner reads of it. */
export type QuoteDetails = {
  quote: Quote;
  content: QuoteContent;
  acceptance: QuoteAcceptance | null;
  events: QuoteEvent[];
  invoiceNumber: string | null;
  shares: QuoteShares;
  businessName: string;
  phone: string | null;
};

/** A quote as its owner reads it. */
export const quoteDetails = (db: Db | Tx, quote: Quote): Promise<QuoteDetails> =>
  together(db, async (one) => {
    const { business_id: businessId, invoice_id: invoiceId } = quote;
    const [{ content }, parts, acceptance, events, invoice, business, customer] = await Promise.all([
      currentRevision(one, quote),
      partRows(one, quote),
      acceptanceOf(one, quote),
      eventsOf(one, quote),
      invoiceId === null ? null : invoiceNumberOf(one, businessId, invoiceId),
      one
        .selectFrom('business_profiles')
        .select('business_name')
        .where('business_id', '=', businessId)
        .executeTakeFirst(),
      customerById(one, businessId, quote.customer_id),
    ]);
    return {
      quote,
      content,
      acceptance,
      events,
      invoiceNumber: invoice,
      shares: sharesOf(quote, content, parts),
      businessName: business?.business_name ?? '',
      phone: customer?.phone ?? null,
    };
  });

async function invoiceNumberOf(db: Db, businessId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('number')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.number ?? null;
}
