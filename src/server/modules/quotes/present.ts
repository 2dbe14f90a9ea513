import type * as z from 'zod/mini';
import type { publicQuote } from '#contract/quote-answers.ts';
import type { quoteDetail, quoteSummary } from '#contract/quotes.ts';
import type { CalendarDate } from '#core/dates.ts';
import { subtract } from '#core/money.ts';
import { sumOf } from '#core/quote-parts.ts';
import { textsIn } from '#server/modules/invoices/rules/contents.ts';
import { linesOf } from '#server/modules/invoices/rules/facts.ts';
import type { QuoteDetails } from './queries/details.ts';
import type { ShownQuote } from './quote-view.ts';
import { codeAddress, numberOf, partsOf, quoteUrlOf, statusOf, whatsappUrl } from './rules.ts';
import type { Quote } from './table.ts';

/** A quote as lists show it. */
export const presentSummary = (quote: Quote, today: CalendarDate): z.output<typeof quoteSummary> => ({
  id: quote.id,
  _id: quote.id,
  number: numberOf(quote) || null,
  kind: quote.kind,
  title: quote.title,
  customerId: quote.customer_id,
  customerName: quote.customer_name,
  customerEmail: quote.customer_email,
  currency: quote.currency,
  totalAmount: quote.total_minor,
  status: statusOf(quote, today),
  validUntil: quote.valid_until,
  sentAt: quote.sent_at,
  createdAt: quote.created_at,
  invoiceId: quote.invoice_id,
});

/** A quote as its owner reads it. */
export function presentQuote(
  { quote, content, acceptance, events, invoiceNumber, shares, businessName, phone }: QuoteDetails,
  { today, publicUrl }: { today: CalendarDate; publicUrl: string },
): z.output<typeof quoteDetail> {
  const left = sumOf(shares.left);
  const pageUrl = quote.number === null ? null : quoteUrlOf(publicUrl, quote.public_id);
  return {
    ...presentSummary(quote, today),
    ...textsIn(content),
    items: linesOf(content.items),
    subtotal: content.subtotal_minor,
    discount: content.discount_minor,
    taxRate: content.tax_bps,
    pricesIncludeTax: content.prices_include_tax,
    tax: content.tax_minor,
    schedule: partsOf(content),
    validDays: quote.valid_days,
    dueDays: quote.due_days,
    onAcceptance: quote.on_acceptance,
    askCode: quote.asks_code,
    revision: quote.revision,
    changedAt: quote.changed_at,
    invoiceNumber,
    parts: shares.parts.map(({ total, ...part }) => ({ ...part, totalAmount: total })),
    invoicedAmount: subtract(shares.total, left),
    left: shares.left.map(({ bps, ...group }) => ({ ...group, rate: bps })),
    leftAmount: left,
    invoicedBy: shares.invoicedBy,
    linesLeft: shares.invoicedBy === 'share' ? [] : shares.lines.map((line) => line.left),
    pageUrl,
    whatsappUrl: pageUrl && whatsappUrl(quote, businessName, phone, pageUrl),
    pdf: `/api/${quote.currency.toLowerCase()}/quotes/${quote.id}/pdf`,
    acceptance: acceptance && {
      name: acceptance.name,
      orderNumber: acceptance.order_number,
      acceptedAt: acceptance.accepted_at,
      revision: acceptance.revision,
      byPayment: acceptance.by_payment,
      signature: acceptance.signature,
      codeSentTo: codeAddress(acceptance, content),
    },
    events: events.map(({ id, kind, revision, note, created_at }) => ({
      id,
      _id: id,
      kind,
      revision,
      note,
      createdAt: created_at,
    })),
  };
}

type Shown = ShownQuote & { businessName: string; codeTo: string | null };

/** A quote for anybody who has its link. */
export const presentPublic = (shown: Shown): z.output<typeof publicQuote> => {
  const { facts, lines } = shown;
  const { title, description, paymentTerms, notes, poNumber } = facts;
  return {
    publicId: shown.publicId,
    number: facts.number,
    kind: facts.kind,
    state: shown.state,
    businessName: shown.businessName,
    customerName: facts.customerName,
    currency: facts.currency,
    title,
    description,
    paymentTerms,
    notes,
    poNumber,
    items: lines,
    subtotal: facts.subtotal,
    discount: facts.discount,
    taxRate: facts.taxRate,
    pricesIncludeTax: facts.pricesIncludeTax ?? false,
    tax: facts.tax,
    schedule: shown.parts,
    totalAmount: facts.totalAmount,
    validUntil: facts.validUntil,
    revision: facts.revision,
    revisionHash: shown.revisionHash,
    codeTo: shown.codeTo,
  };
};
