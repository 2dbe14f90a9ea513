import * as z from 'zod/mini';
import { attemptStates } from '#core/attempt-states.ts';
import { allMethods, evidences, methodFilters } from '#core/payment-methods.ts';
import { endpoint } from './endpoint.ts';
import { metrics } from './payment-metrics.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  empty,
  instant,
  page,
  paging,
  positiveAmount,
  recordId,
  text,
} from './wire.ts';

export const paymentStatuses = ['completed', 'pending', 'failed', 'cancelled', 'refunded'] as const;
export const paymentMethods = ['bank_transfer', 'card', 'qr_code', 'ussd', 'wallet'] as const;

export const payment = z.object({
  ...recordId,
  /** Null when the customer is not known: shown as 'Unknown Customer'. */
  customerId: z.nullable(z.object({ ...recordId, name: z.string(), email: z.string() })),
  invoiceId: z.nullable(z.object({ ...recordId, invoiceNumber: z.string() })),
  /** How many invoices beside that one it paid a part of. */
  otherInvoices: z.number(),
  transactionReference: z.string(),
  amount,
  fee: amount,
  /** The part the customer paid for that fee. */
  surcharge: amount,
  /** The part allocated to the invoice; the rest is the customer's credit. */
  appliedAmount: amount,
  creditAmount: amount,
  /** The refunded part. */
  refundedAmount: amount,
  /** The part that is on its way back. */
  returningAmount: amount,
  /** Display name of the provider that took the payment. */
  provider: z.string(),
  /** The day the provider passes it on by its usual terms; null while it has not come in. */
  settlesOn: z.nullable(calendarDate()),
  currency: currencyCode,
  paymentMethod: z.enum(allMethods),
  evidence: z.enum(evidences),
  status: z.enum(paymentStatuses),
  /** Where the attempt stands, and the sentence its owner is told. */
  state: z.enum(attemptStates),
  told: z.string(),
  testMode: z.boolean(),
  createdAt: instant,
  completedAt: z.nullable(instant),
});

const creditInvoice = z.object({ invoiceId: z.string(), invoiceNumber: z.string(), balance: amount });

/** As lists have it: with the open invoice of the same customer, due first, that its credit could be used for. */
const listedPayment = z.extend(payment, { creditFor: z.nullable(creditInvoice) });

const transferAccount = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  expiresAt: z.nullable(instant),
});

const refundStatuses = ['pending', 'processing', 'needs_attention', 'completed', 'failed'] as const;

export const refund = z.object({
  ...recordId,
  amount,
  currency: currencyCode,
  reason: z.string(),
  /** `provider`: a reversal, chargeback or refund that was not requested here. */
  origin: z.enum(['owner', 'provider']),
  status: z.enum(refundStatuses),
  /** The provider's message, when it failed or needs an action. */
  note: z.nullable(z.string()),
  /** Of one that failed: the part of the money that came back that settled a debt at once. */
  settledDebt: amount,
  createdAt: instant,
  updatedAt: instant,
});

/** One payment with all that became of it. */
export const paymentDetails = z.object({
  payment,
  /** The payment gross, the provider's fee, the net credited to the balance and the settlement date. */
  settlement: z.nullable(
    z.object({
      gross: amount,
      fee: amount,
      net: amount,
      inBalanceSince: instant,
      settlesOn: z.nullable(calendarDate()),
    }),
  ),
  refunds: z.array(refund),
  /** The amount that can still be refunded. */
  refundable: amount,
  /** Which invoices it paid, and how much of each. */
  allocations: z.array(z.object({ invoiceId: z.string(), invoiceNumber: z.string(), amount })),
  /** Open invoices of the same customer that the credit could be used for. */
  creditFor: z.array(creditInvoice),
  /** Its receipt and the public page of it; null while the money has not come. */
  receipt: z.nullable(z.object({ number: z.string(), url: z.string() })),
  /** Of a payment no provider took; null for others. */
  record: z.nullable(
    z.object({
      recordedBy: z.string(),
      note: z.nullable(z.string()),
      slip: z.nullable(z.string()),
      cancelledReason: z.nullable(z.string()),
      /** Null while it counts. */
      undoneAt: z.nullable(instant),
      reasonNeeded: z.boolean(),
    }),
  ),
  /** The typed payment of the same invoice, where this one may be the same money; null where there is none. */
  paidTwice: z.nullable(z.object({ id: z.string(), recordedBy: z.string(), amount, day: calendarDate() })),
});

/** Unallocated funds: money that came for an invoice and could not be applied, held apart until it is refunded. */
export const unmatchedPayment = z.object({
  provider: z.string(),
  transactionId: z.string(),
  invoiceId: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  /** Minor units of the currency received, which need not be a supported one. */
  amount,
  currency: z.string(),
  reason: z.enum(['unknown_reference', 'other_currency', 'test_money']),
  refundStatus: z.nullable(z.enum(refundStatuses)),
  receivedAt: instant,
});

