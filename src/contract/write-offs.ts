import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { invoiceDetail } from './invoices.ts';
import { currencyAndId, optionalText, positiveAmount, text } from './wire.ts';

/** Giving up what is owed on an invoice, which money that comes later takes back. */
export const writeOffs = {
  writeOff: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/write-off',
    summary: 'Give up what is owed on an invoice, or a part of it',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      amount: positiveAmount,
      reason: text({ max: 200, required: 'Say why you give it up' }),
    }),
    response: z.object({ data: invoiceDetail }),
    idempotent: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/write-off/undo',
    summary: 'Ask for what was written off again',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ reason: optionalText(200) }),
    response: z.object({ data: invoiceDetail }),
    idempotent: true,
  }),
};
