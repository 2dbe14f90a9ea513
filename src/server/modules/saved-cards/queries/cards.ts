import { sql } from 'kysely';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { SavedCard } from '../table.ts';

export type { SavedCard };

const LIST_CAP = 500;

/** A card as people see it: of a plan, with the names around it. */
export type ShownCard = SavedCard & { customer_name: string; title: string };

const shown = (db: Db | Tx, businessId: string) =>
  db
    .selectFrom('saved_cards as s')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 's.business_id').onRef('c.id', '=', 's.customer_id'),
    )
    .leftJoin('plans as p', (join) =>
      join.onRef('p.business_id', '=', 's.business_id').onRef('p.id', '=', 's.plan_id'),
    )
    .selectAll('s')
    .select(['c.name as customer_name', sql<string>`coalesce(p.contents->>'title', '')`.as('title')])
    .where('s.business_id', '=', businessId)
    .where('s.last4', 'is not', null);

/** Cards that were saved with a business, the newest first. */
export const listCards = (
  db: Db | Tx,
  businessId: string,
  { currency, customerId }: { currency?: Currency; customerId?: string | undefined },
): Promise<ShownCard[]> =>
  shown(db, businessId)
    .$if(currency !== undefined, (query) => query.where('s.currency', '=', currency ?? 'NGN'))
    .$if(customerId !== undefined, (query) => query.where('s.customer_id', '=', customerId ?? ''))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(LIST_CAP)
    .execute();

export const cardById = (db: Db | Tx, businessId: string, id: string): Promise<SavedCard | undefined> =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The card that a plan charges; null where there is none. */
export const activeCard = async (
  db: Db | Tx,
  businessId: string,
  planId: string,
): Promise<SavedCard | null> =>
  (await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('plan_id', '=', planId)
    .where('status', '=', 'active')
    .executeTakeFirst()) ?? null;

/** Whether its customer's consent stands: given for this card and plan, and never taken back. */
export async function hasConsent(db: Db | Tx, card: SavedCard): Promise<boolean> {
  const rows = await db
    .selectFrom('card_consents')
    .select(['kind', 'cap_minor', 'currency'])
    .where('business_id', '=', card.business_id)
    .where('card_id', '=', card.id)
    .where('plan_id', '=', card.plan_id)
    .execute();
  const isGiven = rows.some(
    ({ kind, cap_minor: cap, currency }) =>
      kind === 'given' && cap === card.cap_minor && currency === card.currency,
  );
  return isGiven && rows.every(({ kind }) => kind !== 'withdrawn');
}

/** The card a stop link is for. */
export const cardByStopKey = (db: Db, stopKey: string): Promise<SavedCard | undefined> =>
  db
    .selectFrom('saved_cards')
    .selectAll()
    .where('stop_key', '=', stopKey)
    .where('last4', 'is not', null)
    .executeTakeFirst();

/** The card whose payment the open checkout of an invoice waits for; null where nobody agreed on it. */
export const awaitedCard = async (
  db: Db | Tx,
  businessId: string,
  invoiceId: string,
): Promise<SavedCard | null> =>
  (await db
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'awaiting')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

type PaidCard = { businessId: string; id: string; provider: string; transactionId: string; method: string };

/** Agreed cards whose payment has come, with its transaction; those of one transaction where it is given. */
export async function paidCards(
  db: Db,
  now: Date,
  of?: Pick<PaidCard, 'provider' | 'transactionId'>,
): Promise<PaidCard[]> {
  const one = of ? sql`and p.provider = ${of.provider} and p.transaction_id = ${of.transactionId}` : sql``;
  const { rows } =
    await sql<PaidCard>`select s.business_id as "businessId", s.id, s.provider, p.transaction_id as "transactionId", p.method
    from saved_cards s join payments p on p.business_id = s.business_id and p.provider = s.provider and p.reference = s.reference
      and p.status = 'completed'
    where s.status = 'awaiting' and s.created_at > ${now}::timestamptz - interval '7 days' ${one}
    order by s.created_at, s.id limit 100`.execute(db);
  return [...rows];
}
