import * as z from 'zod/mini';
import { shareBelow } from './payment-schedule.ts';
import { amount, calendarDate } from './wire.ts';

/** A discount for paying by a day: its percentage of the invoice, and that day. */
export const earlyPayment = z.object({
  percent: shareBelow('A discount is less than 100 %'),
  until: calendarDate('Choose the last day of the discount'),
});

/** The same as it stands: `open` while money in time still takes it; then `amount` is off, and `net` is asked for. */
export const toldEarlyPayment = z.object({
  ...earlyPayment.shape,
  amount,
  net: amount,
  state: z.enum(['open', 'ended']),
});

const settling = { outstanding: amount, asked: amount };

/**
 * The balance of an invoice and the part of it that is asked for: less the tax its customer said they keep. `early` the same for money
 * that takes the discount for paying early; null where it takes nothing any more.
 */
export const settlingSums = z.object({
  ...settling,
  early: z.nullable(z.object({ ...settling, until: calendarDate() })),
});
