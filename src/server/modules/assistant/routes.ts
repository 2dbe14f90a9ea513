import * as z from 'zod/mini';
import {
  answer,
  type assistant,
  type chatMessage,
  type draftChoices,
  IMAGE_MARKER,
  type Outcome,
} from '#contract/assistant.ts';
import type { reading, readings as readingCalls } from '#contract/readings.ts';
import { plusMs } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { EVENT_STREAM } from '#server/kernel/live.ts';
import { lockBusiness, type Scope } from '#server/kernel/scope.ts';
import { forgetLearned } from './commands/learn.ts';
import { closeThread } from './commands/messages.ts';
import { cancelReading, notifyQueue, requeueReading } from './commands/readings.ts';
import { countMessage, prepareAnswer, saveAnswer, savePartialAnswer, saveQuestion } from './flows/answer.ts';
import { failureMessages } from './flows/await-reading.ts';
import { confirmProposal } from './flows/confirm.ts';
import type { StoredQuestion } from './interpret-message.ts';
import { PROPOSAL_MS } from './proposals.ts';
import { readingById, readingsAhead, readingsOf } from './queries/readings.ts';
import {
  goesOnSince,
  type MessageRow,
  messageById,
  messagesOf,
  openThread,
  otherAnswers,
  threadById,
  threadsOf,
} from './queries/threads.ts';
import type { ReadingRow } from './table.ts';

const MAX_TITLE_LENGTH = 80;

export const routes: Handlers<typeof assistant> = {
  conversation: async (scope, { params, body }, raw) => {
    const storedQuestion = await saveQuestion(scope, { ...body, currency: params.currency, file: raw.file });
    if (/\btext\/event-stream\b/i.test(raw.headers.get('Accept') ?? ''))
      return eventStream(raw.signal, (writer) => streamAnswer(scope, storedQuestion, writer));
    const row = await saveAnswer(scope, await prepareAnswer(scope, storedQuestion, raw.signal));
    return { data: await presentAnswer(scope, row, storedQuestion.row) };
  },
  confirm: async (scope, { body }) => ({
    data: await presentAnswer(scope, await confirmProposal(scope, body), null),
  }),
  threads: async (scope) => {
    const rows = await threadsOf(scope.db, scope.actor.businessId);
    const open = rows.find(({ closed_at }) => closed_at === null);
    // As long as what came of it can be confirmed.
    const since = plusMs(scope.now, -PROPOSAL_MS);
    const goesOn = open !== undefined && (await goesOnSince(scope.db, open, since));
    return {
      data: rows.map(({ id, title, messages, created_at, closed_at }) => ({
        id,
        _id: id,
        title: titleOf(title),
        messages,
        createdAt: created_at,
        closedAt: closed_at,
        goesOn: goesOn && id === open.id,
      })),
    };
  },
  thread: async (scope, { query }) => {
    const { businessId } = scope.actor;
    const thread = query.id
      ? await threadById(scope.db, businessId, query.id)
      : await openThread(scope.db, businessId);
    if (!thread) throw notFound('conversation');
    const messages = await messagesOf(scope.db, businessId, thread.id);
    const pictures = messages.filter(({ image }) => image).map(({ id }) => id);
    const byMessage = new Map(
      (await readingsOf(scope.db, businessId, pictures)).map((row) => [row.message_id, row]),
    );
    const presented = messages.map((row) => presentMessage(row, byMessage.get(row.id)));
    return { data: { thread: { id: thread.id, _id: thread.id, messages: presented } } };
  },
  newThread: async (scope) => {
    await scope.transact(async (ctx) => {
      await lockBusiness(ctx.tx, ctx.actor.businessId);
      await closeThread(ctx);
    });
    return { message: 'New conversation', data: null };
  },
  forgetLearned: async (scope) => {
    await scope.transact(forgetLearned);
    return { message: 'Forgotten', data: null };
  },
};

/** The same for photos and PDFs that are read in the background. */
export const readings: Handlers<typeof readingCalls> = {
  create: async (scope, { params, body }, raw) => {
    if (!raw.file) throw fieldError('file', 'Choose a file to upload');
    const { row, readingId } = await saveQuestion(scope, { ...body, ...params, file: raw.file });
    const reading = await requireReading(scope, readingId ?? '');
    return {
      message: 'It is in the queue',
      data: { reading: await presentReading(scope, reading), question: presentMessage(row, reading) },
    };
  },
  get: async (scope, { params }) => ({
    data: await presentReading(scope, await requireReading(scope, params.id)),
  }),
  cancel: async (scope, { params }) => {
    await requireReading(scope, params.id);
    const row = await scope.transact((ctx) => cancelReading(ctx, params.id));
    if (!row) throw new AppError('conflict', 'This is over already');
    await scope.transactAsSystem((ctx) => notifyQueue(ctx, row.business_id));
    return { message: 'Stopped', data: await presentReading(scope, row) };
  },
  retry: async (scope, { params }) => {
    await requireReading(scope, params.id);
    await countMessage(scope);
    const row = await scope.transact((ctx) => requeueReading(ctx, params.id));
    if (!row) throw new AppError('conflict', 'This is read already, or about to be');
    return { message: 'It is in the queue', data: await presentReading(scope, row) };
  },
};

async function requireReading(scope: Scope, id: string): Promise<ReadingRow> {
  const row = isId('rdg', id) ? await readingById(scope.db, scope.actor.businessId, id) : null;
  if (!row) throw notFound('reading');
  return row;
}

