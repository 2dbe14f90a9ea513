import * as z from 'zod/mini';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import { amount, calendarDate, instant } from './wire.ts';

/** Parts of an invoice that a revision may have changed. */
export const revisedParts = [
  'amount',
  'dueDate',
  'schedule',
  'customer',
  ...invoiceTextNames,
  'items',
  'taxRate',
  'pricesIncludeTax',
  'discount',
  'earlyPayment',
] as const;

/** One change after sending: what came of it, and what stood there before. */
export const invoiceRevision = z.object({
  /** The number of the revision that was made: 2 is the first change. */
  revision: z.number(),
  changedAt: instant,
  changed: z.array(z.enum(revisedParts)),
  totalAmount: amount,
  dueDate: calendarDate(),
  before: z.object({ totalAmount: amount, dueDate: calendarDate(), sentAt: instant }),
});
