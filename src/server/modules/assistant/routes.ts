import * as z from 'zod/mini';
import { answer, type assistant, type chatMessage } from '#contract/assistant.ts';
import { notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http.ts';
import type { Scope } from '#server/scope.ts';
import { closeThread } from './commands.ts';
import { keepAnswer, type Prepared, prepare } from './flows.ts';
import { type MessageRow, messagesOf, openThread } from './queries.ts';
import { eventStream } from './stream.ts';

export const routes: Handlers<typeof assistant> = {
  conversation: async (scope, { params, body }, raw) => {
    const prepared = await prepare(scope, { ...body, currency: params.currency, file: raw.file });
    if (!/\btext\/event-stream\b/i.test(raw.headers.get('Accept') ?? ''))
      return { data: presentAnswer(await keepAnswer(scope, prepared, prepared.text), prepared) };
    return streamed(scope, prepared, raw.signal);
  },
  thread: async (scope) => {
    const thread = await openThread(scope.db, scope.actor.businessId);
    if (!thread) throw notFound('conversation');
    const messages = await messagesOf(scope.db, thread.business_id, thread.id);
    return { data: { thread: { id: thread.id, _id: thread.id, messages: messages.map(presentMessage) } } };
  },
  newThread: async (scope) => {
    await scope.transact(closeThread);
    return { message: 'New conversation', data: null };
  },
};

// A phrase at a time; whoever stops reading keeps what was read.
function streamed(scope: Scope, prepared: Prepared, signal: AbortSignal): Response {
  let said = '';
  return eventStream(
    signal,
    async ({ write }) => {
      for (const phrase of prepared.text.match(/[\s\S]{1,60}(?:\s|$)|[\s\S]{1,60}/g) ?? []) {
        if (!write('delta', { text: phrase })) return;
        said += phrase;
        // Lets what was written leave, and hears whether the client still reads.
        await new Promise((next) => setImmediate(next));
      }
      const row = await keepAnswer(scope, prepared, said);
      write('done', z.encode(answer, presentAnswer(row, prepared)));
    },
    async () => {
      if (said !== '' && said !== prepared.text) await keepAnswer(scope, prepared, said);
    },
  );
}

const presentAnswer = (row: MessageRow, { question, outcome }: Prepared): z.output<typeof answer> => ({
  id: row.id,
  _id: row.id,
  message: row.content,
  role: 'assistant',
  timestamp: row.created_at,
  ...(question.image ? { metadata: question.image } : {}),
  outcome,
});

const presentMessage = (row: MessageRow): z.output<typeof chatMessage> => ({
  id: row.id,
  _id: row.id,
  role: row.role,
  content: row.content,
  timestamp: row.created_at,
  ...(row.image ? { metadata: row.image } : {}),
  ...(row.outcome ? { outcome: row.outcome } : {}),
});
