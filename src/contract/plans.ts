import * as z from 'zod/mini';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { endpoint } from './endpoint.ts';
import { newInvoice } from './invoices.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  instant,
  positiveAmount,
  recordId,
} from './wire.ts';

/** Days of the week, Monday first. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Active until it is paused or has ended; one that has ended stays so. */
export const planStates = ['active', 'paused', 'ended'] as const;
/** Whether each invoice waits for its owner, is sent as it is made, or is sent and charged to a saved card. */
export const planModes = ['draft', 'send', 'charge'] as const;
/** Of an attempt to charge a card; `dropped`: it was not made after all. */
export const chargeStatuses = ['pending', 'processing', 'completed', 'failed', 'dropped'] as const;
/** Of a day of a plan that has come. */
export const occurrenceStates = ['issued', 'missed', 'skipped'] as const;

const MAX_WEEKS = 52;
export const MAX_MONTHS = 36;
export const MAX_PLAN_TIMES = 1000;
export const MAX_DUE_DAYS = 365;
/** Days of a plan that are shown ahead. */
export const SHOWN_DATES = 6;

const whole = (min: number, max: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(min, message), z.lte(max, message));
const dayOfMonth = whole(1, 31, 'A day of the month is between 1 and 31');
/** From this day on months differ: two such days are one in February. */
const LAST_COMMON_DAY = 27;

/**
 * Days on which a plan issues: every so many `weeks`; every so many `months` on a `day`; or each month on some `days`. A day that a
 * month does not have is its last, so 31 is the last day of every month.
 */
export const rhythm = z
  .object({
    weeks: z.optional(whole(1, MAX_WEEKS, `Choose between 1 and ${MAX_WEEKS} weeks`)),
    months: z.optional(whole(1, MAX_MONTHS, `Choose between 1 and ${MAX_MONTHS} months`)),
    day: z.optional(dayOfMonth),
    days: z.optional(z.array(dayOfMonth).check(z.minLength(1, 'Choose a day of the month'), z.maxLength(28))),
  })
  .check(
    z.refine(
      ({ weeks, months, days }) => [weeks, months, days].filter((one) => one !== undefined).length === 1,
      'Choose one: every so many weeks, every so many months, or days of the month',
    ),
    z.refine(({ months, day }) => (months === undefined) === (day === undefined), {
      path: ['day'],
      message: 'Choose the day of the month',
    }),
    z.refine(({ days = [] }) => new Set(days).size === days.length, {
      path: ['days'],
      message: 'Choose each day once',
    }),
    z.refine(({ days = [] }) => days.filter((day) => day > LAST_COMMON_DAY).length <= 1, {
      path: ['days'],
      message: 'Of the days after the 27th choose one: in February they are the same day',
    }),
  );

/** When a plan issues; it ends never, after so many times from its start, or on a day. */
const schedule = {
  starts: calendarDate('Choose the day it starts'),
  rhythm,
  endsAfter: z.optional(z.nullable(whole(1, MAX_PLAN_TIMES, `Choose between 1 and ${MAX_PLAN_TIMES} times`))),
  endsOn: z.optional(z.nullable(calendarDate())),
};

/** Contents of each invoice of a plan. `{month}`, `{period}` and `{year}` are filled in, in the customer's language. */
export const planContents = z.omit(newInvoice, {
  amount: true,
  clientName: true,
  clientEmail: true,
  clientPhone: true,
  customerId: true,
  dueDate: true,
  schedule: true,
  earlyPayment: true,
});

/** An invoice as the form has it, but for its due date, with the days on which one is issued. */
export const newPlan = z.object({
  ...z.omit(newInvoice, { amount: true, dueDate: true, schedule: true, earlyPayment: true }).shape,
  ...schedule,
  /** Days from the issue of an invoice until it is due. */
  dueDays: whole(0, MAX_DUE_DAYS, `Choose between 0 and ${MAX_DUE_DAYS} days`),
  mode: z.enum(planModes, 'mode is draft, send or charge'),
  /** The most the card may be charged for one invoice. */
  cap: z.optional(z.nullable(positiveAmount)),
});

const occurrence = { number: z.number(), day: calendarDate() };

