import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';

/**
 * Beyond this many ids an index lookup does not help: such frequent rows are soon met by reading in order.
 */
const FEW = 500;

/** Searches count so far and no further. */
export const MOST_COUNTED = 1000;

const texts = {
  invoices: sql<string>`number || ' ' || customer_name || ' ' || customer_email || ' ' || po_number`,
  customers: sql<string>`name || ' ' || email || ' ' || coalesce(phone, '')`,
};

/** The text of an invoice in which a search looks. */
export const searchedInvoiceText: RawBuilder<string> = texts.invoices;

/**
 * Condition that a row contains a pattern. As a case it counts as half of the rows, so they are read in order; a policy hides
 * from the planner how many there are.
 */
export const contains = (table: keyof typeof texts, pattern: string) =>
  sql<boolean>`case when lower(${texts[table]}) like lower(${pattern}) then true else false end`;

/**
 * Ids of the active invoices that contain a LIKE pattern, as an array; null where more than `MOST_COUNTED` do. The database asks
 * its indexes by a function, since row policies keep patterns from using them.
 */
export const foundInvoices = (businessId: string, currency: string, pattern: string) =>
  sql<string[] | null>`invoices_found(${businessId}, ${currency}, ${pattern}, ${sql.lit(MOST_COUNTED + 1)})`;

/**
 * The condition of a substring search among customers (a LIKE pattern): the ids of the matches where they are few, else the
 * pattern itself. Null without a pattern.
 */
export async function searchedCustomers(
  db: Db | Tx,
  businessId: string,
  pattern: string | null,
): Promise<RawBuilder<boolean> | null> {
  if (pattern === null) return null;
  const { rows } = await sql<{
    id: string;
  }>`select customers_like(${businessId}, ${pattern}, ${sql.lit(FEW + 1)}) as id`.execute(db);
  if (rows.length > FEW) return contains('customers', pattern);
  return rows.length === 0 ? sql`false` : sql`id in (${sql.join(rows.map(({ id }) => id))})`;
}
