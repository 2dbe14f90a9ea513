import * as z from 'zod/mini';
import { taxCodes } from '#core/totals.ts';
import { isOne, shareBelow } from './payment-schedule.ts';
import { amount, percent, positiveAmount } from './wire.ts';

/** How far a quote is invoiced. */
export const quoteProgress = {
  /** The invoices of parts of it, in their order; a deleted one has given its share back. */
  parts: z.array(
    z.object({
      part: z.number(),
      invoiceId: z.string(),
      invoiceNumber: z.string(),
      totalAmount: amount,
      isDeleted: z.boolean(),
    }),
  ),
  invoicedAmount: amount,
  /** The sums no invoice has yet, by tax code: `base` without the tax. */
  left: z.array(z.object({ code: z.enum(taxCodes), rate: percent, base: amount, tax: amount })),
  leftAmount: amount,
};

/** The part of a quote an invoice is made of. */
export const newQuotePart = z
  .object({
    percent: z.optional(shareBelow('A part is less than 100 %')),
    amount: z.optional(positiveAmount),
    rest: z.optional(z.literal(true)),
  })
  .check(
    z.refine(
      ({ percent: share, amount: sum, rest }) => isOne(share, sum, rest),
      'Choose one: a percentage, an amount, or the rest',
    ),
  );
