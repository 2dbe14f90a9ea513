import * as z from 'zod/mini';
import { taxCodes } from '#core/totals.ts';
import { MAX_ITEMS } from './invoices.ts';
import { isOne, shareBelow } from './payment-schedule.ts';
import { amount, partQuantity, percent, positiveAmount, quantity } from './wire.ts';

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
  /** By lines, or by shares of the sum, which no line can be told from; null where no part stands. */
  invoicedBy: z.nullable(z.enum(['lines', 'share'])),
  /** How much no invoice has of each of the `items`, where no share is invoiced. */
  linesLeft: z.array(partQuantity),
};

const noLine = 'Choose at least one item';

/** The part of a quote an invoice is made of. */
export const newQuotePart = z
  .object({
    percent: z.optional(shareBelow('A part is less than 100 %')),
    amount: z.optional(positiveAmount),
    /** Lines by their place among the `items`, from 0; without a quantity all that is left of them. */
    lines: z.optional(
      z
        .array(
          z.object({
            item: z.int('Give the place of an item').check(z.gte(0, 'The first item is 0'), z.lt(MAX_ITEMS)),
            quantity: z.optional(quantity),
          }),
          noLine,
        )
        .check(z.minLength(1, noLine), z.maxLength(MAX_ITEMS, `A quote has at most ${MAX_ITEMS} items`)),
    ),
    rest: z.optional(z.literal(true)),
    /** Its total as it was shown: a part that comes to another by now is refused. */
    total: z.optional(positiveAmount),
  })
  .check(
    z.refine(
      ({ percent: share, amount: sum, lines, rest }) => isOne(share, sum, lines, rest),
      'Choose one: a percentage, an amount, items, or the rest',
    ),
  );
