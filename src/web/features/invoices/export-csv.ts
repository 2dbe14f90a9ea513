import { dateIn, systemClock } from '#core/dates.ts';
import { invoices } from '#contract/invoices.ts';
import { type Currency, type Minor, minorToMajor } from '#core/money.ts';
import { call } from '../../lib/api.ts';
import { saveBlob } from '../../lib/save-file.ts';
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
  // Spreadsheets take a file for UTF-8 by this mark.
  const content = new Blob(['\uFEFF', csvOf(rows)], { type: 'text/csv;charset=utf-8' });
  saveBlob(content, texts.csv.file(dateIn(systemClock())));
}

/** The lines of the table, its heading first. */
export function csvOf(rows: readonly InvoiceSummary[]): string {
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
  return [texts.csv.columns, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

const plain = (amount: Minor) => minorToMajor(amount).toFixed(2);

// A spreadsheet runs what begins like a formula, and a customer can choose what to be called.
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
