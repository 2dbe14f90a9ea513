import * as z from 'zod/mini';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { recordOf } from '#core/records.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  fileFormat,
  recordId,
  reportMonths,
} from './wire.ts';

const change = z.nullable(z.number());
const kpi = z.object({ amount, change });
const count = z.object({ amount: z.number(), change });

/** How many invoices have each display status. */
const statusCounts = z.object(recordOf(displayStatuses, () => z.number()));

export const paymentInfo = z.object({
  currency: currencyCode,
  /** `typedIn`: of the revenue, what the owner typed in. */
  allTime: z.object({ totalRevenue: amount, typedIn: amount, totalPendingPayments: amount }),
  invoices: z.object({
    sent: z.number(),
    paid: z.number(),
    pending: z.number(),
    overdue: z.number(),
    total: z.number(),
    statuses: statusCounts,
  }),
  customers: z.object({ activeCustomers: z.number(), total: z.number() }),
  /** The last 30 days against the 30 before them, in percent; null where there is nothing to compare with. */
  percentageChanges: z.object({
    revenue: change,
    payments: change,
    pendingPayments: change,
    customers: change,
    invoices: change,
  }),
});

const topCustomer = z.object({
  ...recordId,
  customerName: z.string(),
  totalPaid: amount,
  invoiceCount: z.number(),
  averageInvoiceValue: amount,
});

const quoteCount = z.object({ quotes: z.number(), total: amount });

/** Money owed on sent invoices by the day it, or its part, is due. */
const expectedMoney = z.object({
  /** Due before today. */
  overdue: amount,
  /** From the running week on, each from its Monday; of the running one what is due from today on. */
  weeks: z.array(z.object({ from: calendarDate(), amount })),
  /** Due after the last of the weeks. */
  later: amount,
  /** Of parts that have no day yet. */
  undated: amount,
});

export const analyticsReport = z.object({
  currency: currencyCode,
  months: z.number(),
  totalRevenue: kpi,
  invoicesSent: count,
  totalInvoices: z.number(),
  /** Percent of the invoices sent in the period that are paid. */
  successRate: z.object({ amount: z.nullable(z.number()), change }),
  averageValue: kpi,
  averageInvoiceValue: amount,
  /** One entry a month, oldest first; `period` is the month's first day. */
  revenueTrends: z.array(
    z.object({ period: z.string(), label: z.string(), revenue: amount, invoiceCount: z.number() }),
  ),
  paymentMethods: z.object({
    bank_transfer: amount,
    card: amount,
    qr_code: amount,
    ussd: amount,
    wallet: amount,
    total: amount,
  }),
  /** Of the total: what somebody typed by hand, by the way it came; `statement`: seen in the bank's. The methods above are of providers. */
  typedIn: z.array(z.object({ method: z.string(), amount })),
  /** `pending` is all that is neither paid nor overdue; `statuses` tells it apart. */
  invoiceStatus: z.object({
    paid: z.number(),
    overdue: z.number(),
    pending: z.number(),
    total: z.number(),
    statuses: statusCounts,
  }),
  topCustomers: z.array(topCustomer),
  /** Won: accepted in the period; lost: declined or ended in it unanswered; waiting: can be answered now. */
  quotes: z.object({ won: quoteCount, lost: quoteCount, waiting: quoteCount }),
  expected: expectedMoney,
});

export const analytics = {
  paymentInfo: endpoint({
    method: 'GET',
    path: '/api/:currency/user/get-business-payment-info/:id',
    summary: 'The figures of the dashboard',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: paymentInfo }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/:currency/analytics/:id',
    summary: 'Figures and series over the last months',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    query: z.object({ months: reportMonths }),
    response: z.object({ data: analyticsReport }),
  }),
  exportReport: endpoint({
    method: 'GET',
    path: '/api/:currency/analytics/:id/export',
    summary: 'The same report as a file: PDF, CSV or XLSX',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    query: z.object({ months: reportMonths, format: z.optional(fileFormat) }),
    media: 'application/octet-stream',
  }),
};