const pin = z.string('Enter your 4-digit PIN').check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'));

export const newRefund = z.object({
  amount: positiveAmount,
  reason: text({ max: 200, required: 'Say why you refund it' }),
  pin,
});

/**
 * Payment state for a sale at the point of sale. Only money confirmed by the provider is `safe`; where some was only seen in a
 * bank statement it is `in_statement`, where some was only typed in `recorded`. A claim, a screenshot or a text from a bank never is.
 */
export const counter = z.object({
  invoiceNumber: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  state: z.enum(['waiting', 'part_paid', 'safe', 'in_statement', 'recorded', 'settled', 'cancelled']),
  testMode: z.boolean(),
  totalAmount: amount,
  amountPaid: amount,
  balance: amount,
  /** The sum that is asked for now: of an invoice that is paid in parts, the part whose turn it is. */
  asked: amount,
  /** Asked of the payer on top, for the provider's fee. */
  fee: amount,
  payUrl: z.string(),
  account: z.nullable(transferAccount),
  payments: z.array(
    z.object({
      amount,
      paymentMethod: z.enum(allMethods),
      reference: z.string(),
      provider: z.string(),
      verifiedAt: instant,
    }),
  ),
});

const transactionFilters = z.object({
  ...paging,
  search: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(['all', ...paymentStatuses])),
  method: z.optional(z.enum(['all', ...methodFilters])),
  customerId: z.optional(z.string().check(z.maxLength(64))),
  /** Only payments of which the customer has credit left. */
  credit: z.optional(z.literal('left')),
  period: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3660))),
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
});

/** The data of an invoice on the public pay page. */
export const payable = z.object({
  publicId: z.string(),
  invoiceNumber: z.string(),
  /** `settled`: nothing is left to pay, though not all was paid. */
  state: z.enum(['open', 'paid', 'settled', 'cancelled']),
  currency: currencyCode,
  totalAmount: amount,
  amountPaid: amount,
  balance: amount,
  /** The sum its account and its link ask for: of an invoice that is paid in parts, the one that was chosen. */
  asked: amount,
  /** Asked of the payer on top, for the provider's fee. */
  fee: amount,
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
    response: z.object({ data: z.object({ transactions: z.array(listedPayment), metrics }), page }),
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/:currency/transactions/:id',
    summary: 'One payment: what it cost, which invoices it paid, what went back of it',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: paymentDetails }),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/:currency/transactions/:id/receipt',
    summary: 'The receipt of a payment that came, as PDF',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    media: 'application/pdf',
  }),
  sendReceipt: endpoint({
    method: 'POST',
    path: '/api/:currency/transactions/:id/send-receipt',
    summary: 'Email the receipt of a payment to its customer again, once a day',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
    idempotent: true,
    limit: 'sends',
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/:currency/transactions/:id/refund',
    summary: 'Give a payment back to the customer, whole or in part',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: newRefund,
    response: z.object({ data: refund }),
    idempotent: true,
  }),
  useCredit: endpoint({
    method: 'POST',
    path: '/api/:currency/transactions/:id/use-credit',
    summary: 'Use what a customer paid too much for another invoice of theirs',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ invoiceId: z.string().check(z.maxLength(64)) }),
    response: z.object({ data: payment }),
    idempotent: true,
  }),
  unmatched: endpoint({
    method: 'GET',
    path: '/api/:currency/unmatched-payments',
    summary: 'Money that came for an invoice and could not be used for it',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.array(unmatchedPayment) }),
  }),
  refundUnmatched: endpoint({
    method: 'POST',
    path: '/api/:currency/unmatched-payments/refund',
    summary: 'Send such money back whence it came',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      provider: z.string().check(z.maxLength(40)),
      transactionId: z.string().check(z.maxLength(200)),
      pin,
    }),
    response: z.object({ data: refund }),
    idempotent: true,
  }),
  counter: endpoint({
    method: 'GET',
    path: '/api/:currency/invoice/:id/counter',
    summary: 'Whether the money of an invoice is in, for the shop counter',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: counter }),
  }),
  payable: endpoint({
    method: 'GET',
    path: '/api/pay/:publicId',
    summary: 'What is owed on an invoice, for its pay page',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    query: z.object({
      /** Of an invoice that is paid in parts: `all`, or another amount; the part whose turn it is where it is left out. */
      pay: z.optional(z.string().check(z.maxLength(40))),
    }),
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
    summary: 'The invoice as PDF',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    limit: 'publicPdfs',
    media: 'application/pdf',
  }),
  receiptPdf: endpoint({
    method: 'GET',
    path: '/api/receipt/:publicId/pdf',
    summary: 'The receipt of one payment as PDF',
    auth: 'none',
    owner: 'public',
    params: publicParams,
    limit: 'publicPdfs',
    media: 'application/pdf',
  }),
};
