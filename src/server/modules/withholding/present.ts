import type * as z from 'zod/mini';
import type { withholdingRecord } from '#contract/withholding.ts';
import { withheldOf } from '#server/modules/invoices/rules/withholding.ts';
import type { ListedWithholding } from './queries/withholdings.ts';

/** Tax a customer keeps, as the owner reads it; while it is only declared, as it follows from what the invoice says now. */
export function presentWithholding(row: ListedWithholding): z.output<typeof withholdingRecord> {
  const now =
    row.state === 'declared'
      ? withheldOf(row, row.rate_bps)
      : { base: row.base_minor, amount: row.amount_minor };
  const {
    certificate_no: number,
    certificate_day: day,
    certificate_minor: amount,
    certificate_file_id: file,
  } = row;
  return {
    id: row.id,
    _id: row.id,
    invoiceId: row.invoice_id,
    invoiceNumber: row.invoice_number,
    customerName: row.customer_name,
    currency: row.currency,
    kind: row.kind,
    rate: row.rate_bps,
    gross: row.total_minor,
    base: now.base,
    amount: now.amount,
    state: row.state,
    declaredBy: row.declared_by,
    keptAt: row.kept_at,
    certificate: number && day && amount ? { number, day, amount, file } : null,
    taxYear: row.tax_year,
    createdAt: row.created_at,
  };
}
