import { sql } from 'kysely';
import * as z from 'zod';
import { MOST_DAYS_OVERDUE } from '#contract/assistant-tasks.ts';
import { type Filters, queryStatuses } from '#contract/assistant.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { toMinor } from '#core/money.ts';
import { likePattern } from '#core/pagination.ts';
import type { Db } from '#server/kernel/db.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { matchByName, nameWords } from '#server/modules/customers/rules/names.ts';

import { isNumbered } from '../queries/search.ts';
import { active, hasDisplayStatus, hasStatus } from '../queries/status-filter.ts';
import { type InvoiceStatus, statusOf } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';

/** Selection of invoices from a user's request. */
export type InvoiceSelection = Pick<
  Filters,
  | 'invoiceNumbers'
  | 'customerName'
  | 'status'
  | 'which'
  | 'currency'
  | 'search'
  | 'minTotal'
  | 'minDaysOverdue'
  | 'from'
  | 'to'
  | 'dueFrom'
  | 'dueTo'
  | 'limit'
>;

const date = z.iso.date();
/** The same for a model. */
export const selectionInput = z.object({
  invoiceNumbers: z.array(z.string().max(20)).max(50).optional(),
  customerName: z.string().max(120).optional(),
  status: z.enum(queryStatuses).optional(),
  which: z.enum(['latest']).optional(),
  currency: z.enum(['NGN', 'USD']).optional(),
  search: z.string().max(200).optional(),
  minTotal: z.number().nonnegative().optional(),
  minDaysOverdue: z.number().int().nonnegative().max(MOST_DAYS_OVERDUE).optional(),
  from: date.optional(),
  to: date.optional(),
  dueFrom: date.optional(),
  dueTo: date.optional(),
  limit: z.number().int().positive().optional(),
});

/** So many are proposed at once; a person has to be able to read the list. */
export const MAX_PROPOSED = 50;
const MAX_ROWS = 500;

/** Reason nothing can be proposed. */
export type Why =
  /** The selection is empty. */
  | { kind: 'unnamed' }
  | { kind: 'none' }
  /** There are some, but in no state for it. */
  | { kind: 'unfit'; invoices: MatchedInvoice[] }
  | { kind: 'several'; invoices: MatchedInvoice[] }
  | { kind: 'noEmail'; invoices: MatchedInvoice[] }
  /** Credit covers them, or a claim that they were paid is looked into; by their numbers. */
  | { kind: 'held'; held: { covered: string[]; claimed: string[]; charging: string[] } };

export type MatchedInvoice = { invoice: Invoice; status: InvoiceStatus };
type Targets =
  | { ok: true; found: MatchedInvoice[]; missing: string[]; more: number }
  | { ok: false; why: Why };

/** The state an invoice has to be in for what is wanted. */
export type RequiredState = 'pending' | 'unpaid' | 'nothing_paid' | 'owed' | 'sent';

/** The invoices that are meant and fit. By a customer's name it is one; several of one customer are listed to choose from. */
export async function targetsOf(
  scope: Pick<Scope, 'db' | 'actor' | 'now'>,
  selection: InvoiceSelection,
  fit: RequiredState,
): Promise<Targets> {
  if (isEmpty(selection)) return { ok: false, why: { kind: 'unnamed' } };
  const { businessId } = scope.actor;
  const today = todayOf(scope);
  const fitting = await selectInvoices(scope.db, businessId, selection, today, fit);
  if (fitting.found.length === 0) return explainEmpty(scope.db, businessId, selection, today);
  const all = selection.which === 'latest' ? fitting.found.slice(0, 1) : fitting.found;
  const byName = !selection.invoiceNumbers?.length && selection.customerName;
  if (byName && selection.limit === undefined && isOneOfSeveral(byName, all))
    return { ok: false, why: { kind: 'several', invoices: all.slice(0, MAX_PROPOSED) } };
  const most = Math.min(selection.limit ?? MAX_PROPOSED, MAX_PROPOSED);
  const found = all.slice(0, most);
  const considered =
    selection.invoiceNumbers?.length || byName
      ? (await selectInvoices(scope.db, businessId, selection, today)).found
      : found;
  const count = selection.which === 'latest' ? 1 : fitting.count;
  return { ok: true, found, missing: missingOf(selection, considered), more: count - found.length };
}

async function explainEmpty(
  db: Db,
  businessId: string,
  selection: InvoiceSelection,
  today: CalendarDate,
): Promise<Targets> {
  const { found } = await selectInvoices(db, businessId, selection, today);
  if (found.length === 0) return { ok: false, why: { kind: 'none' } };
  return { ok: false, why: { kind: 'unfit', invoices: found.slice(0, MAX_PROPOSED) } };
}

const isEmpty = (selection: InvoiceSelection) =>
  Object.values({ ...selection, currency: undefined, limit: undefined }).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );

