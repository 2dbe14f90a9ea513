import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';

/** One customer of one business. */
export type CustomerOf = { businessId: string; customerId: string };

/** Whose page a session shows; null where it ended. */
export async function customerOfSession(db: Db, token: string, now: Date): Promise<CustomerOf | null> {
  const row = await db
    .selectFrom('portal_sessions')
    .select(['business_id as businessId', 'customer_id as customerId'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the customer of the invoice behind a public link has their page open, which lists it. */
export const hasOpenPage = async (db: Db, publicId: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('invoices as i')
    .innerJoin('portal_sessions as s', (join) =>
      join.onRef('s.business_id', '=', 'i.business_id').onRef('s.customer_id', '=', 'i.customer_id'),
    )
    .select('s.customer_id')
    .where('i.public_id', '=', publicId)
    .where('s.expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whose page a link opens; null for one that opens none. Reading it uses nothing up. */
export async function customerOfLink(db: Db, token: string, now: Date): Promise<CustomerOf | null> {
  const row = await db
    .selectFrom('portal_links')
    .select(['business_id as businessId', 'customer_id as customerId'])
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Until when the link works that a business shared with a customer; null where it shared none. */
export async function sharedUntil(
  db: Db,
  { businessId, customerId }: CustomerOf,
  now: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('portal_links')
    .select('expires_at')
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('shared', '=', true)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** A customer by their address, and who sells to them. */
export type KnownCustomer = CustomerOf & { business: string; language: Language | null };

const MOST_BUSINESSES = 20;

/** The customer that each business knows an address (lower case) as, of those that sent them an invoice. */
export async function customersOfEmail(db: Db | Tx, email: string): Promise<KnownCustomer[]> {
  if (email === '') return [];
  const { rows } = await sql<KnownCustomer>`
    select distinct on (c.business_id) c.business_id as "businessId", c.id as "customerId", c.language,
      b.business_name as business
    from customers c join business_profiles b on b.business_id = c.business_id
    where c.email = ${email} and c.merged_into is null
      and exists (select 1 from invoices i where i.business_id = c.business_id and i.customer_id = c.id
        and i.sent_at is not null)
    order by c.business_id, c.is_active desc, c.id desc limit ${sql.lit(MOST_BUSINESSES)}`.execute(db);
  return rows;
}
