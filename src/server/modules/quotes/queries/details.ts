import { assert } from '#core/assert.ts';
import { combinedRead, part } from '#server/kernel/combined-read.ts';
import { type Db, together, type Tx } from '#server/kernel/db.ts';
import { customerPart } from '#server/modules/customers/queries/list.ts';
import type { Quote, QuoteAcceptance, QuoteContent, QuoteEvent } from '../table.ts';
import { partRows, type QuoteShares, sharesOf } from './parts.ts';
import { acceptanceRow, eventRows, latestRevision } from './quotes.ts';

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
    const { business_id: businessId, id, customer_id: customerId } = quote;
    const [rows, parts] = await Promise.all([
      detailRows(one, businessId, id, customerId, quote.invoice_id ?? ''),
      partRows(one, quote),
    ]);
    const [revision] = rows.revisions;
    assert(revision, 'a quote has a revision');
    const { content } = revision;
    return {
      quote,
      content,
      acceptance: rows.acceptances[0] ?? null,
      events: rows.events,
      invoiceNumber: rows.invoices[0]?.number ?? null,
      shares: sharesOf(quote, content, parts),
      businessName: rows.businesses[0]?.business_name ?? '',
      phone: rows.customers[0]?.phone ?? null,
    };
  });

const detailRows = combinedRead(
  (db, businessId: string, quoteId: string, customerId: string, invoiceId: string) => ({
    revisions: part(latestRevision(db, businessId, quoteId), {}),
    acceptances: part(acceptanceRow(db, businessId, quoteId), { accepted_at: true }),
    events: part(eventRows(db, businessId, quoteId), { created_at: true }),
    invoices: part(
      db
        .selectFrom('invoices')
        .select('number')
        .where('business_id', '=', businessId)
        .where('id', '=', invoiceId),
      {},
    ),
    businesses: part(
      db.selectFrom('business_profiles').select('business_name').where('business_id', '=', businessId),
      {},
    ),
    customers: customerPart(db, businessId, customerId),
  }),
);
