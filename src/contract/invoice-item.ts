import * as z from 'zod/mini';
import { taxCodes } from '#core/totals.ts';
import { amount, percent, positiveAmount, quantity, text } from './wire.ts';

/** One line of an invoice as it is sent. */
export const newItem = z
  .object({
    description: text({ max: 300, required: 'Description is required' }),
    quantity,
    rate: positiveAmount,
    price: z.optional(z.number()),
    /** Taken off the line. */
    discount: z.optional(amount),
    /** The same in percent of the line. */
    discountPercent: z.optional(z.nullable(percent)),
    taxCode: z.optional(z.enum(taxCodes)),
  })
  .check(
    z.refine(({ discount, discountPercent }) => !discount || typeof discountPercent !== 'number', {
      path: ['discount'],
      message: 'Enter the discount as an amount or in percent, not both',
    }),
  );

/** One line of a stored invoice; `discount` is what was taken off, also where it was entered in percent. */
export const storedItem = z.object({
  description: z.string(),
  quantity,
  rate: amount,
  total: amount,
  discount: amount,
  discountPercent: z.nullable(percent),
  taxCode: z.enum(taxCodes),
});
