import * as z from 'zod/mini';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { taxCodes } from '#core/totals.ts';
import { intents, missingFields } from './assistant-intents.ts';
import { askedParts, draftDiscount, draftTerms, planTerms, taskParts } from './assistant-tasks.ts';
import { endpoint } from './endpoint.ts';
import { amount, currencyCode, currencyParams, empty, instant, recordId } from './wire.ts';

const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/** Actions a confirmed proposal can carry out. */
export const actions = [
  'create_invoice',
  'create_quote',
  'create_plan',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'add_customer',
  'record_payment',
  /** An alert or a screenshot is kept as a claim. */
  'note_claim',
  'note_promise',
  'credit_note',
  'write_off',
  'withholding',
  'customer_statement',
  'change_plan',
  'convert_quote',
] as const;
export type Action = (typeof actions)[number];

/** The display statuses of invoices, and `unpaid` for all that is sent and not yet paid. */
export const queryStatuses = [...displayStatuses, 'unpaid'] as const;

/**
 * The parameters of a question or an action. Dates are `YYYY-MM-DD`, both ends included; amounts in major
 * units.
 */
export const filters = z.object({
  status: z.optional(z.enum(queryStatuses)),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  dueFrom: z.optional(z.string()),
  dueTo: z.optional(z.string()),
  /** The period a report is to be compared with. */
  compareFrom: z.optional(z.string()),
  compareTo: z.optional(z.string()),
  customerName: z.optional(z.string()),
  search: z.optional(z.string()),
  minTotal: z.optional(z.number()),
  minDaysOverdue: z.optional(z.number()),
  currency: z.optional(currencyCode),
  limit: z.optional(z.number()),
  /** As written by the user: digits without leading zeros. */
  invoiceNumbers: z.optional(z.array(z.string())),
  /** The same of quotes. */
  quoteNumbers: z.optional(z.array(z.string())),
  ...askedParts,
  which: z.optional(z.enum(['latest'])),
  channels: z.optional(z.array(z.enum(['email', 'whatsapp']))),
  /** A second step requested in the same message; proposed after the first, with a confirmation of its own. */
  // oxlint-disable-next-line unicorn/no-thenable
  then: z.optional(z.enum(actions)),
  horizonMonths: z.optional(z.number()),
  until: z.optional(z.string()),
});
export type Filters = z.output<typeof filters>;

/** An invoice as understood so far; amounts in major units, null where not given. */
export const draft = z.object({
  customerName: nullableText,
  customerEmail: nullableText,
  customerPhone: nullableText,
  currency: z.nullable(currencyCode),
  items: z.array(
    z.object({
      description: nullableText,
      quantity: nullableNumber,
      rate: nullableNumber,
      discount: z.optional(draftDiscount),
      taxCode: z.optional(z.enum(taxCodes)),
    }),
  ),
  /** Percent. */
  taxRate: z.number(),
  pricesIncludeTax: z.optional(z.boolean()),
  discount: draftDiscount,
  /** A discount for paying early: percent, and its last day. */
  earlyPayment: z.optional(z.object({ percent: z.number(), until: z.string() })),
  /** `YYYY-MM-DD` */
  dueDate: nullableText,
  total: nullableNumber,
  /** A price that is offered, by the title on its paper. */
  quote: z.optional(z.enum(quoteKinds)),
  ...draftTerms,
});
export type Draft = z.output<typeof draft>;

/** An invoice of which nothing is understood yet. */
export const emptyDraft: Draft = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  currency: null,
  items: [],
  taxRate: 0,
  discount: null,
  dueDate: null,
  total: null,
};

/** A customer as understood so far. */
export const newContact = z.object({ name: nullableText, email: nullableText, phone: nullableText });
export type NewContact = z.output<typeof newContact>;

/**
 * Data read from a photographed, scanned or printed invoice. Amounts in major units of `currency`, dates
 * `YYYY-MM-DD`; null where not seen, never guessed.
 */
export const extraction = z.object({
  customerName: nullableText,
  customerEmail: nullableText,
  customerPhone: nullableText,
  /** The issuer of the document. */
  vendorName: nullableText,
  invoiceNumber: nullableText,
  date: nullableText,
  dueDate: nullableText,
  /** ISO 4217, whatever it is; only NGN and USD can be invoiced. */
  currency: nullableText,
  items: z.array(
    z.object({
      description: nullableText,
      quantity: nullableNumber,
      rate: nullableNumber,
      total: nullableNumber,
    }),
  ),
  subtotal: nullableNumber,
  discount: nullableNumber,
  tax: nullableNumber,
  /** Subtotal less discount plus tax. Withholding tax and earlier payments are not deducted. */
  total: nullableNumber,
  withholding: nullableNumber,
  amountPaid: nullableNumber,
  /** By field name, 0 to 1; a line's is `items.0`. */
  confidence: z.record(z.string(), z.number()),
  /** For a person to read: sums that do not agree, pages left out, doubtful fields. */
  warnings: z.array(z.string()),
});
export type Extraction = z.output<typeof extraction>;

/** Machine-readable: the understood intent and the proposal. Nothing is done before it is confirmed. */
export const outcome = z.object({
  intent: z.enum(intents),
  draft: z.nullable(draft),
  filters: z.nullable(filters),
  customer: z.nullable(newContact),
  /** Of an invoice that repeats; its contents are the draft's. */
  plan: z.optional(planTerms),
  ...taskParts,
  asks: z.nullable(z.enum(missingFields)),
  /** Declined in chat: the screen that does it. */
  refused: z.nullable(z.object({ pointTo: nullableText })),
  /** On `confirm`: the action that was confirmed; the message says how it went. */
  does: z.nullable(z.enum(actions)),
  /** The proposal that waits to be confirmed. */
  proposalId: nullableText,
  /** Its action; a correction may be of any. */
  proposes: z.optional(z.enum(actions)),
  /** Credit of their customers that invoices to be sent could use: whether it is used is asked with the press. */
  customerCredit: z.optional(z.object({ amount, currency: currencyCode, customers: z.array(z.string()) })),
  /** On `confirm` and `cancel`: the one proposal it is about; the other invoices of a file still wait. */
  decides: z.optional(z.string()),
});
export type Outcome = z.output<typeof outcome>;

