import { type Compilable, sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { hasCode } from '#server/database/errors.ts';
import { sendAlong } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { publish } from '#server/kernel/scope.ts';
import { type NewActivity, recordActivity } from '#server/modules/activity/commands.ts';
import type { Quote, QuoteAcceptance, QuoteContent, QuoteEvent } from '../table.ts';

type Event = Pick<QuoteEvent, 'kind'> & { note?: string };

const eventRow = (
  { business_id, id, revision }: Quote,
  { kind, note = '' }: Event,
  at: Date,
): QuoteEvent => ({
  business_id,
  id: newId('qev', at),
  quote_id: id,
  kind,
  revision,
  note,
  created_at: at,
});

/** Puts an event into the history of a quote and tells open pages of it. */
export async function recordEvent(ctx: SystemCtx, quote: Quote, event: Event): Promise<void> {
  const row = eventRow(quote, event, ctx.now);
  await sendAlong(ctx.tx, () => ctx.tx.insertInto('quote_events').values(row).execute());
  publish(ctx, quote.business_id, { topic: 'quotes' });
}

export type Answer = {
  state: 'accepted' | 'declined';
  /** Made of it. */
  invoice?: { id: string; number: string } | null;
  acceptance?: QuoteAcceptance;
  /** Of its customer. */
  event?: Event;
};

/** Gives a locked quote its answer, as `changeAlong` changes it. */
export async function recordAnswer(
  ctx: SystemCtx,
  quote: Quote,
  { state, invoice, acceptance, event }: Answer,
): Promise<Quote> {
  const { tx, now } = ctx;
  // Its invoice stands after the acceptance of the same instant.
  const events = [
    ...(event ? [eventRow(quote, event, now)] : []),
    ...(invoice ? [eventRow(quote, { kind: 'invoiced', note: invoice.number }, plusMs(now, 1))] : []),
  ];
  return changeAlong(ctx, quote, {
    change: { state, ...(invoice && { invoice_id: invoice.id }) },
    events,
    also: acceptance && tx.insertInto('quote_acceptances').values(acceptance),
  });
}

/** Gives a locked quote a revision that its customer may accept, as `changeAlong` changes it. */
export const recordIssue = (
  ctx: SystemCtx,
  quote: Quote,
  {
    change,
    kind,
    content,
    hash,
  }: { change: Partial<Quote>; kind: Event['kind']; content: QuoteContent; hash: string },
): Promise<Quote> =>
  changeAlong(ctx, quote, {
    change,
    events: [eventRow(quote, { kind }, ctx.now)],
    // From here on the revision stays as it is: an acceptance names this hash.
    also: ctx.tx
      .updateTable('quote_revisions')
      .set({ content: JSON.stringify(content), content_hash: hash })
      .where('business_id', '=', quote.business_id)
      .where('quote_id', '=', quote.id)
      .where('revision', '=', quote.revision),
  });

type Along = { change: Partial<Quote>; events: QuoteEvent[]; also: Compilable | undefined };

// One statement, which is sent along: the database itself refuses with 409 `quote_closed` where the quote was answered by then.
async function changeAlong(ctx: SystemCtx, quote: Quote, { change, events, also }: Along): Promise<Quote> {
  const { tx } = ctx;
  const changed = tx
    .updateTable('quotes')
    .set(change)
    .where('business_id', '=', quote.business_id)
    .where('id', '=', quote.id)
    .where('state', '=', quote.state)
    .where('invoice_id', 'is', null)
    .returning('id');
  const statement = sql`with noted as (${tx.insertInto('quote_events').values(events)}),
    ${also ? sql`also as (${also}),` : sql``}
    changed as (${changed}) select 1 / count(*) from changed`;
  await sendAlong(
    tx,
    () => statement.execute(tx),
    (error) =>
      hasCode(error, '22012') ? new AppError('quote_closed', 'This quote takes no answer any more') : error,
  );
  publish(ctx, quote.business_id, { topic: 'quotes' });
  return { ...quote, ...change };
}

type QuoteActivity =
  | 'quote_sent'
  | 'quote_accepted'
  | 'quote_declined'
  | 'quote_question'
  | 'quote_withdrawn';

type QuoteNews = Pick<NewActivity, 'description'> & { type: QuoteActivity };

/** The same, with an activity among those of the business. */
export async function recordQuote(
  ctx: SystemCtx,
  quote: Quote,
  event: Event,
  news: QuoteNews,
): Promise<void> {
  recordNews(ctx, quote, news);
  await recordEvent(ctx, quote, event);
}

/** Records an activity about a quote. */
export function recordNews(ctx: SystemCtx, quote: Quote, { type, description }: QuoteNews): void {
  const metadata = {
    customerName: quote.customer_name,
    amountMinor: quote.total_minor,
    currency: quote.currency,
    quoteId: quote.id,
  };
  recordActivity(ctx, quote.business_id, { type, description, metadata });
}
