import * as z from 'zod/mini';
import {
  MOST_POINTS,
  MOST_SIGNATURE_BYTES,
  MOST_STROKES,
  SIGNATURE_BOX,
  type Stroke,
} from '#core/signature.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { endpoint } from './endpoint.ts';
import { quoteContents } from './quotes.ts';
import { amount, calendarDate, currencyCode, digits, empty, optionalText, text } from './wire.ts';

const MAX_QUESTION = 1000;

const DRAW_AGAIN = 'Draw your signature again, or leave it out';
const within = (most: number) => z.int(DRAW_AGAIN).check(z.gte(0, DRAW_AGAIN), z.lte(most, DRAW_AGAIN));
const point = z.tuple([within(SIGNATURE_BOX.width), within(SIGNATURE_BOX.height)], DRAW_AGAIN);
const stroke = z
  .array(point, DRAW_AGAIN)
  .check(z.minLength(1, DRAW_AGAIN), z.maxLength(MOST_POINTS, DRAW_AGAIN));
/** A drawn signature: strokes of points within a box of 600 by 240, at most 20 kB of JSON. */
const newSignature = z.array(stroke, DRAW_AGAIN).check(
  z.minLength(1, DRAW_AGAIN),
  z.maxLength(MOST_STROKES, DRAW_AGAIN),
  z.refine<Stroke[]>((strokes) => JSON.stringify(strokes).length <= MOST_SIGNATURE_BYTES, DRAW_AGAIN),
);

/** The answer of a customer who accepts. */
export const newAcceptance = z.object({
  name: text({ min: 2, max: 120, required: 'Enter your full name', tooShort: 'Enter your full name' }),
  mayAccept: z.literal(true, 'Confirm that you may accept this'),
  orderNumber: optionalText(60),
  signature: z.optional(newSignature),
  /** The code of an email, where the quote asks for one. */
  code: z.optional(z.nullable(digits(6, 'Type the 6 digits of the code'))),
  revisionHash: z.string().check(z.regex(/^[\da-f]{64}$/)),
});
/** The answer of a customer who pays a proforma. */
export const newPayment = z.object({ revisionHash: newAcceptance.shape.revisionHash });
/** The wish for a code by email. */
export const newCode = z.object({ revisionHash: newAcceptance.shape.revisionHash });
export const newDecline = z.object({ reason: optionalText(500, true) });
export const newQuestion = z.object({
  question: text({ max: MAX_QUESTION, lines: true, required: 'Type your question' }),
});

const publicParams = z.object({ publicId: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
const ofAnybody = { auth: 'none', owner: 'public', params: publicParams } as const;
const publicState = z.enum(['open', 'expired', 'accepted', 'declined', 'withdrawn']);

export const publicQuote = z.object({
  publicId: z.string(),
  number: z.string(),
  kind: z.enum(quoteKinds),
  state: publicState,
  businessName: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  ...quoteContents,
  totalAmount: amount,
  validUntil: calendarDate(),
  revision: z.number(),
  /** Names exactly what the page shows; an acceptance sends it back. */
  revisionHash: z.string(),
  /** The masked address a code goes to, without which it is not accepted; null where it asks for none. */
  codeTo: z.nullable(z.string()),
});
const publicAnswer = z.object({ data: publicQuote });

/** The calls of anybody who has its link. */
export const quoteAnswers = {
  publicRead: endpoint({
    method: 'GET',
    path: '/api/quote/:publicId',
    summary: 'A quote that was sent, for anybody who has its link',
    ...ofAnybody,
    response: publicAnswer,
  }),
  publicPdf: endpoint({
    method: 'GET',
    path: '/api/quote/:publicId/pdf',
    summary: 'The same as PDF',
    ...ofAnybody,
    limit: 'publicPdfs',
    media: 'application/pdf',
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/quote/:publicId/code',
    summary: "Mail the customer's own address the code that a quote asks for before it is accepted",
    ...ofAnybody,
    body: newCode,
    response: publicAnswer,
    limit: 'answers',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/quote/:publicId/accept',
    summary: 'Accept exactly the revision that was read; 409 `quote_changed` with the one that stands now',
    ...ofAnybody,
    body: newAcceptance,
    response: publicAnswer,
    limit: 'answers',
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/quote/:publicId/pay',
    summary:
      'Accept exactly the proforma that was read by paying it; its invoice is made, and paid on its own page',
    ...ofAnybody,
    body: newPayment,
    response: z.object({ data: z.object({ payUrl: z.string() }) }),
    limit: 'answers',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/quote/:publicId/decline',
    summary: 'Decline a quote, with a reason or without',
    ...ofAnybody,
    body: newDecline,
    response: publicAnswer,
    limit: 'answers',
  }),
  question: endpoint({
    method: 'POST',
    path: '/api/quote/:publicId/question',
    summary: 'Ask the business about a quote, five times a day',
    ...ofAnybody,
    body: newQuestion,
    response: empty,
    limit: 'answers',
  }),
};
