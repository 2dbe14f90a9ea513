import * as z from 'zod';

/** A text that may be left out; one that is empty counts as left out. */
export const optionalText = z
  .string()
  .trim()
  .min(1)
  .optional()
  .or(z.literal('').transform(() => undefined));

/** A whole number above zero. */
export const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
