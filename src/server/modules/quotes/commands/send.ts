import { assert } from '#core/assert.ts';
import { addDays, type CalendarDate, formatDate } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { formatMoney } from '#core/money.ts';
import { combinedRead, part } from '#server/kernel/combined-read.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { latestRevision } from '../queries/quotes.ts';
import { hashOf, kindNames, numberOf, refuseExtension } from '../rules.ts';
import type { Quote } from '../table.ts';
import { cancelDelivery, deliverQuote } from './letters.ts';
import { lockQuote, type QuoteTarget, updateQuote } from './lock.ts';
import { recordEvent, recordIssue, recordNews, recordQuote } from './record.ts';

/** Sends a draft: it gets its number, and an email goes where there is an address. Throws 404, 409 when it is no draft. */
export async function sendQuote(ctx: Ctx, target: QuoteTarget): Promise<Quote> {
  const { businessId } = ctx.actor;
  const [draft, read] = await Promise.all([
    lockQuote(ctx, target),
    rowsToIssue(ctx.tx, businessId, target.id),
  ]);
  if (draft.state !== 'draft') throw new AppError('conflict', 'This quote was sent already');
  return issue(ctx, draft, { kind: 'sent', read });
}

/** Sends the next revision of a quote whose earlier one its customer has; `before` is that one. */
export async function reissue(ctx: Ctx, before: Quote, changed: Quote): Promise<Quote> {
  const { business_id: businessId, id } = changed;
  const [read] = await Promise.all([rowsToIssue(ctx.tx, businessId, id), cancelDelivery(ctx, before)]);
  return issue(ctx, changed, { kind: 'revised', read });
}

// Read behind the business's lock, so that numbers have no gap and no repeat.
const rowsToIssue = combinedRead((db, businessId: string, quoteId: string) => ({
  revisions: part(latestRevision(db, businessId, quoteId), {}),
  numbers: part(
    db
      .selectFrom('quotes')
      .select((eb) => eb.fn.max<number | null>('number').as('last'))
      .where('business_id', '=', businessId),
    {},
  ),
}));

type Issue = { kind: 'sent' | 'revised'; read: Awaited<ReturnType<typeof rowsToIssue>> };

async function issue(ctx: Ctx, quote: Quote, { kind, read }: Issue): Promise<Quote> {
  const [revision] = read.revisions;
  assert(revision, 'a quote has a revision');
  const email = await currentEmail(ctx, quote);
  const change = {
    state: 'sent',
    number: quote.number ?? (read.numbers[0]?.last ?? 0) + 1,
    valid_until: addDays(todayOf(ctx), quote.valid_days),
    sent_at: ctx.now,
    viewed_at: null,
    customer_email: email,
  } as const;
  const content = { ...revision.content, customer_email: email };
  const hash = hashOf({ ...quote, ...change }, content);
  const issued = await recordIssue(ctx, quote, { change, kind, content, hash });
  const amount = formatMoney(issued.total_minor, issued.currency);
  const what = kind === 'sent' ? 'was sent' : 'was changed and sent again';
  const description = `${numberOf(issued)} of ${amount} ${what} to ${issued.customer_name}`;
  recordNews(ctx, issued, { type: 'quote_sent', description });
  await deliverQuote(ctx, issued);
  return issued;
}

// A draft may be older than the customer's address.
const currentEmail = async (ctx: Ctx, quote: Quote): Promise<string> =>
  quote.customer_email || ((await customerById(ctx.tx, quote.business_id, quote.customer_id))?.email ?? '');

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
