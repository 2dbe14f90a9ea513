import type { UploadedFile } from '#server/http/request-body.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { prepareAnswer, saveAnswer, saveQuestion } from '#server/modules/assistant/flows/answer.ts';
import { failureMessages } from '#server/modules/assistant/flows/await-reading.ts';
import { readingsOf } from '#server/modules/assistant/queries/readings.ts';
import {
  messageById,
  type MessageRow,
  otherAnswers,
  proposalById,
} from '#server/modules/assistant/queries/threads.ts';
import { repliesForAnswer } from '../assistant-replies.ts';
import { linkQuestion } from '../commands/events.ts';
import { answerAfter } from '../queries/conversation.ts';
import { type Reply, toReplies } from '../replies.ts';
import type { InboundEvent } from '../table.ts';
import * as words from '../texts.ts';
import { LATER } from './incoming.ts';

const ANSWER_TIMEOUT_MS = 90_000;

type StoredQuestion = Awaited<ReturnType<typeof saveQuestion>>;
type AssistantInput = { prompt: string | undefined; file: UploadedFile | null };

/** Asks the assistant, once for a message however often it is tried, and answers as the app would. */
export async function askAssistant(
  scope: Scope,
  inbound: InboundEvent,
  input: AssistantInput,
): Promise<Reply[] | typeof LATER> {
  if (inbound.question_id) return resumeAnswer(scope, inbound.question_id);
  const begun = await saveQuestion(scope, {
    ...input,
    currency: scope.actor.currency,
    onSaved: (ctx, question) => linkQuestion(ctx, inbound, question.id),
  });
  return begun.readingId ? LATER : answerWithTimeout(scope, begun);
}

async function answerWithTimeout(scope: Scope, begun: StoredQuestion): Promise<Reply[]> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    return await asMessages(scope, await saveAnswer(scope, await prepareAnswer(scope, begun, timeout)));
  } catch (error) {
    if (timeout.aborted) return toReplies(words.tookTooLong, { address: scope.publicUrl() });
    throw error;
  }
}

// A process died over it: what it had done by then is answered, and nothing is done twice.
async function resumeAnswer(scope: Scope, questionId: string): Promise<Reply[] | typeof LATER> {
  const address = scope.publicUrl();
  const { businessId, currency } = scope.actor;
  const row = await messageById(scope.db, businessId, questionId);
  if (!row) return toReplies(words.failed, { address });
  if (row.image) return answerOfReading(scope, row);
  const answer = await answerAfter(scope.db, row);
  if (answer) return asMessages(scope, answer);
  return answerWithTimeout(scope, { row, text: row.content, currency, readingId: null, fromDocument: false });
}

/** The answer to a photo or PDF, which is read in the background. */
async function answerOfReading(scope: Scope, question: MessageRow): Promise<Reply[] | typeof LATER> {
  const address = scope.publicUrl();
  const [reading] = await readingsOf(scope.db, question.business_id, [question.id]);
  if (reading?.state === 'queued' || reading?.state === 'reading') return LATER;
  if (reading?.reason) return toReplies(failureMessages[reading.reason], { address });
  const answer = reading?.answer_id && (await messageById(scope.db, question.business_id, reading.answer_id));
  if (!answer) return toReplies(words.stopped, { address });
  const all = [answer, ...(await otherAnswers(scope.db, answer))];
  return (await Promise.all(all.map((one) => asMessages(scope, one)))).flat();
}

/** An answer of the assistant with the buttons of what it proposes. */
export async function asMessages(scope: Scope, row: MessageRow): Promise<Reply[]> {
  const id = row.outcome?.proposalId;
  const proposal = id ? await proposalById(scope.db, row.business_id, id) : null;
  return repliesForAnswer(row, proposal?.state === 'open' ? proposal : null, scope.publicUrl());
}
