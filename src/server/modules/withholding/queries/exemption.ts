import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { add, type Minor } from '#core/money.ts';
import { exemptUpTo } from '#core/tax-rates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { withheldOf } from '#server/modules/invoices/rules/withholding.ts';

/** Whether tax need not be kept of an invoice; amounts in minor units. */
export type Exemption = {
  month: CalendarDate;
  supplied: Minor;
  upTo: Minor;
  missing: 'tax_id' | 'limit' | null;
  /** Blank where the seller says none. */
  taxId: string;
};

/** Whether the customer of an invoice may be asked to keep no tax of it; null where no such rule is known. */
export async function exemptionOf(db: Db | Tx, invoice: Invoice): Promise<Exemption | null> {
  const upTo = exemptUpTo(invoice.issue_date, invoice.currency);
  if (upTo === null) return null;
  const { tin } = await db
    .selectFrom('business_profiles')
    .select('tin')
    .where('business_id', '=', invoice.business_id)
    .executeTakeFirstOrThrow();
  const month = monthStart(invoice.issue_date);
  const supplied = await suppliedIn(db, invoice, month);
  const missing = !tin ? 'tax_id' : supplied > upTo ? 'limit' : null;
  return { month, supplied, upTo, missing, taxId: tin ?? '' };
}

// All that was sent to the customer in the month, and the invoice itself while it is not sent yet.
async function suppliedIn(db: Db | Tx, invoice: Invoice, month: CalendarDate): Promise<Minor> {
  const rows = await db
    .selectFrom('invoices')
    .select(['total_minor', 'tax_minor', 'credited_minor'])
    .where('business_id', '=', invoice.business_id)
    .where('customer_id', '=', invoice.customer_id)
    .where('currency', '=', invoice.currency)
    .where('issue_date', '>=', month)
    .where('issue_date', '<=', addDays(monthStart(month, 1), -1))
    .where('deleted_at', 'is', null)
    .where('state', '=', 'active')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('id', '=', invoice.id)]))
    .execute();
  return add(...rows.map((row) => withheldOf(row, 0).base));
}
