import type { FileFormat } from '#contract/wire.ts';
import { monthStart } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { recordsFile, requirePrintable } from '#server/modules/business/flows/table-file.ts';
import { todayFor } from '#server/modules/invoices/queries/details.ts';
import { filedNotes } from '../queries/notes.ts';
import { noteTable } from '../rules.ts';

type ReportRequest = { businessId: string; currency: Currency; months: number | null };

/** The credit notes of the last months, the current one included, or of all time, as a file. */
export async function creditNoteReport(
  scope: SystemScope,
  { businessId, currency, months }: ReportRequest,
  format: FileFormat,
): Promise<Response> {
  const today = await todayFor(scope.db, businessId, scope.now);
  const since = months === null ? undefined : monthStart(today, 1 - months);
  const rows = await filedNotes(scope.db, businessId, { currency, since });
  if (format === 'pdf') requirePrintable(rows.length, 'months');
  const table = noteTable(rows);
  const file = {
    businessId,
    currency,
    title: 'Credit notes',
    about: since ? `${since} to ${today}, ${currency}` : `Until ${today}, ${currency}`,
    printed: rows.length > 0 ? [table] : [],
    sheet: table,
    empty: 'No credit note was issued.',
    name: since ? `credit notes ${since} to ${today}` : `credit notes until ${today}`,
  };
  return recordsFile(scope, file, format);
}
