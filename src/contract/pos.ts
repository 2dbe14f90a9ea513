import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyAndId, currencyParams, empty, optionalText, positiveAmount } from './wire.ts';

/** The counter of a business as its owner sees it. */
export const posView = z.object({
  code: z.string(),
  /** Address of its public page, and the same for people to type. */
  url: z.string(),
  link: z.string(),
  /** As an image address. */
  qrCode: z.string(),
  businessName: z.string(),
  testMode: z.boolean(),
});

export const posterSizes = ['a4', 'a6'] as const;

const newSale = z.object({
  amount: positiveAmount,
  description: optionalText(80),
  customerId: z.optional(z.string().check(z.maxLength(64))),
});

const sale = z.object({ invoiceId: z.string(), invoiceNumber: z.string(), payUrl: z.string() });

export const pos = {
  open: endpoint({
    method: 'POST',
    path: '/api/counter',
    summary: 'The address customers pay at by themselves; made when it is first asked for',
    auth: 'business',
    owner: 'business',
    response: z.object({ data: posView }),
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/counter/renew',
    summary: 'Give the counter another address; posters with the one before stop working',
    auth: 'business',
    owner: 'business',
    response: z.object({ data: posView }),
  }),
  poster: endpoint({
    method: 'GET',
    path: '/api/counter/poster',
    summary: 'The poster with the code to scan, as PDF',
    auth: 'business',
    owner: 'business',
    query: z.object({ size: z.optional(z.enum(posterSizes)) }),
    media: 'application/pdf',
  }),
  sell: endpoint({
    method: 'POST',
    path: '/api/:currency/counter/sales',
    summary: 'Open a payment for a customer who is there; nothing counts or lists it before money comes',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newSale,
    response: z.object({ data: sale }),
    status: 201,
    idempotent: true,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/:currency/counter/sales/:id/cancel',
    summary: 'Take back such a payment nobody has paid of',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: empty,
  }),
};
