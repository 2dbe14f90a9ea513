import type { Language } from '#core/languages.ts';
import type { Db, Tx } from '#server/kernel/db.ts';

/** Language a business writes to its customers in, where a customer has no own. */
export async function usualLanguageOf(db: Db | Tx, businessId: string): Promise<Language> {
  const row = await db
    .selectFrom('reminder_settings')
    .select('language')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row?.language ?? 'en';
}

/** Language of messages to a customer: the customer's own, else the business's default. */
export async function languageOf(db: Db | Tx, businessId: string, customerId: string): Promise<Language> {
  const row = await db
    .selectFrom('customers as c')
    .leftJoin('reminder_settings as s', 's.business_id', 'c.business_id')
    .select(['c.language as own', 's.language as usual'])
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', customerId)
    .executeTakeFirst();
  return row?.own ?? row?.usual ?? 'en';
}
