import * as z from 'zod/mini';
import { answer, chatMessage, prompt, readingStates } from './assistant.ts';
import { endpoint } from './endpoint.ts';
import { currencyAndId, currencyParams, instant, recordId } from './wire.ts';

/** Stages of a paper that are done, in order; all of them are events, none is a guess. */
export const readingStages = ['received', 'prepared', 'text', 'fields'] as const;
export type ReadingStage = (typeof readingStages)[number];

/** Why a reading failed: never the paper, about which the assistant answers in the conversation. */
const readingFailures = ['busy', 'timeout', 'broken'] as const;
export type ReadingFailure = (typeof readingFailures)[number];

/** Pages whose words are read, of all that will be. */
export const pagesRead = z.object({ done: z.number(), of: z.number() });
export type PagesRead = z.output<typeof pagesRead>;

/** A photo or PDF that is being read in the background. */
export const reading = z.object({
  ...recordId,
  /** The message it came with. */
  questionId: z.string(),
  state: z.enum(readingStates),
  /** While queued: how many are read before it. */
  ahead: z.nullable(z.number()),
  /** How many of those are the business's own. */
  ownAhead: z.nullable(z.number()),
  /** While it is read: the last stage that is done. */
  stage: z.nullable(z.enum(readingStages)),
  /** From the stage `prepared` on. */
  pages: z.nullable(pagesRead),
  reason: z.nullable(z.enum(readingFailures)),
  /** Why it failed, for a person; empty otherwise. */
  message: z.string(),
  /** The assistant's answer, once it is ready. */
  answer: z.nullable(answer),
  queuedAt: instant,
});
export type Reading = z.output<typeof reading>;

const one = {
  auth: 'business',
  owner: 'business',
  params: currencyAndId,
  response: z.object({ data: reading }),
} as const;

export const readings = {
  /** `replaces` as for a message to the assistant. News of it come as live events of the topic `readings`. */
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/readings',
    summary: 'Have a photo or PDF of an invoice read in the background',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    multipart: true,
    limit: 'assistant',
    body: z.object({
      prompt: z.optional(prompt),
      replaces: z.optional(z.string().check(z.maxLength(64))),
    }),
    response: z.object({ data: z.object({ reading, question: chatMessage }) }),
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/:currency/aiagent/readings/:id',
    summary: 'How far a photo or PDF is, and the answer once it is read',
    ...one,
  }),
  /** 409 when it is over. */
  cancel: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/readings/:id/cancel',
    summary: 'Stop reading a photo or PDF',
    ...one,
  }),
  /** 409 unless it failed or was stopped. */
  retry: endpoint({
    method: 'POST',
    path: '/api/:currency/aiagent/readings/:id/retry',
    summary: 'Read a photo or PDF again that failed or was stopped; nothing is uploaded',
    limit: 'assistant',
    ...one,
  }),
};
