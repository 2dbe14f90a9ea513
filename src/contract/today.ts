import * as z from 'zod/mini';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { recordOf } from '#core/records.ts';
import { endpoint } from './endpoint.ts';
import { amount, calendarDate, currencyCode, currencyParams, instant, recordId } from './wire.ts';

const sum = z.object({ invoices: z.number(), amount });

/** An invoice that waits for payment. */
const owedInvoice = z.object({
  ...recordId,
  invoiceNumber: z.string(),
  customerName: z.string(),
  balance: amount,
  dueDate: calendarDate(),
  /** Negative before the due date. */
  daysLate: z.number(),
  /** When the customer was last reminded of it; null where nobody did. */
  remindedAt: z.nullable(instant),
  /** Whether that was today, in the business's zone. */
  remindedToday: z.boolean(),
});

/** Money that came in, customers who owe, and promises. */
export const todayFigures = z.object({
  currency: currencyCode,
  received: z.object({
    since: instant,
    payments: z.number(),
    amount,
    /** Of it, what the owner typed in. */
    typedIn: amount,
    /** The newest few. */
    latest: z.array(
      z.object({ ...recordId, customerName: z.nullable(z.string()), amount, receivedAt: instant }),
    ),
  }),
  /** How many invoices have each display status, whatever their age. */
  statuses: z.object(recordOf(displayStatuses, () => z.number())),
  /** Sent and not paid, of which overdue; not sent yet stands apart. */
  unpaid: sum,
  overdue: sum,
  notSent: sum,
  /** The longest due first, without parts nobody asked for yet. */
  oldest: z.array(owedInvoice),
  /** Owed, and ready to be withdrawn, in the other currency, which the view leaves out; null where that is nothing. */
  elsewhere: z.nullable(z.object({ currency: currencyCode, unpaid: sum, available: amount })),
  /** Promises whose day has come and whose money has not, the oldest day first. */
  promises: z.array(
    z.object({
      ...recordId,
      invoiceId: z.string(),
      invoiceNumber: z.string(),
      customerName: z.string(),
      amount,
      day: calendarDate(),
    }),
  ),
});

export const today = {
  read: endpoint({
    method: 'GET',
    path: '/api/:currency/user/today',
    summary: 'What came in since a time, who owes and since when, and promises whose day has come',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    /** The last day where it is left out; at most 30 days back. */
    query: z.object({ since: z.optional(instant) }),
    response: z.object({ data: todayFigures }),
  }),
};
