import { type Scope, todayOf } from '#server/kernel/scope.ts';
import type { ReadImages } from '#server/modules/capture/flows.ts';

import { checkBudget, saveUsage } from './budget.ts';

const MAX_OUTPUT_TOKENS = 2500;
const CHARACTERS_A_PICTURE = 6400;

/** Reads images with a model within this business's budget; null where the model cannot read images. */
export function imageReader(scope: Scope, signal: AbortSignal): ReadImages | null {
  const { model } = scope.ports;
  if (!model?.sees) return null;
  return async (request) => {
    const today = todayOf(scope);
    const denied = await checkBudget(scope, today);
    if (denied) return logUnavailable(denied);
    const timeoutMs = scope.config.model?.timeoutMs ?? 0;
    const result = await model.extract({ ...request, maxOutputTokens: MAX_OUTPUT_TOKENS, timeoutMs, signal });
    await saveUsage(
      scope,
      result.ok ? result.usage : { characters: request.pictures.length * CHARACTERS_A_PICTURE },
    );
    return result.ok ? result.value : logUnavailable(result.reason);
  };

  function logUnavailable(reason: string): null {
    if (!signal.aborted && reason !== 'not_allowed')
      scope.log.warn({ model: model?.name, reason }, 'Our own reading of a picture stands alone');
    return null;
  }
}
