import type { QuoteFacts } from '#core/invoice/quote-document.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { InvoiceLine } from '#core/invoice/document.ts';
import type { Language } from '#core/languages.ts';
import type { Minor } from '#core/money.ts';
import type { PartTerms } from '#core/payment-schedule.ts';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';

/** The state of a quote for its customer. */
export type PublicQuoteState = 'open' | 'expired' | 'accepted' | 'declined' | 'withdrawn';

/** All that a quote itself says to whoever has its link. */
export type ShownQuote = {
  publicId: string;
  state: PublicQuoteState;
  /** Names exactly what is shown; an acceptance sends it back. */
  revisionHash: string;
  facts: QuoteFacts;
  parts: (PartTerms & { sum: Minor })[];
  lines: Required<InvoiceLine>[];
};

/** All that the public page of a quote shows. */
export type QuoteView = ShownQuote & {
  /** The day it took the place of an earlier one; null while it never did. */
  replacedOn: CalendarDate | null;
  business: Issuer;
  timeZone: string;
  /** Language its customer is written to in. */
  language: Language;
  /** The masked address a code goes to first, and whether one that counts has gone; null where none is asked for. */
  code: { to: string; isSent: boolean } | null;
  /** The page its invoice is paid on and what that asks for, in minor units; null while there is nothing to pay. */
  payment: { publicId: string; asked: Minor } | null;
  testMode: boolean;
};
