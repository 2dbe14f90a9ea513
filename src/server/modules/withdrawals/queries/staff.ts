import { sql } from 'kysely';
import { MOST_STAFF } from '#contract/staff.ts';
import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { StaffRow } from '../table.ts';

/** The staff a business pays in a currency, by name; archived members are left out. */
export function listStaff(db: Db | Tx, businessId: string, currency: Currency): Promise<StaffRow[]> {
  return db
    .selectFrom('staff')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MOST_STAFF)
    .execute();
}

/** Members of staff by id; unknown ids are missing in the result. */
export async function staffByIds(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  ids: readonly string[],
): Promise<Map<string, StaffRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('archived_at', 'is', null)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** One member of staff. Throws 404 for anybody not on the business's list. */
export async function staffById(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<StaffRow> {
  const found = (await staffByIds(db, businessId, currency, [id])).get(id);
  if (!found) throw notFound('member of staff');
  return found;
}
