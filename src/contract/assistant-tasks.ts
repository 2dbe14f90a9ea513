import * as z from 'zod/mini';
import { offlineMethods } from '#core/payment-methods.ts';
import { creditReasons } from './credit-notes.ts';
import { planModes, weekdays } from './plans.ts';
import { currencyCode } from './wire.ts';

/** Most days overdue that are asked for: a hundred years, further back no day of ours can be written. */
export const MOST_DAYS_OVERDUE = 36_600;

const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

const share = z.object({ type: z.enum(['percent', 'amount']), value: z.number() });

/** A discount, as understood so far; an amount in major units. */
export const draftDiscount = z.nullable(share);

/** Texts on the paper, and terms of a quote beside those of an invoice: a deposit on acceptance, the rest when its owner asks, and the days it can be accepted once it is sent. */
export const draftTerms = {
  /** The customer's own order number, and a note to the customer. */
  poNumber: z.optional(z.string()),
  notes: z.optional(z.string()),
  deposit: z.optional(share),
  validDays: z.optional(z.int().check(z.gte(1), z.lte(365))),
};

/** Changes of a repeating invoice. */
export const planChanges = ['pause', 'resume', 'skip', 'end'] as const;
export type PlanChange = (typeof planChanges)[number];

/** When an invoice is to repeat, as understood so far; null where not said. */
export const planTerms = z.object({
  every: nullableNumber,
  unit: z.nullable(z.enum(['week', 'month'])),
  /** A day of the month, some of them, or the weekday. */
  on: z.nullable(z.union([z.number(), z.enum(['last', ...weekdays]), z.array(z.number())])),
  /** `YYYY-MM-DD` */
  starts: nullableText,
  ends: nullableText,
  times: nullableNumber,
  /** One to charge a card is proposed as one that is sent: no card is charged by chat. */
  mode: z.nullable(z.enum(planModes)),
});
export type PlanTerms = z.output<typeof planTerms>;

/** The customer and the invoice a task is about, as they were named: an invoice by its digits, amounts in major units. */
const subject = { customerName: nullableText, invoiceNumber: nullableText };

/** Money that came, a promise, or what is taken off an invoice, as understood so far; null where not said. */
export const taskParts = {
  payment: z.optional(
    z.object({
      ...subject,
      amount: nullableNumber,
      currency: z.nullable(currencyCode),
      method: z.nullable(z.enum(offlineMethods)),
      /** `YYYY-MM-DD` */
      date: nullableText,
      reference: nullableText,
    }),
  ),
  promise: z.optional(z.object({ ...subject, date: nullableText, amount: nullableNumber })),
  credit: z.optional(
    z.object({
      ...subject,
      items: z.nullable(
        z.array(z.object({ description: nullableText, quantity: nullableNumber, rate: nullableNumber })),
      ),
      amount: nullableNumber,
      reason: z.nullable(z.enum(creditReasons)),
    }),
  ),
  writeOff: z.optional(z.object({ ...subject, amount: nullableNumber })),
  withholding: z.optional(z.object({ ...subject, percent: nullableNumber, amount: nullableNumber })),
  /** The change of a repeating invoice. */
  change: z.optional(z.enum(planChanges)),
};

/** States a question about quotes may be of; `waiting` is sent, seen or not, and not yet answered. */
export const askedQuoteStates = ['draft', 'waiting', 'expired', 'accepted', 'declined', 'withdrawn'] as const;

/** Of a question: the state of the quotes, and the way money came in. */
export const askedParts = {
  quoteStatus: z.optional(z.enum(askedQuoteStates)),
  method: z.optional(z.enum(offlineMethods)),
};
