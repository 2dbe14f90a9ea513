import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { newQuote, quoteStatuses } from '#contract/quotes.ts';
import { addDays, type CalendarDate, dateIn, formatDate } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { maskedEmail } from '#core/email.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { QuoteFacts } from '#core/invoice/quote-document.ts';
import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import { formatMoney } from '#core/money.ts';
import { offeredParts } from '#core/payment-schedule.ts';
import { internationalDigits } from '#core/phone.ts';
import { textsIn } from '#server/modules/invoices/rules/contents.ts';
import { linesOf } from '#server/modules/invoices/rules/facts.ts';
import type { PublicQuoteState, ShownQuote } from './quote-view.ts';
import type { Quote, QuoteAcceptance, QuoteContent, QuoteRevision } from './table.ts';

export type { PublicQuoteState, Quote };
export type QuoteStatus = (typeof quoteStatuses)[number];
/** Decoded input of a quote: amounts in minor units, quantities in millionths. */
export type NewQuote = z.output<typeof newQuote>;

/** Questions a quote takes in a day. */
export const MOST_QUESTIONS = 5;
/** How long a code by email can be used, and how often one is tried. */
export const CODE_MS = 15 * MINUTE_MS;
export const MOST_CODE_TRIES = 5;
/** Codes that one address gets from one business. */
export const CODES_PER_ADDRESS = { max: 5, windowMs: 60 * MINUTE_MS };
const MOST_DAYS_AHEAD = 365;

/** `QUO-0001`, and on past four digits. */
export const quoteNumber = (count: number): string => `QUO-${String(count).padStart(4, '0')}`;

/** The number of a quote on paper and in sentences; a draft has none. */
export const numberOf = ({ number }: Pick<Quote, 'number'>): string =>
  number === null ? '' : quoteNumber(number);

/** A quote by its kind, inside a sentence. */
export const kindNames: Record<QuoteKind, string> = {
  quote: 'quote',
  estimate: 'estimate',
  proforma: 'proforma invoice',
};

/** Status of a quote today (in its business's zone); that it was seen or has ended is derived, never stored. */
export function statusOf(
  { state, valid_until, viewed_at }: Pick<Quote, 'state' | 'valid_until' | 'viewed_at'>,
  today: CalendarDate,
): QuoteStatus {
  if (state !== 'sent') return state;
  if (valid_until !== null && valid_until < today) return 'expired';
  return viewed_at ? 'viewed' : 'sent';
}

/** The state of a quote for its customer, by its status. */
export const publicStates: Record<QuoteStatus, PublicQuoteState> = {
  draft: 'withdrawn',
  sent: 'open',
  viewed: 'open',
  expired: 'expired',
  accepted: 'accepted',
  declined: 'declined',
  withdrawn: 'withdrawn',
};

/** The last day a quote can be accepted; of a draft as if it went today. */
export const validUntilOf = (
  { valid_until, valid_days }: Pick<Quote, 'valid_until' | 'valid_days'>,
  today: CalendarDate,
): CalendarDate => valid_until ?? addDays(today, valid_days);

/** Throws 422 for a day before today or the one it ends on already, or more than a year ahead. */
export function refuseExtension(quote: Quote, validUntil: CalendarDate, today: CalendarDate): void {
  const current = validUntilOf(quote, today);
  if (validUntil < today) throw fieldError('validUntil', 'That day is over. Choose a later one');
  if (validUntil <= current)
    throw fieldError('validUntil', `It stands until ${formatDate(current)} already. Choose a later day`);
  if (validUntil > addDays(today, MOST_DAYS_AHEAD))
    throw fieldError('validUntil', 'Choose a day within a year');
}

/** The refusal of an answer to a quote that takes none; null while it does. */
export function closedRefusal(quote: Quote, today: CalendarDate, business: string): AppError | null {
  const status = statusOf(quote, today);
  if (status === 'sent' || status === 'viewed') return null;
  return new AppError('quote_closed', closedTexts[status](business, formatDate(validUntilOf(quote, today))));
}

const closedTexts: Record<
  Exclude<QuoteStatus, 'sent' | 'viewed'>,
  (business: string, day: string) => string
