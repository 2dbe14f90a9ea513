import * as z from 'zod/mini';
import { languageCodes } from '#core/languages.ts';
import { endpoint } from './endpoint.ts';
import { messageChannels, messageStates } from './messages.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  empty,
  instant,
  optionalText,
  page,
  positiveAmount,
  recordId,
} from './wire.ts';

/** `prepare`: today's messages wait for their owner to send them. `automatic`: the service sends them. */
export const reminderModes = ['off', 'prepare', 'automatic'] as const;
export const MAX_STEPS = 8;
export const EARLIEST_STEP = -30;
export const LATEST_STEP = 60;
/** Longest words an owner gives one reminder, in UTF-16 units. */
export const MAX_WORDS = 600;

const hour = (message: string) =>
  z.number(message).check(z.int(message), z.gte(0, message), z.lte(23, message));
const stepRange = `Give days from ${EARLIEST_STEP} to ${LATEST_STEP}`;

/** A business's dunning schedule. */
export const reminderSettings = z.object({
  mode: z.enum(reminderModes),
  /** Days from the due date: -3 is three days before, 0 the day itself. */
  steps: z
    .array(
      z
        .number(stepRange)
        .check(z.int(stepRange), z.gte(EARLIEST_STEP, stepRange), z.lte(LATEST_STEP, stepRange)),
    )
    .check(
      z.minLength(1, 'Choose at least one day'),
      z.maxLength(MAX_STEPS, `Choose at most ${MAX_STEPS} days`),
      z.refine((days) => new Set(days).size === days.length, 'Each day can be chosen once'),
    ),
  /** The hour of the day at which reminders go, 0-23, in the business's zone. */
  hour: hour('Choose an hour'),
  quietFrom: hour('Choose an hour'),
  /** The same as `quietFrom` where no time is quiet. */
  quietUntil: hour('Choose an hour'),
  /** Whether Saturdays and Sundays are days like others. */
  weekends: z.boolean(),
  email: z.boolean(),
  whatsapp: z.boolean(),
  /** So many reminders a customer gets within seven days. */
  weeklyCap: z
    .number('Choose from 1 to 7')
    .check(z.int('Choose from 1 to 7'), z.gte(1, 'Choose from 1 to 7'), z.lte(7, 'Choose from 1 to 7')),
  language: z.enum(languageCodes),
});
export type ReminderSettings = z.output<typeof reminderSettings>;

export const promiseStates = ['open', 'kept', 'broken', 'moved', 'withdrawn'] as const;
export const promise = z.object({
  ...recordId,
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  currency: currencyCode,
  day: calendarDate(),
  amount,
  note: z.string(),
  /** `broken`: the day passed, and the money had not come by then. */
  state: z.enum(promiseStates),
  /** Days after the promised one on which the money came; null while it has not. */
  daysLate: z.nullable(z.number()),
  madeAt: instant,
});

/** A message that waits for its owner to send it. */
export const preparedMessage = z.object({
  ...recordId,
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  currency: currencyCode,
  balance: amount,
  dueDate: calendarDate(),
  /** Negative before the due date. */
  daysLate: z.number(),
  /** The day that was promised, where the message is about that. */
  promised: z.nullable(calendarDate()),
  language: z.enum(languageCodes),
  text: z.string(),
  /** The part of the text its owner may replace. */
  words: z.string(),
  /** The line under words of their own: what is owed, and the address of the pay page. */
  payLine: z.string(),
  /** Whether the customer's number is known; without it WhatsApp asks for a recipient. */
  hasNumber: z.boolean(),
  /** Ways it can be sent. */
  channels: z.array(z.enum(['whatsapp', 'email'])),
  email: z.string(),
});

const reminderStops = [
  'off',
  'switched_off',
  'partly_paid',
  'promised',
  'claimed',
  'charging',
  'covered',
] as const;
const timelineKinds = [
  'shared',
  'created',
  'sent',
  'message',
  'reminded',
  'prepared',
  'skipped',
  'promised',
  'promise_kept',
  'promise_broken',
  'promise_moved',
  'promise_withdrawn',
  'payment',
  'refund',
  'paid',
  'deleted',
] as const;

/** One event in an invoice's timeline; fields its kind does not have are null. */
export const timelineEvent = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: instant,
  channel: z.nullable(z.enum(messageChannels)),
  /** Template of the message: `invoiceSent`, `invoiceReminder`, `promiseDue`, `receipt` and so on. */
  letter: z.nullable(z.string()),
  state: z.nullable(z.enum(messageStates)),
  /** Why it did not arrive, or was skipped. */
  reason: z.nullable(z.string()),
  amount: z.nullable(amount),
  /** The promised day. */
  day: z.nullable(calendarDate()),
  /** The owner's note; for `shared` the channel. */
  note: z.nullable(z.string()),
});

const nextStep = z.object({ day: calendarDate(), at: instant, daysLate: z.number(), ofPromise: z.boolean() });

