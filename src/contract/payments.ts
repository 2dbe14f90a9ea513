import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyCode,
  currencyParams,
  instant,
  page,
  paging,
  recordId,
} from './wire.ts';

export const paymentStatuses = ['completed', 'pending', 'failed', 'cancelled', 'refunded'] as const;
export const paymentMethods = ['bank_transfer', 'card', 'qr_code', 'ussd', 'wallet'] as const;

export const payment = z.object({
  ...recordId,
  /** Null when the customer is not known: shown as 'Unknown Customer'. */
  customerId: z.nullable(z.object({ ...recordId, name: z.string(), email: z.string() })),
  invoiceId: z.nullable(z.object({ ...recordId, invoiceNumber: z.string() })),
  transactionReference: z.string(),
  amount,
  fee: amount,
  /** What of the amount went to the invoice; the rest is the customer's credit. */
  appliedAmount: amount,
  creditAmount: amount,
  currency: currencyCode,
  paymentMethod: z.enum(paymentMethods),
  status: z.enum(paymentStatuses),
  testMode: z.boolean(),
  createdAt: instant,
  completedAt: z.nullable(instant),
});

const change = z.nullable(z.number());

export const metrics = z.object({
  total: z.number(),
  paid: z.number(),
  totalPaymentsReceived: amount,
  successfulPayments: z.number(),
  pendingPayments: z.number(),
  failedPayments: z.number(),
  cancelledPayments: z.number(),
  /** Hours from an invoice's sending to its payment; null when none was paid. */
  averagePaymentTime: z.nullable(z.number()),
  percentageStats: z.object({ total: change, paid: change, pending: change, averagePaymentTime: change }),
  percentageChanges: z.object({
    total: change,
    successfulPayments: change,
    pendingPayments: change,
    averagePaymentTime: change,
  }),
  /** The last 30 days against the 30 before them; a negative number of hours is faster. */
  changes: z.object({ averagePaymentHours: change }),
});

export const transactionFilters = z.object({
  ...paging,
  search: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(['all', ...paymentStatuses])),
  period: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3660))),
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
});

export const transferAccount = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  expiresAt: z.nullable(instant),
});

/** What the public pay page knows of an invoice. */
export const payable = z.object({
  publicId: z.string(),
  invoiceNumber: z.string(),
  state: z.enum(['open', 'paid', 'cancelled']),
  currency: currencyCode,
  totalAmount: amount,
  amountPaid: amount,
  balance: amount,
  testMode: z.boolean(),
  account: z.nullable(transferAccount),
});

const publicParams = z.object({ publicId: z.string().check(z.maxLength(64)) });

export const payments = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/transactions',
    summary: 'Payments received and tried, newest first, with their figures',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: transactionFilters,
    response: z.object({ data: z.object({ transactions: z.array(payment), metrics }), page }),
  }),
  payable: endpoint({
    method: 'GET',
    path: '/api/pay/:publicId',
    summary: 'What is owed on an invoice, for its pay page',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    response: z.object({ data: payable }),
  }),
  payableNews: endpoint({
    method: 'GET',
    path: '/api/pay/:publicId/live',
    summary: 'Server-sent news of one invoice being paid',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    media: 'text/event-stream',
  }),
  payablePdf: endpoint({
    method: 'GET',
    path: '/api/pay/:publicId/pdf',
    summary: 'The invoice, or its receipt once paid, as PDF',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    media: 'application/pdf',
  }),
};