> = {
  draft: (business) => `${business} has not sent this quote yet`,
  expired: (business, day) => `This quote ended on ${day}. Ask ${business} to extend it.`,
  accepted: (business) => `This quote was accepted already. Ask ${business} if something is not right.`,
  declined: (business) => `This quote was declined. Ask ${business} for a new one.`,
  withdrawn: (business) => `${business} withdrew this quote. Ask them for a new one.`,
};

/** The refusal of an acceptance of what was changed since it was read. */
export const changedRefusal = (quote: Quote, revisionHash: string, business: string): AppError =>
  new AppError(
    'quote_changed',
    `${numberOf(quote)} was changed by ${business} while you were reading. Please look again.`,
    { data: { revision: quote.revision, revisionHash } },
  );

/** SHA-256 of all that a revision says, which its acceptance is bound to. */
export const hashOf = (
  { number, revision, currency }: Pick<Quote, 'number' | 'revision' | 'currency'>,
  content: QuoteContent,
): string => createHash('sha256').update(canonical({ number, revision, currency, content })).digest('hex');

/** Whether two contents say the same. */
export const isSame = (one: QuoteContent, other: QuoteContent): boolean =>
  canonical(one) === canonical(other);

// The database keeps no order of keys.
const canonical = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** The public page of a quote. */
export const quoteUrlOf = (publicUrl: string, publicId: string): string => `${publicUrl}/quote/${publicId}`;

/** A WhatsApp link that opens a chat with the customer (when the number is known) and the quote typed in it. */
export function whatsappUrl(quote: Quote, business: string, phone: string | null, pageUrl: string): string {
  const amount = formatMoney(quote.total_minor, quote.currency);
  const changed = quote.revision > 1 ? ' (changed: this replaces the earlier one)' : '';
  const text = `${business}: ${kindNames[quote.kind]} ${numberOf(quote)}${changed} for ${amount}. See it and answer here: ${pageUrl}`;
  return `https://wa.me/${internationalDigits(phone)}?text=${encodeURIComponent(text)}`;
}

type Said = {
  quote: Quote;
  content: QuoteContent;
  acceptance: Pick<
    QuoteAcceptance,
    'name' | 'order_number' | 'accepted_at' | 'signature' | 'code_confirmed'
  > | null;
  timeZone: string;
  today: CalendarDate;
};

/** The parts a quote is to be paid in, with their sums; none where it is paid in one. */
export const partsOf = ({ schedule = [], total_minor }: QuoteContent) => offeredParts(schedule, total_minor);

/** The masked address whose code confirmed an acceptance; null where none did. */
export const codeAddress = (
  { code_confirmed }: Pick<QuoteAcceptance, 'code_confirmed'>,
  { customer_email }: Pick<QuoteContent, 'customer_email'>,
): string | null => (code_confirmed ? maskedEmail(customer_email) : null);

/** A quote as its document needs it. */
export const documentFacts = ({ quote, content, acceptance, timeZone, today }: Said): QuoteFacts => ({
  ...textsIn(content),
  kind: content.kind,
  number: numberOf(quote),
  currency: quote.currency,
  date: quote.sent_at ? dateIn(quote.sent_at, timeZone) : today,
  validUntil: validUntilOf(quote, today),
  customerName: content.customer_name,
  customerEmail: content.customer_email,
  subtotal: content.subtotal_minor,
  discount: content.discount_minor,
  taxRate: content.tax_bps,
  pricesIncludeTax: content.prices_include_tax,
  tax: content.tax_minor,
  totalAmount: content.total_minor,
  schedule: partsOf(content),
  revision: quote.revision,
  changedAt: quote.sent_at,
  withdrawn: quote.state === 'withdrawn',
  acceptance: acceptance && {
    name: acceptance.name,
    orderNumber: acceptance.order_number,
    acceptedAt: acceptance.accepted_at,
    signature: acceptance.signature,
    codeSentTo: codeAddress(acceptance, content),
  },
});

type Showing = Omit<Said, 'content'> & { revision: Pick<QuoteRevision, 'content' | 'content_hash'> };

/** A quote as its page shows a revision of it. */
export const shownQuote = ({ revision: { content, content_hash }, ...said }: Showing): ShownQuote => ({
  publicId: said.quote.public_id,
  state: publicStates[statusOf(said.quote, said.today)],
  revisionHash: content_hash ?? '',
  facts: documentFacts({ ...said, content }),
  parts: partsOf(content),
  lines: linesOf(content.items),
});
