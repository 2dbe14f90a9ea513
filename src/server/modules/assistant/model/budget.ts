import type { CalendarDate } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { AppError } from '#core/errors.ts';
import type { ModelUsage } from '#server/kernel/ports/index.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { allowsExternalModel } from '#server/modules/consents/queries.ts';

import { recordUsage } from '../commands/usage.ts';
import { tokensUsed } from '../queries/usage.ts';

const CHARACTERS_A_TOKEN = 4;

export type BudgetDenial = 'over_budget' | 'too_often' | 'not_allowed';

/** Reason why this business may not call the model now, or null. Counts the call towards its minute. */
export async function checkBudget(scope: Scope, today: CalendarDate): Promise<BudgetDenial | null> {
  const settings = scope.config.model;
  if (!settings) return null;
  const { businessId } = scope.actor;
  if (settings.outside && !(await allowsExternalModel(scope.db, scope.actor))) return 'not_allowed';
  if ((await tokensUsed(scope.db, businessId, today)) >= settings.tokensPerDay) return 'over_budget';
  try {
    const limit = { max: settings.callsPerMinute, windowMs: MINUTE_MS };
    await consumeLimit(scope.db, 'model', limit, businessId, scope.now);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return 'too_often';
    throw error;
  }
}

/** Stores the cost of a call. A failed call is estimated by its input, as it may have been billed too. */
export async function saveUsage(scope: Scope, usage: ModelUsage | { characters: number }): Promise<void> {
  const today = todayOf(scope);
  const counted =
    'characters' in usage
      ? { inputTokens: Math.ceil(usage.characters / CHARACTERS_A_TOKEN), outputTokens: 0 }
      : usage;
  await scope.transact((ctx) => recordUsage(ctx, today, counted));
}
