import * as z from 'zod/mini';
import { taxCodes } from '#core/totals.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  fileFormat,
  instant,
  optionalText,
  page,
  paging,
  partQuantity,
  positiveAmount,
  recordId,
  reportMonths,
} from './wire.ts';

export const creditReasons = ['return', 'price', 'discount', 'cancelled', 'early_payment', 'other'] as const;
/** The reasons as screens and files say them. */
export const creditReasonNames: Record<(typeof creditReasons)[number], string> = {
  return: 'Goods came back',
  price: 'The price was wrong',
  discount: 'A discount after all',
  cancelled: 'The order was cancelled',
  early_payment: 'Paid early',
  other: 'Something else',
};

/** A line of the invoice by its place, from 0, and how much of it: a quantity or an amount. */
const newLine = z
  .object({
    item: z.int().check(z.gte(0), z.lte(499)),
    quantity: z.optional(partQuantity),
    amount: z.optional(positiveAmount),
  })
  .check(
    z.refine(({ quantity, amount: sum }) => (quantity === undefined) !== (sum === undefined), {
      path: ['quantity'],
      message: 'Enter a quantity or an amount',
    }),
  );

const division = z.object({ credit: amount, refund: amount, gaveBack: amount });

export const newCreditNote = z.object({
  lines: z.array(newLine).check(z.minLength(1, 'Choose what to credit'), z.maxLength(500)),
  reason: z.enum(creditReasons, 'Choose why'),
  note: optionalText(300),
  /** Where it is more than is owed: what becomes of the rest, which was paid already. */
  effect: z.optional(division),
  /** For a refund. */
  pin: z.optional(z.string().check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'))),
});

export const creditNote = z.object({
  ...recordId,
  number: z.string(),
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  reason: z.enum(creditReasons),
  note: z.string(),
  lines: z.array(
    z.object({
      item: z.number(),
      description: z.string(),
      /** Zero where an amount was credited. */
      quantity: partQuantity,
      amount,
      taxCode: z.enum(taxCodes),
    }),
  ),
  /** Its sums by tax code. */
  groups: z.array(z.object({ code: z.enum(taxCodes), lines: amount, discount: amount, tax: amount })),
  discount: amount,
  tax: amount,
  total: amount,
  /** Of it, what was owed less, and what became of the rest. */
  effect: z.object({ owed: amount, ...division.shape }),
  /** The same as a sentence. */
  told: z.string(),
  date: calendarDate(),
  createdAt: instant,
  withdrawnAt: z.nullable(instant),
  pdf: z.string(),
});

const answer = z.object({ data: creditNote });

export const creditNotes = {
  issue: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/credit-notes',
    summary: 'Credit lines of an invoice that was sent: first what is owed, then what was paid',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: newCreditNote,
    response: answer,
    status: 201,
    idempotent: true,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/correct',
    summary: 'Credit all that is left of an invoice and make an unsent one with the same contents',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ note: optionalText(300) }),
    response: z.object({ data: z.object({ creditNote, invoiceId: z.string(), invoiceNumber: z.string() }) }),
    status: 201,
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/credit-notes',
    summary: 'Credit notes, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ ...paging, invoiceId: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({
      data: z.array(creditNote),
      page,
      /** Of one invoice: how much of its payments can go back through their provider. Null for a list of all. */
      refundable: z.nullable(amount),
    }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/:currency/credit-notes/report',
    summary: 'Credit notes as a file: PDF, CSV or XLSX',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      /** The last so many months; all of them where it is left out. */
      months: reportMonths,
      format: z._default(fileFormat, 'pdf'),
    }),
    media: 'application/octet-stream',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/:currency/credit-notes/:id',
    summary: 'One credit note',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/:currency/credit-notes/:id/pdf',
    summary: 'A credit note as PDF',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    media: 'application/pdf',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/:currency/credit-notes/:id/withdraw',
    summary: 'Take back a credit note none of whose credit was used',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
    idempotent: true,
  }),
};
