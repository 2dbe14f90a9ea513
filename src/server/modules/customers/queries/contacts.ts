import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Customer } from '../table.ts';

/** How a customer is reached: an email address in lower case, '' for none; a phone number in E.164. */
export type Contact = { email: string; phone?: string | null | undefined };

/** Customers with one of these addresses or numbers, the active ones first, then those removed last. Nobody has ''. */
export async function customersWithContact(
  db: Db | Tx,
  businessId: string,
  contacts: readonly Contact[],
): Promise<Customer[]> {
  const emails = contacts.flatMap(({ email }) => (email ? [email] : []));
  const phones = contacts.flatMap(({ phone }) => (phone ? [phone] : []));
  if (emails.length + phones.length === 0) return [];
  const among = (values: string[]) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
  // Two reads: each has an index of its own.
  const { rows } = await sql<Customer>`select * from (
      select * from customers where business_id = ${businessId} and email <> '' and email in ${among(emails)}
      union select * from customers where business_id = ${businessId} and phone in ${among(phones)}) found
    where merged_into is null order by is_active desc, id desc`.execute(db);
  return rows;
}

/** The customer with this address (lower case): the active one, else the one removed last, else null. Nobody has ''. */
export async function customerByEmail(
  db: Db | Tx,
  businessId: string,
  email: string,
): Promise<Customer | null> {
  const [found] = await customersWithContact(db, businessId, [{ email }]);
  return found ?? null;
}