const planSummary = z.object({
  ...recordId,
  customerId: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  title: z.string(),
  /** The title as the next invoice will read, its words filled in; of one that has ended as the last did. */
  nextTitle: z.string(),
  totalAmount: amount,
  starts: calendarDate(),
  rhythm,
  endsAfter: z.nullable(z.number()),
  endsOn: z.nullable(calendarDate()),
  dueDays: z.number(),
  mode: z.enum(planModes),
  state: z.enum(planStates),
  /** The one that comes next; null once it has ended. */
  next: z.nullable(z.object(occurrence)),
  /** The invoice it made last. */
  last: z.nullable(z.object({ invoiceId: z.string(), invoiceNumber: z.string(), day: calendarDate() })),
  /** Days that were missed and wait for a decision. */
  missed: z.number(),
  /** Why the next one could not be issued. */
  problem: z.nullable(z.string()),
  /** The most the card is charged for one invoice; null where none is. */
  cap: z.nullable(amount),
  /** An invoice of it could not be charged, and is still to be paid. */
  pastDue: z.boolean(),
});

const card = z.object({
  ...recordId,
  brand: z.string(),
  last4: z.string(),
  expires: z.nullable(z.string()),
  cap: amount,
});

/** The last attempt to charge: waiting for its day, without an answer yet, or how it ended. */
const charge = z.object({
  status: z.enum(chargeStatuses),
  invoiceNumber: z.string(),
  amount,
  attempt: z.number(),
  /** The words of the bank or the provider. */
  reason: z.nullable(z.string()),
  /** When it is or was to be made. */
  at: instant,
});

export const planDetail = z.object({
  ...planContents.shape,
  ...planSummary.shape,
  /** The card its customer saved for it. */
  card: z.nullable(card),
  charge: z.nullable(charge),
  /** The next days, today's among them while it is not issued. */
  dates: z.array(calendarDate()),
  /** Days that have come: missed ones first, then the newest. */
  occurrences: z.array(
    z.object({
      ...occurrence,
      state: z.enum(occurrenceStates),
      invoice: z.nullable(
        z.object({
          ...recordId,
          invoiceNumber: z.string(),
          totalAmount: amount,
          displayStatus: z.enum([...displayStatuses, 'deleted']),
        }),
      ),
    }),
  ),
});

const answer = z.object({ data: planDetail });
const ofPlan = {
  method: 'POST',
  auth: 'business',
  owner: 'business',
  params: currencyAndId,
  response: answer,
} as const;
/** Which one is meant: as the screen showed it, so that a second press is no second invoice. */
const chosen = z.object({ number: whole(1, 1_000_000, 'Choose which one') });

export const plans = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/plans',
    summary: 'Repeating invoices: running ones first, by their next day',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.array(planSummary) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/plans',
    summary: 'Have an invoice made again and again',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newPlan,
    response: answer,
    status: 201,
    idempotent: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/:currency/plans/preview',
    summary: 'The next six days of a rhythm, without keeping anything',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    /** With `planId` as that one would go on, changed to it. */
    body: z.object({ ...schedule, planId: z.optional(z.string()) }),
    response: z.object({ data: z.object({ dates: z.array(calendarDate()) }) }),
  }),
  detail: endpoint({
    ...ofPlan,
    method: 'GET',
    path: '/api/:currency/plans/:id',
    summary: 'A repeating invoice, its next days and what it made',
  }),
  update: endpoint({
    ...ofPlan,
    method: 'PATCH',
    path: '/api/:currency/plans/:id',
    summary: 'Change the invoices that are still to come; the customer stays',
    body: newPlan,
    idempotent: true,
  }),
  pause: endpoint({
    ...ofPlan,
    path: '/api/:currency/plans/:id/pause',
    summary: 'Make no invoices for a while',
  }),
  resume: endpoint({
    ...ofPlan,
    path: '/api/:currency/plans/:id/resume',
    summary: 'Go on after a pause; what fell into it is not made',
  }),
  skip: endpoint({
    ...ofPlan,
    path: '/api/:currency/plans/:id/skip',
    summary: 'Leave out the next invoice, or one that was missed',
    body: chosen,
    idempotent: true,
  }),
  issue: endpoint({
    ...ofPlan,
    path: '/api/:currency/plans/:id/issue',
    summary: 'Make the next invoice today, or one that was missed',
    body: chosen,
    idempotent: true,
    limit: 'sends',
  }),
  end: endpoint({
    ...ofPlan,
    path: '/api/:currency/plans/:id/end',
    summary: 'Make no more invoices, for good',
  }),
};
