import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';

/**
 * Beyond this many ids an index lookup does not help: such frequent rows are soon met by reading in order.
 */
const FEW = 500;

const tables = {
  invoices: {
    like: sql`invoices_like`,
    text: sql<string>`number || ' ' || customer_name || ' ' || customer_email || ' ' || po_number`,
  },
  customers: {
    like: sql`customers_like`,
    text: sql<string>`name || ' ' || email || ' ' || coalesce(phone, '')`,
  },
};

/** The text of a row that its table's search reads, as its index has it. */
export const searchedText = (table: keyof typeof tables): RawBuilder<string> => tables[table].text;

/**
 * The condition of a substring search (a LIKE pattern): the ids of the matches where they are few, else the
 * pattern itself. The index is queried beforehand, since row policies keep patterns from using it. Null
 * without a pattern.
 */
export async function searched(
  db: Db | Tx,
  table: keyof typeof tables,
  businessId: string,
  pattern: string | null,
): Promise<RawBuilder<boolean> | null> {
  if (pattern === null) return null;
  const { like } = tables[table];
  const { rows } = await sql<{
    id: string;
  }>`select ${like}(${businessId}, ${pattern}, ${sql.lit(FEW + 1)}) as id`.execute(db);
  // As a case it counts as half of the rows, so they are read in order; a policy hides from the planner how many there are.
  if (rows.length > FEW)
    return sql`case when lower(${searchedText(table)}) like lower(${pattern}) then true else false end`;
  return rows.length === 0 ? sql`false` : sql`id in (${sql.join(rows.map(({ id }) => id))})`;
}
