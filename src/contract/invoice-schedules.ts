import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { channels, invoiceDetail } from './invoices.ts';
import { MAX_ASKING, paymentSchedule } from './payment-schedule.ts';
import { calendarDate, currencyAndId, optionalText } from './wire.ts';

const answer = z.object({ data: invoiceDetail });

/** An invoice that is paid in parts. */
export const invoiceSchedules = {
  plan: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/schedule',
    summary: 'Have the rest of an invoice paid in these parts; what is paid already stays as it is',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ schedule: paymentSchedule }),
    response: answer,
    idempotent: true,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/schedule/:position/ask',
    summary: 'Ask the customer for the part that waits for its owner’s word, once',
    auth: 'business',
    owner: 'business',
    params: z.object({ ...currencyAndId.shape, position: z.string() }),
    body: z.object({
      dueDate: calendarDate('Choose the day by which they pay it'),
      message: optionalText(MAX_ASKING, true),
      channels,
    }),
    response: answer,
    idempotent: true,
    limit: 'sends',
  }),
};
