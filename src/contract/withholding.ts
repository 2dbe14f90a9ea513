import * as z from 'zod/mini';
import { withholdingKinds } from '#core/tax-rates.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  empty,
  fileFormat,
  instant,
  optionalText,
  page,
  paging,
  percent,
  positiveAmount,
  recordId,
} from './wire.ts';

/**
 * Of tax a customer keeps: said, settled while its certificate is awaited, proved, set against the business's own tax; or the
 * certificate never came and it is owed again, or it is not kept after all.
 */
export const withholdingStates = ['declared', 'pending', 'received', 'used', 'refused', 'withdrawn'] as const;

const kind = z.enum(withholdingKinds, 'Choose what it is for');
const year = z.coerce.number('Give a year').check(z.int('Give a year'), z.gte(2025), z.lte(2200));

/** Tax a customer keeps of an invoice, and its certificate. */
export const withholdingRecord = z.object({
  ...recordId,
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  kind: z.enum(withholdingKinds),
  rate: percent,
  /** The sum of the invoice, and of it what is taxed, without VAT. */
  gross: amount,
  base: amount,
  amount,
  state: z.enum(withholdingStates),
  declaredBy: z.enum(['owner', 'payer']),
  /** When the rest of the invoice came. */
  keptAt: z.nullable(instant),
  /** `file`: the id of its upload. */
  certificate: z.nullable(
    z.object({ number: z.string(), day: calendarDate(), amount, file: z.nullable(z.string()) }),
  ),
  taxYear: z.number(),
  createdAt: instant,
});

/** Longest reason for a correction. */
export const MAX_REASON = 200;

/**
 * News of the tax. Each state wants what it needs: `received` the certificate, `used` a tax year, `refused` a new due date. `used` with a
 * certificate corrects one that was used, and wants the `reason`.
 */
export const withholdingChange = z.object({
  state: z.enum(['received', 'used', 'refused', 'withdrawn'], 'Say what became of it'),
  certificateNo: optionalText(60),
  certificateDay: z.optional(z.nullable(calendarDate())),
  amount: z.optional(z.nullable(positiveAmount)),
  /** The id of an uploaded photo or PDF of it; left out, the one before stays. */
  certificate: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  taxYear: z.optional(z.nullable(year)),
  dueDate: z.optional(z.nullable(calendarDate())),
  reason: optionalText(MAX_REASON),
});

/**
 * Whether the customer of an invoice may be asked to keep no tax, as far as we can know it. What makes a company small is for its
 * owner and their accountant to say.
 */
export const withholdingExemption = z.object({
  /** A day of the calendar month that counts: the one of the invoice. */
  month: calendarDate(),
  /** Supplied to the customer in that month without VAT, this invoice too, and the most that is exempt. */
  supplied: amount,
  upTo: amount,
  /** The first of the conditions that is not met; null where the letter can go. */
  missing: z.nullable(z.enum(['tax_id', 'limit'])),
  /** In the customer's language; `to`: their email address, blank where there is none. */
  letter: z.nullable(z.object({ subject: z.string(), text: z.string(), to: z.string() })),
});

const exemptionPath = '/api/:currency/invoice/:id/withholding/exemption';

export const withholding = {
  declare: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/withholding',
    summary: 'Say that the customer keeps withholding tax of an invoice',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ kind }),
    response: z.object({ data: withholdingRecord }),
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/withholdings',
    summary: 'Withholding tax: certificates awaited first, the oldest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      ...paging,
      year: z.optional(year),
      state: z.optional(z.enum(withholdingStates)),
    }),
    response: z.object({ data: z.array(withholdingRecord), page }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/:currency/withholdings/report',
    summary: 'Tax that was kept, by customer and year, as a file: PDF, CSV or XLSX',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      year: z.optional(year),
      format: z._default(fileFormat, 'pdf'),
    }),
    media: 'application/octet-stream',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/:currency/withholdings/:id',
    summary: 'Record the certificate, its use or refusal, or that no tax is kept after all',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: withholdingChange,
    response: z.object({ data: withholdingRecord }),
    idempotent: true,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/:currency/withholdings/:id/ask',
    summary: 'Email the customer that the certificate is awaited; once a day',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
    idempotent: true,
    limit: 'sends',
  }),
  exemption: endpoint({
    method: 'GET',
    path: exemptionPath,
    summary:
      'Whether the customer need keep no tax of an invoice, and a letter that says so; null where no such rule is known',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: z.nullable(withholdingExemption) }),
  }),
  askExemption: endpoint({
    method: 'POST',
    path: exemptionPath,
    summary: 'Email the customer that they need keep no tax of an invoice; once a day',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
    idempotent: true,
    limit: 'sends',
  }),
  declareAsPayer: endpoint({
    method: 'POST',
    path: '/api/pay/:publicId/withholding',
    summary: 'Say, on the pay page, that your company keeps withholding tax; null takes it back',
    auth: 'none',
    owner: 'public',
    params: z.object({ publicId: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
    body: z.object({ kind: z.nullable(kind) }),
    response: z.object({ data: z.object({ toPay: amount, kept: amount }) }),
    limit: 'publicPdfs',
  }),
};
