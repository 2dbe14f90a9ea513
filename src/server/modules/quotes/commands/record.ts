import { newId } from '#core/ids.ts';
import { sendAlong } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { publish } from '#server/kernel/scope.ts';
import { type NewActivity, recordActivity } from '#server/modules/activity/commands.ts';
import type { Quote, QuoteEvent } from '../table.ts';

type Event = Pick<QuoteEvent, 'kind'> & { note?: string };

/** Puts an event into the history of a quote and tells open pages of it. */
export async function recordEvent(ctx: SystemCtx, quote: Quote, { kind, note = '' }: Event): Promise<void> {
  const { business_id, id: quote_id, revision } = quote;
  const row = { business_id, id: newId('qev', ctx.now), quote_id, kind, revision, note, created_at: ctx.now };
  await sendAlong(ctx.tx, () => ctx.tx.insertInto('quote_events').values(row).execute());
  publish(ctx, business_id, { topic: 'quotes' });
}

type QuoteActivity =
  | 'quote_sent'
  | 'quote_accepted'
  | 'quote_declined'
  | 'quote_question'
  | 'quote_withdrawn';

/** The same, with an activity among those of the business. */
export async function recordQuote(
  ctx: SystemCtx,
  quote: Quote,
  event: Event,
  { type, description }: Pick<NewActivity, 'description'> & { type: QuoteActivity },
): Promise<void> {
  const metadata = {
    customerName: quote.customer_name,
    amountMinor: quote.total_minor,
    currency: quote.currency,
    quoteId: quote.id,
  };
  await Promise.all([
    recordEvent(ctx, quote, event),
    recordActivity(ctx, quote.business_id, { type, description, metadata }),
  ]);
}