export const invoiceReminders = z.object({
  events: z.array(timelineEvent),
  mode: z.enum(reminderModes),
  /** Why no reminder goes at present. */
  stop: z.nullable(z.enum(reminderStops)),
  next: z.nullable(nextStep),
  /** The message that waits to be sent. */
  prepared: z.nullable(preparedMessage),
  promise: z.nullable(promise),
});

const promiseId = currencyAndId;
const reminderBase = { auth: 'business', owner: 'business' } as const;
const day = calendarDate('Choose a day');

export const reminders = {
  settings: endpoint({
    method: 'GET',
    path: '/api/:currency/reminders/settings',
    summary: 'When customers are reminded',
    ...reminderBase,
    params: currencyParams,
    response: z.object({ data: reminderSettings }),
  }),
  updateSettings: endpoint({
    method: 'PATCH',
    path: '/api/:currency/reminders/settings',
    summary: 'Choose when customers are reminded; what is left out stays',
    ...reminderBase,
    params: currencyParams,
    body: z.partial(reminderSettings),
    response: z.object({ data: reminderSettings }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/preview',
    summary: 'When an example invoice would be reminded of, and in what words; keeps nothing',
    ...reminderBase,
    params: currencyParams,
    body: reminderSettings,
    response: z.object({
      data: z.object({
        dueDate: calendarDate(),
        steps: z.array(
          z.object({
            days: z.number(),
            at: instant,
            subject: z.string(),
            body: z.string(),
            whatsapp: z.string(),
          }),
        ),
      }),
    }),
  }),
  today: endpoint({
    method: 'GET',
    path: '/api/:currency/reminders/today',
    summary: 'Messages that wait to be sent, the longest overdue first',
    ...reminderBase,
    params: currencyParams,
    query: z.object({
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(200))),
    }),
    response: z.object({ data: z.array(preparedMessage), page }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/today/:id/send',
    summary: 'Send a message that waits: by email, or noted as sent before WhatsApp opens with it',
    ...reminderBase,
    params: currencyAndId,
    body: z.object({
      channel: z.enum(['whatsapp', 'email'], 'Choose how to send it'),
      /** In place of the message's own, this once. Amounts in them must be what is owed; links are refused. */
      words: z.optional(
        z
          .string('Write a message')
          .check(
            z.trim(),
            z.minLength(1, 'Write a message'),
            z.maxLength(MAX_WORDS, `Keep this to ${MAX_WORDS} characters`),
          ),
      ),
    }),
    response: z.object({
      /** Opens WhatsApp with the customer and the text; null by email. */
      data: z.object({ whatsappUrl: z.nullable(z.string()) }),
    }),
    idempotent: true,
    limit: 'sends',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/today/:id/undo',
    summary: 'Take back that a message was sent by WhatsApp, or that it was skipped',
    ...reminderBase,
    params: currencyAndId,
    response: empty,
  }),
  skip: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/today/:id/skip',
    summary: 'Leave out a message that waits',
    ...reminderBase,
    params: currencyAndId,
    response: empty,
  }),
  ofInvoice: endpoint({
    method: 'GET',
    path: '/api/:currency/reminders/invoice/:id',
    summary: 'What happened around an invoice, and what comes next',
    ...reminderBase,
    params: currencyAndId,
    response: z.object({ data: invoiceReminders }),
  }),
  switchInvoice: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/invoice/:id',
    summary: "Switch an invoice's reminders off, or on again, also after a part was paid",
    ...reminderBase,
    params: currencyAndId,
    body: z.object({ on: z.boolean('Say on or off') }),
    response: empty,
  }),
  promise: endpoint({
    method: 'POST',
    path: '/api/:currency/reminders/promises',
    summary: 'Note the day on which a customer promised to pay; one noted before is moved to it',
    ...reminderBase,
    params: currencyParams,
    body: z.object({
      invoiceId: z
        .string('invoiceId is required')
        .check(z.minLength(1, 'invoiceId is required'), z.maxLength(64)),
      day,
      /** All that is owed where it is left out. */
      amount: z.optional(z.nullable(positiveAmount)),
      note: optionalText(200),
    }),
    response: z.object({ data: promise }),
    status: 201,
    idempotent: true,
  }),
  withdrawPromise: endpoint({
    method: 'DELETE',
    path: '/api/:currency/reminders/promises/:id',
    summary: 'Withdraw a promise; reminders go on',
    ...reminderBase,
    params: promiseId,
    response: empty,
  }),
  ofCustomer: endpoint({
    method: 'GET',
    path: '/api/:currency/reminders/customer/:id',
    summary: "A customer's promises, newest first, and how many were kept",
    ...reminderBase,
    params: currencyAndId,
    response: z.object({
      data: z.object({
        promises: z.array(promise),
        /** Promises whose day has come, or that were paid before it. */
        due: z.number(),
        kept: z.number(),
        /** The median of the days by which money came late; null where none did. */
        usualDaysLate: z.nullable(z.number()),
      }),
    }),
  }),
};
