import type { FileFormat } from '#contract/wire.ts';
import { dateIn, timeIn } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Table } from '#core/tables.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { tableFile } from '#server/tables/file.ts';
import type { Turn } from '#server/workers/pool.ts';
import { businessForDocument, nameAndZone } from '../queries.ts';
import { letterheadOf } from './letterhead.ts';

/** Records of a business in one currency: as tables to read, and as one table for spreadsheets. */
export type RecordsFile = {
  businessId: string;
  currency: Currency;
  title: string;
  /** The line under the title. */
  about: string;
  printed: Table[];
  sheet: Table;
  /** The sentence in place of tables where there are none. */
  empty: string;
  /** The end of the file's name, behind the business's. */
  name: string;
};

/** So many lines take a worker process two seconds and half of its memory: the compiler sets a table as a whole. */
const MOST_PRINTED = 2_500;

/** Refuses with 422 to print more lines than that; `path` is the field that asked for a time with so many. */
export function requirePrintable(lines: number, path: string): void {
  if (lines > MOST_PRINTED)
    throw fieldError(path, 'That is too long for a PDF. Choose a shorter time, or save it as CSV or Excel');
}

/** Answers with records of a business as a file; what may be long is to be `requirePrintable` first. */
export async function recordsFile(
  scope: SystemScope,
  file: RecordsFile,
  format: FileFormat,
): Promise<Response> {
  const { businessId, currency, title, sheet, name } = file;
  const business = await nameAndZone(scope.db, businessId);
  const print = (turn: Turn) => printRecords(scope, file, turn);
  const sheets = [{ name: title, tables: [sheet] }];
  return tableFile(scope, { name: `${business.name} ${name} ${currency}`, currency, sheets, print }, format);
}

/** The PDF of the same. */
export async function printRecords(
  scope: SystemScope,
  { businessId, currency, title, about, printed, empty }: Omit<RecordsFile, 'sheet' | 'name'>,
  turn: Turn,
): Promise<Uint8Array> {
  const business = await businessForDocument(scope.db, businessId);
  const { timeZone } = business;
  const document = {
    business: await letterheadOf(scope, business),
    currency,
    title,
    about,
    tables: printed,
    empty,
    made: { date: dateIn(scope.now, timeZone), time: timeIn(scope.now, timeZone) },
    testMode: inTestMode(scope.ports.payments, currency),
  };
  return scope.ports.pdf.table(document, turn);
}
