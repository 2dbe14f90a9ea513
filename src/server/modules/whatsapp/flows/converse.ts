import type { UploadedFile } from '#server/http/request-body.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { begin, type Begun, keepWhole, prepare } from '#server/modules/assistant/flows.ts';
import { messageById, type MessageRow, proposalById } from '#server/modules/assistant/queries.ts';
import { answerAsMessages } from '../answers.ts';
import { noteQuestion } from '../commands.ts';
import { answerAfter } from '../queries/conversation.ts';
import { type Reply, say } from '../replies.ts';
import type { Notice } from '../table.ts';
import * as words from '../words.ts';

const PATIENCE_MS = 90_000;

type Asked = { prompt: string | undefined; file: UploadedFile | null };

/** Asks the assistant, once for a message however often it is tried, and answers as the app would. */
export async function converse(scope: Scope, notice: Notice, asked: Asked): Promise<Reply[]> {
  if (notice.question_id) return resumed(scope, notice.question_id);
  const begun = await begin(scope, {
    ...asked,
    currency: scope.actor.currency,
    note: (ctx, question) => noteQuestion(ctx, notice, question.id),
  });
  return answered(scope, begun);
}

async function answered(scope: Scope, begun: Begun): Promise<Reply[]> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    return await asMessages(scope, await keepWhole(scope, await prepare(scope, begun, patience)));
  } catch (error) {
    if (patience.aborted) return say(words.tookTooLong, { address: scope.publicUrl() });
    throw error;
  }
}

// A process died over it: what it had done by then is answered, and nothing is done twice.
async function resumed(scope: Scope, questionId: string): Promise<Reply[]> {
  const address = scope.publicUrl();
  const { businessId, currency } = scope.actor;
  const row = await messageById(scope.db, businessId, questionId);
  if (!row) return say(words.failed, { address });
  const answer = await answerAfter(scope.db, row);
  if (answer) return asMessages(scope, answer);
  if (row.image) return say(words.interrupted, { address });
  return answered(scope, { row, text: row.content, currency, picture: null, quoted: false });
}

/** An answer of the assistant with the buttons of what it proposes. */
export async function asMessages(scope: Scope, row: MessageRow): Promise<Reply[]> {
  const id = row.outcome?.proposalId;
  const proposal = id ? await proposalById(scope.db, row.business_id, id) : null;
  return answerAsMessages(row, proposal?.state === 'open' ? proposal : null, scope.publicUrl());
}
