import * as z from 'zod/mini';
import { LEAST_PARTS, MOST_PARTS, namedDays, partStates } from '#core/payment-schedule.ts';
import { hasAtMostTwoDecimals } from '#core/money.ts';
import { amount, calendarDate, positiveAmount, text } from './wire.ts';

const MOST_DAYS = 365;
export const MAX_PART_LABEL = 60;
export const MAX_ASKING = 500;

/** Whether exactly one of these is there. */
export const isOne = (...values: unknown[]) => values.filter((value) => value !== undefined).length === 1;

/** A percentage above 0 and below 100, which says so in these words; basis points inside. */
export const shareBelow = (tooMuch: string) =>
  z.codec(
    z.number('Enter a percentage').check(
      z.gt(0, 'Enter a percentage above 0'),
      z.lt(100, tooMuch),
      z.refine((value) => hasAtMostTwoDecimals(value), 'Use at most two digits after the point'),
    ),
    z.custom<number>((value) => Number.isSafeInteger(value)),
    { decode: (value) => Math.round(value * 100), encode: (bps) => bps / 100 },
  );
const share = shareBelow('A part is less than 100 %');

const due = z
  .object({
    day: z.optional(calendarDate('Choose a day')),
    days: z.optional(
      z
        .int('Enter 0 to 365 days')
        .check(z.gte(0, 'Enter 0 to 365 days'), z.lte(MOST_DAYS, 'Enter 0 to 365 days')),
    ),
    on: z.optional(z.enum(namedDays)),
  })
  .check(
    z.refine(
      ({ day, days, on }) => isOne(day, days, on),
      'Choose one: a day, days after the issue, or on a word',
    ),
  );

/** A part as it is agreed on: a percentage of the total, an amount, or the rest; and the day it is due. */
const partTerms = z
  .object({
    label: text({ max: MAX_PART_LABEL, required: 'Give each part a name, such as Deposit' }),
    percent: z.optional(share),
    amount: z.optional(positiveAmount),
    rest: z.optional(z.boolean()),
    due,
  })
  .check(
    z.refine(
      ({ percent, amount: sum, rest }) => isOne(percent, sum, rest || undefined),
      'Choose one: a percentage, an amount, or the rest',
    ),
  );

/** The parts a total is paid in, in their order; the last takes the rest. */
export const paymentSchedule = z
  .array(partTerms)
  .check(
    z.minLength(1, `A schedule has ${LEAST_PARTS} to ${MOST_PARTS} parts`),
    z.maxLength(MOST_PARTS, `A schedule has ${LEAST_PARTS} to ${MOST_PARTS} parts`),
  );

const told = {
  label: z.string(),
  percent: z.optional(share),
  amount: z.optional(amount),
  rest: z.optional(z.boolean()),
  due: z.object({
    day: z.optional(calendarDate()),
    days: z.optional(z.number()),
    on: z.optional(z.enum(namedDays)),
  }),
  sum: amount,
};

/** A part of a quote, with its sum. */
export const offeredPart = z.object(told);

/** A part of an invoice, with how far it is settled. */
export const scheduledPart = z.object({
  ...told,
  position: z.number(),
  /** Null until its owner asks for it. */
  day: z.nullable(calendarDate()),
  paid: amount,
  left: amount,
  /** `waits`: all before it is paid, and its owner has not asked for it. */
  state: z.enum(partStates),
});