/** Digits of an invoice number without leading zeros: `INV-0042` is `42`. */
export const shortNumber = (number: string): string =>
  (/(\d+)\D*$/.exec(number)?.[1] ?? number).replace(/^0+(?=\d)/, '');

/** Whose invoices a name may mean: nobody is called "A and B", so each of them is. */
const namesIn = (name: string, invoices: readonly MatchedInvoice[]): string[] =>
  of(name, invoices).length > 0 ? [name] : partsOf(name);

const of = (name: string, invoices: readonly MatchedInvoice[]): MatchedInvoice[] =>
  matchByName(
    name,
    invoices.map((one) => ({ ...one, name: one.invoice.customer_name })),
  );

/** Several of one customer are asked about; one of each of several customers are all meant. */
const isOneOfSeveral = (name: string, found: readonly MatchedInvoice[]): boolean =>
  namesIn(name, found).some((one) => of(one, found).length > 1);

/** Numbers that no invoice has, and "of" customers who have none. */
const missingOf = (
  { invoiceNumbers = [], customerName }: InvoiceSelection,
  found: readonly MatchedInvoice[],
): string[] => {
  const presentNumbers = new Set(found.map(({ invoice }) => shortNumber(invoice.number)));
  const names = customerName && invoiceNumbers.length === 0 ? namesIn(customerName, found) : [];
  return [
    ...invoiceNumbers.map(shortNumber).filter((number) => !presentNumbers.has(number)),
    ...names.filter((name) => of(name, found).length === 0).map((name) => `of ${name}`),
  ];
};

const stateCondition = (fit: RequiredState, today: CalendarDate) =>
  fit === 'nothing_paid'
    ? sql<boolean>`balance_minor = total_minor`
    : fit === 'owed'
      ? sql<boolean>`balance_minor > 0`
      : fit === 'sent'
        ? sql<boolean>`(sent_at is not null or paid_at is not null)`
        : hasStatus(fit, today);

/** The newest of those meant, and how many there are. */
async function selectInvoices(
  db: Db,
  businessId: string,
  selection: InvoiceSelection,
  today: CalendarDate,
  fit?: RequiredState,
): Promise<{ found: MatchedInvoice[]; count: number }> {
  let query = db.selectFrom('invoices').selectAll().where('business_id', '=', businessId).where(active);
  const { invoiceNumbers, customerName, currency, search, minTotal, minDaysOverdue, status } = selection;
  if (fit) query = query.where(stateCondition(fit, today));
  // Reminding of all that is due today means the part paid as well.
  if (status)
    query = query.where(status === 'part_paid' ? hasDisplayStatus(status, today) : hasStatus(status, today));
  if (invoiceNumbers?.length) query = query.where(isNumbered(invoiceNumbers.map(shortNumber)));
  if (customerName) query = query.where(namedLike(customerName));
  if (currency) query = query.where('currency', '=', currency);
  if (search)
    query = query.where(
      sql<boolean>`(lower(number || ' ' || customer_name || ' ' || customer_email || ' ' || title) like lower(${likePattern(search)})
        or exists (select 1 from invoice_items i where i.business_id = invoices.business_id and i.invoice_id = invoices.id
          and lower(i.description) like lower(${likePattern(search)})))`,
    );
  if (minTotal !== undefined) query = query.where('total_minor', '>=', toMinor(minTotal));
  if (minDaysOverdue !== undefined) query = query.where('due_date', '<=', addDays(today, -minDaysOverdue));
  if (selection.from) query = query.where('issue_date', '>=', selection.from);
  if (selection.to) query = query.where('issue_date', '<=', selection.to);
  if (selection.dueFrom) query = query.where('due_date', '>=', selection.dueFrom);
  if (selection.dueTo) query = query.where('due_date', '<=', selection.dueTo);
  const rows = await query
    .select(sql<number>`count(*) over ()`.as('among'))
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const all = rows.map((invoice) => ({ invoice, status: statusOf(invoice, today) }));
  if (!customerName) return { found: all, count: rows[0]?.among ?? 0 };
  const meant = new Set(namesIn(customerName, all).flatMap((name) => of(name, all).map(idOf)));
  const found = all.filter((one) => meant.has(idOf(one)));
  return { found, count: found.length };
}

const namedLike = (name: string) =>
  sql<boolean>`regexp_split_to_array(lower(regexp_replace(normalize(customer_name, NFKD), '[\\u0300-\\u036f.''’\`]', '', 'g')), '[^[:alnum:]]+')
    && array(select jsonb_array_elements_text(${JSON.stringify(nameWords(name))}::jsonb))`;

const idOf = ({ invoice }: MatchedInvoice): string => invoice.id;

const partsOf = (names: string) =>
  names
    .split(/,|&|\band\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
