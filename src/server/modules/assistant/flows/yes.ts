import { AppError } from '#core/errors.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { answerUndone, confirmSaid } from '../commands/confirm.ts';
import type { Plan } from '../plan.ts';
import type { MessageRow } from '../queries.ts';
import { doneBefore, notDone, nothingThere } from '../replies/asking.ts';

/** Confirms by a message ("yes"): executes the open proposal, or answers why not. */
export async function confirmInWords(
  scope: Scope,
  question: MessageRow,
  plan: Plan,
  proposalId: string | null,
): Promise<MessageRow> {
  const undone = (told: Plan, text: string) =>
    scope.transact((ctx) => answerUndone(ctx, question, told, text));
  if (!proposalId) return undone(plan, nothingThere(plan.outcome.does));
  try {
    return await scope.transact((ctx) => confirmSaid(ctx, question, proposalId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const told = error.code === 'conflict' ? doneBefore(error.message) : notDone(error.message);
    return undone({ ...plan, outcome: { ...plan.outcome, does: null } }, told);
  }
}
