import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { formatMoney } from '#core/money.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { tooManyRequests } from '#server/kernel/rate-limits.ts';
import { acceptanceOf, currentRevision } from '../queries/quotes.ts';
import { changedRefusal, MOST_QUESTIONS, numberOf } from '../rules.ts';
import type { Quote, QuoteRevision } from '../table.ts';
import { invoiceAccepted } from './convert.ts';
import { cancelDelivery, sendAcceptance, tellOwner } from './letters.ts';
import { lockSent, type OpenedQuote } from './lock.ts';
import { recordEvent, recordQuote } from './record.ts';

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

type Link = { businessId: string; id: string };
type NewAcceptance = { name: string; orderNumber?: string | null | undefined; revisionHash: string };

/**
 * Accepts exactly the revision that was read, and makes its invoice as the owner chose. Accepted twice it stays the same. Throws
 * 404, 409 `quote_closed` where it takes no answer any more, and `quote_changed` where it says something else by now.
 */
export async function acceptQuote(ctx: SystemCtx, link: Link, input: NewAcceptance): Promise<Quote> {
  const opened = await lockSent(ctx, link);
  const revision = await toAccept(ctx, opened, input.revisionHash);
  return revision ? accept(ctx, opened.quote, revision, input) : opened.quote;
}

/**
 * Accepts a proforma by paying it: its invoice is made and goes, in the same transaction. Throws as `acceptQuote`, and 409 where it is no
 * proforma, or no invoice can be made.
 */
export async function payQuote(ctx: SystemCtx, link: Link, revisionHash: string): Promise<Quote> {
  const opened = await lockSent(ctx, link);
  const { quote, business } = opened;
  if (quote.kind !== 'proforma')
    throw new AppError('conflict', 'Only a proforma invoice can be paid like this');
  const revision = await toAccept(ctx, opened, revisionHash);
  if (!revision) return quote;
  const acceptance = { name: quote.customer_name, revisionHash, byPayment: true };
  const made = await accept(ctx, { ...quote, on_acceptance: 'send' }, revision, acceptance);
  if (made.invoice_id === null) throw new AppError('conflict', `Ask ${business} how to pay this`);
  return made;
}

// The revision that was read; null where that one is accepted already. Throws where it cannot be.
async function toAccept(
  { tx }: SystemCtx,
  { quote, business, refusal }: OpenedQuote,
  revisionHash: string,
): Promise<QuoteRevision | null> {
  const [acceptance, revision] = await Promise.all([acceptanceOf(tx, quote), currentRevision(tx, quote)]);
  if (acceptance?.content_hash === revisionHash) return null;
  if (refusal) throw refusal;
  if (revision.content_hash !== revisionHash)
    throw changedRefusal(quote, revision.content_hash ?? '', business);
  return revision;
}

type Acceptance = NewAcceptance & { byPayment?: boolean };

async function accept(
  ctx: SystemCtx,
  quote: Quote,
  revision: QuoteRevision,
  acceptance: Acceptance,
): Promise<Quote> {
  const accepted = { ...quote, state: 'accepted' } as const;
  const [made] = await Promise.all([
    invoiceAccepted(ctx, accepted, { content: revision.content, orderNumber: acceptance.orderNumber }),
    recordAcceptance(ctx, quote, acceptance),
  ]);
  return made;
}

async function recordAcceptance(
  ctx: SystemCtx,
  quote: Quote,
  { name, orderNumber, revisionHash, byPayment = false }: Acceptance,
): Promise<void> {
  const amount = formatMoney(quote.total_minor, quote.currency);
  // No money has come yet: the payment tells its own news.
  const next = byPayment ? ' and went on to pay it' : '';
  await Promise.all([
    ctx.tx
      .insertInto('quote_acceptances')
      .values({
        business_id: quote.business_id,
        quote_id: quote.id,
        revision: quote.revision,
        content_hash: revisionHash,
        name,
        order_number: orderNumber || '',
        by_payment: byPayment,
        address: ctx.origin.clientAddress,
        browser: ctx.origin.userAgent,
        accepted_at: ctx.now,
      })
      .execute(),
    close(ctx, quote, 'accepted'),
    recordQuote(
      ctx,
      quote,
      { kind: 'accepted', note: byPayment ? `${name}, who went on to pay` : name },
      { type: 'quote_accepted', description: `${name} accepted ${numberOf(quote)} of ${amount}${next}` },
    ),
    sendAcceptance(ctx, quote, name),
  ]);
}

/** Declines a quote, with a reason or without; done already is done. Throws 404, 409 `quote_closed`. */
export async function declineQuote(ctx: SystemCtx, link: Link, reason: string): Promise<Quote> {
  const { quote, refusal } = await lockSent(ctx, link);
  if (quote.state === 'declined') return quote;
  if (refusal) throw refusal;
  const declined = await close(ctx, quote, 'declined');
  // They may have it from elsewhere before its email went.
  await cancelDelivery(ctx, quote);
  const number = numberOf(quote);
  await recordQuote(
    ctx,
    declined,
    { kind: 'declined', note: reason },
    { type: 'quote_declined', description: `${quote.customer_name} declined ${number}` },
  );
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

async function close(ctx: SystemCtx, quote: Quote, state: 'accepted' | 'declined'): Promise<Quote> {
  const closed = await ctx.tx
    .updateTable('quotes')
    .set({ state })
    .where('business_id', '=', quote.business_id)
    .where('id', '=', quote.id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst();
  if (!closed) throw new AppError('quote_closed', 'This quote takes no answer any more');
  publish(ctx, quote.business_id, { topic: 'quotes' });
  return closed;
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
