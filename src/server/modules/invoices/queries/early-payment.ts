import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { add, type Minor, minor, ZERO } from '#core/money.ts';
import { instantAt } from '#core/time-zones.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { asPaidOn } from '../rules/early-payment.ts';
import type { Invoice } from '../table.ts';

/** An invoice as money that comes at an instant settles it; most have no discount for paying early, and ask nothing more. */
export async function asPaidAt<Asked extends Invoice>(db: Db | Tx, invoice: Asked, at: Date): Promise<Asked> {
  if (invoice.early_discount_minor === 0) return invoice;
  return asPaidOn(invoice, dateIn(at, await timeZoneOf(db, invoice.business_id)));
}

/** Money on an invoice (minor units) that came after a day in a zone, whenever it was booked. */
export async function paidAfter(
  db: Db | Tx,
  { business_id, id }: Pick<Invoice, 'business_id' | 'id'>,
  day: CalendarDate,
  timeZone: string,
): Promise<Minor> {
  const { late } = await db
    .selectFrom('allocations')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<Minor>('amount_minor'), eb.val(ZERO)).as('late'))
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('moved_at', '>=', instantAt(addDays(day, 1), 0, timeZone))
    .executeTakeFirstOrThrow();
  return minor(Math.max(0, Number(late)));
}

/** The discounts for paying early (minor units) that were taken of some invoices at an instant, and stand. */
export async function earlyDiscountsAt(
  db: Db | Tx,
  invoices: readonly Pick<Invoice, 'business_id' | 'id'>[],
  at: Date,
): Promise<Minor> {
  const rows = await db
    .selectFrom('adjustments')
    .select((eb) => eb.fn.sum<string>('amount_minor').as('amount'))
    .where('business_id', '=', invoices[0]?.business_id ?? '')
    .where(
      'invoice_id',
      'in',
      invoices.map(({ id }) => id),
    )
    .where('kind', '=', 'early_discount')
    .groupBy('invoice_id')
    .having((eb) => eb.fn.min('created_at'), '=', at)
    .execute();
  return add(ZERO, ...rows.map(({ amount }) => minor(Number(amount))));
}
