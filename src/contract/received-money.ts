import * as z from 'zod/mini';
import { offlineMethods } from '#core/payment-methods.ts';
import { currencyCode } from './wire.ts';

/** Money that came without a provider, as understood so far; the amount in major units, null where not given. */
export const receivedMoney = z.object({
  amount: z.nullable(z.number()),
  /** All that is owed. */
  inFull: z.boolean(),
  currency: z.nullable(currencyCode),
  day: z.nullable(z.string()),
  method: z.nullable(z.enum(offlineMethods)),
  /** Where a bank transfer was seen; of an alert or a screenshot only a claim is noted. */
  seen: z.nullable(z.enum(['bank', 'alert'])),
  keepRestAsCredit: z.boolean(),
  confirmDuplicate: z.boolean(),
});
export type ReceivedMoney = z.output<typeof receivedMoney>;