async function presentReading(scope: Scope, row: ReadingRow): Promise<z.output<typeof reading>> {
  const answerRow = row.answer_id && (await messageById(scope.db, row.business_id, row.answer_id));
  const question = answerRow && (await messageById(scope.db, row.business_id, row.message_id));
  return {
    id: row.id,
    _id: row.id,
    questionId: row.message_id,
    state: row.state,
    ...(row.state === 'queued'
      ? await scope.transactAsSystem((ctx) => readingsAhead(ctx.tx, row))
      : { ahead: null, ownAhead: null }),
    stage: row.stage,
    pages: row.stage && row.pages ? { done: row.pages_read, of: row.pages } : null,
    reason: row.reason,
    message: row.reason ? failureMessages[row.reason] : '',
    answer: answerRow ? await presentAnswer(scope, answerRow, question || null) : null,
    queuedAt: row.queued_at,
  };
}

const titleOf = (content: string): string => {
  const words = content.replace(IMAGE_MARKER, '').replace(/\s+/g, ' ').trim();
  return words.length > MAX_TITLE_LENGTH
    ? `${Array.from(words)
        .slice(0, MAX_TITLE_LENGTH - 1)
        .join('')}…`
    : words;
};

// Streams phrase by phrase; where the client leaves, the part sent is stored and nothing is proposed.
async function streamAnswer(
  scope: Scope,
  storedQuestion: StoredQuestion,
  { write, disconnected }: EventWriter,
): Promise<void> {
  try {
    let sent = '';
    const onDelta = (delta: string) => {
      if (write('delta', { text: delta })) sent += delta;
    };
    const prepared = await prepareAnswer(
      scope,
      storedQuestion.readingId ? storedQuestion : { ...storedQuestion, onPreamble: onDelta },
      disconnected,
    );
    const text = prepared.kind === 'kept' ? prepared.row.content : prepared.plan.text;
    const beside = prepared.kind === 'kept' ? prepared.row.beside : prepared.plan.beside;
    if (typeof beside === 'string') write('beside', { text: beside });
    const remaining = text.startsWith(sent) ? text.slice(sent.length) : text;
    for (const phrase of remaining.match(/[\s\S]{1,60}(?:\s|$)|[\s\S]{1,60}/g) ?? []) {
      if (!write('delta', { text: phrase })) break;
      sent += phrase;
      // Flushes the written events and notices a client that left.
      await new Promise((next) => setImmediate(next));
    }
    if (disconnected.aborted) return sent === '' ? undefined : await savePartialAnswer(scope, prepared, sent);
    const row = await saveAnswer(scope, prepared);
    write('done', z.encode(answer, await presentAnswer(scope, row, storedQuestion.row)));
  } catch (error) {
    if (!disconnected.aborted) write('error', refusalOf(scope, error));
  }
}

function refusalOf(scope: Scope, error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  scope.log.error({ err: error, requestId: scope.requestId }, 'An answer could not be made');
  return { code: 'internal', message: 'Something went wrong on our side. Please try again' };
}

async function presentAnswer(
  scope: Scope,
  row: MessageRow,
  question: MessageRow | null,
): Promise<z.output<typeof answer>> {
  if (!row.outcome) throw notFound('answer');
  const imageQuestion = question?.image ? await messageById(scope.db, row.business_id, question.id) : null;
  const more = imageQuestion ? await otherAnswers(scope.db, row) : [];
  return {
    ...presentOne(row, imageQuestion ?? row, row.outcome),
    ...(more.length > 0 && {
      more: more.flatMap((other) => (other.outcome ? [presentOne(other, other, other.outcome)] : [])),
    }),
  };
}

const presentOne = (row: MessageRow, pictured: MessageRow, outcome: Outcome) => ({
  id: row.id,
  _id: row.id,
  message: row.content,
  ...besideOf(row),
  ...choicesOf(row),
  role: 'assistant' as const,
  timestamp: row.created_at,
  ...metadataOf(pictured),
  outcome,
});

const besideOf = ({ beside }: MessageRow) => (beside === null ? {} : { beside });

function choicesOf({ memory }: MessageRow): { choices?: z.output<typeof draftChoices> } {
  const choices = (memory?.choices ?? []).flatMap(({ told: [label], pick }) =>
    label !== undefined && 'draft' in pick ? [{ label, draft: pick.draft }] : [],
  );
  return choices.length > 0 ? { choices } : {};
}

const metadataOf = ({ image, extraction }: MessageRow) =>
  image ? { metadata: { ...image, ...(extraction ? { extraction } : {}) } } : {};

const presentMessage = (row: MessageRow, reading: ReadingRow | undefined): z.output<typeof chatMessage> => ({
  id: row.id,
  _id: row.id,
  role: row.role,
  content: row.content,
  ...besideOf(row),
  ...choicesOf(row),
  timestamp: row.created_at,
  ...metadataOf(row),
  ...(row.outcome ? { outcome: row.outcome } : {}),
  ...(reading ? { reading: { id: reading.id, state: reading.state, answerId: reading.answer_id } } : {}),
});

/**
 * Sends events until the client disconnects; `write` returns false from then on, `disconnected` is aborted.
 */
type EventWriter = { write(event: string, data: unknown): boolean; disconnected: AbortSignal };

/** A `text/event-stream` response. `work` writes the events and reports its own errors. */
function eventStream(signal: AbortSignal, work: (writer: EventWriter) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const aborter = new AbortController();
  const disconnect = () => aborter.abort();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) disconnect();
      signal.addEventListener('abort', disconnect, { once: true });
      const write = (event: string, data: unknown) => {
        if (aborter.signal.aborted) return false;
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        return true;
      };
      void work({ write, disconnected: aborter.signal }).finally(() => {
        if (!aborter.signal.aborted) controller.close();
      });
    },
    cancel: disconnect,
  });
  return new Response(body, { headers: EVENT_STREAM });
}
