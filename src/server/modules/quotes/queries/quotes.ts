import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { cursorOf, LIST_CAP, likePattern, pageFrom } from '#core/pagination.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { MOST_CODE_TRIES, type QuoteStatus } from '../rules.ts';
import type { Quote, QuoteAcceptance, QuoteRevision } from '../table.ts';

type Filters = {
  search?: string | undefined;
  /** `waiting`: sent, seen or not. */
  status?: QuoteStatus | 'waiting' | 'all' | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};
type Owner = { businessId: string; currency: Currency; today: CalendarDate };

/** Quotes, newest first, with the cursor of the next page. */
export async function listQuotes(db: Db | Tx, owner: Owner, filters: Filters) {
  const { businessId, currency, today } = owner;
  const { status = 'all', limit = LIST_CAP } = filters;
  const pattern = likePattern(filters.search);
  const after = cursorOf('quo', filters.cursor);
  const matching = db
    .selectFrom('quotes')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .$if(status !== 'all', (query) =>
      query.where(hasStatus(today), 'in', status === 'waiting' ? ['sent', 'viewed'] : [status]),
    )
    .$if(pattern !== null, (query) => query.where(holds(pattern ?? '', filters.search ?? '')));
  const rows = await matching
    .selectAll()
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = pageFrom(rows, limit);
  return { rows: page.rows, page: { nextCursor: page.nextCursor, total } };
}

// The same as `statusOf` of the rules.
const hasStatus = (today: CalendarDate) => sql<string>`case when state <> 'sent' then state
  when valid_until < ${today}::date then 'expired' when viewed_at is not null then 'viewed' else 'sent' end`;

// A number is found by its figures, however it is written.
const holds = (pattern: string, search: string) => {
  const figures = /^\s*(?:QUO-?)?0*(\d{1,9})\s*$/i.exec(search)?.[1];
  return sql<boolean>`(title ilike ${pattern} or customer_name ilike ${pattern}
    or customer_email ilike ${pattern} ${figures ? sql`or number = ${Number(figures)}` : sql``})`;
};

/** One quote. Throws 404 for one that is unknown, another's, or of another currency. */
export async function quoteById(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<Quote> {
  const quote = isId('quo', id) ? await findQuote(db, businessId, id) : null;
  if (quote?.currency !== currency) throw notFound('quote', quote?.currency);
  return quote;
}

/** One quote, whatever its currency; null when there is none. */
export const findQuote = async (db: Db | Tx, businessId: string, id: string): Promise<Quote | null> =>
  (await db
    .selectFrom('quotes')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** A quote that was sent, by its link: its business, id and customer; null when no link leads to one. */
export const sentQuoteAt = async (
  db: Db | Tx,
  publicId: string,
): Promise<{ businessId: string; id: string; customerId: string } | null> =>
  (await db
    .selectFrom('quotes')
    .select(['business_id as businessId', 'id', 'customer_id as customerId'])
    .where('public_id', '=', publicId)
    .where('number', 'is not', null)
    .executeTakeFirst()) ?? null;

/** The current revision of a quote. */
export const currentRevision = (db: Db | Tx, quote: Quote): Promise<QuoteRevision> =>
  revisions(db, quote).where('revision', '=', quote.revision).executeTakeFirstOrThrow();

/** The row of the current revision of a quote that is known by its id alone. */
export const latestRevision = (db: Db | Tx, business_id: string, id: string) =>
  revisions(db, { business_id, id }).orderBy('revision', 'desc').limit(1);

/** The revision a page showed, by its hash; null where there never was one. */
export const revisionByHash = async (
  db: Db | Tx,
  quote: Quote,
  hash: string,
): Promise<QuoteRevision | null> =>
  (await revisions(db, quote).where('content_hash', '=', hash).executeTakeFirst()) ?? null;

const revisions = (db: Db | Tx, { business_id, id }: Pick<Quote, 'business_id' | 'id'>) =>
  db
    .selectFrom('quote_revisions')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('quote_id', '=', id);

/** The acceptance of a quote; null where nobody accepted it on its page. */
export const acceptanceOf = async (
  db: Db | Tx,
  { business_id, id }: Pick<Quote, 'business_id' | 'id'>,
): Promise<QuoteAcceptance | null> => (await acceptanceRow(db, business_id, id).executeTakeFirst()) ?? null;

export const acceptanceRow = (db: Db | Tx, businessId: string, quoteId: string) =>
  db
    .selectFrom('quote_acceptances')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('quote_id', '=', quoteId);

/** Whether a code can be typed that was sent for a revision. */
export async function hasLiveCode(
  db: Db | Tx,
  { business_id, id }: Pick<Quote, 'business_id' | 'id'>,
  contentHash: string,
  now: Date,
): Promise<boolean> {
  const code = await db
    .selectFrom('quote_codes')
    .select('quote_id')
    .where('business_id', '=', business_id)
    .where('quote_id', '=', id)
    .where('content_hash', '=', contentHash)
    .where('tries', '<', MOST_CODE_TRIES)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return code !== undefined;
}

/** All that happened to a quote, newest first. */
export const eventRows = (db: Db | Tx, businessId: string, quoteId: string) =>
  db
    .selectFrom('quote_events')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('quote_id', '=', quoteId)
    .orderBy('id', 'desc');
