import { invoices } from '#contract/invoices.ts';
import { csvOf } from '#core/csv.ts';
import { displayStatusNames } from '#core/invoice/display-status.ts';
import { dateIn, systemClock, UNDATED } from '#core/dates.ts';
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
  saveBlob(content, texts.csvFile(dateIn(systemClock())));
}

/** The lines of the table, its heading first. */
export function tableOf(rows: readonly InvoiceSummary[]): string {
  const lines = rows.map((row) => columns.map(([, cellOf]) => cellOf(row)));
  return csvOf([columns.map(([heading]) => heading), ...lines]);
}

const plain = (amount: Minor) => minorToMajor(amount).toFixed(2);

const columns: [heading: string, cellOf: (row: InvoiceSummary) => string][] = [
  ['Invoice ID', (row) => row.invoiceNumber],
  ['Customer', (row) => row.customerName],
  ['Email', (row) => row.customerEmail],
  ['Title', (row) => row.title],
  ['Status', (row) => displayStatusNames[row.displayStatus]],
  ['Date Issued', (row) => row.date],
  ['Due Date', (row) => (row.dueDate === UNDATED ? '' : row.dueDate)],
  ['Currency', (row) => row.currency],
  ['Amount', (row) => plain(row.totalAmount)],
  ['Paid', (row) => plain(row.amountPaid)],
  ['Balance', (row) => plain(row.balance)],
  ['Purchase order number', (row) => row.poNumber],
  ['Credited', (row) => plain(row.credited)],
  ['Tax withheld', (row) => plain(row.withheld)],
  ['Written off', (row) => plain(row.writtenOff)],
  ['Discount for paying early (%)', ({ earlyTerms }) => (earlyTerms ? String(earlyTerms.percent / 100) : '')],
  ['Discount until', ({ earlyTerms }) => earlyTerms?.until ?? ''],
];
