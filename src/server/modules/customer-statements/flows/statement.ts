import { type CalendarDate, dateIn, monthStart } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import type { RecordsFile } from '#server/modules/business/flows/table-file.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { type Extent, statementRecords } from '../queries/statement.ts';
import {
  type Account,
  type Kind,
  MOST_ON_PAPER,
  periodOf,
  printedStatement,
  type Statement,
  statementOf,
} from '../rules.ts';

export type Asked = { from?: CalendarDate | undefined; to?: CalendarDate | undefined };
/** More lines than any spreadsheet program opens. */
const EVERY_LINE: Extent = { most: 1_000_000, addsUpOlder: false };

/** The lines of a printed statement. */
export const ON_PAPER: Extent = { most: MOST_ON_PAPER, addsUpOlder: true };

/** Its newest `most` lines, for a screen. */
export const newest = (most: number): Extent => ({ most, addsUpOlder: false });

type Reader = Pick<SystemScope, 'db' | 'now'>;

/** A customer with the statement of a period, this month and the one before unless told. Throws 404, and 422 for no period. */
export async function readStatement(
  { db, now }: Reader,
  account: Account,
  asked: Asked,
  extent = EVERY_LINE,
) {
  const { businessId, customerId } = account;
  const customer = isId('cus', customerId) ? await activeCustomer(db, businessId, customerId) : null;
  if (!customer) throw notFound('customer');
  return { customer, ...(await statementOfPeriod({ db, now }, account, asked, extent)) };
}

/** The same of a customer who may have left the list. Throws 422 for no period. */
export async function statementOfPeriod(
  { db, now }: Reader,
  account: Account,
  asked: Asked,
  extent: Extent,
): Promise<{ today: CalendarDate; statement: Statement }> {
  const timeZone = await timeZoneOf(db, account.businessId);
  const today = dateIn(now, timeZone);
  const period = periodOf(asked, { from: monthStart(today, -1), to: today });
  const records = await statementRecords(db, account, { ...period, ...extent }, timeZone);
  return { today, statement: statementOf(period, records) };
}

/** A statement as a file, in the words of its customer's language. */
export async function statementFile(
  { db }: Pick<SystemScope, 'db'>,
  { businessId, customerId, currency }: Account,
  { customer, statement }: { customer: { name: string }; statement: Statement },
  kind: Kind,
): Promise<RecordsFile> {
  const language = await languageOf(db, businessId, customerId);
  const { tables, ...printed } = printedStatement(statement, kind, { customer: customer.name, language });
  const { from, to } = statement;
  return {
    businessId,
    currency,
    ...printed,
    printed: tables,
    name: `statement ${customer.name} ${kind === 'open' ? to : `${from} to ${to}`}`,
  };
}
