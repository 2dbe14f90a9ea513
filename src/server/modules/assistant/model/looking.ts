import type { Scope } from '#server/kernel/scope.ts';
import type { See } from '#server/modules/capture/flows.ts';
import { todayFor } from '#server/modules/invoices/queries.ts';
import { keepUsage, mayAsk } from './budget.ts';

const MOST_OUTPUT_TOKENS = 2500;
const CHARACTERS_A_PICTURE = 6400;

/** Reads images with a model within this business's budget; null where the model cannot read images. */
export function lookingFor(scope: Scope, signal: AbortSignal): See | null {
  const { model } = scope.ports;
  if (!model?.sees) return null;
  return async (request) => {
    const today = await todayFor(scope.db, scope.actor.businessId, scope.now);
    const refused = await mayAsk(scope, today);
    if (refused) return told(refused);
    const timeoutMs = scope.config.model?.timeoutMs ?? 0;
    const looked = await model.look({ ...request, maxOutputTokens: MOST_OUTPUT_TOKENS, timeoutMs, signal });
    await keepUsage(
      scope,
      looked.ok ? looked.usage : { characters: request.pictures.length * CHARACTERS_A_PICTURE },
    );
    return looked.ok ? looked.value : told(looked.reason);
  };

  function told(reason: string): null {
    if (!signal.aborted && reason !== 'not_allowed')
      scope.log.warn({ model: model?.name, reason }, 'Our own reading of a picture stands alone');
    return null;
  }
}
