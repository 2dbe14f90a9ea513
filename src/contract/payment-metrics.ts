import * as z from 'zod/mini';
import { amount } from './wire.ts';

const change = z.nullable(z.number());

/** Counts and sums of a business's payments in one currency. */
export const metrics = z.object({
  total: z.number(),
  paid: z.number(),
  totalPaymentsReceived: amount,
  /** Of it, what the owner typed in. */
  typedIn: amount,
  successfulPayments: z.number(),
  pendingPayments: z.number(),
  failedPayments: z.number(),
  cancelledPayments: z.number(),
  /** Hours from an invoice's sending to its payment; null when none was paid. */
  averagePaymentTime: z.nullable(z.number()),
  percentageStats: z.object({ total: change, paid: change, pending: change, averagePaymentTime: change }),
  percentageChanges: z.object({
    total: change,
    successfulPayments: change,
    pendingPayments: change,
    averagePaymentTime: change,
  }),
  /** The last 30 days against the 30 before them; a negative number of hours is faster. */
  changes: z.object({ averagePaymentHours: change }),
});
