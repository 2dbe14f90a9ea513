import { sql } from 'kysely';
import type { Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Rhythm } from '../table.ts';

/** The plan that made an invoice, where it goes on and charges a saved card; null for all others. */
export async function chargingPlanOf(
  db: Db | Tx,
  businessId: string,
  invoiceId: string,
): Promise<{ id: string; title: string; cap: Minor; rhythm: Rhythm } | null> {
  const plan = await db
    .selectFrom('plan_occurrences as o')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.business_id', '=', 'o.business_id').onRef('p.id', '=', 'o.plan_id'),
    )
    .select(['p.id', 'p.cap_minor', 'p.rhythm', sql<string>`coalesce(p.contents->>'title', '')`.as('title')])
    .where('o.business_id', '=', businessId)
    .where('o.invoice_id', '=', invoiceId)
    .where('p.mode', '=', 'charge')
    .where('p.state', '<>', 'ended')
    .executeTakeFirst();
  if (!plan || plan.cap_minor === null) return null;
  const { id, title, cap_minor: cap, rhythm } = plan;
  return { id, title, cap, rhythm };
}

/** Whether the invoice behind a public link was made by a plan that charges a saved card. */
export const isOfChargingPlan = async (db: Db, publicId: string): Promise<boolean> =>
  (await db
    .selectFrom('invoices as i')
    .innerJoin('plan_occurrences as o', (join) =>
      join.onRef('o.business_id', '=', 'i.business_id').onRef('o.invoice_id', '=', 'i.id'),
    )
    .innerJoin('plans as p', (join) =>
      join.onRef('p.business_id', '=', 'o.business_id').onRef('p.id', '=', 'o.plan_id'),
    )
    .select('p.id')
    .where('i.public_id', '=', publicId)
    .where('p.mode', '=', 'charge')
    .executeTakeFirst()) !== undefined;
