import * as z from 'zod/mini';
import { optionalText, text } from './wire.ts';

export const MAX_QUESTION = 1000;

/** The answer of a customer who accepts. */
export const newAcceptance = z.object({
  name: text({ min: 2, max: 120, required: 'Enter your full name', tooShort: 'Enter your full name' }),
  mayAccept: z.literal(true, 'Confirm that you may accept this'),
  orderNumber: optionalText(60),
  revisionHash: z.string().check(z.regex(/^[\da-f]{64}$/)),
});
/** The answer of a customer who pays a proforma. */
export const newPayment = z.object({ revisionHash: newAcceptance.shape.revisionHash });
export const newDecline = z.object({ reason: optionalText(500, true) });
export const newQuestion = z.object({
  question: text({ max: MAX_QUESTION, lines: true, required: 'Type your question' }),
});
