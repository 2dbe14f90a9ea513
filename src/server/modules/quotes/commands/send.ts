import { sql } from 'kysely';
import { addDays, type CalendarDate, formatDate } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { formatMoney } from '#core/money.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { currentRevision } from '../queries/quotes.ts';
import { hashOf, kindNames, numberOf, refuseExtension } from '../rules.ts';
import type { Quote } from '../table.ts';
import { cancelDelivery, deliverQuote } from './letters.ts';
import { lockQuote, type QuoteTarget, updateQuote } from './lock.ts';
import { recordEvent, recordQuote } from './record.ts';

/** Sends a draft: it gets its number, and an email goes where there is an address. Throws 404, 409 when it is no draft. */
export async function sendQuote(ctx: Ctx, target: QuoteTarget): Promise<Quote> {
  const draft = await lockQuote(ctx, target);
  if (draft.state !== 'draft') throw new AppError('conflict', 'This quote was sent already');
  return issue(ctx, draft, 'sent');
}

/** Sends the next revision of a quote whose earlier one its customer has; `before` is that one. */
export async function reissue(ctx: Ctx, before: Quote, changed: Quote): Promise<Quote> {
  await cancelDelivery(ctx, before);
  return issue(ctx, changed, 'revised');
}

async function issue(ctx: Ctx, quote: Quote, kind: 'sent' | 'revised'): Promise<Quote> {
  const sent = await updateQuote(ctx, quote, {
    state: 'sent',
    number: quote.number ?? nextNumber(quote.business_id),
    valid_until: addDays(todayOf(ctx), quote.valid_days),
    sent_at: ctx.now,
    viewed_at: null,
  });
  const issued = await withCurrentEmail(ctx, sent);
  const amount = formatMoney(issued.total_minor, issued.currency);
  const what = kind === 'sent' ? 'was sent' : 'was changed and sent again';
  const description = `${numberOf(issued)} of ${amount} ${what} to ${issued.customer_name}`;
  await Promise.all([
    seal(ctx, issued),
    deliverQuote(ctx, issued),
    recordQuote(ctx, issued, { kind }, { type: 'quote_sent', description }),
  ]);
  return issued;
}

// Behind the business's lock, so that numbers have no gap and no repeat.
const nextNumber = (businessId: string) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from quotes where business_id = ${businessId})`;

// A draft may be older than the customer's address.
async function withCurrentEmail(ctx: Ctx, quote: Quote): Promise<Quote> {
  if (quote.customer_email !== '') return quote;
  const email = (await customerById(ctx.tx, quote.business_id, quote.customer_id))?.email ?? '';
  if (email === '') return quote;
  await ctx.tx
    .updateTable('quote_revisions')
    .set({ content: sql`content || jsonb_build_object('customer_email', ${email}::text)` })
    .where('business_id', '=', quote.business_id)
    .where('quote_id', '=', quote.id)
    .where('revision', '=', quote.revision)
    .execute();
  return updateQuote(ctx, quote, { customer_email: email });
}

// From here on the revision stays as it is: an acceptance names this hash.
async function seal(ctx: Ctx, quote: Quote): Promise<void> {
  const { content } = await currentRevision(ctx.tx, quote);
  await ctx.tx
    .updateTable('quote_revisions')
    .set({ content_hash: hashOf(quote, content) })
    .where('business_id', '=', quote.business_id)
    .where('quote_id', '=', quote.id)
    .where('revision', '=', quote.revision)
    .execute();
}

/** Withdraws a quote nobody has answered; done already is done. Throws 404, 409 `quote_closed` after an answer. */
export async function withdrawQuote(ctx: Ctx, target: QuoteTarget): Promise<Quote> {
  const quote = await lockQuote(ctx, target);
  if (quote.state === 'withdrawn') return quote;
  if (quote.state !== 'draft' && quote.state !== 'sent')
    throw new AppError('quote_closed', `This quote was ${quote.state}, so it stays`);
  await cancelDelivery(ctx, quote);
  const withdrawn = await updateQuote(ctx, quote, { state: 'withdrawn' });
  const name = numberOf(quote) || `A ${kindNames[quote.kind]}`;
  await recordQuote(
    ctx,
    withdrawn,
    { kind: 'withdrawn' },
    { type: 'quote_withdrawn', description: `${name} for ${quote.customer_name} was withdrawn` },
  );
  return withdrawn;
}

/** Lets a sent quote be accepted until a later day, also one that has ended. Throws 404, 409 `quote_closed`, 422 for another day. */
export async function extendQuote(
  ctx: Ctx,
  { validUntil, ...target }: QuoteTarget & { validUntil: CalendarDate },
): Promise<Quote> {
  const quote = await lockQuote(ctx, target);
  if (quote.state !== 'sent')
    throw new AppError(
      'quote_closed',
      quote.state === 'draft' ? 'This quote was not sent yet' : `This quote was ${quote.state}`,
    );
  refuseExtension(quote, validUntil, todayOf(ctx));
  const extended = await updateQuote(ctx, quote, { valid_until: validUntil });
  await recordEvent(ctx, extended, { kind: 'extended', note: formatDate(validUntil) });
  return extended;
}
