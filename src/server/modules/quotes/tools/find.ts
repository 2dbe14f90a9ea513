import * as z from 'zod';
import { askedQuoteStates } from '#contract/assistant-tasks.ts';
import type { CalendarDate } from '#core/dates.ts';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import { todayOf } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { searchCustomersByName } from '#server/modules/customers/queries/name-search.ts';
import { listQuotes } from '../queries/quotes.ts';
import { numberOf, type QuoteStatus, statusOf } from '../rules.ts';

const MAX_SHOWN = 8;

const quoteQuery = z.object({
  quoteNumbers: z.array(z.string().max(20)).max(1).optional(),
  customerName: z.string().max(120).optional(),
  quoteStatus: z.enum(askedQuoteStates).optional(),
  currency: z.enum(currencies).optional(),
});

export type FoundQuote = {
  id: string;
  /** '' for one that was not sent. */
  number: string;
  customer: string;
  amount: Minor;
  status: QuoteStatus;
  isInvoiced: boolean;
  /** The last day it can be accepted; null before it is sent. */
  until: CalendarDate | null;
};
/** The newest, and how many there are. */
export type FoundQuotes = { currency: Currency; rows: FoundQuote[]; count: number };

/** Quotes, estimates and proforma invoices. */
export const quotesTool = {
  description:
    'Quotes, estimates and proforma invoices: customer, amount, last day, and what became of them.',
  input: quoteQuery,
  read: async (scope, usual, { quoteNumbers, customerName, quoteStatus, currency = usual }) => {
    const today = todayOf(scope);
    const [number] = quoteNumbers ?? [];
    const owner = { businessId: scope.actor.businessId, currency, today };
    const listed = (search: string | undefined) =>
      listQuotes(scope.db, owner, { search, status: quoteStatus, limit: MAX_SHOWN });
    const found = await listed(number ?? customerName);
    // "Hon Uche" is Hon. Uche.
    const [meantName, ...others] =
      customerName && !number && found.rows.length === 0
        ? await searchCustomersByName(scope.db, owner.businessId, customerName)
        : [];
    const { rows, page } = meantName && others.length === 0 ? await listed(meantName.name) : found;
    const meant = number === undefined ? rows : rows.filter((quote) => String(quote.number) === number);
    return {
      currency,
      rows: meant.map((quote) => ({
        id: quote.id,
        number: numberOf(quote),
        customer: quote.customer_name,
        amount: quote.total_minor,
        status: statusOf(quote, today),
        isInvoiced: quote.invoice_id !== null,
        until: quote.valid_until,
      })),
      count: number === undefined ? page.total : meant.length,
    };
  },
} satisfies ReadTool<z.output<typeof quoteQuery>, FoundQuotes>;
