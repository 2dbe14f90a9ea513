import type { FileFormat } from '#contract/wire.ts';
import type { Currency } from '#core/money.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { recordsFile, requirePrintable } from '#server/modules/business/flows/table-file.ts';
import { presentWithholding } from '../present.ts';
import { allWithholdings } from '../queries/withholdings.ts';
import { printedTables, sheetTable } from '../rules.ts';

type ReportRequest = { businessId: string; currency: Currency; year: number | undefined };

/** The tax customers kept, in one tax year or all, as a file. */
export async function withholdingReport(
  scope: SystemScope,
  { businessId, currency, year }: ReportRequest,
  format: FileFormat,
): Promise<Response> {
  const records = (await allWithholdings(scope.db, businessId, currency, year)).map(presentWithholding);
  if (format === 'pdf') requirePrintable(records.length, 'year');
  const file = {
    businessId,
    currency,
    title: 'Withholding tax',
    about: year ? `Tax year ${year}, ${currency}` : `All tax years, ${currency}`,
    printed: printedTables(records),
    sheet: sheetTable(records),
    empty: 'No customer kept withholding tax.',
    name: `withholding tax ${year ?? 'all years'}`,
  };
  return recordsFile(scope, file, format);
}
