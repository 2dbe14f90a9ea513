import { dateIn, daysBetween } from '#core/dates.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { remembersCorrections } from '#server/modules/business/queries.ts';

const LONGEST_DAYS = 365;
const ALIKE = 2;

/**
 * After how many days a customer's invoices are usually due: those of the newest two, where they are alike. Null for any other customer,
 * and where the owner switched off that the assistant remembers.
 */
export async function usualDueDays(
  { db, actor: { businessId, timeZone } }: Scope,
  customerId: string,
): Promise<number | null> {
  if (!(await remembersCorrections(db, businessId))) return null;
  const newest = await db
    .selectFrom('invoices')
    .select(['due_date', 'created_at'])
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(ALIKE)
    .execute();
  const terms = new Set(
    newest.map(({ created_at: made, due_date: due }) => daysBetween(dateIn(made, timeZone), due)),
  );
  const [days = -1, other] = terms;
  const isUsual = newest.length === ALIKE && other === undefined && days >= 0 && days <= LONGEST_DAYS;
  return isUsual ? days : null;
}
