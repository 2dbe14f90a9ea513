import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { AppError, notFound } from '#core/errors.ts';
import { formatMoney } from '#core/money.ts';
import { signaturePath, type Stroke } from '#core/signature.ts';
import { combinedRead, part } from '#server/kernel/combined-read.ts';
import type { Actor, SystemCtx } from '#server/kernel/scope.ts';
import { tooManyRequests } from '#server/kernel/rate-limits.ts';
import { customerPart, type keptCustomer, keptOf } from '#server/modules/customers/queries/list.ts';
import { actorOf, ownerRow } from '#server/modules/identity/queries/accounts.ts';
import { issuerPart, type IssuerRow } from '#server/modules/invoices/commands/create.ts';
import { acceptanceOf, latestRevision } from '../queries/quotes.ts';
import { changedRefusal, MOST_QUESTIONS, numberOf } from '../rules.ts';
import type { Quote, QuoteAcceptance, QuoteRevision } from '../table.ts';
import { spendQuoteCode } from './code.ts';
import { invoiceAccepted } from './convert.ts';
import { cancelDelivery, sendAcceptance, tellOwner } from './letters.ts';
import { lockSent, type OpenedQuote } from './lock.ts';
import { recordAnswer, recordEvent, recordNews, recordQuote } from './record.ts';

const DAY_SECONDS = 86_400;

type Link = { businessId: string; id: string };
type NewAcceptance = {
  name: string;
  orderNumber?: string | null | undefined;
  revisionHash: string;
  signature?: readonly Stroke[] | undefined;
  code?: string | null | undefined;
};

/** A quote that is accepted, with all that its page says of it. */
export type AcceptedQuote = {
  quote: Quote;
  revision: QuoteRevision;
  acceptance: QuoteAcceptance;
  business: string;
  timeZone: string;
};

/**
 * Accepts exactly the revision that was read, and makes its invoice as the owner chose. Accepted twice it stays the same. Throws
 * 404, 409 `quote_closed` where it takes no answer any more, and `quote_changed` where it says something else by now, 422 without the
 * code it asks for, and `wrong_code`.
 */
export async function acceptQuote(
  ctx: SystemCtx,
  link: AcceptedLink,
  input: NewAcceptance,
): Promise<AcceptedQuote> {
  const read = await readToAccept(ctx, link);
  const known = await acceptedBefore(ctx, read, input.revisionHash);
  if (known) return { ...read, acceptance: known };
  if (read.quote.asks_code) await spendQuoteCode(ctx, read.quote, input);
  return { ...read, ...(await accept(ctx, read, input)) };
}

/**
 * Accepts a proforma by paying it: its invoice is made and goes, in the same transaction. Throws as `acceptQuote`, and 409 where it is no
 * proforma, or no invoice can be made.
 */
export async function payQuote(ctx: SystemCtx, link: AcceptedLink, revisionHash: string): Promise<Quote> {
  const read = await readToAccept(ctx, link);
  const { quote, business } = read;
  if (quote.kind !== 'proforma')
    throw new AppError('conflict', 'Only a proforma invoice can be paid like this');
  if (await acceptedBefore(ctx, read, revisionHash)) return quote;
  const acceptance = { name: quote.customer_name, revisionHash, byPayment: true };
  const sending = { ...read, quote: { ...quote, on_acceptance: 'send' } as const };
  const { quote: made } = await accept(ctx, sending, acceptance);
  if (made.invoice_id === null) throw new AppError('conflict', `Ask ${business} how to pay this`);
  return made;
}

type AcceptedLink = Link & { customerId: string };

/** A quote behind the business's lock, with what it says and both its sides; null for one who is gone. */
type ReadQuote = OpenedQuote & {
  revision: QuoteRevision;
  owner: Actor | null;
  issuer: IssuerRow | undefined;
  customer: Awaited<ReturnType<typeof keptCustomer>>;
};

// Sent together, the lock first: others who accept for the same business wait for each round trip behind it.
async function readToAccept(ctx: SystemCtx, link: AcceptedLink): Promise<ReadQuote> {
  const { tx } = ctx;
  const { businessId, id, customerId } = link;
  const [opened, { revisions, owners, issuers, customers }] = await Promise.all([
    lockSent(ctx, link),
    rowsToAccept(tx, businessId, id, customerId),
    ctx.vault.prepare(businessId),
  ]);
  const [revision] = revisions;
  if (!revision) throw notFound('quote');
  const customer = await keptOf(tx, customers[0]);
  return { ...opened, revision, owner: actorOf(owners[0]), issuer: issuers[0], customer };
}

const rowsToAccept = combinedRead((db, businessId: string, quoteId: string, customerId: string) => ({
  revisions: part(latestRevision(db, businessId, quoteId), {}),
  owners: part(ownerRow(db, businessId), {}),
  issuers: issuerPart(db, businessId),
  customers: customerPart(db, businessId, customerId),
}));

