import type { Scope } from '#server/scope.ts';
import type { Surroundings, Understanding } from './language/understanding.ts';
import type { StoredMemory } from './memory.ts';
import type { MessageRow } from './queries.ts';
import { understand } from './understand.ts';

/** A question as it is kept, without its secrets; `text` is what was typed. */
export type Question = { row: MessageRow; text: string };

/** Understands a message. `words` is a lead that may stand above our own answer. */
export async function understanding(
  _scope: Scope,
  { text }: Question,
  memory: StoredMemory,
  surroundings: Surroundings,
  _signal: AbortSignal,
): Promise<Understanding & { words?: string }> {
  const { intent, period, horizonMonths } = understand(text, surroundings.today);
  const filters = { ...period, ...(horizonMonths ? { horizonMonths } : {}) };
  return {
    intent,
    draft: null,
    filters: Object.keys(filters).length > 0 ? filters : null,
    customer: null,
    asks: intent === 'ambiguous' ? 'intent' : null,
    does: null,
    asides: [],
    memory: { pending: memory.pending, last: memory.last },
  };
}
