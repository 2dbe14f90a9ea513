import type { FileFormat } from '#contract/wire.ts';
import { dateIn, timeIn } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { tableFile } from '#server/tables/file.ts';
import type { Turn } from '#server/workers/pool.ts';
import { presentWithholding } from '../present.ts';
import { allWithholdings } from '../queries/withholdings.ts';
import { printedTables, sheetTable } from '../rules.ts';

const TITLE = 'Withholding tax';

type ReportRequest = { businessId: string; currency: Currency; year: number | undefined };

/** The tax customers kept, in one tax year or all, as a file. */
export async function withholdingReport(
  scope: SystemScope,
  { businessId, currency, year }: ReportRequest,
  format: FileFormat,
): Promise<Response> {
  const records = (await allWithholdings(scope.db, businessId, currency, year)).map(presentWithholding);
  const business = await businessForDocument(scope.db, businessId);
  const print = async (turn: Turn) =>
    scope.ports.pdf.table(
      {
        business: await letterheadOf(scope, business),
        currency,
        title: TITLE,
        about: year ? `Tax year ${year}, ${currency}` : `All tax years, ${currency}`,
        tables: printedTables(records),
        empty: 'No customer kept withholding tax.',
        made: {
          date: dateIn(scope.now, business.timeZone),
          time: timeIn(scope.now, business.timeZone),
        },
        testMode: inTestMode(scope.ports.payments, currency),
      },
      turn,
    );
  const name = `${business.name} withholding tax ${year ?? 'all years'} ${currency}`;
  const sheets = [{ name: TITLE, tables: [sheetTable(records)] }];
  return tableFile(scope, { name, currency, sheets, print }, format);
}
