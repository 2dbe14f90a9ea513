import { AppError } from '#core/errors.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { answerNotExecuted, executeReplyConfirmation } from '../commands/confirm.ts';
import type { Plan } from '../plan.ts';
import type { MessageRow } from '../queries/threads.ts';
import { alreadyDone, notDone, nothingToConfirm } from '../replies/questions.ts';

/** Confirms by a message ("yes"): executes the open proposal, or answers why not. */
export async function confirmByMessage(
  scope: Scope,
  question: MessageRow,
  plan: Plan,
  proposalId: string | null,
): Promise<MessageRow> {
  const answerNotDone = (failedPlan: Plan, text: string) =>
    scope.transact((ctx) => answerNotExecuted(ctx, question, failedPlan, text));
  if (!proposalId) return answerNotDone(plan, nothingToConfirm(plan.outcome.does));
  try {
    return await scope.transact((ctx) => executeReplyConfirmation(ctx, question, proposalId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.code === 'conflict' ? alreadyDone(error.message) : notDone(error.message);
    return answerNotDone({ ...plan, outcome: { ...plan.outcome, does: null } }, reason);
  }
}
