import * as z from 'zod';

const id = z.number().int().nonnegative();
const name = z.string().min(1).max(200);

/** The external service's response, reduced to its basic tier. */
export const answers = {
  countries: z.array(z.object({ id, iso2: z.string().regex(/^[A-Z]{2}$/), name })),
  states: z.array(z.object({ id, iso2: z.string().regex(/^[A-Za-z0-9-]{1,10}$/), name })),
  cities: z.array(z.object({ id, name })),
};
