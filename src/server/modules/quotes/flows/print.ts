import { dateIn } from '#core/dates.ts';
import { quoteDocument } from '#core/invoice/quote-document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { PrintedInvoice } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printOnce } from '#server/modules/files/flows/prints.ts';
import { linesOf } from '#server/modules/invoices/rules/facts.ts';
import { verifyUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import type { Turn } from '#server/workers/pool.ts';
import { acceptanceOf, currentRevision } from '../queries/quotes.ts';
import { documentFacts, numberOf, quoteUrlOf } from '../rules.ts';
import type { Quote } from '../table.ts';

/** The PDF of a quote as it stands, with who accepted it. */
export async function printQuote(scope: SystemScope, quote: Quote, turn: Turn): Promise<Uint8Array> {
  const content = await printed(scope, quote);
  return printOnce(scope, { businessId: quote.business_id, key: `quote ${quote.id}`, content }, () =>
    scope.ports.pdf.invoice(content, turn),
  );
}

/** The file name of its PDF. */
export const fileNameOf = (quote: Quote): string => `${numberOf(quote) || 'draft quote'}.pdf`;

async function printed(scope: SystemScope, quote: Quote): Promise<PrintedInvoice> {
  const { db, now } = scope;
  const { content } = await currentRevision(db, quote);
  const acceptance = await acceptanceOf(db, quote);
  const business = await businessForDocument(db, quote.business_id);
  const language = await languageOf(db, quote.business_id, quote.customer_id);
  const { timeZone } = business;
  const facts = documentFacts({ quote, content, acceptance, timeZone, today: dateIn(now, timeZone) });
  return {
    document: quoteDocument(facts, linesOf(content.items), business, language),
    business: await letterheadOf(scope, business),
    payUrl: quoteUrlOf(scope.publicUrl(), quote.public_id),
    check: {
      url: verifyUrlOf(scope.publicUrl()),
      code: formatVerificationCode(quote.verification_code),
    },
    testMode: inTestMode(scope.ports.payments, quote.currency),
  };
}
