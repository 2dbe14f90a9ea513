import * as z from 'zod/mini';

/** The repeating invoice or the quote an invoice came of, where it was not written by itself. */
export const invoiceOrigin = {
  /** The repeating invoice that made it; null where none did. */
  planId: z.nullable(z.string()),
  /** The quote it is a part of, and its place among the parts; null where it is none. */
  quotePart: z.nullable(z.object({ quoteId: z.string(), quoteNumber: z.string(), part: z.number() })),
};