// The acceptance of the revision that was read, where there is one already. Throws where there can be none.
async function acceptedBefore(
  { tx }: SystemCtx,
  { quote, business, refusal, revision }: ReadQuote,
  revisionHash: string,
): Promise<QuoteAcceptance | null> {
  const earlier = quote.state === 'accepted' ? await acceptanceOf(tx, quote) : null;
  if (earlier?.content_hash === revisionHash) return earlier;
  if (refusal) throw refusal;
  if (revision.content_hash !== revisionHash)
    throw changedRefusal(quote, revision.content_hash ?? '', business);
  return null;
}

type Acceptance = NewAcceptance & { byPayment?: boolean };

async function accept(
  ctx: SystemCtx,
  { quote, revision, owner, issuer, customer }: ReadQuote,
  input: Acceptance,
): Promise<Pick<AcceptedQuote, 'quote' | 'acceptance'>> {
  const { name, byPayment, orderNumber } = input;
  const acceptance = acceptanceRow(ctx, quote, input);
  const amount = formatMoney(quote.total_minor, quote.currency);
  // No money has come yet: the payment tells its own news.
  const next = byPayment ? ' and went on to pay it' : '';
  const description = `${name} accepted ${numberOf(quote)} of ${amount}${next}`;
  recordNews(ctx, quote, { type: 'quote_accepted', description });
  const note = byPayment ? `${name}, who went on to pay` : name;
  const answer = { state: 'accepted', acceptance, event: { kind: 'accepted', note } } as const;
  sendAcceptance(ctx, quote);
  if (!owner || !customer) return { quote: await recordAnswer(ctx, quote, answer), acceptance };
  const agreed = { content: revision.content, customer, issuer, orderNumber };
  return { quote: await invoiceAccepted({ ...ctx, actor: owner }, quote, agreed, answer), acceptance };
}

const acceptanceRow = (
  { origin, now }: SystemCtx,
  quote: Quote,
  { name, orderNumber, revisionHash, signature, byPayment = false }: Acceptance,
): QuoteAcceptance => ({
  business_id: quote.business_id,
  quote_id: quote.id,
  revision: quote.revision,
  content_hash: revisionHash,
  name,
  order_number: orderNumber || '',
  by_payment: byPayment,
  code_confirmed: quote.asks_code && !byPayment,
  signature: signature ? signaturePath(signature) : null,
  address: origin.clientAddress,
  browser: origin.userAgent,
  accepted_at: now,
});

/** Declines a quote, with a reason or without; done already is done. Throws 404, 409 `quote_closed`. */
export async function declineQuote(ctx: SystemCtx, link: Link, reason: string): Promise<Quote> {
  const { quote, refusal } = await lockSent(ctx, link);
  if (quote.state === 'declined') return quote;
  if (refusal) throw refusal;
  const event = { kind: 'declined', note: reason } as const;
  const declined = await recordAnswer(ctx, quote, { state: 'declined', event });
  // They may have it from elsewhere before its email went.
  await cancelDelivery(ctx, quote);
  const number = numberOf(quote);
  const description = `${quote.customer_name} declined ${number}`;
  recordNews(ctx, declined, { type: 'quote_declined', description });
  await tellOwner(ctx, declined, {
    key: `quote-declined:${quote.id}`,
    kind: 'declined',
    by: quote.customer_name,
    words: reason,
  });
  return declined;
}

/** Takes a question to the owner, five a day. Throws 404, 409 where nobody waits for one, 429. */
export async function askAboutQuote(ctx: SystemCtx, link: Link, question: string): Promise<void> {
  const { quote, refusal } = await lockSent(ctx, link);
  // One that has ended can be extended, and an accepted one is being worked on.
  if (refusal && (quote.state === 'declined' || quote.state === 'withdrawn')) throw refusal;
  const asked = await questionsSince(ctx, quote, plusMs(ctx.now, -DAY_MS));
  if (asked >= MOST_QUESTIONS) throw tooManyRequests(DAY_SECONDS);
  await recordQuote(
    ctx,
    quote,
    { kind: 'question', note: question },
    { type: 'quote_question', description: `${quote.customer_name} has a question about ${numberOf(quote)}` },
  );
  await tellOwner(ctx, quote, {
    key: `quote-question:${quote.id}:${ctx.now.getTime()}`,
    kind: 'question',
    by: quote.customer_name,
    words: question,
  });
}

/** Notes the first look at the current revision of a quote that still waits for its answer. */
export async function markViewed(ctx: SystemCtx, { businessId, id }: Link): Promise<void> {
  const viewed = await ctx.tx
    .updateTable('quotes')
    .set({ viewed_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('viewed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (viewed) await recordEvent(ctx, viewed, { kind: 'viewed' });
}

async function questionsSince(ctx: SystemCtx, quote: Quote, since: Date): Promise<number> {
  const { asked } = await ctx.tx
    .selectFrom('quote_events')
    .select((eb) => eb.fn.countAll<number>().as('asked'))
    .where('business_id', '=', quote.business_id)
    .where('quote_id', '=', quote.id)
    .where('kind', '=', 'question')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(asked);
}
