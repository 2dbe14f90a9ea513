import { withholding } from '#contract/withholding.ts';
import { csvOf } from '#core/csv.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { add, type Currency, type Minor, minorToMajor } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import type { Withholding } from './api.ts';
import { texts } from './texts.ts';

const MAX_ROWS = 1000;

/** Saves the tax that customers kept as a table for a spreadsheet. Throws `ApiError`. */
export async function downloadReport(currency: Currency): Promise<void> {
  const records: Withholding[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = { limit: MAX_ROWS, ...(cursor && { cursor }) };
    const { data, page } = await call(withholding.list, { params: { currency }, query });
    records.push(...data);
    cursor = page.nextCursor;
  }
  const content = new Blob([reportOf(records)], { type: 'text/csv;charset=utf-8' });
  saveBlob(content, texts.report.file(dateIn(systemClock())));
}

/** Tax that was kept, by customer and year, each with its total. Tax only said, or not kept after all, is left out. */
export function reportOf(records: readonly Withholding[]): string {
  const kept = records.filter(({ state }) => ['pending', 'received', 'used', 'refused'].includes(state));
  const groups = Map.groupBy(kept, ({ customerName, taxYear }) => `${customerName}\n${taxYear}`);
  const sorted = [...groups].toSorted(([a], [b]) => a.localeCompare(b));
  return csvOf([columns.map(([heading]) => heading), ...sorted.flatMap(([, group]) => linesOf(group))]);
}

function linesOf(group: readonly Withholding[]): string[][] {
  const lines = group.map((record) => columns.map(([, cellOf]) => cellOf(record)));
  const [first] = group;
  if (!first) return lines;
  // A refused one was paid or is owed: no tax was kept of it.
  const counted = group.filter(({ state }) => state !== 'refused');
  const total = {
    gross: add(...counted.map(({ gross }) => gross)),
    base: add(...counted.map(({ base }) => base)),
    amount: add(...counted.map(({ amount }) => amount)),
  };
  const cells: Record<string, string> = {
    Customer: first.customerName,
    Year: String(first.taxYear),
    Invoice: texts.report.total,
    Currency: first.currency,
    'Invoice total': plain(total.gross),
    'Before VAT': plain(total.base),
    'Tax kept': plain(total.amount),
  };
  return [...lines, columns.map(([heading]) => cells[heading] ?? '')];
}

const plain = (amount: Minor) => minorToMajor(amount).toFixed(2);

const stateOf = ({ state, taxYear }: Withholding) =>
  state === 'used' ? texts.states.used(taxYear) : texts.states[state];

const columns: [heading: string, cellOf: (record: Withholding) => string][] = [
  ['Customer', ({ customerName }) => customerName],
  ['Year', ({ taxYear }) => String(taxYear)],
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Currency', ({ currency }) => currency],
  ['Invoice total', ({ gross }) => plain(gross)],
  ['Before VAT', ({ base }) => plain(base)],
  ['Rate %', ({ rate }) => String(rate / 100)],
  ['Tax kept', ({ amount }) => plain(amount)],
  ['Certificate', ({ certificate }) => certificate?.number ?? ''],
  ['Date on it', ({ certificate }) => certificate?.day ?? ''],
  ['Amount on it', ({ certificate }) => (certificate ? plain(certificate.amount) : '')],
  ['State', stateOf],
];
