import { dateIn } from '#core/dates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { asPaidOn } from '../rules/early-payment.ts';
import type { Invoice } from '../table.ts';

/** An invoice as money that comes at an instant settles it; most have no discount for paying early, and ask nothing more. */
export async function asPaidAt<Asked extends Invoice>(db: Db | Tx, invoice: Asked, at: Date): Promise<Asked> {
  if (invoice.early_discount_minor === 0) return invoice;
  return asPaidOn(invoice, dateIn(at, await timeZoneOf(db, invoice.business_id)));
}
