import * as z from 'zod';
import { askedStatuses } from '#contract/assistant.ts';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { currencies, type Currency, MAX_SUM, type Minor, minor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { todayFor, type WholeInvoice, wholeInvoice } from '../queries.ts';
import {
  type Asked,
  askedInvoices,
  type AskedSums,
  askedSums,
  billedCustomers,
  debtorsOf,
  owedByCustomer,
  type Whose,
} from '../queries/asked.ts';
import { balanceOf, type InvoiceStatus, payUrlOf, statusOf } from '../rules.ts';
import type { Invoice } from '../table.ts';

// PostgreSQL has no year 0.
const day = z
  .string()
  .refine((text) => isCalendarDate(text) && text > '0001', 'Give a date as YYYY-MM-DD')
  .describe('YYYY-MM-DD');
const MOST_NUMBERS = 50;
const MOST_ASKED = 1000;

/** Which invoices are meant; amounts in major units, dates inclusive. */
const invoiceQuestion = z.object({
  status: z
    .enum(askedStatuses)
    .optional()
    .describe('due is due today; unpaid is all that is sent and not yet paid'),
  from: day.optional().describe('Issued on or after this date, YYYY-MM-DD'),
  to: day.optional().describe('Issued on or before this date, YYYY-MM-DD'),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  customerName: z.string().max(200).optional().describe('As said; part of a name or a wrong letter will do'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words in the number, the customer, the title or the lines'),
  minTotal: z.number().nonnegative().optional(),
  minDaysOverdue: z.number().int().min(1).max(3660).optional(),
  currency: z.enum(currencies).optional(),
  limit: z.number().int().min(1).max(MOST_ASKED).optional(),
  invoiceNumbers: z.array(z.string().max(40)).max(MOST_NUMBERS).optional().describe('Such as INV-0042 or 42'),
  which: z.enum(['latest']).optional().describe('Only the one made last'),
});
type InvoiceQuestion = z.output<typeof invoiceQuestion>;

/** An invoice in tool results; amounts in minor units of `currency`. */
export type FoundInvoice = {
  id: string;
  number: string;
  customer: string;
  currency: Currency;
  status: InvoiceStatus;
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
  sums: AskedSums;
  customers: { id: string; name: string }[] | null;
};
/** One invoice in full, or those among which the choice is open. */
export type ShownInvoice = FoundInvoices & { whole: WholeInvoice | null; payUrl: string | null };
export type Debtor = { id: string; name: string; invoices: number; owed: Minor; overdue: Minor };
/** Amounts owed on sent invoices by customer; `pending` ones are not sent yet and not included. */
export type Owed = FoundInvoices & { debtors: Debtor[]; debtorCount: number; pending: AskedSums };

const SHOWN = 8;
const MOST_DEBTORS = 50;

/** The records of one business's invoices, read in one currency. */
export const invoiceTools = {
  find: {
    description:
      'Finds invoices by status, dates, customer, words, amount or number. Gives at most 8 and the sums of all.',
    input: invoiceQuestion,
    read: async (scope, currency, input) => {
      const { whose, asked, today, customers } = await read(scope, currency, input);
      return found(scope, whose, asked, today, customers);
    },
  } satisfies ReadTool<InvoiceQuestion, FoundInvoices>,
  show: {
    description:
      'Shows one invoice with its lines, its status and what is paid: by number, or the latest of a customer.',
    input: invoiceQuestion,
    read: async (scope, currency, input) => {
      const { whose, asked, today, customers } = await read(scope, currency, input);
      const those = await found(scope, whose, asked, today, customers);
      const [only] = those.sums.count === 1 ? those.invoices : [];
      const whole = only && (await wholeInvoice(scope, whose.businessId, whose.currency, only.id, scope.now));
      const isSent = whole?.invoice.sent_at && !whole.invoice.paid_at;
      const payUrl = whole && isSent ? payUrlOf(scope.publicUrl(), whole.invoice.public_id) : null;
      return { ...those, whole: whole ?? null, payUrl };
    },
  } satisfies ReadTool<InvoiceQuestion, ShownInvoice>,
  owed: {
    description:
      'What customers owe on sent invoices and how much of it is overdue, altogether and by customer.',
    input: invoiceQuestion,
    read: async (scope, currency, input) => {
      const { whose, asked, today, customers } = await read(scope, currency, input);
      const isOpen = ['sent', 'due', 'overdue'].includes(asked.status ?? '');
      const open: Asked = isOpen ? asked : { ...asked, status: 'unpaid' };
      const { limit, ...all } = open;
      return {
        ...(await found(scope, whose, all, today, customers)),
        debtors: await owedByCustomer(scope.db, whose, all, today, Math.min(limit ?? SHOWN, MOST_DEBTORS)),
        debtorCount: await debtorsOf(scope.db, whose, all, today),
        pending: await askedSums(scope.db, whose, { ...all, status: 'pending' }, today),
      };
    },
  } satisfies ReadTool<InvoiceQuestion, Owed>,
};

/** Converts tool input into a filter: names into customer ids, amounts into minor units. */
async function read(scope: Scope, currency: Currency, input: InvoiceQuestion) {
  const { businessId } = scope.actor;
  const { customerName, minTotal, invoiceNumbers, which, limit, ...rest } = input;
  const whose: Whose = { businessId, currency: input.currency ?? currency };
  const customers = customerName ? await billedCustomers(scope.db, businessId, customerName) : null;
  const asked: Asked = {
    ...rest,
    customerIds: customers?.map(({ id }) => id),
    minTotal: minTotal === undefined ? undefined : minor(Math.min(MAX_SUM, Math.round(minTotal * 100))),
    numbers: invoiceNumbers && invoiceNumbers.length > 0 ? invoiceNumbers.map(digitsOf) : undefined,
    limit: which === 'latest' ? 1 : limit,
  };
  return { whose, asked, customers, today: await todayFor(scope.db, businessId, scope.now) };
}

async function found(
  scope: Scope,
  whose: Whose,
  asked: Asked,
  today: CalendarDate,
  customers: FoundInvoices['customers'],
): Promise<FoundInvoices> {
  const rows = await askedInvoices(scope.db, whose, asked, today, SHOWN);
  const sums = await askedSums(scope.db, whose, asked, today);
  return {
    today,
    currency: whose.currency,
    invoices: rows.map((row) => told(row, today)),
    sums,
    customers,
  };
}

const told = (row: Invoice, today: CalendarDate): FoundInvoice => ({
  id: row.id,
  number: row.number,
  customer: row.customer_name,
  currency: row.currency,
  status: statusOf(row, today),
  total: row.total_minor,
  balance: balanceOf(row),
  issued: row.issue_date,
  due: row.due_date,
});

/** The number in a number: INV-0042, #42 and 42 are 42. */
const digitsOf = (said: string): string => (/\d+(?=\D*$)/.exec(said)?.[0] ?? 'none').replace(/^0+/, '');
