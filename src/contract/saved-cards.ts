import * as z from 'zod/mini';
import { languageCodes } from '#core/languages.ts';
import { endpoint } from './endpoint.ts';
import { amount, currencyAndId, currencyCode, currencyParams, empty, instant, recordId } from './wire.ts';

/** A card is charged while it is active; it is stopped by a person, or has failed for good. */
export const cardStatuses = ['active', 'stopped', 'failed'] as const;

export const savedCard = z.object({
  ...recordId,
  currency: currencyCode,
  customerId: z.string(),
  customerName: z.string(),
  planId: z.string(),
  /** Of its repeating invoice. */
  title: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** The last month it works in, `YYYY-MM`; null where that is not known. */
  expires: z.nullable(z.string()),
  /** The most it may be charged for one invoice. */
  cap: amount,
  status: z.enum(cardStatuses),
  savedAt: instant,
});

export const savedCards = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/saved-cards',
    summary: 'Cards that customers agreed to have charged for repeating invoices, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({ customerId: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({ data: z.array(savedCard) }),
  }),
  stop: endpoint({
    method: 'DELETE',
    path: '/api/:currency/saved-cards/:id',
    summary: 'Charge a card no more, from now on',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/pay/:publicId/save-card',
    summary: 'Agree that the card the invoice is then paid with may be charged for those that follow',
    auth: 'none',
    owner: 'public',
    params: z.object({ publicId: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
    /** The language the words were read in. */
    body: z.object({ agrees: z.literal(true), language: z.optional(z.enum(languageCodes)) }),
    response: z.object({ data: z.object({ checkoutUrl: z.string(), wording: z.string() }) }),
    limit: 'answers',
  }),
};
