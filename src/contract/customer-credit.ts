import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { amount, currencyAndId, currencyParams, positiveAmount } from './wire.ts';

/** Paid by a customer beyond what was owed, or credited to them after they had paid. */
const credit = z.object({
  credit: amount,
  /** The part that can go back through a payment provider; the rest only by hand. */
  refundable: amount,
});

export const customerCredit = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/customer-credits',
    summary: 'Customers with credit in one currency, the most first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.array(z.object({ customerId: z.string(), credit: amount })) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/:currency/customers/:id/credit',
    summary: 'The credit of a customer in one currency',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: credit }),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/:currency/customers/:id/apply-credit',
    summary: "Use a customer's credit for an invoice of theirs, the oldest first",
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      invoiceId: z.string().check(z.maxLength(64)),
      /** All that is owed on it where it is left out, as far as the credit goes. */
      amount: z.optional(positiveAmount),
    }),
    response: z.object({ data: z.object({ used: amount, ...credit.shape }) }),
    idempotent: true,
  }),
};
