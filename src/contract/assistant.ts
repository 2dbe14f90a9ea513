import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyCode, currencyParams, empty, instant, recordId } from './wire.ts';

/** What a message turned out to be about. */
export const intents = [
  'create_invoice',
  'edit_draft',
  'list_invoices',
  'show_invoice',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'add_customer',
  'list_customers',
  'sales_report',
  'sales_projection',
  'outstanding_total',
  'top_customers',
  'help',
  'confirm',
  'cancel',
  'ambiguous',
  'off_topic',
  'withdraw',
  'change_bank_details',
  'record_payment',
  'prompt_injection',
] as const;

/** The field that the one question of an answer asks for. */
export const askedFields = [
  'customerName',
  'customerEmail',
  'items',
  'description',
  'rate',
  'currency',
  'dueDate',
  'invoice',
  'intent',
] as const;

const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

/** An invoice as understood so far; amounts in major units, what was not said is null. */
export const draft = z.object({
  customerName: nullableText,
  customerEmail: nullableText,
  customerPhone: nullableText,
  currency: z.nullable(currencyCode),
  items: z.array(z.object({ description: nullableText, quantity: nullableNumber, rate: nullableNumber })),
  /** Percent. */
  taxRate: z.number(),
  discount: z.nullable(z.object({ type: z.enum(['percent', 'amount']), value: z.number() })),
  /** `YYYY-MM-DD` */
  dueDate: nullableText,
  total: nullableNumber,
});
export type Draft = z.output<typeof draft>;

/** In a program's words: what was understood, and what is proposed. Nothing is done before it is confirmed. */
export const outcome = z.object({
  intent: z.enum(intents),
  draft: z.nullable(draft),
  /** What a question or an action is about, such as a status, a period or invoice numbers. */
  filters: z.nullable(z.record(z.string(), z.unknown())),
  customer: z.nullable(z.object({ name: nullableText, email: nullableText, phone: nullableText })),
  asks: z.nullable(z.enum(askedFields)),
  /** Declined in chat: the screen that does it. */
  refused: z.nullable(z.object({ pointTo: nullableText })),
  /** On `confirm`: the action that was carried out. */
  does: nullableText,
  /** The proposal that waits to be confirmed. */
  proposalId: nullableText,
});
export type Outcome = z.output<typeof outcome>;

/** What is kept of a picture that came with a message. */
export const imageMetadata = z.object({
  hasImage: z.literal(true),
  imagePath: z.string(),
  imageOriginalName: z.string(),
  imageMimeType: z.string(),
  imageSize: z.number(),
});

export const chatMessage = z.object({
  ...recordId,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: instant,
  metadata: z.optional(imageMetadata),
  outcome: z.optional(outcome),
});

/** One answer of the assistant; `message` is light Markdown: bold, lists, tables, links to pages of the app. */
export const answer = z.object({
  ...recordId,
  message: z.string(),
  role: z.literal('assistant'),
  timestamp: instant,
  /** Of the picture sent with the question. */
  metadata: z.optional(imageMetadata),
  outcome,
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
   * comes as events: `delta` with `{text}`, then `done` with what the JSON answer has as `data`, or `error` with
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
    body: z.object({ prompt: z.optional(prompt), replaces: z.optional(z.string().check(z.maxLength(64))) }),
    response: z.object({ data: answer }),
    streams: true,
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/:currency/aiagent/conversation/thread',
    summary: 'The conversation so far',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
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
};