/** The stored part of a picture that came with a message. */
export const imageMetadata = z.object({
  hasImage: z.literal(true),
  imagePath: z.string(),
  imageOriginalName: z.string(),
  imageMimeType: z.string(),
  imageSize: z.number(),
  /** Data read from it; absent where nothing could be read. */
  extraction: z.optional(extraction),
});

/** Where a photo or PDF stands that is read in the background. */
export const readingStates = ['queued', 'reading', 'ready', 'failed', 'cancelled'] as const;

/** Two readings of a message that are nearly as likely, in a line each: a label answers which one is meant. */
export const draftChoices = z.array(z.object({ label: z.string(), draft }));

/**
 * `beside`: the words left to say for a client that shows proposal or choices as a card, or '' for none; absent where the
 * whole text is said anyway.
 */
const beside = { beside: z.optional(z.string()), choices: z.optional(draftChoices) };

export const chatMessage = z.object({
  ...recordId,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  ...beside,
  timestamp: instant,
  metadata: z.optional(imageMetadata),
  outcome: z.optional(outcome),
  /** Of a question with a photo or PDF: its reading, and the answer that came of it. */
  reading: z.optional(z.object({ id: z.string(), state: z.enum(readingStates), answerId: nullableText })),
});

const oneAnswer = z.object({
  ...recordId,
  message: z.string(),
  ...beside,
  role: z.literal('assistant'),
  timestamp: instant,
  /** Of the picture sent with the question. */
  metadata: z.optional(imageMetadata),
  outcome,
});

/** One answer of the assistant; `message` is light Markdown: bold, lists, tables, links to pages of the app. */
export const answer = z.extend(oneAnswer, {
  /** Of a file of several invoices: the answers to the others, each with a proposal of its own. */
  more: z.optional(z.array(oneAnswer)),
});

export const MAX_PROMPT = 4000;
export const prompt = z
  .string('Type a message')
  .check(
    z.trim(),
    z.minLength(1, 'Type a message'),
    z.maxLength(MAX_PROMPT, 'Keep this to 4,000 characters'),
  );

/** Marks a message that came with a picture; never shown. */
export const IMAGE_MARKER = '[IMAGE_UPLOADED]';

export const assistant = {
  /**
   * JSON `{prompt}`, or multipart with `file` (JPEG, PNG, WebP or PDF) and an optional `prompt`. `replaces` is the id
   * of an earlier question: it and all after it leave the thread first. With `Accept: text/event-stream` the answer
   * comes as events: `delta` with `{text}`, `beside` with `{text}` where there is one, then `done` with what the JSON answer has as `data`, or `error` with
   * `{code, message}`. Aborting the request stops the work.
   */
  conversation: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/conversation',
    summary: 'Talk to the assistant',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    multipart: 'optional',
    limit: 'assistant',
    body: z.object({
      prompt: z.optional(prompt),
      /**
       * Text of a page or a message, in place of a prompt: an invoice is read from it, and nothing else is
       * done with it.
       */
      document: z.optional(prompt),
      replaces: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: z.object({ data: answer }),
    streams: true,
  }),
  /**
   * A press on a proposal's button. `draft` is the invoice as the owner corrected it on the card: it replaces
   * the proposal and is confirmed in the same call. `useCredit` says whether invoices that are sent use their customers'
   * credit; by the setting where it is left out. 404 for an unknown proposal, 409 `proposal_expired`,
   * `proposal_withdrawn` or `proposal_outdated`; a proposal already carried out returns its first response. `leave` takes the
   * proposal back instead, and the other invoices of its file stay.
   */
  confirm: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/conversation/confirm',
    summary: 'Let a proposal of the assistant happen',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      proposalId: z.string('proposalId is required').check(z.minLength(1), z.maxLength(64)),
      draft: z.optional(draft),
      useCredit: z.optional(z.boolean()),
      leave: z.optional(z.literal(true)),
    }),
    response: z.object({ data: answer }),
  }),
  /** The conversations of the business, newest first. */
  threads: endpoint({
    method: 'GET',
    path: '/api/:currency/aiagent/conversation/threads',
    summary: 'Conversations, newest first',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({
      data: z.array(
        z.object({
          ...recordId,
          /** The owner's first message in it. */
          title: z.string(),
          messages: z.number(),
          createdAt: instant,
          closedAt: z.nullable(instant),
          /** Its owner is in the middle of it: a question waits for its answer, or a photo or PDF was read, within ten minutes. */
          goesOn: z.boolean(),
        }),
      ),
    }),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/:currency/aiagent/conversation/thread',
    summary: 'The conversation so far',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    /** One of `threads`; the open one when absent. */
    query: z.object({ id: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({
      data: z.object({ thread: z.object({ ...recordId, messages: z.array(chatMessage) }) }),
    }),
  }),
  newThread: endpoint({
    method: 'DELETE',
    path: '/api/:currency/aiagent/conversation/thread',
    summary: 'Begin a new conversation; the one before is kept',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: empty,
  }),
  forgetLearned: endpoint({
    method: 'DELETE',
    path: '/api/:currency/aiagent/learned',
    summary: 'Forget what was learned from corrected cards',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: empty,
  }),
};
