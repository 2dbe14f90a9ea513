import * as z from 'zod/mini';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { lineTextNames, paragraphNames } from '#core/invoice/texts.ts';
import { recordOf } from '#core/records.ts';
import { endpoint } from './endpoint.ts';
import { storedItem } from './invoice-item.ts';
import { newInvoice } from './invoices.ts';
import { offeredPart } from './payment-schedule.ts';
import { newQuotePart, quoteProgress } from './quote-parts.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  instant,
  page,
  paging,
  percent,
  recordId,
} from './wire.ts';

/** `viewed` and `expired` are told of one that was sent. */
export const quoteStatuses = [
  'draft',
  'sent',
  'viewed',
  'expired',
  'accepted',
  'declined',
  'withdrawn',
] as const;
/** The outcome of an acceptance: nothing yet, an invoice that waits, or one that goes at once. */
export const acceptanceActions = ['ask', 'draft', 'send'] as const;
export const quoteEvents = [
  'sent',
  'revised',
  'viewed',
  'extended',
  'question',
  'code',
  'accepted',
  'declined',
  'withdrawn',
  'invoiced',
] as const;
export const USUAL_VALID_DAYS = 14;
export const USUAL_DUE_DAYS = 7;
export const MOST_DAYS = 365;

const days = (least: number) => {
  const message = `Enter ${least} to ${MOST_DAYS} days`;
  return z.int(message).check(z.gte(least, message), z.lte(MOST_DAYS, message));
};

/** A quote as it is written: an invoice without a day it is due, and how long it stands. */
export const newQuote = z.object({
  ...z.omit(newInvoice, { dueDate: true, earlyPayment: true }).shape,
  kind: z._default(z.enum(quoteKinds), 'quote'),
  /** Days it can be accepted, from the day it goes. */
  validDays: z._default(days(1), USUAL_VALID_DAYS),
  /** Days from the acceptance to the day its invoice is due. */
  dueDays: z._default(days(0), USUAL_DUE_DAYS),
  /** Where it is left out an invoice that is paid in parts goes at once, and any other waits. */
  onAcceptance: z.optional(z.enum(acceptanceActions)),
  /** Accepted only with a code sent to the customer's email address. */
  askCode: z.optional(z.boolean()),
});

const summary = {
  ...recordId,
  /** Null before it was sent. */
  number: z.nullable(z.string()),
  kind: z.enum(quoteKinds),
  title: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  currency: currencyCode,
  totalAmount: amount,
  status: z.enum(quoteStatuses),
  /** The last day it can be accepted; null before it was sent. */
  validUntil: z.nullable(calendarDate()),
  sentAt: z.nullable(instant),
  createdAt: instant,
  /** The invoice that was made of it. */
  invoiceId: z.nullable(z.string()),
};
export const quoteSummary = z.object(summary);

/** All that a quote says of its goods and sums. */
export const quoteContents = {
  ...recordOf([...lineTextNames, ...paragraphNames], () => z.string()),
  items: z.array(storedItem),
  subtotal: amount,
  discount: amount,
  taxRate: percent,
  pricesIncludeTax: z.boolean(),
  tax: amount,
  /** The parts it is to be paid in, with their sums; empty where it is paid in one. */
  schedule: z.array(offeredPart),
};

export const quoteDetail = z.object({
  ...summary,
  ...quoteContents,
  validDays: z.number(),
  dueDays: z.number(),
  onAcceptance: z.enum(acceptanceActions),
  askCode: z.boolean(),
  /** 1 until it is changed after sending. */
  revision: z.number(),
  /** The last change; a change made from an older state is refused. */
  changedAt: instant,
  invoiceNumber: z.nullable(z.string()),
  ...quoteProgress,
  /** Its public page, and a chat with the customer in which it is typed; null before it was sent. */
  pageUrl: z.nullable(z.string()),
  whatsappUrl: z.nullable(z.string()),
  pdf: z.string(),
  /** Null also where its owner made the invoice without the customer's answer on the page. */
  acceptance: z.nullable(
    z.object({
      name: z.string(),
      orderNumber: z.string(),
      acceptedAt: instant,
      revision: z.number(),
      /** By paying a proforma, where nobody typed a name. */
      byPayment: z.boolean(),
      /** Drawn by hand: SVG path data in a box of 600 by 240. */
      signature: z.nullable(z.string()),
      /** The masked address whose code confirmed it. */
      codeSentTo: z.nullable(z.string()),
    }),
  ),
  /** Newest first; `note` is a question, a reason, a name, or the number of the invoice. */
  events: z.array(
    z.object({
      ...recordId,
      kind: z.enum(quoteEvents),
      revision: z.number(),
      note: z.string(),
      createdAt: instant,
    }),
  ),
});

const answer = z.object({ data: quoteDetail });
/** The calls of its owner. */
export const quotes = {
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes',
    summary: 'Write a quote; it has no number before it is sent',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newQuote,
    response: answer,
    status: 201,
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/quotes',
    summary: 'Quotes, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      ...paging,
      search: z.optional(z.string().check(z.maxLength(200))),
      status: z.optional(z.enum(['all', ...quoteStatuses])),
    }),
    response: z.object({ data: z.array(quoteSummary), page }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/:currency/quotes/:id',
    summary: 'One quote, with all that became of it',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/:currency/quotes/:id',
    summary:
      'Change a quote; one that was sent goes again as its next revision, under its number and its link',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    /** A `schedule` or `askCode` that is left out stays. With `changedAt`, as it was read, a change made meanwhile is refused. */
    body: z.object({ ...newQuote.shape, changedAt: z.optional(instant) }),
    response: answer,
    idempotent: true,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/send',
    summary: 'Send a draft: by email where the customer has an address; its link can be shared in any case',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
    idempotent: true,
    limit: 'sends',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/withdraw',
    summary: 'Withdraw a quote nobody has answered',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
    idempotent: true,
  }),
  extend: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/extend',
    summary: 'Let a sent quote be accepted until a later day, also one that has ended',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ validUntil: calendarDate('Choose a day') }),
    response: answer,
    idempotent: true,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/copy',
    summary: 'Write a new quote with the same contents',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
    status: 201,
    idempotent: true,
  }),
  toInvoice: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/invoice',
    summary:
      'Make the invoice of a quote that was accepted, on its page or otherwise; again it is the same invoice',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: answer,
    idempotent: true,
  }),
  invoicePart: endpoint({
    method: 'POST',
    path: '/api/:currency/quotes/:id/parts',
    summary:
      'Make the invoice of a part of a quote: a percentage of its total, an amount with its tax, lines of it, or the rest; together they are never more than the quote',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: newQuotePart,
    response: answer,
    status: 201,
    idempotent: true,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/:currency/quotes/:id/pdf',
    summary: 'A quote as PDF',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    media: 'application/pdf',
  }),
};
