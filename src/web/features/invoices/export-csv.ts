import { invoices } from '#contract/invoices.ts';
import { csvOf } from '#core/csv.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { type Currency, type Minor, minorToMajor } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { type InvoiceFilters, type InvoiceSummary, listQuery, MAX_ROWS } from './api.ts';
import { texts } from './texts.ts';

/** Saves every invoice of a filter as a table for a spreadsheet. Throws `ApiError`. */
export async function exportCsv(currency: Currency, filters: InvoiceFilters): Promise<void> {
  const rows: InvoiceSummary[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { ...listQuery(filters), limit: MAX_ROWS, ...(cursor && { cursor }) };
    const { data, page } = await call(invoices.list, { params: { currency }, query });
    rows.push(...data);
    cursor = page.nextCursor;
  }
  const content = new Blob([tableOf(rows)], { type: 'text/csv;charset=utf-8' });
  saveBlob(content, texts.csv.file(dateIn(systemClock())));
}

/** The lines of the table, its heading first. */
export function tableOf(rows: readonly InvoiceSummary[]): string {
  const lines = rows.map((row) => [
    row.invoiceNumber,
    row.customerName,
    row.customerEmail,
    row.title,
    row.status,
    row.date,
    row.dueDate,
    row.currency,
    plain(row.totalAmount),
    plain(row.amountPaid),
    plain(row.balance),
  ]);
  return csvOf([texts.csv.columns, ...lines]);
}

const plain = (amount: Minor) => minorToMajor(amount).toFixed(2);
