import * as z from 'zod/mini';
import { offlineMethods } from '#core/payment-methods.ts';
import { endpoint } from './endpoint.ts';
import { payment } from './payments.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  instant,
  optionalText,
  page,
  paging,
  positiveAmount,
  recordId,
} from './wire.ts';

const recordFields = {
  amount: positiveAmount,
  day: calendarDate('Choose the day it was paid'),
  reference: optionalText(80),
  note: optionalText(300, true),
  /** The id of an uploaded file: a photo or PDF of the slip, or of the alert. */
  slip: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
};

/** Money that came without a provider. */
const newRecord = z.object({
  ...recordFields,
  method: z.enum(offlineMethods, 'Choose how it was paid'),
  /** Of a bank transfer: where it was seen. An alert or a screenshot is a claim, never a payment. */
  seen: z.optional(z.enum(['bank'], 'Where did you see it?')),
  /** Money beyond the amount owed becomes the customer's credit. */
  keepRestAsCredit: z.optional(z.boolean()),
  /** Record it although the same amount came for this invoice on that day. */
  confirmDuplicate: z.optional(z.boolean()),
});

const newClaim = z.object({ ...recordFields, invoiceId: z.string().check(z.maxLength(64)) });

const claimStates = ['open', 'confirmed', 'dismissed'] as const;

/** An alert or a screenshot somebody showed: no money until it was seen in the bank. */
export const claim = z.object({
  ...recordId,
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  amount,
  currency: currencyCode,
  day: calendarDate(),
  reference: z.string(),
  note: z.string(),
  /** The id of the photo; null where there is none. */
  slip: z.nullable(z.string()),
  state: z.enum(claimStates),
  createdAt: instant,
  settledAt: z.nullable(instant),
});

export const offlinePayments = {
  record: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:id/record-payment',
    summary: 'Record money that came in cash, by card terminal, by cheque or to the own account',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: newRecord,
    response: z.object({ data: payment }),
    status: 201,
    idempotent: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/:currency/transactions/:id/undo',
    summary: 'Take back a payment that was recorded by hand',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      reason: optionalText(200),
      /** A payment of the same money by a provider, whose credit then pays the invoice instead. */
      useInstead: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: z.object({ data: payment }),
    idempotent: true,
  }),
  giveBack: endpoint({
    method: 'POST',
    path: '/api/:currency/transactions/:id/give-back',
    summary: 'Record that money of a recorded payment was handed back to the customer',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      amount: positiveAmount,
      day: calendarDate('Choose the day you gave it back'),
      reason: z
        .string('Say why you gave it back')
        .check(z.trim(), z.minLength(1, 'Say why you gave it back'), z.maxLength(200)),
    }),
    response: z.object({ data: payment }),
    idempotent: true,
  }),
  claims: endpoint({
    method: 'GET',
    path: '/api/:currency/payment-claims',
    summary: 'Alerts and screenshots that nobody has found in the bank yet',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      ...paging,
      invoiceId: z.optional(z.string().check(z.maxLength(64))),
      state: z.optional(z.enum(claimStates)),
    }),
    response: z.object({ data: z.array(claim), page }),
  }),
  addClaim: endpoint({
    method: 'POST',
    path: '/api/:currency/payment-claims',
    summary: 'Note an alert or a screenshot; the invoice stays as it is, reminders pause for a day',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newClaim,
    response: z.object({ data: claim }),
    status: 201,
    idempotent: true,
  }),
  confirmClaim: endpoint({
    method: 'POST',
    path: '/api/:currency/payment-claims/:id/confirm',
    summary: 'Record the money of a claim, seen in the bank',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({
      keepRestAsCredit: z.optional(z.boolean()),
      confirmDuplicate: z.optional(z.boolean()),
    }),
    bodyOptional: true,
    response: z.object({ data: payment }),
    idempotent: true,
  }),
  dismissClaim: endpoint({
    method: 'POST',
    path: '/api/:currency/payment-claims/:id/dismiss',
    summary: 'Put a claim away: the money did not come',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: z.object({ data: claim }),
    idempotent: true,
  }),
};
