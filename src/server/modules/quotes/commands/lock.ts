import type { UpdateObject } from 'kysely';
import { dateIn } from '#core/dates.ts';
import { type AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { Database } from '#server/kernel/db.ts';
import { businessLock, type Ctx, type SystemCtx } from '#server/kernel/scope.ts';
import { closedRefusal } from '../rules.ts';
import type { Quote } from '../table.ts';

export type QuoteTarget = { currency: Currency; id: string };

/** The business's lock and one of its quotes in a currency. Throws 404. */
export async function lockQuote(ctx: Ctx, { currency, id }: QuoteTarget): Promise<Quote> {
  const quote = isId('quo', id)
    ? await selectForUpdate(ctx, ctx.actor.businessId, id).executeTakeFirst()
    : undefined;
  if (quote?.currency !== currency) throw notFound('quote');
  return quote;
}

const selectForUpdate = ({ tx }: SystemCtx, businessId: string, id: string) =>
  tx
    .selectFrom('quotes')
    .selectAll('quotes')
    .where('quotes.business_id', '=', businessId)
    .where('quotes.id', '=', id)
    .where(businessLock(businessId))
    .forUpdate('quotes');

/** Changes a quote that is locked. */
export const updateQuote = (
  { tx }: SystemCtx,
  { business_id, id }: Quote,
  change: UpdateObject<Database, 'quotes'>,
): Promise<Quote> =>
  tx
    .updateTable('quotes')
    .set(change)
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** A quote by its link, with its business's lock, the business's name and zone, and whether it still takes an answer. */
export type OpenedQuote = { quote: Quote; business: string; timeZone: string; refusal: AppError | null };

/** A quote whose link was opened, as `sentQuoteAt` finds it. Throws 404. */
export async function lockSent(
  ctx: SystemCtx,
  { businessId, id }: { businessId: string; id: string },
): Promise<OpenedQuote> {
  const found = await selectForUpdate(ctx, businessId, id)
    .innerJoin('business_profiles as b', 'b.business_id', 'quotes.business_id')
    .select(['b.business_name as business', 'b.time_zone as timeZone'])
    .executeTakeFirst();
  if (!found) throw notFound('quote');
  const { business, timeZone, ...quote } = found;
  return { quote, business, timeZone, refusal: closedRefusal(quote, dateIn(ctx.now, timeZone), business) };
}
