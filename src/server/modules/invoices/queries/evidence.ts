import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { TriedPayment } from '../rules/attempts.ts';
import type { Invoice } from '../table.ts';

export type Evidence = TriedPayment['evidence'];

/** The weakest evidence of the money that stands on an invoice; `provider` where there is none. */
export async function weakestEvidence(
  db: Db,
  { business_id, id }: Pick<Invoice, 'business_id' | 'id'>,
): Promise<Evidence> {
  const { rows } = await sql<{ evidence: Evidence }>`
    select p.evidence from allocations a join payments p on p.business_id = a.business_id and p.id = a.payment_id
    where a.business_id = ${business_id} and a.invoice_id = ${id} and p.evidence <> 'provider'
    group by p.evidence having sum(a.amount_minor) > 0 order by p.evidence limit 1`.execute(db);
  return rows[0]?.evidence ?? 'provider';
}
