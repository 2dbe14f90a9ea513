import { sql } from 'kysely';
import type { OpenInvoice } from '#core/bank-statement/matching/model.ts';
import type { Settlement } from '#core/bank-statement/matching/settlements.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { type Currency, type Minor, minor, subtract } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { activeInvoices, openCondition } from '#server/modules/invoices/queries/status-filter.ts';

const MOST_INVOICES = 5_000;
const EARLIEST_DAYS = 10;

/** Invoices that were sent and are not paid, the oldest first; of very many the newest. */
export async function openInvoices(db: Db, businessId: string, currency: Currency): Promise<OpenInvoice[]> {
  const rows = await activeInvoices(db, { businessId, currency })
    .where(sql<boolean>`${openCondition}`)
    .select(['id', 'number', 'verification_code', 'po_number', 'customer_id', 'customer_name'])
    .select(['balance_minor', 'subtotal_minor', 'discount_minor'])
    .orderBy('id', 'desc')
    .limit(MOST_INVOICES)
    .execute();
  return rows.toReversed().map((row) => ({
    id: row.id,
    number: row.number,
    code: row.verification_code,
    references: row.po_number === '' ? [] : [row.po_number],
    customerId: row.customer_id,
    customerName: row.customer_name,
    outstanding: row.balance_minor,
    taxableBase: subtract(row.subtotal_minor, row.discount_minor),
  }));
}

/** Money that went to the owner's account from providers between two days: each payment, each day's sum, each withdrawal. */
export async function settlementsOf(
  db: Db,
  businessId: string,
  currency: Currency,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Settlement[]> {
  const since = addDays(from, -EARLIEST_DAYS);
  const { rows } = await sql<{ provider: string; day: CalendarDate; amount: string }>`
    with came as (
      select provider, day, settles_on, amount_minor - fee_minor as amount from payments
      where business_id = ${businessId} and currency = ${currency} and evidence = 'provider' and status in ('completed', 'refunded')
        and day >= ${since} and day <= ${to}
    )
    select provider, day, amount::text from came
    union select provider, day, sum(amount)::text from came group by provider, day
    union select provider, min(day), sum(amount)::text from came group by provider, settles_on
    union select provider, created_at::date, amount_minor::text from withdrawals
      where business_id = ${businessId} and currency = ${currency} and type = 'self-withdraw' and status = 'completed'
        and created_at >= ${since}::date and created_at < ${to}::date + 1`.execute(db);
  return rows.map(({ provider, day, amount }) => ({ provider, day, amount: minor(Number(amount)) as Minor }));
}
