import * as z from 'zod';
import { MOST_DAYS_OVERDUE } from '#contract/assistant-tasks.ts';
import { queryStatuses } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import { type DisplayStatus, displayStatusOf } from '#core/invoice/display-status.ts';
import { currencies, type Currency, type Minor, toMinor } from '#core/money.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { dayInput, type ReadTool } from '#server/kernel/tools.ts';
import { getInvoiceDetails, type InvoiceDetails } from '../queries/details.ts';
import {
  billedCustomers,
  countDebtors,
  debtByCustomer,
  type InvoiceFilter,
  type InvoiceTotals,
  searchInvoices,
  sumInvoices,
} from '../queries/search.ts';
import { type BusinessCurrency } from '../queries/status-filter.ts';
import { payUrlOf, statusOf } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';
import { shortNumber } from './targets.ts';

const MAX_NUMBERS = 50;
const MAX_LIMIT = 1000;

/** Which invoices are meant; amounts in major units, dates inclusive. */
const invoiceQuery = z.object({
  status: z
    .enum(queryStatuses)
    .optional()
    .describe(
      'due is due today with nothing paid; part_paid has some money and is not overdue; unpaid is all that is sent and not yet paid',
    ),
  from: dayInput.optional().describe('Issued on or after this date, YYYY-MM-DD'),
  to: dayInput.optional().describe('Issued on or before this date, YYYY-MM-DD'),
  dueFrom: dayInput.optional(),
  dueTo: dayInput.optional(),
  customerName: z.string().max(200).optional().describe('As said; part of a name or a wrong letter will do'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words in the number, the customer, the title or the lines'),
  minTotal: z.number().nonnegative().optional(),
  minDaysOverdue: z.number().int().min(1).max(MOST_DAYS_OVERDUE).optional(),
  currency: z.enum(currencies).optional(),
  limit: z.number().int().min(1).max(MAX_LIMIT).optional(),
  invoiceNumbers: z.array(z.string().max(40)).max(MAX_NUMBERS).optional().describe('Such as INV-0042 or 42'),
  which: z.enum(['latest']).optional().describe('Only the one made last'),
});
type InvoiceQuery = z.output<typeof invoiceQuery>;

/** An invoice in tool results; amounts in minor units of `currency`. */
export type FoundInvoice = {
  id: string;
  number: string;
  customer: string;
  currency: Currency;
  status: DisplayStatus;
  total: Minor;
  balance: Minor;
  issued: CalendarDate;
  due: CalendarDate;
};
/** First matches and the totals of all. `customers` are those matching the given name; null without one. */
export type FoundInvoices = {
  today: CalendarDate;
  currency: Currency;
  invoices: FoundInvoice[];
  sums: InvoiceTotals;
  customers: { id: string; name: string }[] | null;
};
/** One invoice in full, or those among which the choice is open. */
export type ShownInvoice = FoundInvoices & { whole: InvoiceDetails | null; payUrl: string | null };
export type Debtor = { id: string; name: string; invoices: number; owed: Minor; overdue: Minor };
/** Amounts owed on sent invoices by customer; `pending` ones are not sent yet and not included. */
export type Owed = FoundInvoices & { debtors: Debtor[]; debtorCount: number; pending: InvoiceTotals };

const MAX_SHOWN = 8;
const MAX_DEBTORS = 50;

/** The records of one business's invoices, read in one currency. */
export const invoiceTools = {
  find: {
    description:
      'Finds invoices by status, dates, customer, words, amount or number. Gives at most 8 and the sums of all.',
    input: invoiceQuery,
    read: async (scope, currency, input) => {
      const { whose: owner, asked: filter, today, customers } = await parseQuery(scope, currency, input);
      return findInvoices(scope, owner, filter, today, customers);
    },
  } satisfies ReadTool<InvoiceQuery, FoundInvoices>,
  show: {
    description:
      'Shows one invoice with its lines, its status and what is paid: by number, or the latest of a customer.',
    input: invoiceQuery,
    read: async (scope, currency, input) => {
      const { whose: owner, asked: filter, today, customers } = await parseQuery(scope, currency, input);
      const result = await findInvoices(scope, owner, filter, today, customers);
      const [only] = result.sums.count === 1 ? result.invoices : [];
      const details =
        only && (await getInvoiceDetails(scope, owner.businessId, owner.currency, only.id, scope.now));
      const isSent = details?.invoice.sent_at && !details.invoice.paid_at;
      const payUrl = details && isSent ? payUrlOf(scope.publicUrl(), details.invoice.public_id) : null;
      return { ...result, whole: details ?? null, payUrl };
    },
  } satisfies ReadTool<InvoiceQuery, ShownInvoice>,
  owed: {
    description:
      'What customers owe on sent invoices and how much of it is overdue, altogether and by customer.',
    input: invoiceQuery,
    read: async (scope, currency, input) => {
      const { whose: owner, asked: filter, today, customers } = await parseQuery(scope, currency, input);
      const isOpen = ['sent', 'part_paid', 'due', 'overdue'].includes(filter.status ?? '');
      const open: InvoiceFilter = isOpen ? filter : { ...filter, status: 'unpaid' };
      const { limit, ...all } = open;
      return {
        ...(await findInvoices(scope, owner, all, today, customers)),
        debtors: await debtByCustomer(scope.db, owner, all, today, Math.min(limit ?? MAX_SHOWN, MAX_DEBTORS)),
        debtorCount: await countDebtors(scope.db, owner, all, today),
        pending: await sumInvoices(scope.db, owner, { ...all, status: 'pending' }, today),
      };
    },
  } satisfies ReadTool<InvoiceQuery, Owed>,
};

/** Converts tool input into a filter: names into customer ids, amounts into minor units. */
async function parseQuery(scope: Scope, currency: Currency, input: InvoiceQuery) {
  const { businessId } = scope.actor;
  const { customerName, minTotal, invoiceNumbers, which, limit, ...rest } = input;
  const owner: BusinessCurrency = { businessId, currency: input.currency ?? currency };
  const customers = customerName ? await billedCustomers(scope.db, businessId, customerName) : null;
  const filter: InvoiceFilter = {
    ...rest,
    customerIds: customers?.map(({ id }) => id),
    minTotal: minTotal === undefined ? undefined : toMinor(minTotal),
    numbers: invoiceNumbers && invoiceNumbers.length > 0 ? invoiceNumbers.map(shortNumber) : undefined,
    limit: which === 'latest' ? 1 : limit,
  };
  return { whose: owner, asked: filter, customers, today: todayOf(scope) };
}

async function findInvoices(
  scope: Scope,
  owner: BusinessCurrency,
  filter: InvoiceFilter,
  today: CalendarDate,
  customers: FoundInvoices['customers'],
): Promise<FoundInvoices> {
  const rows = await searchInvoices(scope.db, owner, filter, today, MAX_SHOWN);
  const sums = await sumInvoices(scope.db, owner, filter, today);
  return {
    today,
    currency: owner.currency,
    invoices: rows.map((row) => summarize(row, today)),
    sums,
    customers,
  };
}

const summarize = (row: Invoice, today: CalendarDate): FoundInvoice => ({
  id: row.id,
  number: row.number,
  customer: row.customer_name,
  currency: row.currency,
  status: displayStatusOf(statusOf(row, today), row.paid_minor),
  total: row.total_minor,
  balance: row.balance_minor,
  issued: row.issue_date,
  due: row.due_date,
});
