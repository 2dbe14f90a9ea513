import { type Selectable, sql } from 'kysely';
import type { Minor } from '#core/money.ts';
import type { Database, Db } from '#server/kernel/db.ts';
import { type BusinessCurrency } from './status-filter.ts';

/** A line of an earlier invoice: what it was for, and the price of one in minor units. */
export type RecentGoods = { description: string; rate: Minor };

const NEWEST_INVOICES = 300;
const MOST_LINES = 50;
const MOST_WORDS = 100;

/** Lines of a business's newest invoices in a currency with one of these words in them, the newest first. */
export async function recentGoods(
  db: Db,
  { businessId, currency }: BusinessCurrency,
  words: readonly string[],
): Promise<RecentGoods[]> {
  if (words.length === 0) return [];
  const terms = JSON.stringify([...new Set(words)].slice(0, MOST_WORDS));
  const { rows } = await sql<Pick<Selectable<Database['invoice_items']>, 'description' | 'rate_minor'>>`
    select i.description, i.rate_minor from (
      select id from invoices where business_id = ${businessId} and currency = ${currency} and deleted_at is null
      order by id desc limit ${NEWEST_INVOICES}) newest
    join invoice_items i on i.business_id = ${businessId} and i.invoice_id = newest.id
    where regexp_split_to_array(lower(i.description), '[^[:alnum:]]+')
      && array(select jsonb_array_elements_text(${terms}::jsonb))
    order by newest.id desc, i.position limit ${MOST_LINES}`.execute(db);
  return rows.map(({ description, rate_minor: rate }) => ({ description, rate }));
}
